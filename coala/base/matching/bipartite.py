"""The heaviest one-to-one matching of two sides, whose weighted edges are given as arrays.

Edge i joins ``left[i]`` and ``right[i]`` and weighs ``weight[i]``; both functions return the numbers of the
chosen edges. With left [0, 0, 1], right [0, 1, 0] and weight [3, 2, 2] the result is [1, 2].

Most edges are decided by their neighbours alone, all at once in numpy. ``assignment`` solves the rest
exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Booleans, Integers
from coala.base.matching.assignment import Assignment
from coala.base.matching.ties import Ties

_Floats = npt.NDArray[np.float64]

# Weights are rounded to floats where edges are decided at once: what is closer than this is left undecided.
_ROUNDING = 1 + 1e-9
_LEAST = 1e-300


def match_heaviest(
    left: Integers, right: Integers, weight: Integers, divisor: Integers | None = None
) -> Integers:
    """Return the edges, in ascending order, of a matching of the largest total weight.

    Edge i weighs ``weight[i]``, or the fraction ``weight[i] / divisor[i]``. All are above 0. Sums are exact.
    """
    certain, rest = _decide_by_neighbours(left, right, weight / (1 if divisor is None else divisor))
    exact = weight[rest].tolist()
    if divisor is not None:
        # Bring the fractions to a common denominator and use the numerators.
        divisors = divisor[rest].tolist()
        common = math.lcm(*set(divisors))
        exact = [value * (common // own) for value, own in zip(exact, divisors, strict=True)]
    chosen = Assignment(_renumber(left[rest]), _renumber(right[rest]), exact).chosen
    return _merge_edges(certain, rest, [edge for edge in chosen if edge >= 0])


def match_earliest(left: Integers, right: Integers, weight: Sequence[int]) -> Integers:
    """Return the edges, in ascending order, of the heaviest matching; of several, the one that comes first.

    The lists of edges are compared like words in a dictionary: [0, 5] comes before [1, 2]. Weights are whole
    numbers above 0 of any size: no sum of them is ever rounded.
    """
    most = max(weight, default=1)
    certain, rest = _decide_by_neighbours(left, right, np.array([value / most for value in weight], float))
    lefts, rights = _renumber(left[rest]), _renumber(right[rest])
    exact = [weight[edge] for edge in rest.tolist()]
    best = Assignment(lefts, rights, exact)
    potentials = best.left_potential, best.right_potential
    # An edge is tight if it weighs as much as its two potentials together. The heaviest matchings are those
    # of tight edges that cover every vertex with a potential above 0.
    tight = [
        edge
        for edge, (x, y, value) in enumerate(zip(lefts, rights, exact, strict=True))
        if potentials[0][x] + potentials[1][y] == value
    ]
    is_chosen = [best.chosen[lefts[edge]] == edge for edge in tight]
    if not all(is_chosen):
        ends = [(lefts[edge], rights[edge]) for edge in tight]
        may_be_alone = [value == 0 for value in potentials[0]], [value == 0 for value in potentials[1]]
        is_chosen = Ties(ends, is_chosen, may_be_alone).choose().tolist()
    return _merge_edges(certain, rest, [edge for edge, is_in in zip(tight, is_chosen, strict=True) if is_in])


def _decide_by_neighbours(left: Integers, right: Integers, weight: _Floats) -> tuple[Integers, Integers]:
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
        rest = rest[~(_touches_certain(x, certain) | _touches_certain(y, certain))]
    return np.concatenate(taken), rest


def _heaviest_other(vertex: Integers, weight: _Floats) -> _Floats:
    """Return for each edge the weight of the heaviest other edge at its end, or 0.

    For the heaviest edge of a vertex that is the second weight, for its other edges the largest weight.
    """
    best = np.zeros(int(vertex.max()) + 1)
    np.maximum.at(best, vertex, weight)
    is_best = weight == best[vertex]
    second = np.where(np.bincount(vertex[is_best], minlength=len(best)) > 1, best, 0)
    np.maximum.at(second, vertex[~is_best], weight[~is_best])
    return np.where(is_best, second[vertex], best[vertex])


def _touches_certain(vertex: Integers, certain: Booleans) -> Booleans:
    """Return for each edge whether its end is also the end of a certain edge."""
    taken = np.zeros(int(vertex.max()) + 1, bool)
    taken[vertex[certain]] = True
    return taken[vertex]


def _renumber(vertex: Integers) -> list[int]:
    """Renumber the vertices from 0 without gaps."""
    numbers: list[int] = np.unique(vertex, return_inverse=True)[1].tolist()
    return numbers


def _merge_edges(certain: Integers, rest: Integers, chosen: list[int]) -> Integers:
    """Return the certain edges and the chosen ones, which are places in ``rest``, in ascending order."""
    return np.sort(np.concatenate([certain, rest[np.array(chosen, np.int64)]]))
