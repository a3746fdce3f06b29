"""The choice among several heaviest matchings of a bipartite graph: the one whose edges come first.

Example: edges 0: a-x, 1: a-y, 2: b-x, 3: b-y all weigh 1. Edges [0, 3] and [1, 2] are both heaviest
matchings, and ``Ties`` turns either into [0, 3].

``bipartite`` passes only tight edges, and which vertices may be alone. Any matching of these edges that
leaves no other vertex alone is a heaviest one. The edges are visited in order, and each enters the matching
if those that entered before it can stay.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt


class Ties:
    """The tight edges of a matching, exchanged until the matching has the earliest edges.

    Changes are paths between left vertices: vertex v leads to vertex w if v has an edge to the partner of w
    and could take it over. An edge can enter the matching if a path leads from the holder of its right end,
    which loses its partner, to its left end, which gives its partner up. The vertex ``outside`` means
    being alone: it counts as the holder of every free right vertex, and as the successor of left vertices
    that may be alone.
    """

    # After this number of search steps without a result, ``_find_groups`` costs less than further searches:
    # steps for each edge, and steps that pay for the import of scipy.
    _PATIENCE = 0.1
    _IMPORT = 20_000

    def __init__(
        self, edges: list[tuple[int, int]], chosen: list[bool], may_be_alone: tuple[list[bool], list[bool]]
    ) -> None:
        """Take edges (left, right), a mask of matched ones, and masks of vertices that may be alone."""
        self._edges = edges
        self._columns = np.array(edges, dtype=np.int64).reshape(-1, 2).T
        self._may_be_alone = may_be_alone
        self._outside = len(may_be_alone[0])
        self._right_of = [-1] * len(may_be_alone[0])
        self._left_of = [self._outside] * len(may_be_alone[1])
        self._at_left: list[list[int]] = [[] for _ in may_be_alone[0]]
        self._at_right: list[list[int]] = [[] for _ in may_be_alone[1]]
        for (left, right), is_chosen in zip(edges, chosen, strict=True):
            self._at_left[left].append(right)
            self._at_right[right].append(left)
            if is_chosen:
                self._right_of[left], self._left_of[right] = right, left
        # Left vertices whose partner is decided.
        self._is_fixed = [False] * (self._outside + 1)
        # The group of each left vertex; a path and the way back exist only within a group (see _find_groups).
        self._groups = [0] * (self._outside + 1)
        self._vain_steps = 0

    def choose(self) -> npt.NDArray[np.bool_]:
        """Return for each edge whether it is in the earliest matching."""
        for left, right in self._edges:
            holder = self._left_of[right]
            if self._is_fixed[left] or self._is_fixed[holder]:
                continue
            if holder == left or (
                self._groups[left] == self._groups[holder] and self._try_to_enter(left, right)
            ):
                self._is_fixed[left] = True
            if self._vain_steps > self._PATIENCE * len(self._edges) + self._IMPORT:
                self._find_groups()
        return np.array([self._right_of[left] == right for left, right in self._edges])

    def _try_to_enter(self, left: int, right: int) -> bool:
        """Bring an edge into the matching, unless fixed vertices prevent it; return True if it is in."""
        path = self._find_path(self._left_of[right], left)
        if path is None:
            return False
        # Each vertex on the path takes over the partner of its successor, or becomes alone before
        # ``outside``.
        new_partners = {left: right}
        for vertex, successor in pairwise(path):
            if vertex != self._outside:
                new_partners[vertex] = (
                    self._right_of[successor] if successor != self._outside else self._find_free_right(vertex)
                )
        # Part all of them first, then join them with their new partners.
        for vertex in new_partners:
            if self._right_of[vertex] >= 0:
                self._left_of[self._right_of[vertex]] = self._outside
        for vertex, other in new_partners.items():
            self._right_of[vertex] = other
            if other >= 0:
                self._left_of[other] = vertex
        return True

    def _find_free_right(self, left: int) -> int:
        """Return a right vertex without a partner for the left one, or -1 if it stays alone."""
        free = (right for right in self._at_left[left] if self._left_of[right] == self._outside)
        return next(free, -1)

    def _find_path(self, start: int, goal: int) -> list[int] | None:
        """Return a path between left vertices of one group; None if there is no path without fixed vertices.

        The search is breadth-first from both ends; the end with fewer waiting vertices goes on.
        """
        is_fixed, outside, groups = self._is_fixed, self._outside, self._groups
        group = groups[goal]
        reached: tuple[dict[int, int], dict[int, int]] = ({start: start}, {goal: goal})
        # Neither search goes on from ``outside``, which leads to most vertices: they may meet there.
        waiting = [[end] if end != outside else [] for end in (start, goal)]
        onward = (self._list_successors, self._list_predecessors)
        while waiting[0] or waiting[1]:
            side = 0 if waiting[0] and not len(waiting[0]) > len(waiting[1]) > 0 else 1
            came, met, further = reached[side], reached[1 - side], onward[side]
            following: list[int] = []
            for vertex in waiting[side]:
                for other in further(vertex):
                    if other in came or is_fixed[other] or groups[other] != group:
                        continue
                    came[other] = vertex
                    if other in met:
                        return _join_paths(reached[0], reached[1], other)
                    if other != outside:
                        following.append(other)
            waiting[side] = following
            if not following and outside not in came:
                break
        self._vain_steps += len(reached[0]) + len(reached[1])
        return None

    def _list_successors(self, vertex: int) -> list[int]:
        """Return the left vertices whose partner this one could take, and ``outside`` if it may be alone."""
        holders = [self._left_of[right] for right in self._at_left[vertex]]
        if self._right_of[vertex] >= 0 and self._may_be_alone[0][vertex]:
            holders.append(self._outside)
        return holders

    def _list_predecessors(self, vertex: int) -> list[int]:
        """Return the left vertices that could take the partner of this one, and perhaps ``outside``."""
        right = self._right_of[vertex]
        if right < 0:
            return [self._outside]
        return (
            [*self._at_right[right], self._outside] if self._may_be_alone[1][right] else self._at_right[right]
        )

    def _find_groups(self) -> None:
        """Set the group of each left vertex: its strongly connected component, without fixed vertices.

        The edges are those of ``_list_successors``. An edge between two groups can never enter the matching.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        lefts, rights = self._columns
        right_of, left_of = np.array(self._right_of), np.array(self._left_of)
        # Edges to and from ``outside``, as in _list_successors and _list_predecessors.
        paired = right_of >= 0
        may_leave = np.flatnonzero(paired & np.array(self._may_be_alone[0]))
        may_come = ~paired
        may_come[paired] = np.array(self._may_be_alone[1])[right_of[paired]]
        from_outside = np.flatnonzero(may_come)
        begins = np.concatenate([lefts, may_leave, np.full(len(from_outside), self._outside)])
        ends = np.concatenate([left_of[rights], np.full(len(may_leave), self._outside), from_outside])
        is_fixed = np.array(self._is_fixed)
        # Leave out fixed vertices.
        is_open = ~(is_fixed[begins] | is_fixed[ends])
        places = begins[is_open].astype(np.int32), ends[is_open].astype(np.int32)
        size = self._outside + 1
        graph = csr_array((np.ones(len(places[0]), np.int8), places), shape=(size, size))
        _, label = connected_components(graph, directed=True, connection="strong")
        self._groups = label.tolist()
        self._vain_steps = 0


def _join_paths(forth: dict[int, int], back: dict[int, int], middle: int) -> list[int]:
    """Return the path of two searches that met in ``middle``.

    ``forth`` and ``back`` have, for each vertex, the one from which the search came; a start has itself.
    """
    path = [middle]
    while forth[path[-1]] != path[-1]:
        path.append(forth[path[-1]])
    path.reverse()
    while back[path[-1]] != path[-1]:
        path.append(back[path[-1]])
    return path
