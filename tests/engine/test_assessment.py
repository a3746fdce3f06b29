"""Scores of a comparison, with a gold graph and without."""

from __future__ import annotations

import json

import pytest

from coala.engine.compare import Comparison, compare_graphs
from coala.engine.summary import summary_from_json, summary_to_json
from coala.results.diff import report_diff
from tests.support.graphs_by_hand import SEED, A, B, C, D, graph

# What Bob Smith, John Doe and "he" really are: "he" is Bob, and so is R. Smith.
GOLD = graph({"g1": [A, C, D], "g2": [B]})


@pytest.fixture(scope="module")
def judged() -> Comparison:
    return compare_graphs(SEED["Z"], SEED["X"], GOLD)


def test_a_summary_in_words_asks_for_no_share() -> None:
    comparison = compare_graphs(SEED["X"], SEED["Y"])
    assert report_diff(comparison).blocks
    assert not {"shares", "_shares_of_closed"} & vars(comparison.assessment).keys()
    assert comparison.assessment.share_tests == {}


def test_the_bootstrap_and_the_sign_test_stand_beside_the_difference(judged: Comparison) -> None:
    assert judged.summary.resampling is not None
    assert judged.summary.resampling.metrics["muc"].f1.estimate == pytest.approx(
        (judged.summary.scores["changed"]["muc"].f1 or 0) - (judged.summary.scores["baseline"]["muc"].f1 or 0)
    )
    assert judged.summary.share_tests["muc"].rises == 1


def test_a_summary_comes_back_from_its_json_without_what_is_unknown(judged: Comparison) -> None:
    for summary in (judged.summary, compare_graphs(SEED["X"], SEED["Y"]).summary):
        assert summary_from_json(json.loads(json.dumps(summary_to_json(summary)))) == summary
    more = summary_to_json(judged.summary) | {"explanations": {"changed": {"muc": {"title": "MUC"}}}}
    assert summary_from_json(more) == judged.summary
