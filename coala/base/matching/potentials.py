"""A matching becomes the proof that it is the heaviest, or a heavier one."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Weights = npt.NDArray[Any]

# Rounds after which ways are looked through for rings, and again after twice as many.
_FIRST_SURVEY = 32


class Potentials:
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
        """Follow the edges until no way becomes longer but those that are too long to be true.

        A round looks only at the edges of what has become longer: mostly that is little, and rounds are many.
        """
        left, right = self._ends
        start = np.flatnonzero(self._free_left & ~self._free_right)
        self._reach(start, self._gain[start])
        step = np.ones(len(left), bool)
        step[self._chosen] = False
        steps = np.flatnonzero(step & ~self._free_left & ~self._free_right)
        source = right[self._pair_of_left[left[steps]]]
        steps = steps[np.argsort(source, kind="stable")]
        count = np.bincount(source, minlength=len(self.right))
        begin = np.cumsum(count) - count
        too_long = self.right > self._most
        wrong = [np.flatnonzero(too_long)]
        longer = np.flatnonzero(~too_long & (count > 0))
        rounds, survey = 0, _FIRST_SURVEY
        while len(longer):
            of_each = count[longer]
            at = np.arange(of_each.sum()) + np.repeat(begin[longer] - np.cumsum(of_each) + of_each, of_each)
            edges = steps[at]
            longer = self._reach(edges, np.repeat(self.right[longer], of_each) + self._gain[edges])
            too_long = self.right[longer] > self._most[longer]
            wrong.append(longer[too_long])
            longer = longer[~too_long]
            rounds += 1
            if rounds == survey:
                survey *= 2
                rings = self._find_rings()
                if len(rings):
                    wrong.append(rings)
                    break
        self._wrong = np.concatenate(wrong)

    def _find_rings(self) -> _Integers:
        """The right vertices whose ways lead back into a ring, which gains and would go on for ever."""
        left, right = self._ends
        nowhere = len(self.right)
        before = np.full(nowhere + 1, nowhere)
        reached = np.flatnonzero(self._edge_to >= 0)
        pair = self._pair_of_left[left[self._edge_to[reached]]]
        before[reached] = np.where(pair < 0, nowhere, right[pair])
        for _ in range(nowhere.bit_length()):
            before = before[before]
        return np.flatnonzero(before[:-1] != nowhere)

    def _reach(self, edges: _Integers, length: _Weights) -> _Integers:
        """Take the edges that make the way to their right ends longer; which ends these are."""
        end = self._ends[1][edges]
        better = length > self.right[end]
        edges, end, length = edges[better], end[better], length[better]
        np.maximum.at(self.right, end, length)
        longest = length == self.right[end]
        self._edge_to[end[longest]] = edges[longest]
        reached: _Integers = end[self._edge_to[end] == edges]
        return reached

    def improved(self) -> _Integers | None:
        """A heavier matching, or None where there is none. scipy's sums are rounded beyond 2^53."""
        left, right = self._ends
        both_free = np.flatnonzero(self._free_left & self._free_right)
        if len(both_free):
            return np.append(self._chosen, both_free[0])
        if not len(self._wrong):
            return None
        new = self._entering()
        replaced = np.zeros(len(self._pair_of_left), bool), np.zeros(len(self.right), bool)
        replaced[0][left[new]] = True
        replaced[1][right[new]] = True
        kept = ~(replaced[0][left[self._chosen]] | replaced[1][right[self._chosen]])
        return np.concatenate([self._chosen[kept], new])

    def _entering(self) -> _Integers:
        """The edges of ways that gain and have no vertex in common: each gains whatever the others do."""
        left, right = self._ends
        pair_of_right = np.full(len(self.right), -1)
        pair_of_right[right[self._chosen]] = self._chosen
        to_free = np.flatnonzero(self._free_right & ~self._free_left)
        to_free = to_free[np.argsort(self._gain[to_free], kind="stable")]
        leaving = np.full(len(self._pair_of_left), -1)
        leaving[left[to_free]] = to_free  # of several writes to one vertex the last stays: what gains most
        new: list[int] = []
        passed: set[int] = set()
        taken: tuple[set[int], set[int]] = (set(), set())
        for wrong in self._wrong.tolist():
            way = self._way_to(wrong, int(leaving[left[pair_of_right[wrong]]]), passed)
            lefts, rights = ([int(column[edge]) for edge in way] for column in self._ends)
            if taken[0].isdisjoint(lefts) and taken[1].isdisjoint(rights):
                new += way
                taken[0].update(lefts)
                taken[1].update(rights)
        return np.array(new)

    def _way_to(self, vertex: int, leaving: int, passed: set[int]) -> list[int]:
        """The edges to put in the place of chosen ones; none where the way comes to what was ``passed``.

        ``leaving`` leads from the partner of the vertex to one that is free, or is -1.
        """
        left, right = self._ends
        entering: dict[int, int] = {} if leaving < 0 else {-1: leaving}
        while vertex not in passed:
            passed.add(vertex)
            edge = int(self._edge_to[vertex])
            if edge < 0:
                return list(entering.values())
            entering[vertex] = edge
            pair = self._pair_of_left[left[edge]]
            if pair < 0:
                return list(entering.values())
            vertex = int(right[pair])
        # The way bites its tail, and the ring alone gains, or it ends in another way.
        order = list(entering)
        return [entering[place] for place in order[order.index(vertex) :]] if vertex in entering else []
