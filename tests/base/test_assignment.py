"""Assignments, checked against their own proof and against scipy, on large and on hostile graphs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from coala.base.matching.assignment import ALONE, Assignment
from coala.base.matching.bipartite import match_earliest, match_heaviest

Columns = tuple[np.ndarray, np.ndarray, np.ndarray]


def unrelated(vertices: tuple[int, int], edges: int, weights: int, seed: int) -> Columns:
    chance = np.random.default_rng(seed)
    pairs = np.unique(chance.integers(0, vertices, (edges, 2)), axis=0)
    left, right = (np.unique(side, return_inverse=True)[1] for side in pairs.T)
    return left, right, chance.integers(1, weights, len(left))


def assert_proved(left: list[int], right: list[int], weight: list[int]) -> int:
    """Check the matching against its potentials and return its weight."""
    best = Assignment(left, right, weight)
    chosen = [edge for edge in best.chosen if edge != ALONE]
    ours, theirs = best.left_potential, best.right_potential
    assert all(left[edge] == x for x, edge in enumerate(best.chosen) if edge != ALONE)
    assert len({right[edge] for edge in chosen}) == len(chosen)
    assert min([0, *ours, *theirs]) == 0
    assert all(ours[x] + theirs[y] >= value for x, y, value in zip(left, right, weight, strict=True))
    total = sum(weight[edge] for edge in chosen)
    assert total == sum(ours) + sum(theirs)
    return total


def heaviest_by_rows(left: np.ndarray, right: np.ndarray, weight: np.ndarray) -> int:
    matrix = np.zeros((left.max() + 1, right.max() + 1), np.int64)
    matrix[left, right] = weight
    return int(matrix[linear_sum_assignment(matrix, maximize=True)].sum())


VERTICES = st.integers(0, 5)
WEIGHTS = st.integers(1, 4) | st.builds(lambda high, low: (high << 80) + low, VERTICES, st.integers(1, 3))


@given(st.dictionaries(st.tuples(VERTICES, VERTICES), WEIGHTS, min_size=1, max_size=25))
def test_assignment_of_any_graph_equals_its_proof(weights: dict[tuple[int, int], int]) -> None:
    left, right = (np.unique([ends[side] for ends in weights], return_inverse=True)[1] for side in (0, 1))
    assert_proved(left.tolist(), right.tolist(), list(weights.values()))


@pytest.mark.parametrize("vertices", [(2000, 2000), (900, 4000), (4000, 900)])
@pytest.mark.parametrize("weights", [2, 4, 1 << 30])
def test_assignment_of_a_large_component_equals_its_proof_and_scipy(
    vertices: tuple[int, int], weights: int
) -> None:
    left, right, weight = unrelated(vertices, 9000, weights, seed=1)
    total = assert_proved(left.tolist(), right.tolist(), weight.tolist())
    assert total == heaviest_by_rows(left, right, weight)
    assert weight[match_heaviest(left, right, weight)].sum() == total


# Three want the same two things and could raise their prices to the top, step by step.
TWO_FOR_THREE = [0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4], [0, 1, 0, 1, 0, 1, 2, 3, 4, 2, 3, 4]


@pytest.mark.parametrize("extra", [[0] * 12, [0, 0, 0, 1, 0, 3, 0, 0, 0, 1, 2, 0]], ids=["equals", "near"])
def test_bids_for_too_few_things_end_when_weights_are_huge(extra: list[int]) -> None:
    heavy = [(1 << 90) + unit for unit in extra]
    light = [100 + unit for unit in extra]
    assert assert_proved(*TWO_FOR_THREE, heavy) == 4 * ((1 << 90) - 100) + assert_proved(
        *TWO_FOR_THREE, light
    )


def test_vertex_outbid_until_nothing_is_left_stays_alone() -> None:
    left, right = np.array([0, 1, 2, 2]), np.array([0, 0, 0, 1])
    assert match_heaviest(left, right, np.array([3, 2, 1, 1])).tolist() == [0, 3]


def test_fractions_closer_than_floats_hold_are_told_apart() -> None:
    # With n = 2^40, (n + 1) / n exceeds (n + 2) / (n + 1) by about 2^-80.
    large = 1 << 40
    left, right = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    weight, divisor = np.array([large + 1, large + 2, 1, 1]), np.array([large, large + 1, 1, 1])
    assert match_heaviest(left, right, weight, divisor).tolist() == [0, 3]
    assert match_heaviest(left, right[::-1], weight[::-1], divisor[::-1]).tolist() == [0, 3]


def test_earliest_matching_of_two_sums_is_the_same_with_sides_swapped() -> None:
    left, right, _ = unrelated((2000, 2000), 9000, 2, seed=1)
    chance = np.random.default_rng(1)
    shared, types = chance.integers(1, 3, len(left)), chance.integers(0, 3, len(left))
    weight = shared * (int(types.sum()) + 1) + types

    chosen = match_earliest(left, right, weight.tolist())

    assert weight[chosen].sum() == heaviest_by_rows(left, right, weight)
    assert chosen.tolist() == match_earliest(right, left, weight.tolist()).tolist()


def test_left_vertex_without_an_edge_stays_alone() -> None:
    assert Assignment([1, 1], [0, 1], [2, 3]).chosen == [ALONE, 1]
