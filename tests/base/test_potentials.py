"""A matching is proved to be the heaviest, or what is wrong in several places is mended at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.matching.potentials import Potentials

Edge = tuple[int, int, int]

PIECES = 50


def in_pieces(piece: list[Edge]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same edges many times, each time between other vertices."""
    lefts, rights = (1 + max(edge[side] for edge in piece) for side in (0, 1))
    left, right, weight = (
        np.array([number * step + edge[column] for number in range(PIECES) for edge in piece])
        for column, step in ((0, lefts), (1, rights), (2, 0))
    )
    return left, right, weight


A_RING: list[Edge] = [(0, 0, 10**9), (0, 1, 10**9 + 1), (1, 1, 10**9), (1, 0, 10**9)]
A_WAY: list[Edge] = [(0, 0, 3), (1, 0, 6), (1, 1, 2)]
A_WAY_OUT: list[Edge] = [(0, 0, 3), (1, 0, 2), (0, 1, 2)]


@pytest.mark.parametrize(
    ("piece", "chosen"),
    [(A_RING, (0, 2)), (A_WAY, (0, 2)), (A_WAY_OUT, (0,))],
    ids=["ring", "way", "way out"],
)
def test_what_is_wrong_in_many_places_is_mended_at_once(piece: list[Edge], chosen: tuple[int, ...]) -> None:
    left, right, weight = in_pieces(piece)
    every = np.concatenate([number * len(piece) + np.array(chosen) for number in range(PIECES)])

    mended = Potentials(left, right, weight, every).improved()

    assert mended is not None
    assert Potentials(left, right, weight, mended).improved() is None
    assert weight[mended].sum() > weight[every].sum()


def heaviest(edges: list[Edge], taken: frozenset[tuple[str, int]] = frozenset()) -> int:
    if not edges:
        return 0
    (left, right, weight), *rest = edges
    ends = {("left", left), ("right", right)}
    without = heaviest(rest, taken)
    return without if ends & taken else max(without, weight + heaviest(rest, taken | ends))


VERTICES = st.integers(0, 4)


@given(st.dictionaries(st.tuples(VERTICES, VERTICES), st.integers(1, 9), min_size=1, max_size=9), st.data())
def test_from_any_matching_each_step_is_heavier_until_none_can_be(
    weights: dict[tuple[int, int], int], data: st.DataObject
) -> None:
    edges = [(*ends, weight) for ends, weight in weights.items()]
    left, right, weight = (np.array(column) for column in zip(*edges, strict=True))
    chosen = np.array([], np.int64)
    for place in data.draw(st.lists(st.integers(0, len(edges) - 1))):
        if left[place] not in left[chosen] and right[place] not in right[chosen]:
            chosen = np.append(chosen, place)

    while (better := Potentials(left, right, weight, chosen).improved()) is not None:
        assert len(set(left[better])) == len(set(right[better])) == len(better)
        assert weight[better].sum() > weight[chosen].sum()
        chosen = better

    assert weight[chosen].sum() == heaviest(edges)
