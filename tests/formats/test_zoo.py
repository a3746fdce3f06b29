"""Published files of columns, flawed ones among them, compared with an independent count."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coala.engine.compare import compare
from coala.formats import conll
from coala.formats.annotations import Annotations
from coala.model.format_options import FormatOptions
from tests.support.paths import SHARED, needs_shared

ZOO = SHARED / "data/zoo"

pytestmark = needs_shared

NOTICED = {
    "conll-empty-last-column/example_out.conll": {},
    "conll-word-missing/clark.conll": {"columns-differ": 1},
    "conll-word-missing/lee.conll": {"columns-differ": 1},
    "conll-stray-bracket/Braut_Act1_Scene7.CoNLL2012.conll": {"bracket-left-out": 1},
    "conll-stray-bracket-2/nonref.conll": {"bracket-left-out": 1},
    "gum-header-without-name/GENTLE_dictionary_next.conll": {},
    "gum-header-without-name/GENTLE_poetry_road.conll": {"bracket-left-out": 2},
    "mention-ids-as-tokens/evt_gold_test.keyfile": {},
    "mention-ids-as-tokens/evt_gold_lh_test.keyfile": {},
    "two-columns-first-varies/0/system.conll": {"columns-found": 1},
    "eight-columns-of-cross-document-work/key.conll": {"columns-found": 1},
    "eight-columns-of-cross-document-work/system.conll": {"columns-found": 1},
    "word-and-brackets-only/gicoref.conll": {"columns-found": 1},
    "conllu-columns-in-conll/singe.conll": {"columns-found": 1},
    "koconovel-four-schemes/reader_overlapped/0.conll": {},
    "koconovel-four-schemes/reader_overlapped/2.conll": {},
}
"""The notices by sample, and how often each comes."""

UNCOUNTED = {"conll-word-missing/lee.conll": (21, 4)}
"""Mentions and chains that ``PROVENANCE.md`` has, and ``expected.json`` has not."""


def read(sample: str) -> Annotations:
    path = ZOO / sample
    return conll.read(path.name, path.read_bytes(), FormatOptions())


def counted(found: Annotations) -> tuple[int, int]:
    """Return the numbers of distinct mentions and chains."""
    mentions = {(mention.document, mention.fragments, mention.instance) for mention in found.mentions}
    return len(mentions), len({mention.instance for mention in found.mentions})


def expected(sample: str) -> tuple[int, int]:
    if sample in UNCOUNTED:
        return UNCOUNTED[sample]
    folder, name = sample.split("/")[0], Path(sample).name
    counts = json.loads((ZOO / "expected.json").read_text())["samples"][folder][name]
    return counts["mentions"], counts["chains"]


@pytest.mark.parametrize("sample", NOTICED)
def test_a_sample_is_read_as_counted(sample: str) -> None:
    found = read(sample)
    assert counted(found) == expected(sample)
    assert Counter(code for code, _ in found.remarks) == NOTICED[sample]


def test_the_documents_of_a_corpus_stay_apart() -> None:
    assert len(read("eight-columns-of-cross-document-work/key.conll").documents) == 12


def test_a_number_within_a_span_is_no_bracket() -> None:
    found = read("cells-inside-a-span/key.conll")
    assert [mention.fragments for mention in found.mentions] == [((74, 89),)]
    assert "bracket-left-out" not in dict(found.remarks)


def test_brackets_that_a_writer_joined_wrongly_are_told_apart() -> None:
    found = read("three-columns-broken/testing_sacr2conll.conll")
    assert counted(found) == (232, 124)
    assert {code for code, _ in found.remarks} == {"brackets-joined"}


PAIRS = {
    "mention-ids-as-tokens": ("evt_gold_test.keyfile", "evt_gold_lh_test.keyfile", 23, 18),
    "conll-word-missing": ("clark.conll", "lee.conll", 3, 2),
    "eight-columns-of-cross-document-work": ("key.conll", "system.conll", 21, 8),
    "koconovel-four-schemes": ("reader_overlapped", "reader_separate", 7, 1),
}


@pytest.mark.parametrize("folder", PAIRS)
def test_two_versions_differ_as_counted(folder: str) -> None:
    one, other, bags, interesting = PAIRS[folder]
    summary = compare(ZOO / folder / one, ZOO / folder / other).summary
    assert (summary.bags, summary.interesting) == (bags, interesting)


def test_the_lines_of_json_have_the_same_chains() -> None:
    """Compare without the row counts, which include rows that are no tokens."""
    columns = read("conllu-columns-in-conll/singe.conll")
    lines = json.loads((ZOO / "conllu-columns-in-conll/singe.jsonlines").read_text())
    spans = [(begin, -end, chain) for chain, spans in enumerate(lines["clusters"]) for begin, end in spans]
    mentions = [(found.fragments[0][0], -found.fragments[0][1], found.instance) for found in columns.mentions]
    assert in_order_of_mentions(mentions) == in_order_of_mentions(spans)


def in_order_of_mentions(spans: list[tuple[int, int, Any]]) -> list[int]:
    """Return the chain of each mention, numbered by first appearance."""
    numbers: dict[Any, int] = {}
    return [
        numbers.setdefault(chain, len(numbers)) for _, _, chain in sorted(spans, key=lambda span: span[:2])
    ]
