"""The heaviest matching, held against trying them all."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from coala.base.matching import Edge, heaviest_matching
from tests.support.naive_diff import best_matching

EDGES = st.lists(
    st.builds(Edge, st.integers(0, 3), st.integers(0, 3), st.integers(1, 3)),
    max_size=9,
    unique_by=lambda edge: (edge.left, edge.right),
)


@given(EDGES)
def test_the_matching_is_the_heaviest_and_of_several_the_earliest(edges: list[Edge]) -> None:
    assert heaviest_matching(edges) == best_matching(edges)


def test_no_edges_give_no_pairs() -> None:
    assert heaviest_matching([]) == {}


def test_a_heavy_pair_may_cost_a_vertex_its_partner() -> None:
    assert heaviest_matching([Edge(0, 0, 2), Edge(0, 1, 1), Edge(1, 0, 4)]) == {0: 1, 1: 0}


def test_a_ring_of_ties_takes_the_way_of_its_first_edge() -> None:
    ring = [Edge(0, 0, 1), Edge(0, 1, 1), Edge(1, 1, 1), Edge(1, 2, 1), Edge(2, 2, 1), Edge(2, 0, 1)]
    assert heaviest_matching(ring) == {0: 0, 1: 1, 2: 2}
    assert heaviest_matching(ring[1:] + ring[:1]) == {0: 1, 1: 2, 2: 0}


def test_a_ring_of_twenty_thousand_ties_is_solved_along_the_whole_ring() -> None:
    size = 20_000
    ring = [Edge(left, (left + step) % size, 1) for left in range(size) for step in (0, 1)]
    order = random.Random(7)
    order.shuffle(ring)
    pairs = heaviest_matching(ring)
    assert len(pairs) == len(set(pairs.values())) == size
    assert pairs[ring[0].left] == ring[0].right
