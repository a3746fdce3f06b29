"""Edges of few different weights become their lightest cover, and that the heaviest matching.

A cover gives each vertex a weight of 0 or more, so that no edge weighs more than its two ends; the lightest
cover weighs as much as the heaviest matching. It is found level by level (Kao, Lam, Sung & Ting 2001, *A
decomposition theorem for maximum weight bipartite matchings*): the heaviest edges get a cover of vertices,
from a largest matching (Hopcroft & Karp 1973, in scipy) as Kőnig's theorem has it; what they still weigh
more than that is another such problem, with one level less. Nothing is rounded.

Where one sum counts before another, the edges that are tight in the first are covered anew for the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.components import find_components

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Weights = npt.NDArray[Any]

# Differences of weights are weights of their own, and where these are many the other solvers are as fast.
_MOST_LEVELS = 30

# How far covers for the second sum lie apart, as a multiple of its largest weight: what is tried, in as many
# rounds as this makes. In unrelated graphs it was never more than 6.
_SPREADS = (8, 32)
_MOST_ROUNDS = 200

# Sums of some weights have to fit into 64 bits.
_FITS = 1 << 60


class Cover(NamedTuple):
    """What each vertex of either side weighs."""

    left: _Weights
    right: _Weights


def find_cover(
    left: _Integers, right: _Integers, weight: _Weights, units: Sequence[int] = (1,)
) -> Cover | None:
    """The lightest cover of edges that weigh more than 0; None where there are too many levels.

    Of sums that were made one weight ``units`` says what each counts, the first one most and the last one 1.
    """
    total = Cover(*(np.zeros(int(side.max()) + 1, weight.dtype) for side in (left, right)))
    tight, rest = np.arange(len(weight)), weight
    for unit in units:
        counts, rest = rest // unit, rest % unit
        if counts.max() < _FITS:
            counts = counts.astype(np.int64)
        cover = _cover_anew(left[tight], right[tight], counts[tight], total)
        if cover is None:
            return None
        tight = tight[cover.left[left[tight]] + cover.right[right[tight]] == counts[tight]]
        total = Cover(
            *(sum_ + unit * side.astype(weight.dtype) for sum_, side in zip(total, cover, strict=True))
        )
    # What was not tight in one sum was left out of the next, where the ends of an edge may have lost.
    valid = (total.left[left] + total.right[right] >= weight).all()
    return total if valid and (total.left >= 0).all() and (total.right >= 0).all() else None


def _cover_anew(left: _Integers, right: _Integers, weight: _Weights, before: Cover) -> Cover | None:
    """The lightest cover, in which the vertices that weigh something already may weigh less than 0."""
    sizes = len(before.left), len(before.right)
    lowered = before.left > 0, before.right > 0
    if not weight.any() or not (lowered[0].any() or lowered[1].any()):
        return _cover_levels(left, right, weight, sizes, _MOST_LEVELS)
    for spread in _SPREADS:
        # All weigh so much more that none comes down to 0; if one does, it was not enough.
        most = spread * int(weight.max())
        if most > _MOST_ROUNDS:
            break
        raised = weight + most * lowered[0][left] + most * lowered[1][right]
        cover = _cover_levels(left, right, raised, sizes, _MOST_LEVELS + 2 * most)
        if cover is None:
            break
        if cover.left[lowered[0]].all() and cover.right[lowered[1]].all():
            return Cover(*(side - most * low for side, low in zip(cover, lowered, strict=True)))
    return None


def _cover_levels(
    left: _Integers, right: _Integers, weight: _Weights, sizes: tuple[int, int], most_rounds: int
) -> Cover | None:
    cover = Cover(*(np.zeros(size, weight.dtype) for size in sizes))
    if _count_levels(weight) > _MOST_LEVELS:
        return None
    survey = 1
    for done in range(most_rounds):
        above = weight > 0
        left, right, weight = left[above], right[above], weight[above]
        if not len(weight):
            return cover
        # Few weights soon have many differences, or never.
        if done == survey:
            survey *= 2
            if _count_levels(weight) > most_rounds - done:
                return None
        top = weight.max()
        heaviest = weight == top
        step = top - weight[~heaviest].max(initial=0)
        sides = _vertex_cover(left[heaviest], right[heaviest], sizes)
        for total, side in zip(cover, sides, strict=True):
            total[side] += step
        weight = (
            weight - step * sides[0][left].astype(weight.dtype) - step * sides[1][right].astype(weight.dtype)
        )
    return None


def _count_levels(weight: _Weights) -> int:
    return int(np.count_nonzero(np.diff(np.sort(weight)))) + 1


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
