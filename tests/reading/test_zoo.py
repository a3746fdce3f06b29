"""Published files, flawed ones among them, compared with an independent count (``expected.json``)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coala.base.plain_text import last_part
from coala.engine.compare import compare
from coala.model.kinds import COREFERENCE, GROUPS
from coala.model.options import DEFAULTS
from coala.reading.read import read_graphs
from tests.support.paths import SHARED

ZOO = SHARED / "data" / "zoo"

if not ZOO.is_dir():
    pytest.skip(
        "the corpora in ../shared are not here, and none of them may be copied", allow_module_level=True
    )

EXPECTED: dict[str, dict[str, Any]] = json.loads((ZOO / "expected.json").read_text(encoding="utf-8"))


SECOND = {"koconovel-four-schemes": "reader_overlapped", "texts-differ-by-some-words": "2.0"}
"""Samples that hold two versions of each file; the counts are those of the second."""


def file_of(sample: str, name: str) -> Path:
    (path,) = (ZOO / sample / SECOND.get(sample, "")).rglob(name)
    return path


COUNTED = [
    pytest.param(
        file_of(sample, name),
        (counts["mentions"], counts["chains"]),
        id=f"{sample}/{name}",
    )
    for sample, files in EXPECTED["samples"].items()
    for name, counts in (files or {}).items()
]


@pytest.mark.parametrize(("path", "counts"), COUNTED)
def test_a_sample_has_the_mentions_and_chains_that_were_counted(path: Path, counts: tuple[int, int]) -> None:
    (graph,) = read_graphs([str(path)], DEFAULTS.reading)
    assert (len(graph.mentions), len(graph.names)) == counts


PAIRS = {
    "mention-ids-as-tokens: gold to lh": ("evt_gold_test.keyfile", "evt_gold_lh_test.keyfile"),
    "conll-word-missing: clark to lee": ("clark.conll", "lee.conll"),
    "koconovel: overlapped to separate": ("reader_overlapped", "reader_separate"),
    "eight columns: key to system": ("key.conll", "system.conll"),
    "texts-differ-by-some-words: 1.2.0 to 2.0": ("1.2.0", "2.0"),
    "conllu-columns-in-conll: singe.conll to singe.jsonlines": ("singe.conll", "singe.jsonlines"),
}
"""The pairs of files to compare."""

FOLDERS = {
    "koconovel: overlapped to separate": "koconovel-four-schemes",
    "eight columns: key to system": "eight-columns-of-cross-document-work",
}


CHAINS = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=GROUPS[COREFERENCE]))


@pytest.mark.parametrize("pair", PAIRS)
def test_a_pair_diverges_where_it_was_counted_to_diverge(pair: str) -> None:
    folder = ZOO / FOLDERS.get(pair, pair.partition(":")[0])
    comparison = compare(*(folder / name for name in PAIRS[pair]), options=CHAINS)
    summary = comparison.summary
    expected = EXPECTED["pairs"][pair]
    assert summary.interesting == expected["interesting"]
    assert summary.bags == expected.get("bags", summary.bags)
    if "by_document" in expected:
        documents = Counter(last_part(bag.documents[0]) for bag, _ in comparison.iterate_bags())
        assert documents == expected["by_document"]
