"""Connected components from pairs, joined one by one or all at once."""

from __future__ import annotations

import networkx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.base.components import find_components
from coala.base.disjoint_sets import DisjointSets

PAIRS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=20)


@given(PAIRS)
def test_joined_pairs_are_the_connected_components(pairs: list[tuple[int, int]]) -> None:
    sets = DisjointSets()
    for one, other in pairs:
        assert sets.join(one, other) == sets.find(one) == sets.find(other)

    expected = sorted(map(sorted, networkx.connected_components(networkx.Graph(pairs))))
    assert sorted(map(sorted, sets.members())) == expected
    assert [sets.find(number) for group in expected for number in group] == [
        group[0] for group in expected for _ in group
    ]


@given(PAIRS)
def test_columns_of_pairs_have_the_same_components(pairs: list[tuple[int, int]]) -> None:
    sets = DisjointSets()
    for one, other in pairs:
        sets.join(one, other)

    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    component = find_components(left, right, 13)

    for one in range(13):
        for other in range(13):
            assert (component[one] == component[other]) == (sets.find(one) == sets.find(other))


def test_a_long_chain_is_found_without_deep_recursion() -> None:
    sets = DisjointSets()
    for number in range(100_000, 0, -1):
        sets.join(number, number - 1)
    assert sets.find(100_000) == 0


def test_a_path_whose_vertices_are_shuffled_is_one_component_and_a_vertex_beside_it_another() -> None:
    order = np.random.default_rng(1).permutation(100_000)
    component = find_components(order[:-1], order[1:], 100_001)
    assert len(set(component[:-1].tolist())) == 1
    assert component[-1] == 100_000
