"""Shares of clusters: exact if all is known, and with intervals of the promised coverage."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.verdicts.shares import Cluster, Stratum, estimate_share, join_empty_strata
from tests.support.simulated_reviews import SHAPES, cover_share, percentiles, stratum_of, wilson

clusters = st.lists(
    st.integers(1, 9).flatmap(lambda size: st.integers(0, size).map(lambda right: Cluster(size, right))),
    min_size=1,
    max_size=12,
)
leftovers = st.lists(st.integers(1, 9), max_size=12)


def test_nothing_judged_has_no_share() -> None:
    assert estimate_share([]) is None
    assert estimate_share([stratum_of([], [1, 2])]) is None


@given(st.lists(clusters, min_size=1, max_size=4))
def test_all_judged_is_the_share_itself_without_doubt(strata: list[list[Cluster]]) -> None:
    found = estimate_share([stratum_of(judged, []) for judged in strata])
    everything = [cluster for judged in strata for cluster in judged]
    share = Fraction(
        sum(int(cluster.right) for cluster in everything), sum(cluster.size for cluster in everything)
    )
    assert found == (share, float(share), float(share))


@given(st.lists(st.tuples(clusters, leftovers), min_size=1, max_size=4))
def test_the_interval_holds_the_share_and_only_what_can_still_be(
    strata: list[tuple[list[Cluster], list[int]]],
) -> None:
    parts = [stratum_of(judged, left) for judged, left in strata]
    found = estimate_share(parts)
    assert found is not None
    total = sum(part.size + part.left for part in parts)
    right = sum(int(cluster.right) for part in parts for cluster in part.judged)
    most = right + sum(part.left for part in parts)
    assert right / total - 1e-9 <= found.low <= float(found.value) + 1e-9
    assert float(found.value) - 1e-9 <= found.high <= most / total + 1e-9


def test_equal_verdicts_are_no_certainty() -> None:
    found = estimate_share([stratum_of([Cluster(1, 1)] * 10, [1] * 90)])
    assert found is not None
    assert found.value == 1
    assert found.low < 0.8


def test_one_bag_of_ten_links_says_less_than_ten_bags_of_one() -> None:
    alone = estimate_share([stratum_of([Cluster(1, 1)] * 8 + [Cluster(1, 0)] * 2, [1] * 90)])
    together = estimate_share([stratum_of([Cluster(8, 8), Cluster(2, 0)], [10] * 9)])
    assert alone is not None
    assert together is not None
    assert together.high - together.low > 1.2 * (alone.high - alone.low)


def test_strata_that_differ_leave_less_doubt_than_the_same_verdicts_in_one() -> None:
    good, bad = [Cluster(1, 1)] * 19 + [Cluster(1, 0)], [Cluster(1, 0)] * 19 + [Cluster(1, 1)]
    apart = estimate_share([stratum_of(good, [1] * 80), stratum_of(bad, [1] * 80)])
    mixed = estimate_share([stratum_of([*good, *bad], [1] * 160)])
    assert apart is not None
    assert mixed is not None
    assert apart.value == mixed.value == Fraction(1, 2)
    assert apart.high - apart.low < 0.75 * (mixed.high - mixed.low)


def test_a_stratum_of_which_nothing_is_judged_is_taken_for_its_neighbour() -> None:
    judged = Stratum([Cluster(1, 1), Cluster(1, 0)], 3, 3)
    unknown = Stratum((), 5, 5)
    both = estimate_share([stratum_of(judged.judged, [1] * 8)])
    assert estimate_share([unknown, judged]) == estimate_share([judged, unknown]) == both


def test_joined_strata_keep_all_items_that_are_not_judged() -> None:
    judged, unknown = Stratum((Cluster(1, 1), Cluster(2, 1)), 3, 5, 1), Stratum((), 5, 13, 2)
    for strata in ([judged, unknown], [unknown, judged]):
        assert join_empty_strata(strata) == [Stratum(judged.judged, 8, 18, 3)]
    # Of two neighbours, the one before is taken.
    assert [part.left for part in join_empty_strata([unknown, judged, unknown, judged])] == [13, 3]


@pytest.mark.parametrize(("beyond", "limits"), [(0, (0.5, 0.5)), (1, (1 / 3, 2 / 3)), (2, (1 / 4, 3 / 4))])
def test_items_beyond_the_judged_are_all_wrong_or_all_right_at_the_limits(
    beyond: int, limits: tuple[float, float]
) -> None:
    found = estimate_share([Stratum((Cluster(2, 1),), 0, 0), Stratum((), 0, 0, beyond)])
    assert found is not None
    assert (found.value, found.low, found.high) == (Fraction(1, 2), *map(pytest.approx, limits))


def test_items_beyond_the_judged_that_are_most_leave_no_estimate() -> None:
    assert estimate_share([Stratum((Cluster(2, 1),), 0, 0), Stratum((), 0, 0, 3)]) is None


@pytest.mark.parametrize("precision", [0.6, 0.95])
@pytest.mark.parametrize("shape", ["ECB+", "newswire"])
def test_the_interval_covers_what_it_says_and_percentiles_do_not(shape: str, precision: float) -> None:
    covers = [
        cover_share(method, SHAPES[shape], 150, 15, precision, 0.1, 200, np.random.default_rng(1))
        for method in (wilson, percentiles)
    ]
    assert 0.90 <= covers[0] <= 0.99
    assert covers[1] < covers[0]
