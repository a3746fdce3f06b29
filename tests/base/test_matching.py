"""The heaviest matching, compared with trying all, and with another order of edges."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.matching.bipartite import match_earliest, match_heaviest
from tests.support.naive_diff import Edge, best_matching


def columns(edges: list[Edge]) -> tuple[np.ndarray, np.ndarray, list[int]]:
    return (
        np.array([edge.left for edge in edges], np.int64),
        np.array([edge.right for edge in edges], np.int64),
        [edge.weight for edge in edges],
    )


def earliest(edges: list[Edge]) -> dict[int, int]:
    return {edges[row].left: edges[row].right for row in match_earliest(*columns(edges)).tolist()}


def edges_of(weights: st.SearchStrategy[int], most: int = 9) -> st.SearchStrategy[list[Edge]]:
    ends = st.integers(0, 3)
    return st.lists(
        st.builds(Edge, ends, ends, weights), max_size=most, unique_by=lambda edge: (edge.left, edge.right)
    )


@given(edges_of(st.integers(1, 3)))
def test_the_matching_is_the_heaviest_and_of_several_the_earliest(edges: list[Edge]) -> None:
    assert earliest(edges) == best_matching(edges)


@given(edges_of(st.builds(lambda high, low: (high << 70) + low, st.integers(1, 2), st.integers(0, 3))))
def test_no_unit_of_a_weight_is_lost_that_a_double_would_round_away(edges: list[Edge]) -> None:
    assert earliest(edges) == best_matching(edges)


@given(edges_of(st.integers(1, 5)))
def test_any_heaviest_matching_weighs_as_much_as_the_earliest_one(edges: list[Edge]) -> None:
    left, right, weight = columns(edges)

    rows = match_heaviest(left, right, np.array(weight)).tolist()

    assert rows == sorted(set(rows))
    assert len({edges[row].left for row in rows}) == len({edges[row].right for row in rows}) == len(rows)
    chosen = [edges[row].weight for row in match_earliest(left, right, weight).tolist()]
    assert sum(edges[row].weight for row in rows) == sum(chosen)


@pytest.mark.parametrize("seed", range(20))
def test_of_weights_with_a_unit_more_than_doubles_hold_the_sum_is_the_largest(seed: int) -> None:
    # Large enough that rounding misleads the solver, and that its answer has to be mended along long ways.
    chance = random.Random(seed)
    size = 12
    unit = {(x, y): chance.randint(0, 3) for x in range(size) for y in range(size)}
    edges = [Edge(x, y, (1 << 80) + extra) for (x, y), extra in unit.items()]
    small = [Edge(x, y, 1000 + extra) for (x, y), extra in unit.items()]

    assert earliest(edges) == earliest(small)


def test_a_ring_of_ties_takes_the_way_of_its_first_edge() -> None:
    ring = [Edge(0, 0, 1), Edge(0, 1, 1), Edge(1, 1, 1), Edge(1, 2, 1), Edge(2, 2, 1), Edge(2, 0, 1)]
    assert earliest(ring) == {0: 0, 1: 1, 2: 2}
    assert earliest(ring[1:] + ring[:1]) == {0: 1, 1: 2, 2: 0}


def test_a_ring_of_twenty_thousand_ties_is_solved_along_the_whole_ring() -> None:
    size = 20_000
    ring = [Edge(left, (left + step) % size, 1) for left in range(size) for step in (0, 1)]
    order = random.Random(7)
    order.shuffle(ring)
    pairs = earliest(ring)
    assert len(pairs) == len(set(pairs.values())) == size
    assert pairs[ring[0].left] == ring[0].right
