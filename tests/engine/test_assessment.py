"""Scores of a comparison, with a gold graph and without."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from coala.engine.compare import Comparison, compare_graphs
from coala.engine.summary import summary_from_json, summary_to_json
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.output.diff_text import render_diff_text
from coala.scores.metrics.registry import METRICS
from tests.support.graphs_by_hand import SEED, A, B, C, D, graph

# What Bob Smith, John Doe and "he" really are: "he" is Bob, and so is R. Smith.
GOLD = graph({"g1": [A, C, D], "g2": [B]})


@pytest.fixture(scope="module")
def judged() -> Comparison:
    return compare_graphs(SEED["Z"], SEED["X"], GOLD)


def test_without_gold_there_is_similarity_and_no_test() -> None:
    summary = compare_graphs(SEED["X"], SEED["Y"]).summary
    assert list(summary.scores) == ["similarity"]
    assert summary.resampling is None
    assert summary.share_tests == {}


def test_a_summary_in_words_asks_for_no_share() -> None:
    comparison = compare_graphs(SEED["X"], SEED["Y"])
    assert list(render_diff_text(comparison))
    assert not {"shares", "_shares_of_closed"} & vars(comparison.assessment).keys()
    assert comparison.assessment.share_tests == {}


def test_with_gold_both_systems_are_scored_by_every_metric(judged: Comparison) -> None:
    assert list(judged.summary.scores) == ["baseline", "changed"]
    assert list(judged.summary.scores["changed"]) == list(METRICS)
    assert judged.summary.scores["changed"]["b_cubed"].exact_f1 == Fraction(1)


def test_each_divergence_says_whether_it_went_towards_gold(judged: Comparison) -> None:
    ((bag, shares),) = judged.iterate_bags()
    assert [(row.kind, row.direction) for row in bag.divergences] == [(Kind.MOVED, "towards gold")]
    assert shares["b_cubed"] is not None
    assert shares["b_cubed"] > 0
    ((back, _),) = compare_graphs(SEED["X"], SEED["Z"], GOLD).iterate_bags()
    assert [row.direction for row in back.divergences] == ["away from gold"]


def test_the_only_bag_that_changed_is_worth_the_whole_difference(judged: Comparison) -> None:
    before, now = (judged.summary.scores[side]["muc"].f1 for side in ("baseline", "changed"))
    assert before is not None
    assert now is not None
    ((_, shares),) = judged.iterate_bags()
    assert shares["muc"] == pytest.approx(now - before)


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


def test_gold_for_other_documents_is_refused() -> None:
    elsewhere = graph({"g": [Span("http://example.org/other", 0, 2)]}, texts={})
    with pytest.raises(ReadingError):
        compare_graphs(SEED["X"], SEED["Y"], elsewhere)


def test_documents_that_gold_does_not_know_are_left_out_of_scores_and_counted() -> None:
    gold: Graph = graph({"g1": [A, C], "g2": [B]}, texts={A.document: None})
    summary = compare_graphs(SEED["X"], SEED["Y"], gold).summary
    assert summary.scores["baseline"]["b_cubed"].exact_f1 == Fraction(1)
    assert [notice.code for notice in summary.notices] == ["documents-not-scored"]
