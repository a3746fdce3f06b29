"""Spans with different extents in two graphs, on the page and in the reports."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import CHANGED, Bag, Extents
from coala.model.graph import Graph
from coala.model.options import Match, Options
from coala.model.values import Span
from coala.present.evidence.page import find_runs
from coala.present.instance_numbers import number_instances
from coala.results.diff_json import render_diff_json
from coala.review.file import Review
from coala.review.writing import write_review
from tests.support.evidence import page_of_evidence
from tests.support.graphs_by_hand import DOC_1, graph

WORDS = "the old Mr. Smith of Toledo met John, and he paid."
#        0   4   8          21        33   38  42
TEXT: dict[str, str | None] = {DOC_1: WORDS}
NO_TEXT: dict[str, str | None] = {}
MR_SMITH, THE_OLD_SMITH = Span(DOC_1, 8, 17), Span(DOC_1, 0, 17)
TOLEDO, HE, AND_HE = Span(DOC_1, 21, 27), Span(DOC_1, 42, 44), Span(DOC_1, 38, 44)


def graphs() -> tuple[Graph, Graph]:
    """Return two graphs: in the second, Mr. Smith has another extent, and "he" is in another instance."""
    first = graph({"x1": [MR_SMITH, HE], "x2": [TOLEDO]}, texts=TEXT)
    return first, graph({"y1": [THE_OLD_SMITH], "y2": [TOLEDO, AND_HE]}, texts=TEXT)


def compared() -> Comparison:
    return compare_graphs(*graphs(), options=Options(match=Match.OVERLAP))


def the_bag() -> Bag:
    ((bag, _),) = compared().iterate_bags()
    return bag


def test_the_text_is_filled_and_underlined_each_to_its_own_extent() -> None:
    bag = the_bag()
    numbering = number_instances(bag)
    sheet = page_of_evidence(bag, TEXT.get)
    shown = [
        (sheet.text[run.begin : run.end], run.baseline, run.changed) for run in find_runs(sheet, numbering)
    ]
    assert shown == [
        ("the old ", None, 0),
        ("Mr. Smith", 0, 0),
        ("Toledo", 1, 1),
        ("and ", None, 1),
        ("he", 0, 1),
    ]
    assert [sheet.text[begin:end] for begin, end in sheet.find_stretches(0)] == ["the old Mr. Smith"]
    assert "the old Mr. Smith of Toledo" in sheet.text


def test_without_a_text_both_words_are_listed() -> None:
    bag = the_bag()
    sheet = page_of_evidence(bag, NO_TEXT.get)
    assert "Mr. Smith ≈ the old Mr. Smith  (" in sheet.text
    assert [sheet.text[begin:end] for begin, end in (*sheet.places[0], *sheet.find_changed_stretches(0))] == [
        "Mr. Smith",
        "the old Mr. Smith",
    ]


def test_both_extents_and_their_count_are_reported(tmp_path: Path) -> None:
    comparison = compared()
    document = json.loads("".join(render_diff_json(comparison)))
    (bag,) = document["interesting_bags"]
    assert bag["spans"][0] == {
        "document": DOC_1,
        "begin": 8,
        "end": 17,
        "text": "Mr. Smith",
        "extents": {"changed": {"document": DOC_1, "begin": 0, "end": 17, "text": "the old Mr. Smith"}},
    }
    assert "extents" not in bag["spans"][1]
    write_review(tmp_path / "a.coala", comparison.summary, comparison.iterate_sentences(), comparison.texts())
    with Review.open(tmp_path / "a.coala") as review:
        assert review.bag(0) == the_bag()


def test_words_that_only_the_graph_knows_survive_the_joining() -> None:
    first = graph({"x1": [MR_SMITH], "x2": [TOLEDO]}, texts={})
    second = graph({"y1": [THE_OLD_SMITH, TOLEDO]}, texts={})
    second = replace(second, mention_texts={0: "the old Mr. Smith"})
    ((bag, _),) = compare_graphs(first, second, options=Options(match=Match.OVERLAP)).iterate_bags()
    assert Extents(bag).words(CHANGED, 0) == "the old Mr. Smith"
