"""Weighted edges to the heaviest matching of a bipartite graph, the same one for every order of the input.

Bags are many and mostly simple, so edges that every answer must hold are taken first; what remains is
solved exactly. Among equally heavy matchings the one with the earliest edges is chosen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import numpy as np

__all__ = ["Edge", "heaviest_matching"]


def heaviest_matching(edges: Sequence[Edge]) -> dict[int, int]:
    """Left to right vertices, one to one, of the largest total weight.

    Of several such matchings the one whose edges stand earliest in ``edges`` is returned: the sorted
    positions are compared like words in a dictionary.
    """
    reduction = _Reduction(edges)
    reduction.run()
    pairs = reduction.pairs
    for kernel in _components([edge for edge in edges if reduction.undecided(edge)]):
        pairs |= Kernel(kernel).solve()
    return pairs


class _Reduction:
    """Takes the edges that the answer certainly holds.

    An edge is certain when it weighs more than the two best edges that it excludes, or when one of its
    ends has no other edge and the other end none that is better, or equal and earlier.
    """

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self.pairs: dict[int, int] = {}
        self._taken: set[int] = set()
        # Positions of edges; the best stands last in each list, where dead ones are dropped as they show.
        self._at_left: dict[int, list[int]] = {}
        self._at_right: dict[int, list[int]] = {}
        for position in sorted(range(len(edges)), key=self._worst_first):
            self._at_left.setdefault(edges[position].left, []).append(position)
            self._at_right.setdefault(edges[position].right, []).append(position)
        self._left_degree = {vertex: len(places) for vertex, places in self._at_left.items()}
        self._right_degree = {vertex: len(places) for vertex, places in self._at_right.items()}

    def run(self) -> None:
        waiting = deque(self._at_left)
        while waiting:
            left = waiting.popleft()
            if left in self.pairs or not self._left_degree[left]:
                continue
            best, second = self._best_two(self._at_left[left])
            right = self.edges[best].right
            best_right, second_right = self._best_two(self._at_right[right])
            heavier = self.edges[best].weight > second + second_right
            lonely = self._right_degree[right] == 1 or (self._left_degree[left] == 1 and best_right == best)
            if heavier or lonely:
                waiting.extend(self._take(left, right))

    def undecided(self, edge: Edge) -> bool:
        return edge.left not in self.pairs and edge.right not in self._taken

    def _take(self, left: int, right: int) -> list[int]:
        """Pair the two; the left vertices returned are worth another look."""
        rivals = [edge.left for edge in self._alive(self._at_right[right]) if edge.left != left]
        widows = [edge.right for edge in self._alive(self._at_left[left]) if edge.right != right]
        self.pairs[left] = right
        self._taken.add(right)
        for rival in rivals:
            self._left_degree[rival] -= 1
        for widow in widows:
            self._right_degree[widow] -= 1
            if self._right_degree[widow]:
                rivals.append(self.edges[self._best_two(self._at_right[widow])[0]].left)
        return rivals

    def _alive(self, places: list[int]) -> list[Edge]:
        return [edge for edge in map(self.edges.__getitem__, places) if self.undecided(edge)]

    def _best_two(self, places: list[int]) -> tuple[int, int]:
        """The position of the best edge left, and the weight of the second best (0 if there is none)."""
        best = self._pop(places)
        while places and not self.undecided(self.edges[places[-1]]):
            places.pop()
        second = self.edges[places[-1]].weight if places else 0
        places.append(best)
        return best, second

    def _pop(self, places: list[int]) -> int:
        while True:
            place = places.pop()
            if self.undecided(self.edges[place]):
                return place

    def _worst_first(self, position: int) -> tuple[int, int]:
        return self.edges[position].weight, -position


def _components(edges: Sequence[Edge]) -> list[list[Edge]]:
    """The edges by connected component, in their order."""
    parent: dict[tuple[str, int], tuple[str, int]] = {}

    def root(vertex: tuple[str, int]) -> tuple[str, int]:
        while (above := parent.setdefault(vertex, vertex)) != vertex:
            parent[vertex] = vertex = parent[above]
        return vertex

    for edge in edges:
        parent[root(("left", edge.left))] = root(("right", edge.right))
    components: dict[tuple[str, int], list[Edge]] = {}
    for edge in edges:
        components.setdefault(root(("left", edge.left)), []).append(edge)
    return list(components.values())


class Edge(NamedTuple):
    """A possible pair and what it is worth (1 or more)."""

    left: int
    right: int
    weight: int


class Kernel:
    """One component, solved exactly.

    Potentials keep ``left potential + right potential >= weight`` for every edge, with equality for the
    chosen ones, and are zero for vertices without a partner: that proves the matching heaviest.
    """

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.lefts = list(dict.fromkeys(edge.left for edge in edges))
        self.rights = list(dict.fromkeys(edge.right for edge in edges))
        left_place = {vertex: place for place, vertex in enumerate(self.lefts)}
        right_place = {vertex: place for place, vertex in enumerate(self.rights)}
        self.edges = [Edge(left_place[edge.left], right_place[edge.right], edge.weight) for edge in edges]
        self.neighbours: list[list[tuple[int, int]]] = [[] for _ in self.lefts]
        for edge in self.edges:
            self.neighbours[edge.left].append((edge.right, edge.weight))
        self.free_potential = max(edge.weight for edge in edges)
        self.left_potential = [self.free_potential] * len(self.lefts)
        self.right_potential = [0] * len(self.rights)
        self.right_of: list[int | None] = [None] * len(self.lefts)
        self.left_of: list[int | None] = [None] * len(self.rights)

    def solve(self) -> dict[int, int]:
        while self.free_potential and None in self.right_of:
            self._lower_potentials()
            if self.free_potential:
                self._augment()
        _Preference(self).run()
        return {
            self.lefts[left]: self.rights[right]
            for left, right in enumerate(self.right_of)
            if right is not None
        }

    def _lower_potentials(self) -> None:
        """Make an alternating path from a free left to a free right vertex tight, at the least cost.

        All free left vertices have one potential, the smallest of all left ones; when it falls to zero,
        they are better off alone.
        """
        free = [left for left, right in enumerate(self.right_of) if right is None]
        bound = self.free_potential
        distance: dict[int, int] = {}
        settled: dict[int, int] = {}
        queue: list[tuple[int, int]] = []
        waiting = [(left, 0) for left in free]
        while waiting or queue:
            if waiting:
                left, start = waiting.pop()
                base = start + self.left_potential[left]
                for right, weight in self.neighbours[left]:
                    length = base + self.right_potential[right] - weight
                    if length < bound and right not in settled:
                        heappush(queue, (length, right))
                continue
            length, right = heappop(queue)
            if length >= bound:
                break
            if right in settled:
                continue
            settled[right] = length
            holder = self.left_of[right]
            if holder is None:
                bound = length
            else:
                distance[holder] = length
                waiting.append((holder, length))
        for left in free:
            self.left_potential[left] -= bound
        for left, length in distance.items():
            self.left_potential[left] -= max(0, bound - length)
        for right, length in settled.items():
            self.right_potential[right] += max(0, bound - length)
        self.free_potential -= bound

    def _augment(self) -> None:
        """Take as many disjoint tight alternating paths as one search of the edges finds."""
        seen = [False] * len(self.rights)
        untried = [iter(row) for row in self.neighbours]
        for start, partner in enumerate(list(self.right_of)):
            if partner is not None:
                continue
            path: list[tuple[int, int]] = []
            left = start
            while True:
                right = self._next_tight(left, untried[left], seen)
                if right is None:
                    if not path:
                        break
                    left, _ = path.pop()
                    continue
                seen[right] = True
                path.append((left, right))
                holder = self.left_of[right]
                if holder is None:
                    for vertex, other in path:
                        self.right_of[vertex] = other
                        self.left_of[other] = vertex
                    break
                left = holder

    def _next_tight(self, left: int, untried: Iterator[tuple[int, int]], seen: list[bool]) -> int | None:
        for right, weight in untried:
            if not seen[right] and self.left_potential[left] + self.right_potential[right] == weight:
                return right
        return None


class _Preference:
    """Among the heaviest matchings of a kernel goes to the one with the earliest edges.

    These are the matchings of tight edges that cover every vertex of positive potential. Along tight
    edges from left to right, and back along chosen ones, an edge can enter the matching exactly when a
    way leads from its right end to its left end; ``outside`` stands for all vertices that may be alone.
    """

    # How many steps of searches in vain are worth another look at which edges can enter at all.
    _PATIENCE = 4

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.size = len(kernel.lefts)
        self.outside = self.size + len(kernel.rights)
        self.tight = [
            edge
            for edge in kernel.edges
            if kernel.left_potential[edge.left] + kernel.right_potential[edge.right] == edge.weight
        ]
        self.tight_of: list[list[int]] = [[] for _ in kernel.lefts]
        self.tight_at: list[list[int]] = [[] for _ in kernel.rights]
        for edge in self.tight:
            self.tight_of[edge.left].append(edge.right)
            self.tight_at[edge.right].append(edge.left)
        self.kept = [False] * self.outside
        self.wasted = 0

    def run(self) -> None:
        groups = self._strong_components()
        for edge in self.tight:
            left, right = edge.left, self.size + edge.right
            if self.kept[left] or self.kept[right]:
                continue
            chosen = self.kernel.right_of[edge.left] == edge.right
            if chosen or (groups[left] == groups[right] and self._enter(edge)):
                self.kept[left] = self.kept[right] = True
            elif self.wasted > self._PATIENCE * len(self.tight):
                self.wasted = 0
                groups = self._strong_components()

    def _enter(self, edge: Edge) -> bool:
        """Bring the edge into the matching, if a way around it exists without the kept vertices."""
        way = self._way(self.size + edge.right, edge.left)
        if way is None:
            return False
        # Back along a chosen edge it is given up; forth along a tight one it is chosen.
        steps = [*pairwise(way), (edge.left, self.size + edge.right)]
        for one, other in steps:
            if self.size <= one < self.outside and other < self.size:
                self._forget(other, one - self.size)
        for one, other in steps:
            if one < self.size <= other < self.outside:
                self.kernel.right_of[one] = other - self.size
                self.kernel.left_of[other - self.size] = one
        return True

    def _way(self, start: int, goal: int) -> list[int] | None:
        """A way from one vertex to another, searched from both ends in turn."""
        found: tuple[dict[int, int], dict[int, int]] = ({start: start}, {goal: goal})
        waiting = (deque([start]), deque([goal]))
        onward = (self._onward, self._backward)
        while waiting[0] and waiting[1]:
            side = 0 if len(waiting[0]) <= len(waiting[1]) else 1
            vertex = waiting[side].popleft()
            if vertex == self.outside and len(waiting[side]):
                # It leads to most vertices, so the others come first.
                waiting[side].append(vertex)
                vertex = waiting[side].popleft()
            for other in onward[side](vertex):
                if other in found[side] or (other != self.outside and self.kept[other]):
                    continue
                found[side][other] = vertex
                if other in found[1 - side]:
                    return _joined(found[0], found[1], other)
                waiting[side].append(other)
        self.wasted += len(found[0]) + len(found[1])
        return None

    def _forget(self, left: int, right: int) -> None:
        self.kernel.right_of[left] = None
        self.kernel.left_of[right] = None

    def _onward(self, vertex: int) -> Iterator[int]:
        kernel = self.kernel
        if vertex == self.outside:
            yield from (left for left, right in enumerate(kernel.right_of) if right is None)
            yield from (
                self.size + right
                for right, left in enumerate(kernel.left_of)
                if left is not None and not kernel.right_potential[right]
            )
        elif vertex < self.size:
            partner = kernel.right_of[vertex]
            yield from (self.size + right for right in self.tight_of[vertex] if right != partner)
            if partner is not None and not kernel.left_potential[vertex]:
                yield self.outside
        else:
            holder = kernel.left_of[vertex - self.size]
            yield self.outside if holder is None else holder

    def _backward(self, vertex: int) -> Iterator[int]:
        kernel = self.kernel
        if vertex == self.outside:
            yield from (self.size + right for right, left in enumerate(kernel.left_of) if left is None)
            yield from (
                left
                for left, right in enumerate(kernel.right_of)
                if right is not None and not kernel.left_potential[left]
            )
        elif vertex < self.size:
            partner = kernel.right_of[vertex]
            yield self.outside if partner is None else self.size + partner
        else:
            right = vertex - self.size
            holder = kernel.left_of[right]
            yield from (left for left in self.tight_at[right] if left != holder)
            if holder is not None and not kernel.right_potential[right]:
                yield self.outside

    def _strong_components(self) -> list[int]:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        ways = [
            (vertex, other)
            for vertex in range(self.outside + 1)
            if vertex == self.outside or not self.kept[vertex]
            for other in self._onward(vertex)
            if other == self.outside or not self.kept[other]
        ]
        rows, columns = np.array(ways, dtype=np.int64).reshape(-1, 2).T
        ones = np.ones(len(ways), dtype=np.int8)
        graph = coo_array((ones, (rows, columns)), shape=(self.outside + 1, self.outside + 1))
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
