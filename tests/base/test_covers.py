"""The lightest cover weighs as much as the heaviest matching, and shows one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.matching.bipartite import match_heaviest
from coala.base.matching.covers import find_cover, match_by_cover
from tests.support.naive_diff import Edge, best_matching

ENDS = st.integers(0, 3)


@given(
    st.lists(
        st.builds(Edge, ENDS, ENDS, st.integers(1, 4)),
        min_size=1,
        max_size=9,
        unique_by=lambda edge: (edge.left, edge.right),
    )
)
def test_no_edge_weighs_more_than_its_ends_and_a_matching_weighs_as_much_as_all_of_them(
    edges: list[Edge],
) -> None:
    left, right, weight = (np.array(column) for column in zip(*edges, strict=True))

    cover = find_cover(left, right, weight)

    assert cover is not None
    assert (cover.left[left] + cover.right[right] >= weight).all()
    chosen = match_by_cover(left, right, weight, cover)
    assert len(set(left[chosen])) == len(set(right[chosen])) == len(chosen)
    best = best_matching(edges)
    heaviest = sum(edge.weight for edge in edges if best.get(edge.left) == edge.right)
    assert weight[chosen].sum() == cover.left.sum() + cover.right.sum() == heaviest


@pytest.mark.parametrize("seed", range(3))
def test_a_large_component_is_matched_as_heavily_by_levels_as_by_rows(seed: int) -> None:
    chance = np.random.default_rng(seed)
    pairs = np.unique(chance.integers(0, 1500, (9000, 2)), axis=0)
    left, right = pairs.T
    weight = chance.integers(1, 4, len(pairs))

    by_rows = match_heaviest(left, right, weight.astype(float))
    by_levels = match_heaviest(left, right, weight.astype(float), weight)

    assert weight[by_levels].sum() == weight[by_rows].sum()
    assert len(set(left[by_levels].tolist())) == len(set(right[by_levels].tolist())) == len(by_levels)


def test_of_too_many_levels_there_is_no_cover() -> None:
    chance = np.random.default_rng(1)
    dense = np.repeat(np.arange(30), 30), np.tile(np.arange(30), 30)
    assert find_cover(*dense, chance.integers(1, 1 << 40, 900)) is None


@given(
    st.lists(
        st.builds(
            lambda left, right, *counts: Edge(left, right, 100 * counts[0] + 10 * counts[1] + counts[2]),
            ENDS,
            ENDS,
            st.integers(1, 2),
            st.integers(0, 2),
            st.integers(0, 2),
        ),
        min_size=1,
        max_size=9,
        unique_by=lambda edge: (edge.left, edge.right),
    )
)
def test_sums_that_count_one_before_the_other_are_covered_one_after_the_other(edges: list[Edge]) -> None:
    left, right, weight = (np.array(column) for column in zip(*edges, strict=True))

    cover = find_cover(left, right, weight, (100, 10, 1))

    assert cover is not None
    chosen = match_by_cover(left, right, weight, cover)
    assert len(set(left[chosen])) == len(set(right[chosen])) == len(chosen)
    best = best_matching(edges)
    heaviest = sum(edge.weight for edge in edges if best.get(edge.left) == edge.right)
    assert weight[chosen].sum() == cover.left.sum() + cover.right.sum() == heaviest
