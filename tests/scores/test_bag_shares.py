"""The effect of each bag on the scores."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from coala.base.arrays import Integers
from coala.model.columns import number_by_first
from coala.scores.bag_shares import close_bags, compute_bag_shares
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters, cluster_spans
from tests.support.partitions import classes, graph_of, sides, spans_in_bags, two


def reverted(baseline: Clusters, changed: Clusters, in_bag: Integers) -> Clusters:
    """Return the changed system rebuilt with the spans of one bag as in the baseline."""
    kept = np.where(changed.classes >= 0, changed.classes + len(changed.classes), -1)
    return Clusters(number_by_first(np.where(in_bag, baseline.classes, kept)))


def assert_shares_are_those_of_brute_force(
    key: Clusters, baseline: Clusters, changed: Clusters, bag: Integers, bags: int
) -> None:
    found = compute_bag_shares(ClusterPair(key, changed), ClusterPair(key, baseline), bag, bags)
    for name, metric in METRICS.items():
        now = metric.score(ClusterPair(key, changed)).f1
        for number in range(bags):
            then = metric.score(ClusterPair(key, reverted(baseline, changed, bag == number))).f1
            expected = np.nan if now is None or then is None else now - then
            assert found[name][number] == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(spans_in_bags(graphs=2))
def test_without_gold_a_share_is_the_change_of_f1_when_the_bag_alone_goes_back(
    rows: list[tuple[int, ...]],
) -> None:
    bag = np.array([row[0] for row in rows], np.int64)
    baseline, changed = graph_of(rows, 1), graph_of(rows, 2)

    assert_shares_are_those_of_brute_force(baseline, baseline, changed, bag, 4)


@given(spans_in_bags(graphs=3))
def test_with_gold_a_share_is_the_change_of_f1_against_gold_when_the_closed_bag_goes_back(
    rows: list[tuple[int, ...]],
) -> None:
    # The graphs' classes stay within bags of two by two; gold's classes run across them.
    bag = np.array([row[0] for row in rows], np.int64)
    baseline, changed = graph_of(rows, 1), graph_of(rows, 2)
    across = [(row[0] // 2, *row[1:]) for row in rows]
    gold = graph_of(across, 3)
    unmentioned = (baseline.classes < 0) & (changed.classes < 0)
    closed = close_bags(np.where(unmentioned, -1, bag), 4, gold)

    # Spans that no graph mentions lie in no bag and are in no class: any bag will do for them.
    assert_shares_are_those_of_brute_force(gold, baseline, changed, np.maximum(closed.bag, 0), closed.bags)


@pytest.mark.parametrize("name", ["muc", "b_cubed", "ceaf_m", "lea"])
@given(rows=spans_in_bags(graphs=3))
def test_what_groups_of_bags_gain_adds_up_to_what_the_system_gained_exactly(
    name: str, rows: list[tuple[int, ...]]
) -> None:
    # Gold's classes run across the bags of two systems; each group's numerators count once.
    bag = np.array([row[0] for row in rows], np.int64)
    baseline, changed = graph_of(rows, 1), graph_of(rows, 2)
    gold = graph_of([(row[0] // 2, *row[1:]) for row in rows], 3)
    unmentioned = (baseline.classes < 0) & (changed.classes < 0)
    closed = close_bags(np.where(unmentioned, -1, bag), 4, gold)
    group = np.maximum(closed.bag, 0)
    (formula,) = METRICS[name].formulas

    def numerators(system: Clusters) -> list[list[Fraction]]:
        """Return those of recall and of precision, for each group of bags, and last for all spans as one."""
        pair = ClusterPair(gold, system)
        of_groups, of_all = (
            [list(map(Fraction, terms.totals(count))) for terms in pair.assign_owners(formula, owner)][::2]
            for owner, count in ((group, max(closed.bags, 1)), (np.zeros_like(group), 1))
        )
        return [[*each, *whole] for each, whole in zip(of_groups, of_all, strict=True)]

    for before, now in zip(numerators(baseline), numerators(changed), strict=True):
        gains = [after - former for former, after in zip(before, now, strict=True)]
        assert sum(gains[:-1]) == gains[-1]


def test_a_bag_that_lowers_the_score_has_a_negative_share_and_one_that_did_not_change_has_none() -> None:
    # Bag 0 = {A, B, C} has lost C; bag 1 = {D, E} is as it was.
    baseline, changed = two("ABC DE", "AB C DE")
    bag = np.array([0, 0, 0, 1, 1])

    found = compute_bag_shares(ClusterPair(baseline, changed), ClusterPair(baseline, baseline), bag, 2)

    # Now R = (1 + 1)/(2 + 1), P = (1 + 0 + 1)/(1 + 0 + 1): F1 = 4/5. With bag 0 reverted F1 = 1.
    assert found["muc"].tolist() == [pytest.approx(4 / 5 - 1), 0.0]
    # B³ now: R = (2/3 + 2/3 + 1/3 + 1 + 1)/5 = 11/15, P = 1: F1 = 11/13.
    assert found["b_cubed"].tolist() == [pytest.approx(11 / 13 - 1), 0.0]


def test_with_gold_a_bag_that_helps_has_a_positive_share() -> None:
    # Gold says ABC; the baseline had AB, C, and the change mends it.
    gold, baseline, changed = sides(classes("ABC DE"), classes("AB C DE"), classes("ABC DE"))

    found = compute_bag_shares(
        ClusterPair(gold, changed), ClusterPair(gold, baseline), np.array([0, 0, 0, 1, 1]), 2
    )

    assert found["muc"].tolist() == [pytest.approx(1 - 4 / 5), 0.0]


def test_a_score_that_is_undefined_has_shares_that_are_undefined() -> None:
    baseline, changed = two("A B", "A B")

    found = compute_bag_shares(
        ClusterPair(baseline, changed), ClusterPair(baseline, baseline), np.array([0, 1]), 2
    )

    assert np.isnan(found["muc"]).all()
    assert found["b_cubed"].tolist() == [0.0, 0.0]


def test_gold_joins_the_bags_that_one_of_its_classes_meets() -> None:
    # Spans 0 1 | 2 3 | 4 lie in the systems' bags 0, 1, 2; only gold mentions 5 and 6.
    bag = np.array([0, 0, 1, 1, 2, -1, -1])
    # Gold: {1, 2, 5}, {4}, {6}.
    gold = cluster_spans(np.array([1, 2, 5, 4, 6]), np.array([0, 0, 0, 1, 2]), 7)

    closed = close_bags(bag, 3, gold)

    assert closed.bag.tolist() == [0, 0, 0, 0, 1, 0, 2]
    assert closed.bags == 3
    assert closed.of_bag.tolist() == [0, 0, 1]


def test_a_span_that_no_graph_mentions_is_in_no_closed_bag() -> None:
    nothing = cluster_spans(np.array([], np.int64), np.array([], np.int64), 3)

    closed = close_bags(np.array([1, -1, 0]), 2, nothing)

    assert closed.bag.tolist() == [0, -1, 1]
    assert closed.of_bag.tolist() == [1, 0]


def test_shares_add_no_score_where_there_is_no_bag() -> None:
    nothing, _ = two("", "")

    assert (
        compute_bag_shares(
            ClusterPair(nothing, nothing), ClusterPair(nothing, nothing), np.array([], np.int64), 0
        )["muc"].tolist()
        == []
    )
