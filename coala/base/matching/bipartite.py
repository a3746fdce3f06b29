"""The heaviest one-to-one matching of two sides, given as columns of weighted edges.

Most edges are decided by looking at their neighbours, all at once and in numpy. The rest is solved exactly,
in whole numbers of any size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from coala.base.matching.assignment import Assignment
from coala.base.matching.ties import Ties

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float64]

# Weights are rounded to floats where edges are decided at once: what is closer than this is left undecided.
_ROUNDING = 1 + 1e-9
_LEAST = 1e-300


def match_heaviest(
    left: _Integers, right: _Integers, weight: _Integers, divisor: _Integers | None = None
) -> _Integers:
    """Return the edges, in ascending order, of a matching of the largest total weight.

    Edge i joins ``left[i]`` and ``right[i]`` and weighs ``weight[i]``, or that part of ``divisor[i]``. All
    are above 0. Sums are exact.
    """
    certain, rest = _decide_at_once(left, right, weight / (1 if divisor is None else divisor))
    exact = weight[rest].tolist()
    if divisor is not None:
        parts = divisor[rest].tolist()
        unit = math.lcm(*set(parts))
        exact = [value * (unit // part) for value, part in zip(exact, parts, strict=True)]
    chosen = Assignment(_numbered(left[rest]), _numbered(right[rest]), exact).chosen
    return _joined(certain, rest, [edge for edge in chosen if edge >= 0])


def match_earliest(left: _Integers, right: _Integers, weight: Sequence[int]) -> _Integers:
    """Return the edges of the heaviest matching, of several the one whose edges come first.

    The ascending numbers of the edges are compared like words in a dictionary. Weights are whole numbers
    above 0 of any size: no sum of them is ever rounded.
    """
    most = max(weight, default=1)
    certain, rest = _decide_at_once(left, right, np.array([value / most for value in weight], float))
    lefts, rights = _numbered(left[rest]), _numbered(right[rest])
    exact = [weight[edge] for edge in rest.tolist()]
    best = Assignment(lefts, rights, exact)
    worth = best.left_potential, best.right_potential
    # The heaviest matchings are those of tight edges that cover every vertex of positive potential.
    tight = [
        edge
        for edge, (x, y, value) in enumerate(zip(lefts, rights, exact, strict=True))
        if worth[0][x] + worth[1][y] == value
    ]
    is_chosen = [best.chosen[lefts[edge]] == edge for edge in tight]
    if not all(is_chosen):
        ends = [(lefts[edge], rights[edge]) for edge in tight]
        may_be_alone = [value == 0 for value in worth[0]], [value == 0 for value in worth[1]]
        is_chosen = Ties(ends, is_chosen, may_be_alone).choose().tolist()
    return _joined(certain, rest, [edge for edge, is_in in zip(tight, is_chosen, strict=True) if is_in])


def _decide_at_once(left: _Integers, right: _Integers, weight: _Floats) -> tuple[_Integers, _Integers]:
    """Return edges that every heaviest matching holds, and the edges that they leave undecided.

    An edge is certain if it weighs more than the heaviest other one at its left end and the heaviest other
    one at its right end together: it can take their place. Taking it only removes other edges, so all edges
    that are certain at one time can be taken together.
    """
    rest = np.arange(len(weight))
    taken = [rest[:0]]
    while len(rest):
        x, y, own = left[rest], right[rest], weight[rest]
        certain = own > _ROUNDING * (_heaviest_other(x, own) + _heaviest_other(y, own)) + _LEAST
        if not certain.any():
            break
        taken.append(rest[certain])
        rest = rest[~(_has_end(x, certain) | _has_end(y, certain))]
    return np.concatenate(taken), rest


def _heaviest_other(vertex: _Integers, weight: _Floats) -> _Floats:
    """Return for each edge the weight of the heaviest other edge at its end, or 0."""
    best = np.zeros(int(vertex.max()) + 1)
    np.maximum.at(best, vertex, weight)
    is_best = weight == best[vertex]
    second = np.where(np.bincount(vertex[is_best], minlength=len(best)) > 1, best, 0)
    np.maximum.at(second, vertex[~is_best], weight[~is_best])
    return np.where(is_best, second[vertex], best[vertex])


def _has_end(vertex: _Integers, certain: _Booleans) -> _Booleans:
    taken = np.zeros(int(vertex.max()) + 1, bool)
    taken[vertex[certain]] = True
    return taken[vertex]


def _numbered(vertex: _Integers) -> list[int]:
    """Renumber the vertices from 0 without gaps."""
    numbers: list[int] = np.unique(vertex, return_inverse=True)[1].tolist()
    return numbers


def _joined(certain: _Integers, rest: _Integers, chosen: list[int]) -> _Integers:
    return np.sort(np.concatenate([certain, rest[np.array(chosen, np.int64)]]))
