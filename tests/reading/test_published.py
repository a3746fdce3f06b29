"""RDF that others published, where it is next to the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.options import Options, ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import notices
from tests.support.paths import SHARED, needs_shared

DATA = SHARED / "data"
AIF, ECB, PIKES, ZOO = (DATA / name for name in ("aif", "ecbplus", "pikes", "zoo"))
ECB_NAMES = ("gold", "lemma-delta", "feature0", "feature0-kmeans")

pytestmark = needs_shared


def read(*paths: Path, texts: Path | None = None) -> tuple[Graph, ...]:
    return read_graphs(list(map(str, paths)), ReadOptions(texts=texts))


@pytest.mark.parametrize(
    ("name", "instances", "clusters"),
    [
        ("create_a_cluster_with_link_and_confidence.ttl", 0, ["clusters/1> with 2"]),
        ("create_an_entity_and_cluster_with_informative_mention.ttl", 1, ["clusters/1> with 2"]),
        ("create_hierarchical_cluster.ttl", 0, ["clusters/president> with 3", "clusters/trump> with 3"]),
        ("create_seedling_event_with_event_argument_uri.ttl", 0, []),
        ("doc1.ttl", 4, [f"cluster{number}> with 1" for number in (1, 2, 3, 4)]),
    ],
)
def test_file_of_aif_has_the_clusters_that_its_name_promises(
    name: str, instances: int, clusters: list[str]
) -> None:
    (graph,) = read(AIF / name)
    assert len(graph.names) == instances
    examples = [example for each in graph.notices if each.code == "clusters" for example in each.examples]
    assert len(examples) == len(clusters)
    for example, end in zip(examples, clusters, strict=True):
        assert example.rpartition(" ")[0].endswith(end)


def test_instances_without_a_place_in_a_text_are_counted_once_a_cluster() -> None:
    hierarchical, seedling = read(
        AIF / "create_hierarchical_cluster.ttl", AIF / "create_seedling_event_with_event_argument_uri.ttl"
    )
    assert notices(hierarchical)["instance-without-mention"] == 1
    assert notices(seedling) == {"instance-without-mention": 3, "fact-without-instance": 2}


@pytest.mark.parametrize(
    "path",
    [
        AIF / "doc1.ttl",
        AIF / "create_an_entity_and_cluster_with_informative_mention.ttl",
        PIKES / "pikes-mate",
        PIKES / "pikes-both",
        *(ECB / f"{name}.ttl" for name in ECB_NAMES),
    ],
    ids=lambda path: path.name,
)
def test_a_graph_against_itself_has_nothing_to_show(path: Path) -> None:
    assert compare(str(path), str(path)).summary.interesting == 0


def test_ecb_is_read_without_a_notice_and_its_spans_are_words_of_its_texts() -> None:
    graphs = read(*(ECB / f"{name}.ttl" for name in ECB_NAMES))
    assert [(len(graph.documents), len(graph.mentions), graph.notices) for graph in graphs] == [
        (206, 1780, ())
    ] * 4
    assert all(text is not None for graph in graphs for text in graph.texts)
    columns = graphs[0].mentions
    words = {
        (graphs[0].texts[document] or "")[begin:end]
        for document, begin, end in zip(columns.document, columns.begin, columns.end, strict=True)
    }
    assert {"arrested", "sexual assault", "fathering"} <= words


def test_pikes_with_and_without_a_component_differs_where_frames_do() -> None:
    options = Options(reading=ReadOptions(texts=PIKES / "gold"))
    summary = compare(str(PIKES / "pikes-mate"), str(PIKES / "pikes-both"), options=options).summary
    assert (summary.bags, summary.interesting) == (62, 37)
    assert summary.kinds == {
        Kind.MENTION_ADDED: 2,
        Kind.INSTANCE_ADDED: 3,
        Kind.INSTANCE_DROPPED: 1,
        Kind.TYPE: 32,
        Kind.STATEMENT: 5,
        Kind.FACT_ADDED: 10,
        Kind.FACT_CHANGED: 14,
    }


def test_every_text_of_pikes_comes_from_the_gold_graphs_and_fits_the_anchors() -> None:
    (graph,) = read(PIKES / "pikes-both", texts=PIKES / "gold")
    assert all(graph.texts)
    assert set(notices(graph)) == {"same-as", "shared-span"}


def test_file_of_nif_2_1_equals_its_sister_of_2_0(tmp_path: Path) -> None:
    new = (ZOO / "nif-2.1" / "fremener-spotlink.nif").read_text(encoding="utf-8")
    (tmp_path / "new.nif").write_text(new.replace("#offset_0_49>", "#char=0,49>"), encoding="utf-8")
    summary = compare(str(ZOO / "nif-2.1" / "nif20.nif"), str(tmp_path / "new.nif")).summary
    assert (summary.bags, summary.interesting) == (3, 0)


@pytest.mark.parametrize(
    ("name", "mentions", "left_out"),
    [
        ("muc-odd-extension/a10.fkey", 76, 0),
        ("mention-ids-as-tokens", 2016, 0),
        ("nif-2.1", 6, 0),
        ("turtle-syntax-error-in-one-file", 12, 1),
        ("git-lfs-pointer", 81, 1),
    ],
)
def test_folder_of_odd_names_or_with_a_bad_file_is_read(name: str, mentions: int, left_out: int) -> None:
    (graph,) = read(ZOO / name)
    assert len(graph.mentions) == mentions
    assert notices(graph).get("file-left-out", 0) == left_out


def test_what_was_read_before_the_base_was_missed_is_forgotten() -> None:
    (graph,) = read(ZOO / "turtle-relative-iri")
    assert (len(graph.documents), len(graph.mentions)) == (5, 17)
    assert notices(graph) == {"relative-iris": 1}
