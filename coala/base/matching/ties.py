"""The choice among heaviest matchings: the one whose edges come first."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt


class Ties:
    """The tight edges of a matching, exchanged until the matching has the earliest edges.

    A left vertex leads to the left vertices whose partners it could take. An edge can enter the matching if
    there is a path from the partner of its right end to its left end. ``outside`` is the partner of all
    vertices that may be alone; ``idle`` are the masks of left and right vertices that may.
    """

    # Steps of searches in vain after which a survey pays: by edge, and to import scipy for it.
    _PATIENCE = 0.1
    _IMPORT = 20_000

    def __init__(
        self, edges: list[tuple[int, int]], chosen: list[bool], idle: tuple[list[bool], list[bool]]
    ) -> None:
        self._edges = edges
        self._columns = np.array(edges, dtype=np.int64).reshape(-1, 2).T
        self._idle = idle
        self._outside = len(idle[0])
        self._right_of = [-1] * len(idle[0])
        self._left_of = [self._outside] * len(idle[1])
        self._at_left: list[list[int]] = [[] for _ in idle[0]]
        self._at_right: list[list[int]] = [[] for _ in idle[1]]
        for (left, right), is_chosen in zip(edges, chosen, strict=True):
            self._at_left[left].append(right)
            self._at_right[right].append(left)
            if is_chosen:
                self._right_of[left], self._left_of[right] = right, left
        self._kept = [False] * (self._outside + 1)
        self._groups = [0] * (self._outside + 1)
        self._wasted = 0

    def choose(self) -> npt.NDArray[np.bool_]:
        """Return the edges of the earliest matching."""
        for left, right in self._edges:
            holder = self._left_of[right]
            if self._kept[left] or self._kept[holder]:
                continue
            if holder == left or (self._groups[left] == self._groups[holder] and self._enter(left, right)):
                self._kept[left] = True
            if self._wasted > self._PATIENCE * len(self._edges) + self._IMPORT:
                self._find_groups()
        return np.array([self._right_of[left] == right for left, right in self._edges])

    def _enter(self, left: int, right: int) -> bool:
        """Bring the edge into the matching, if a way around it exists without the kept vertices."""
        way = self._find_path(self._left_of[right], left)
        if way is None:
            return False
        taken = {left: right}
        for vertex, successor in pairwise(way):
            if vertex != self._outside:
                taken[vertex] = (
                    self._right_of[successor] if successor != self._outside else self._find_spare(vertex)
                )
        for vertex in taken:
            if self._right_of[vertex] >= 0:
                self._left_of[self._right_of[vertex]] = self._outside
        for vertex, other in taken.items():
            self._right_of[vertex] = other
            if other >= 0:
                self._left_of[other] = vertex
        return True

    def _find_spare(self, left: int) -> int:
        """Return a right vertex without a partner for the left one, or -1 if it stays alone."""
        free = (right for right in self._at_left[left] if self._left_of[right] == self._outside)
        return next(free, -1)

    def _find_path(self, start: int, goal: int) -> list[int] | None:
        """Return a path from one vertex to another, searched from both ends in turn."""
        kept, outside, groups = self._kept, self._outside, self._groups
        group = groups[goal]
        reached: tuple[dict[int, int], dict[int, int]] = ({start: start}, {goal: goal})
        # Outside leads to most vertices: a way through it exists when the other search comes to it too.
        waiting = [[end] if end != outside else [] for end in (start, goal)]
        onward = (self._onward, self._backward)
        while waiting[0] or waiting[1]:
            side = 0 if waiting[0] and not len(waiting[0]) > len(waiting[1]) > 0 else 1
            came, met, further = reached[side], reached[1 - side], onward[side]
            following: list[int] = []
            for vertex in waiting[side]:
                for other in further(vertex):
                    if other in came or kept[other] or groups[other] != group:
                        continue
                    came[other] = vertex
                    if other in met:
                        return _join_paths(reached[0], reached[1], other)
                    if other != outside:
                        following.append(other)
            waiting[side] = following
            if not following and outside not in came:
                break
        self._wasted += len(reached[0]) + len(reached[1])
        return None

    def _onward(self, vertex: int) -> list[int]:
        holders = [self._left_of[right] for right in self._at_left[vertex]]
        if self._right_of[vertex] >= 0 and self._idle[0][vertex]:
            holders.append(self._outside)
        return holders

    def _backward(self, vertex: int) -> list[int]:
        right = self._right_of[vertex]
        if right < 0:
            return [self._outside]
        return [*self._at_right[right], self._outside] if self._idle[1][right] else self._at_right[right]

    def _find_groups(self) -> None:
        """Return the strongly connected component of each vertex, without kept vertices."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        lefts, rights = self._columns
        right_of, left_of = np.array(self._right_of), np.array(self._left_of)
        paired = right_of >= 0
        may_leave = np.flatnonzero(paired & np.array(self._idle[0]))
        may_come = ~paired
        may_come[paired] = np.array(self._idle[1])[right_of[paired]]
        from_outside = np.flatnonzero(may_come)
        begins = np.concatenate([lefts, may_leave, np.full(len(from_outside), self._outside)])
        ends = np.concatenate([left_of[rights], np.full(len(may_leave), self._outside), from_outside])
        kept = np.array(self._kept)
        ways = ~(kept[begins] | kept[ends])
        places = begins[ways].astype(np.int32), ends[ways].astype(np.int32)
        size = self._outside + 1
        graph = csr_array((np.ones(len(places[0]), np.int8), places), shape=(size, size))
        _, label = connected_components(graph, directed=True, connection="strong")
        self._groups = label.tolist()
        self._wasted = 0


def _join_paths(forth: dict[int, int], back: dict[int, int], middle: int) -> list[int]:
    """Return the path of two searches that met; ``forth`` and ``back`` have the predecessors."""
    way = [middle]
    while forth[way[-1]] != way[-1]:
        way.append(forth[way[-1]])
    way.reverse()
    while back[way[-1]] != way[-1]:
        way.append(back[way[-1]])
    return way
