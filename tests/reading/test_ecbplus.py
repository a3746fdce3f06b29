"""Real NIF: the published outputs of cross-document systems on ECB+, if they are next to the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "ecbplus"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the ECB+ data lies beside a checkout, not in it")


def test_all_mentions_are_read_without_a_notice() -> None:
    names = ("gold", "lemma-delta", "feature0", "feature0-kmeans")
    graphs = read_graphs([str(FOLDER / f"{name}.ttl") for name in names], ReadOptions())
    assert [(len(graph.documents), len(graph.mentions), graph.notices) for graph in graphs] == [
        (206, 1780, ())
    ] * 4
    assert all(text is not None for graph in graphs for text in graph.texts)


def test_every_anchor_is_what_the_text_has() -> None:
    (graph,) = read_graphs([str(FOLDER / "gold.ttl")], ReadOptions())
    columns = graph.mentions
    words = {
        (graph.texts[document] or "")[begin:end]
        for document, begin, end in zip(columns.document, columns.begin, columns.end, strict=True)
    }
    assert {"arrested", "sexual assault", "fathering"} <= words


@pytest.mark.parametrize("name", ["gold", "lemma-delta", "feature0", "feature0-kmeans"])
def test_a_graph_against_itself_has_nothing_to_show(name: str) -> None:
    path = str(FOLDER / f"{name}.ttl")
    assert compare(path, path).summary.interesting == 0
