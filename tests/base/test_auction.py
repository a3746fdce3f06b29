"""The auction of a large component finds what the exact solvers find."""

from __future__ import annotations

import numpy as np
import pytest

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


def test_an_auction_of_equals_is_given_up() -> None:
    # Three want the same two things and raise their prices to the top, step by step.
    left, right = (
        np.array([0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4]),
        np.array([0, 1, 0, 1, 0, 1, 2, 3, 4, 2, 3, 4]),
    )
    assert match_by_auction(left, right, np.ones(12)) is None


@pytest.mark.parametrize("seed", range(2))
def test_told_of_its_sums_a_large_matching_is_the_same(seed: int) -> None:
    left, right, _ = unrelated((2000, 2000), 9000, 2, seed)
    chance = np.random.default_rng(seed)
    shared, types = chance.integers(1, 3, len(left)), chance.integers(0, 3, len(left))
    unit = int(types.sum()) + 1

    weight = (unit * shared + types).tolist()

    assert (
        match_earliest(left, right, weight).tolist()
        == match_earliest(left, right, weight, (unit, 1)).tolist()
    )
