"""The auction of a large component finds what the exact solvers find."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from coala.base.matching.auction import match_by_auction
from coala.base.matching.bipartite import match_earliest, match_heaviest
from coala.base.matching.potentials import Potentials

Columns = tuple[np.ndarray, np.ndarray, np.ndarray]


def unrelated(vertices: tuple[int, int], edges: int, weights: int, seed: int) -> Columns:
    chance = np.random.default_rng(seed)
    pairs = np.unique(chance.integers(0, vertices, (edges, 2)), axis=0)
    left, right = (np.unique(side, return_inverse=True)[1] for side in pairs.T)
    return left, right, chance.integers(1, weights, len(left))


@pytest.mark.parametrize("vertices", [(2000, 2000), (900, 4000), (4000, 900)])
def test_no_matching_of_a_large_component_of_many_weights_is_heavier(
    vertices: tuple[int, int],
) -> None:
    left, right, weight = unrelated(vertices, 9000, 1 << 30, seed=1)

    by_auction = match_heaviest(left, right, weight.astype(float), weight)
    assert Potentials(left, right, weight, by_auction).improved() is None
    assert len(set(left[by_auction])) == len(set(right[by_auction])) == len(by_auction)


def test_who_is_outbid_until_nothing_is_left_stays_alone() -> None:
    left, right = np.array([0, 1, 2, 2]), np.array([0, 0, 0, 1])
    won = match_by_auction(left, right, np.array([3.0, 2.0, 1.0, 1.0]))
    assert won is not None
    assert won.tolist() == [0, 3]


# Three want the same two things and raise their prices to the top, step by step.
TWO_FOR_THREE = (
    np.array([0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4]),
    np.array([0, 1, 0, 1, 0, 1, 2, 3, 4, 2, 3, 4]),
)


def test_an_auction_of_equals_ends_when_they_weigh_few_units() -> None:
    won = match_by_auction(*TWO_FOR_THREE, np.ones(12))
    assert won is not None
    assert len(won) == 4


def test_an_auction_of_equals_is_given_up_when_they_weigh_many_units() -> None:
    assert match_by_auction(*TWO_FOR_THREE, np.full(12, 2.0**30)) is None


@pytest.mark.parametrize("heaviest", [1, 3])
def test_a_large_component_of_few_weights_is_matched_as_heavily_as_by_rows(heaviest: int) -> None:
    left, right, weight = unrelated((1500, 1500), 9000, 1 + heaviest, seed=2)

    matrix = np.zeros((1500, 1500), np.int64)
    matrix[left, right] = weight
    by_rows = matrix[linear_sum_assignment(matrix, maximize=True)].sum()

    by_auction = match_heaviest(left, right, weight.astype(float), weight)

    assert weight[by_auction].sum() == by_rows
    assert len(set(left[by_auction])) == len(set(right[by_auction])) == len(by_auction)


def test_a_large_matching_of_two_sums_in_one_weight_is_the_earliest_in_any_order() -> None:
    left, right, _ = unrelated((2000, 2000), 9000, 2, seed=1)
    chance = np.random.default_rng(1)
    shared, types = chance.integers(1, 3, len(left)), chance.integers(0, 3, len(left))
    weight = shared * (int(types.sum()) + 1) + types

    chosen = match_earliest(left, right, weight.tolist())

    assert Potentials(left, right, weight, chosen).improved() is None
    swapped = match_earliest(right, left, weight.tolist())
    assert chosen.tolist() == swapped.tolist()
