"""Shares of clusters: exact if all is known, and with intervals of the promised coverage."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.verdicts.shares import Cluster, estimate_share
from tests.support.simulated_reviews import SHAPES, cover_share, percentiles, stratum_of, wilson

clusters = st.lists(
    st.integers(1, 9).flatmap(lambda size: st.integers(0, size).map(lambda right: Cluster(size, right))),
    min_size=1,
    max_size=12,
)
leftovers = st.lists(st.integers(1, 9), max_size=12)


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


def test_strata_that_differ_leave_less_doubt_than_the_same_verdicts_in_one() -> None:
    good, bad = [Cluster(1, 1)] * 19 + [Cluster(1, 0)], [Cluster(1, 0)] * 19 + [Cluster(1, 1)]
    apart = estimate_share([stratum_of(good, [1] * 80), stratum_of(bad, [1] * 80)])
    mixed = estimate_share([stratum_of([*good, *bad], [1] * 160)])
    assert apart is not None
    assert mixed is not None
    assert apart.value == mixed.value == Fraction(1, 2)
    assert apart.high - apart.low < 0.75 * (mixed.high - mixed.low)


@pytest.mark.parametrize("precision", [0.6, 0.95])
@pytest.mark.parametrize("shape", ["ECB+", "newswire"])
def test_the_interval_covers_what_it_says_and_percentiles_do_not(shape: str, precision: float) -> None:
    covers = [
        cover_share(method, SHAPES[shape], 150, 15, precision, 0.1, 200, np.random.default_rng(1))
        for method in (wilson, percentiles)
    ]
    assert 0.90 <= covers[0] <= 0.99
    assert covers[1] < covers[0]
