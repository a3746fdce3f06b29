"""The reasons why spans are in one bag, and the spans that connect it."""

from __future__ import annotations

import re

from coala.engine.compare import compare_graphs
from coala.model.bag import Bag
from coala.model.graph import Graph
from coala.present.bag_connectivity import build_bag_graph, explain_connection, find_cut_spans
from tests.support.graphs_by_hand import SEED, A, B, C, D, graph


def bag_of(baseline: Graph, changed: Graph) -> Bag:
    ((bag, _),) = compare_graphs(baseline, changed).iterate_bags()
    return bag


def test_the_graph_of_a_bag_has_its_spans_instances_and_mentions() -> None:
    found = build_bag_graph(bag_of(SEED["X"], SEED["Z"]))
    assert (found.number_of_nodes(), found.number_of_edges()) == (4 + 4, 8)


def test_path_between_two_spans_lists_every_instance() -> None:
    # B (John Doe) meets D (R. Smith) only because Z joined "he" with the one and X with the other.
    steps = explain_connection(bag_of(SEED["X"], SEED["Z"]), 1, 3)
    assert [re.findall(r'"(.*?)"|(changed|baseline)', step) for step in steps] == [
        [("John Doe", ""), ("he", ""), ("John Doe", ""), ("", "changed")],
        [("he", ""), ("R. Smith", ""), ("Bob Smith", ""), ("", "baseline")],
    ]


def test_a_span_is_connected_with_itself_without_a_word() -> None:
    assert explain_connection(bag_of(SEED["X"], SEED["Z"]), 1, 1) == []


def test_the_spans_whose_removal_cuts_the_bag_are_found() -> None:
    assert find_cut_spans(bag_of(SEED["X"], SEED["Z"])) == [2]


def test_a_bag_that_hangs_together_twice_has_no_cut() -> None:
    baseline, changed = graph({"x": [A, B, C]}), graph({"y1": [A, B], "y2": [C]})
    assert find_cut_spans(bag_of(baseline, changed)) == []
    assert find_cut_spans(bag_of(graph({"x1": [A, C], "x2": [B, D]}), graph({"y": [A, C, B, D]}))) == []
