"""Edges of few different weights become their lightest cover, and that the heaviest matching.

A cover gives each vertex a weight of 0 or more, so that no edge weighs more than its two ends; the lightest
cover weighs as much as the heaviest matching. It is found level by level (Kao, Lam, Sung & Ting 2001, *A
decomposition theorem for maximum weight bipartite matchings*): the heaviest edges get a cover of vertices,
from a largest matching (Hopcroft & Karp 1973, in scipy) as Kőnig's theorem has it; what they still weigh
more than that is another such problem, with one level less. Nothing is rounded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.components import find_components

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Weights = npt.NDArray[Any]

# Differences of weights are weights of their own, and where these are many the other solver is as fast.
_MOST_LEVELS = 30


class Cover(NamedTuple):
    """What each vertex of either side weighs."""

    left: _Weights
    right: _Weights


def find_cover(left: _Integers, right: _Integers, weight: _Weights) -> Cover | None:
    """The lightest cover of edges that weigh more than 0; None where there are too many levels."""
    cover = Cover(*(np.zeros(int(side.max()) + 1, weight.dtype) for side in (left, right)))
    if np.count_nonzero(np.diff(np.sort(weight))) >= _MOST_LEVELS:
        return None
    for _ in range(_MOST_LEVELS):
        above = weight > 0
        left, right, weight = left[above], right[above], weight[above]
        if not len(weight):
            return cover
        top = weight.max()
        heaviest = weight == top
        step = top - weight[~heaviest].max(initial=0)
        sides = _vertex_cover(left[heaviest], right[heaviest], (len(cover.left), len(cover.right)))
        for total, side in zip(cover, sides, strict=True):
            total[side] += step
        weight = (
            weight - step * sides[0][left].astype(weight.dtype) - step * sides[1][right].astype(weight.dtype)
        )
    return None


def match_by_cover(left: _Integers, right: _Integers, weight: _Weights, cover: Cover) -> _Integers:
    """The edges of a heaviest matching: they weigh as much as their ends, and meet all that weigh anything.

    One matching meets those of the left side, another those of the right; of either a part meets both
    (Mendelsohn & Dulmage 1958).
    """
    tight = np.flatnonzero(cover.left[left] + cover.right[right] == weight)
    sizes = len(cover.left), len(cover.right)
    halves = []
    for side, ends in zip(cover, (left, right), strict=True):
        edges = tight[side[ends[tight]] > 0]
        halves.append(edges[_largest_matching(left[edges], right[edges], sizes)])
    component = find_components(
        np.concatenate([left[half] for half in halves]),
        np.concatenate([sizes[0] + right[half] for half in halves]),
        sum(sizes),
    )
    met = np.zeros(sizes[1], bool)
    met[right[halves[0]]] = True
    by_right = np.zeros(sum(sizes), bool)
    by_right[component[left[halves[1][~met[right[halves[1]]]]]]] = True
    first, second = (by_right[component[left[half]]] for half in halves)
    return np.sort(np.concatenate([halves[0][~first], halves[1][second]]))


def _vertex_cover(left: _Integers, right: _Integers, sizes: tuple[int, int]) -> tuple[_Booleans, _Booleans]:
    """The smallest set of vertices that meets every edge."""
    from scipy.sparse.csgraph import breadth_first_order

    matched = _largest_matching(left, right, sizes)
    lefts, rights = sizes
    here = np.zeros(lefts, bool)
    here[left] = True
    alone = here.copy()
    alone[left[matched]] = False
    # Ways lead from what is alone on the left along any edge, and back along those of the matching.
    start = lefts + rights
    free = np.flatnonzero(alone)
    begins = np.concatenate([left, lefts + right[matched], np.full(len(free), start)])
    ends = np.concatenate([lefts + right, left[matched], free])
    ways = _graph(begins, ends, (start + 1, start + 1))
    reached = np.zeros(start + 1, bool)
    reached[breadth_first_order(ways, start, return_predecessors=False)] = True
    return here & ~reached[:lefts], reached[lefts:start]


def _largest_matching(left: _Integers, right: _Integers, sizes: tuple[int, int]) -> _Integers:
    """The edges of a matching of as many as can be."""
    from scipy.sparse.csgraph import maximum_bipartite_matching

    partner = maximum_bipartite_matching(_graph(left, right, sizes), perm_type="column")
    return np.flatnonzero(partner[left] == right)


def _graph(begins: _Integers, ends: _Integers, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    # Before 1.15, the solvers of scipy take no wider numbers.
    places = begins.astype(np.int32), ends.astype(np.int32)
    return csr_array((np.ones(len(begins), np.int8), places), shape=shape)
