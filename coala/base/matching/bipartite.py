"""Columns of weighted edges become the heaviest matching of a bipartite graph.

Most edges are decided by looking at their neighbours, all at once; scipy matches what is left, component by
component and never as one matrix, and an auction matches large ones. Where one answer is wanted for every
order of the input, potentials prove the matching heaviest, exactly, and show which edges may replace which
without loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from coala.base.components import find_components
from coala.base.matching.auction import match_by_auction
from coala.base.matching.potentials import Potentials
from coala.base.matching.ties import Ties

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Weights = npt.NDArray[Any]
"""Floats, 64-bit integers, or Python's integers as objects where sums would not fit."""

# Rounds that decide fewer of the edges than this are dearer than solving what is left.
_WORTH_A_ROUND = 0.05

# Vertices of components that are solved together: each row that is still free clears one array of this
# size, so it must stay small, and each call costs as much as a few thousand such steps, so not too small.
_TOGETHER = 512

# In a component of more edges the clearing takes longer than an auction.
_LARGE = 5000

# An auction of a million edges is usually mended in one round; where ten are not enough scipy is as fast.
_MOST_MENDED = 10

# What weights that are no multiples of one unit are rounded to, as a part of the largest.
_FINE = 1 << 40

# Sums of two weights, and differences of them along a way, have to fit into 64 bits.
_FITS = 1 << 60


def match_heaviest(
    left: _Integers, right: _Integers, weight: _Weights, whole: _Integers | None = None
) -> _Integers:
    """The edges, in ascending order, of a matching of the largest total weight.

    Edge i joins ``left[i]`` and ``right[i]`` and weighs ``weight[i]``, above 0. Sums are compared as floats.
    ``whole`` are the same weights as multiples of one unit, where they can be had: large components are
    solved by them.
    """
    certain, rest = _reduce(left, right, weight, earliest=False)
    if len(rest):
        units = None if whole is None else whole[rest]
        certain = np.concatenate([certain, rest[_solve(left[rest], right[rest], weight[rest], units)]])
    return np.sort(certain)


def match_earliest(left: _Integers, right: _Integers, weight: Sequence[int]) -> _Integers:
    """The edges of the heaviest matching, of several the one whose edges come first.

    The ascending numbers of the edges are compared like words in a dictionary. Weights are whole numbers
    above 0 of any size: no sum of them is ever rounded.
    """
    fits = sum(weight) < _FITS
    exact: _Weights = np.array(weight, np.int64) if fits else np.array([*weight, None], object)[:-1]
    certain, rest = _reduce(left, right, exact, earliest=True)
    if len(rest):
        left, right, exact = _numbered(left[rest]), _numbered(right[rest]), exact[rest]
        best, proof = _mended(left, right, exact, _solve(left, right, exact, exact))
        certain = np.concatenate([certain, rest[_prefer_earliest(left, right, proof, best)]])
    return np.sort(certain)


def _reduce(
    left: _Integers, right: _Integers, weight: _Weights, *, earliest: bool
) -> tuple[_Integers, _Integers]:
    """Edges that the answer holds, and the edges that they leave undecided.

    An edge is certain when it is the best one at both its ends and weighs at least as much as the two that
    are second there: to put it in their place loses nothing. Where the earliest answer is wanted, it has
    to weigh more, or to be alone at one end: then no other answer is as heavy and earlier. Taking it only
    removes others, so that all edges which are certain at one time can be taken together.
    """
    rows = np.arange(len(weight))
    taken = [np.empty(0, np.int64)]
    ends = [_Ends(left, weight), _Ends(right, weight)]
    while len(rows):
        heaviest = weight[rows]
        (best_left, second_left), (best_right, second_right) = (end.best(rows, heaviest) for end in ends)
        excluded = second_left + second_right
        enough = heaviest >= excluded
        if earliest:
            enough = (heaviest > excluded) | (second_left == 0) | (second_right == 0)
        certain = rows[best_left & best_right & enough]
        if not len(certain):
            break
        taken.append(certain)
        for end in ends:
            end.taken[end.vertex[certain]] = True
        undecided = ~(ends[0].taken[left[rows]] | ends[1].taken[right[rows]])
        before, rows = len(rows), rows[undecided]
        if before - len(rows) < _WORTH_A_ROUND * before:
            break
    return np.concatenate(taken), rows


class _Ends:
    """The vertices of one side: which are taken, and what is best at each."""

    def __init__(self, vertex: _Integers, weight: _Weights) -> None:
        self.vertex = vertex
        size = int(vertex.max(initial=-1)) + 1
        self.taken: _Booleans = np.zeros(size, bool)
        self._first = np.empty(size, np.int64)
        self._best = np.zeros(size, weight.dtype)

    def best(self, rows: _Integers, weight: _Weights) -> tuple[_Booleans, _Weights]:
        """For each edge whether it is the best (of equal ones the first) at its end, and else the best weight
        there; for the best edge the second best.
        """
        vertex, best, first = self.vertex[rows], self._best, self._first
        best[vertex] = 0
        np.maximum.at(best, vertex, weight)
        ties = np.flatnonzero(weight == best[vertex])[::-1]
        first[vertex[ties]] = ties  # of several writes to one vertex the last stays: its first edge
        is_best = first[vertex] == np.arange(len(rows))
        best[vertex] = 0
        np.maximum.at(best, vertex[~is_best], weight[~is_best])
        return is_best, best[vertex]


def _solve(left: _Integers, right: _Integers, weight: _Weights, whole: _Weights | None) -> _Integers:
    """The edges of a heaviest matching, component by component."""
    left, right = _numbered(left), _numbered(right)
    lefts = int(left.max()) + 1
    component = find_components(left, lefts + right, lefts + int(right.max()) + 1)
    # Components in the order of their sizes, so that small ones are solved together and large ones alone.
    sizes = np.bincount(component)
    order = np.argsort(sizes, kind="stable")
    batch = np.empty(len(sizes), np.int64)
    batch[order] = np.cumsum(sizes[order]) // _TOGETHER
    return np.concatenate(
        [
            part[
                _solve_one(
                    _numbered(left[part]),
                    _numbered(right[part]),
                    weight[part],
                    None if whole is None else whole[part],
                )
            ]
            for part in _groups(batch[component[left]])
        ]
    )


def _solve_one(left: _Integers, right: _Integers, weight: _Weights, whole: _Weights | None) -> _Integers:
    """The edges of a heaviest matching of some small components, or of a large one."""
    if len(left) > _LARGE:
        if whole is None:
            whole = np.rint(weight * (_FINE / weight.max())).astype(np.int64)
        nearly = match_by_auction(left, right, whole.astype(float))
        if nearly is not None:
            best, proof = _mended(left, right, whole, nearly, _MOST_MENDED)
            if proof.improved() is None:
                return best
    return _solve_together(left, right, weight.astype(float))


def _mended(
    left: _Integers, right: _Integers, weight: _Weights, chosen: _Integers, most: int | None = None
) -> tuple[_Integers, Potentials]:
    """The heaviest matching, and its proof; after ``most`` steps to a heavier one the last."""
    proof = Potentials(left, right, weight, chosen)
    for _ in repeat(None) if most is None else repeat(None, most):
        better = proof.improved()
        if better is None:
            break
        chosen, proof = better, Potentials(left, right, weight, better)
    return chosen, proof


def _solve_together(left: _Integers, right: _Integers, weight: npt.NDArray[np.float64]) -> _Integers:
    """The edges of a heaviest matching (Jonker & Volgenant 1987, on sparse rows).

    The solver wants a partner for every left vertex: each gets one of its own that is worth nothing.
    """
    # Imported here because most corpora are decided without, and the import takes a tenth of a second.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    lefts, rights = int(left.max()) + 1, int(right.max()) + 1
    alone = np.arange(lefts)
    # The solver takes a cost of 0 for no edge.
    most = weight.max() + max(1.0, 2 * np.spacing(weight.max()))
    cost = np.concatenate([most - weight, np.full(lefts, most)])
    # Before 1.15, the solvers of scipy take no wider numbers.
    place = [
        part.astype(np.int32)
        for part in (np.concatenate([left, alone]), np.concatenate([right, rights + alone]))
    ]
    matrix = csr_array((cost, tuple(place)), shape=(lefts, rights + lefts))
    partner = np.empty(lefts, np.int64)
    row, column = min_weight_full_bipartite_matching(matrix)
    partner[row] = column
    return np.flatnonzero(partner[left] == right)


def _numbered(vertex: _Integers) -> _Integers:
    return np.asarray(np.unique(vertex, return_inverse=True)[1], np.int64)


def _groups(number: _Integers) -> list[_Integers]:
    """The places of each number, in their order."""
    order = np.argsort(number, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(number[order])) + 1)


def _prefer_earliest(left: _Integers, right: _Integers, proof: Potentials, chosen: _Integers) -> _Integers:
    """The earliest of all heaviest matchings.

    These are the matchings of tight edges (whose ends are worth just their weight) that cover every vertex
    of positive potential; what no tight edges connect is independent.
    """
    tight = np.flatnonzero(proof.is_tight())
    lefts = int(left.max()) + 1
    component = find_components(left[tight], lefts + right[tight], lefts + int(right.max()) + 1)
    is_chosen = np.zeros(len(left), bool)
    is_chosen[chosen] = True
    result = []
    for group in _groups(component[left[tight]]):
        edges = tight[group]
        if is_chosen[edges].all():
            result.append(edges)
            continue
        x, y = np.unique(left[edges], return_inverse=True), np.unique(right[edges], return_inverse=True)
        ties = Ties(
            list(zip(x[1].tolist(), y[1].tolist(), strict=True)),
            is_chosen[edges].tolist(),
            ((proof.left[x[0]] == 0).tolist(), (proof.right[y[0]] == 0).tolist()),
        )
        result.append(edges[ties.choose()])
    return np.concatenate(result)
