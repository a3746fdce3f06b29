"""A matching becomes the proof that it is the heaviest, or a heavier one."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]
_Booleans = npt.NDArray[np.bool_]
_Weights = npt.NDArray[Any]


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
