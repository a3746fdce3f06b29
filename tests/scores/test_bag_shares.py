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
from coala.scores.partition import Clusters
from tests.support.partitions import graph_of, spans_in_bags, two


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


def test_shares_add_no_score_where_there_is_no_bag() -> None:
    nothing, _ = two("", "")

    assert (
        compute_bag_shares(
            ClusterPair(nothing, nothing), ClusterPair(nothing, nothing), np.array([], np.int64), 0
        )["muc"].tolist()
        == []
    )
