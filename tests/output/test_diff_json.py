"""The JSON of a comparison (specification, section 7)."""

from __future__ import annotations

import json

from coala.engine.compare import compare_graphs
from coala.output.diff_json import render_diff_json
from tests.support.graphs_by_hand import SEED, A, C, graph
from tests.support.reviews import a_gold_over_two, three_splits


def test_the_document_is_written_in_pieces_that_make_one() -> None:
    comparison = compare_graphs(*three_splits())

    document = json.loads("".join(render_diff_json(comparison)))

    assert document["bags"]["interesting"] == len(document["interesting_bags"]) == 3
    assert document["scores"]["muc"]["recall"] == {"numerator": 0, "denominator": 3, "value": 0.0}


def test_without_an_interesting_bag_the_list_is_empty() -> None:
    assert (
        json.loads("".join(render_diff_json(compare_graphs(SEED["X"], SEED["X"]))))["interesting_bags"] == []
    )


def test_the_spans_of_a_divergence_are_places_in_the_list_of_the_bag() -> None:
    (bag,) = json.loads("".join(render_diff_json(compare_graphs(SEED["X"], SEED["Z"]))))["interesting_bags"]

    (row,) = bag["divergences"]
    assert row["kind"] == "moved"
    assert [bag["spans"][number]["text"] for number in row["spans"]] == ["he"]
    assert bag["spans"][0] == {"document": A.document, "begin": 0, "end": 9, "text": "Bob Smith"}
    assert bag["shares"].keys() >= {"muc", "b_cubed"}


def test_bags_that_gold_joins_have_a_number_in_common() -> None:
    comparison = compare_graphs(*three_splits(), a_gold_over_two())

    told = json.loads("".join(render_diff_json(comparison)))["interesting_bags"]

    groups = [bag["share_group"] for bag in told]
    assert groups == [groups[0], groups[0], None]
    assert groups[0] is not None
    assert told[0]["shares"] == told[1]["shares"] != told[2]["shares"]


def test_without_gold_no_bag_is_joined_with_another() -> None:
    (bag,) = json.loads("".join(render_diff_json(compare_graphs(SEED["X"], SEED["Z"]))))["interesting_bags"]

    assert "share_group" not in bag


def test_zero_has_a_mark_next_to_its_place() -> None:
    zero = C._replace(zero="nsubj#1")
    found = json.loads("".join(render_diff_json(compare_graphs(graph({"x": [A, zero]}), graph({"x": [A]})))))
    ((_, span),) = [bag["spans"] for bag in found["interesting_bags"]]
    assert span == {
        "document": A.document,
        "begin": 32,
        "end": 34,
        "zero": "nsubj#1",
        "text": "∅nsubj (he)",
    }
