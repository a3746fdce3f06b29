"""One matching of edges that may replace each other becomes the one whose edges come first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt


class Ties:
    """One matching of tight edges goes to the one with the earliest edges.

    Along tight edges from left to right, and back along chosen ones, an edge can enter the matching exactly
    when a way leads from its right end to its left end; ``outside`` stands for all vertices that may be
    alone, ``idle`` says which of the left and of the right ones.
    """

    # How many steps of searches in vain, by edge, cost as much as another look at which can enter at all.
    _PATIENCE = 0.1

    def __init__(
        self, edges: list[tuple[int, int]], chosen: list[bool], idle: tuple[list[bool], list[bool]]
    ) -> None:
        self._edges = edges
        self._columns = np.array(edges, dtype=np.int64).reshape(-1, 2).T
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

    def choose(self) -> npt.NDArray[np.bool_]:
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
        while waiting[0] or waiting[1]:
            side = 0 if waiting[0] and not len(waiting[0]) > len(waiting[1]) > 0 else 1
            vertex = waiting[side].popleft()
            for other in onward[side](vertex):
                if other in reached[side] or (other != self._outside and self._kept[other]):
                    continue
                reached[side][other] = vertex
                if other in reached[1 - side]:
                    return _joined(reached[0], reached[1], other)
                # It leads to most vertices: a way through it exists when the other search comes to it too.
                if other != self._outside:
                    waiting[side].append(other)
            if not waiting[side] and self._outside not in reached[side]:
                break
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

        lefts, rights = self._columns
        right_of, left_of = (
            np.array([-1 if other is None else other for other in side])
            for side in (self._right_of, self._left_of)
        )
        free, idle = (right_of < 0, left_of < 0), [np.array(side) for side in self._idle]
        chosen = right_of[lefts] == rights
        ends = self._size + rights
        # Vertices that may be alone lead outside when they have a partner, and those without one from there.
        outward = np.concatenate([np.flatnonzero(~free[0] & idle[0]), self._size + np.flatnonzero(free[1])])
        inward = np.concatenate([np.flatnonzero(free[0]), self._size + np.flatnonzero(~free[1] & idle[1])])
        outside = np.full(len(outward) + len(inward), self._outside)
        begins = np.concatenate([np.where(chosen, ends, lefts), outward, outside[: len(inward)]])
        ends = np.concatenate([np.where(chosen, lefts, ends), outside[: len(outward)], inward])
        kept = np.array([*self._kept, False])
        ways = ~(kept[begins] | kept[ends])
        shape = (self._outside + 1, self._outside + 1)
        ones = np.ones(int(ways.sum()), np.int8)
        graph = coo_array((ones, (begins[ways].astype(np.int32), ends[ways].astype(np.int32))), shape=shape)
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
