"""Columns of weighted edges become the heaviest matching of a bipartite graph.

Most edges are decided by looking at their neighbours, all at once; scipy matches what is left, component by
component and never as one matrix. Where the same answer is wanted for every order of the input, potentials
prove the matching heaviest, exactly, and tell which edges may replace which without loss.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from coala.base.components import find_components

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Weights = npt.NDArray[Any]
"""Floats, 64-bit integers, or Python's integers as objects where sums would not fit."""

# Rounds that decide fewer of the edges than this are dearer than solving what is left.
_WORTH_A_ROUND = 0.05

# Vertices of components that are solved together: each row that is still free clears one array of this
# size, so it must stay small, and each call costs as much as a few thousand such steps, so not too small.
_TOGETHER = 512

# Sums of two weights, and differences of them along a way, have to fit into 64 bits.
_FITS = 1 << 60


def match_heaviest(left: _Integers, right: _Integers, weight: _Weights) -> _Integers:
    """The edges, in ascending order, of a matching of the largest total weight.

    Edge i joins ``left[i]`` and ``right[i]`` and weighs ``weight[i]``, above 0. Sums are compared as floats.
    """
    certain, rest = _reduce(left, right, weight, earliest=False)
    if len(rest):
        certain = np.concatenate([certain, rest[_solve(left[rest], right[rest], weight[rest])]])
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
        chosen: _Integers | None = _solve(left, right, exact)
        while chosen is not None:
            proof = _Potentials(left, right, exact, chosen)
            best, chosen = chosen, proof.improved()
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


def _solve(left: _Integers, right: _Integers, weight: _Weights) -> _Integers:
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
            part[_solve_together(_numbered(left[part]), _numbered(right[part]), weight[part].astype(float))]
            for part in _groups(batch[component[left]])
        ]
    )


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


class _Potentials:
    """What each vertex is worth in a matching: the proof that it is heaviest, or a way to a heavier one.

    ``left[x] + right[y] >= weight`` holds for every edge, with equality for the chosen ones; none is below
    zero, and a vertex without a partner has zero. The right ones are the least there are: the longest ways
    from a vertex of zero, each step giving up a chosen edge at its begin for another one to its end.
    """

    def __init__(self, left: _Integers, right: _Integers, weight: _Weights, chosen: _Integers) -> None:
        self._ends = left, right
        self._chosen = chosen
        self._weight = weight
        self._pair_of_left = np.full(int(left.max()) + 1, -1, np.int64)
        self._pair_of_left[left[chosen]] = chosen
        paired_right = np.zeros(int(right.max()) + 1, bool)
        paired_right[right[chosen]] = True
        pair = self._pair_of_left[left]
        self._free_left = pair < 0
        self._free_right = ~paired_right[right]
        # What is gained by an edge in the place of the chosen one at its left end.
        self._gain = weight - np.where(self._free_left, 0 * weight, weight[pair])
        self.right = np.zeros(len(paired_right), weight.dtype)
        # The most that a right vertex may be worth: else its partner does better alone or elsewhere.
        self._most = np.zeros(len(paired_right), weight.dtype)
        self._most[right[chosen]] = weight[chosen]
        to_free = np.flatnonzero(self._free_right & ~self._free_left)
        np.minimum.at(self._most, right[pair[to_free]], -self._gain[to_free])
        # The edge that leads to each right vertex on its longest way.
        self._edge_to = np.full(len(paired_right), -1, np.int64)
        self._lengthen()
        self.left = np.zeros(len(self._pair_of_left), weight.dtype)
        self.left[left[chosen]] = weight[chosen] - self.right[right[chosen]]

    def is_tight(self) -> _Booleans:
        """Which edges some heaviest matching may hold."""
        left, right = self._ends
        tight: _Booleans = self.left[left] + self.right[right] == self._weight
        return tight

    def _lengthen(self) -> None:
        """Follow the edges until no way becomes longer, or one is too long to be true."""
        left, right = self._ends
        start = np.flatnonzero(self._free_left & ~self._free_right)
        self._reach(start, self._gain[start])
        step = np.ones(len(left), bool)
        step[self._chosen] = False
        steps = np.flatnonzero(step & ~self._free_left & ~self._free_right)
        source = right[self._pair_of_left[left[steps]]]
        longer = np.ones(len(self.right), bool)
        # A way that passes more pairs than there are runs in a ring that gains.
        for _ in range(len(self._chosen) + 1):
            onward = longer[source]
            longer = self._reach(steps[onward], self.right[source[onward]] + self._gain[steps[onward]])
            if not longer.any() or (self.right > self._most).any():
                break
        self._wrong = np.flatnonzero(self.right > self._most)
        if not len(self._wrong):
            self._wrong = np.flatnonzero(longer)

    def _reach(self, edges: _Integers, length: _Weights) -> _Booleans:
        """Take the edges that make the way to their right ends longer; which ends these are."""
        end = self._ends[1][edges]
        better = length > self.right[end]
        edges, end, length = edges[better], end[better], length[better]
        np.maximum.at(self.right, end, length)
        longest = length == self.right[end]
        self._edge_to[end[longest]] = edges[longest]
        reached = np.zeros(len(self.right), bool)
        reached[end] = True
        return reached

    def improved(self) -> _Integers | None:
        """A heavier matching, or None where there is none. scipy's sums are rounded beyond 2^53."""
        left, right = self._ends
        both_free = np.flatnonzero(self._free_left & self._free_right)
        if len(both_free):
            return np.append(self._chosen, both_free[0])
        if not len(self._wrong):
            return None
        vertex = int(self._wrong[0])
        entering: dict[int, int] = {}
        pair = self._chosen[right[self._chosen] == vertex][0]
        leaving = np.flatnonzero((left == left[pair]) & self._free_right)
        if len(leaving):
            entering[-1] = int(leaving[np.argmax(self._gain[leaving])])
        while vertex not in entering and self._edge_to[vertex] >= 0:
            edge = entering[vertex] = int(self._edge_to[vertex])
            pair = self._pair_of_left[left[edge]]
            if pair < 0:
                break
            vertex = int(right[pair])
        else:
            if vertex in entering:
                # The way bites its tail: the ring alone gains.
                order = list(entering)
                entering = {place: entering[place] for place in order[order.index(vertex) :]}
        new = np.array(list(entering.values()), np.int64)
        kept = ~(np.isin(left[self._chosen], left[new]) | np.isin(right[self._chosen], right[new]))
        return np.concatenate([self._chosen[kept], new])


def _prefer_earliest(left: _Integers, right: _Integers, proof: _Potentials, chosen: _Integers) -> _Integers:
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
        ties = _Ties(
            list(zip(x[1].tolist(), y[1].tolist(), strict=True)),
            is_chosen[edges].tolist(),
            ((proof.left[x[0]] == 0).tolist(), (proof.right[y[0]] == 0).tolist()),
        )
        result.append(edges[ties.choose()])
    return np.concatenate(result)


class _Ties:
    """One matching of tight edges goes to the one with the earliest edges.

    Along tight edges from left to right, and back along chosen ones, an edge can enter the matching exactly
    when a way leads from its right end to its left end; ``outside`` stands for all vertices that may be
    alone, ``idle`` says which of the left and of the right ones.
    """

    # How many steps of searches in vain are worth another look at which edges can enter at all.
    _PATIENCE = 4

    def __init__(
        self, edges: list[tuple[int, int]], chosen: list[bool], idle: tuple[list[bool], list[bool]]
    ) -> None:
        self._edges = edges
        self._idle = idle
        self._size = len(idle[0])
        self._outside = self._size + len(idle[1])
        self._right_of: list[int | None] = [None] * self._size
        self._left_of: list[int | None] = [None] * len(idle[1])
        self._at_left: list[list[int]] = [[] for _ in idle[0]]
        self._at_right: list[list[int]] = [[] for _ in idle[1]]
        for (left, right), is_chosen in zip(edges, chosen, strict=True):
            self._at_left[left].append(right)
            self._at_right[right].append(left)
            if is_chosen:
                self._right_of[left], self._left_of[right] = right, left
        self._kept = [False] * self._outside
        self._wasted = 0

    def choose(self) -> _Booleans:
        """Which edges the earliest matching holds."""
        groups = self._strong_components()
        for left, right in self._edges:
            other = self._size + right
            if self._kept[left] or self._kept[other]:
                continue
            chosen = self._right_of[left] == right
            if chosen or (groups[left] == groups[other] and self._enter(left, right)):
                self._kept[left] = self._kept[other] = True
            elif self._wasted > self._PATIENCE * len(self._edges):
                self._wasted = 0
                groups = self._strong_components()
        return np.array([self._right_of[left] == right for left, right in self._edges])

    def _enter(self, left: int, right: int) -> bool:
        """Bring the edge into the matching, if a way around it exists without the kept vertices."""
        way = self._way(self._size + right, left)
        if way is None:
            return False
        # Back along a chosen edge it is given up; forth along a tight one it is chosen.
        steps = [*pairwise(way), (left, self._size + right)]
        for begin, end in steps:
            if self._size <= begin < self._outside and end < self._size:
                self._right_of[end] = self._left_of[begin - self._size] = None
        for begin, end in steps:
            if begin < self._size <= end < self._outside:
                self._right_of[begin], self._left_of[end - self._size] = end - self._size, begin
        return True

    def _way(self, start: int, goal: int) -> list[int] | None:
        """A way from one vertex to another, searched from both ends in turn."""
        reached: tuple[dict[int, int], dict[int, int]] = ({start: start}, {goal: goal})
        waiting = (deque([start]), deque([goal]))
        onward = (self._onward, self._backward)
        while waiting[0] and waiting[1]:
            side = 0 if len(waiting[0]) <= len(waiting[1]) else 1
            vertex = waiting[side].popleft()
            if vertex == self._outside and len(waiting[side]):
                # It leads to most vertices, so the others come first.
                waiting[side].append(vertex)
                vertex = waiting[side].popleft()
            for other in onward[side](vertex):
                if other in reached[side] or (other != self._outside and self._kept[other]):
                    continue
                reached[side][other] = vertex
                if other in reached[1 - side]:
                    return _joined(reached[0], reached[1], other)
                waiting[side].append(other)
        self._wasted += len(reached[0]) + len(reached[1])
        return None

    def _onward(self, vertex: int) -> Iterator[int]:
        if vertex == self._outside:
            yield from (left for left, right in enumerate(self._right_of) if right is None)
            yield from (
                self._size + right
                for right, left in enumerate(self._left_of)
                if left is not None and self._idle[1][right]
            )
        elif vertex < self._size:
            partner = self._right_of[vertex]
            yield from (self._size + right for right in self._at_left[vertex] if right != partner)
            if partner is not None and self._idle[0][vertex]:
                yield self._outside
        else:
            holder = self._left_of[vertex - self._size]
            yield self._outside if holder is None else holder

    def _backward(self, vertex: int) -> Iterator[int]:
        if vertex == self._outside:
            yield from (self._size + right for right, left in enumerate(self._left_of) if left is None)
            yield from (
                left for left, right in enumerate(self._right_of) if right is not None and self._idle[0][left]
            )
        elif vertex < self._size:
            partner = self._right_of[vertex]
            yield self._outside if partner is None else self._size + partner
        else:
            right = vertex - self._size
            holder = self._left_of[right]
            yield from (left for left in self._at_right[right] if left != holder)
            if holder is not None and self._idle[1][right]:
                yield self._outside

    def _strong_components(self) -> list[int]:
        """The group of each vertex: within one there is a way from each to each, as far as none is kept."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        ways = [
            (vertex, other)
            for vertex in range(self._outside + 1)
            if vertex == self._outside or not self._kept[vertex]
            for other in self._onward(vertex)
            if other == self._outside or not self._kept[other]
        ]
        begins, ends = np.array(ways, dtype=np.int32).reshape(-1, 2).T
        shape = (self._outside + 1, self._outside + 1)
        graph = coo_array((np.ones(len(ways), np.int8), (begins, ends)), shape=shape)
        _, label = connected_components(graph, directed=True, connection="strong")
        groups: list[int] = label.tolist()
        return groups


def _joined(forth: dict[int, int], back: dict[int, int], middle: int) -> list[int]:
    """The way that two searches found when they met: ``forth`` and ``back`` say where each came from."""
    way = [middle]
    while forth[way[-1]] != way[-1]:
        way.append(forth[way[-1]])
    way.reverse()
    while back[way[-1]] != way[-1]:
        way.append(back[way[-1]])
    return way
