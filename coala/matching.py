"""Weighted edges to the heaviest matching of a bipartite graph, the same one for every order of the input.

Bags are many and mostly simple, so edges that every answer must hold are taken first; what remains is
solved exactly with the Hungarian method on sparse edges (Kuhn 1955; shortest augmenting paths with
potentials), and among equally heavy matchings the one with the earliest edges is chosen. Weights are
integers of any size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple


class Edge(NamedTuple):
    """A possible pair and what it is worth (1 or more)."""

    left: int
    right: int
    weight: int


def heaviest_matching(edges: Sequence[Edge]) -> dict[int, int]:
    """Left to right vertices, one to one, of the largest total weight.

    Of several such matchings the one whose edges stand earliest in ``edges`` is returned: the sorted
    positions are compared like words in a dictionary.
    """
    reduction = _Reduction(edges)
    reduction.run()
    pairs = reduction.pairs
    for kernel in _components([edge for edge in edges if reduction.undecided(edge)]):
        pairs |= _Kernel(kernel).solve()
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


class _Kernel:
    """One component, solved exactly.

    Potentials keep ``left potential + right potential >= weight`` for every edge, with equality for the
    chosen ones, and are zero for vertices without a partner: that proves the matching heaviest.
    """

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self.by_left: dict[int, list[Edge]] = {}
        self.by_right: dict[int, list[Edge]] = {}
        for edge in edges:
            self.by_left.setdefault(edge.left, []).append(edge)
            self.by_right.setdefault(edge.right, []).append(edge)
        self.left_potential = {left: max(edge.weight for edge in row) for left, row in self.by_left.items()}
        self.right_potential = dict.fromkeys(self.by_right, 0)
        self.right_of: dict[int, int] = {}
        self.left_of: dict[int, int] = {}

    def solve(self) -> dict[int, int]:
        for left in self.by_left:
            self._augment(left)
        self._prefer_early()
        return self.right_of

    def _augment(self, start: int) -> None:
        """Bring one more left vertex in, along the cheapest alternating path."""
        distance = {start: 0}
        came_from: dict[int, int] = {}
        settled: dict[int, int] = {}
        reached: dict[int, int] = {}
        queue: list[tuple[int, int]] = []
        # The path may also end by leaving a left vertex alone, which costs its whole potential.
        cheapest, loner, end = self.left_potential[start], start, None
        left = start
        while True:
            for edge in self.by_left[left]:
                slack = self.left_potential[left] + self.right_potential[edge.right] - edge.weight
                length = distance[left] + slack
                if edge.right not in settled and length < reached.get(edge.right, length + 1):
                    reached[edge.right] = length
                    came_from[edge.right] = left
                    heappush(queue, (length, edge.right))
            while queue and queue[0][1] in settled:
                heappop(queue)
            if not queue or queue[0][0] >= cheapest:
                break
            length, right = heappop(queue)
            settled[right] = length
            if right not in self.left_of:
                cheapest, end = length, right
                break
            left = self.left_of[right]
            distance[left] = length
            if length + self.left_potential[left] < cheapest:
                cheapest, loner = length + self.left_potential[left], left
        for vertex, length in distance.items():
            self.left_potential[vertex] -= max(0, cheapest - length)
        for vertex, length in settled.items():
            self.right_potential[vertex] += max(0, cheapest - length)
        if end is None:
            end = self.right_of.pop(loner, None)
        while end is not None:
            left = came_from[end]
            self.left_of[end] = left
            previous = self.right_of.get(left)
            self.right_of[left] = end
            end = previous if left != start else None

    def _prefer_early(self) -> None:
        """Among the heaviest matchings go to the one with the earliest edges.

        These are the matchings of edges without slack that cover every vertex of positive potential, so
        each edge in turn is kept if the vertices that it frees can be covered again without the kept ones.
        """
        kept_left: set[int] = set()
        kept_right: set[int] = set()
        for edge in self.edges:
            if edge.left in kept_left or edge.right in kept_right or self._slack(edge):
                continue
            kept_left.add(edge.left)
            kept_right.add(edge.right)
            if self.right_of.get(edge.left) != edge.right and not self._force(edge, kept_left, kept_right):
                kept_left.remove(edge.left)
                kept_right.remove(edge.right)

    def _force(self, edge: Edge, kept_left: set[int], kept_right: set[int]) -> bool:
        changed: list[tuple[dict[int, int], int, int | None]] = []

        def assign(table: dict[int, int], vertex: int, other: int | None) -> None:
            changed.append((table, vertex, table.get(vertex)))
            if other is None:
                table.pop(vertex, None)
            else:
                table[vertex] = other

        freed_right = self.right_of.get(edge.left)
        freed_left = self.left_of.get(edge.right)
        if freed_right is not None:
            assign(self.left_of, freed_right, None)
        if freed_left is not None:
            assign(self.right_of, freed_left, None)
        assign(self.right_of, edge.left, edge.right)
        assign(self.left_of, edge.right, edge.left)
        covered = True
        for freed, own, opposite, edges_of, potential, fixed in (
            (freed_left, self.right_of, self.left_of, self.by_left, self.left_potential, kept_right),
            (freed_right, self.left_of, self.right_of, self.by_right, self.right_potential, kept_left),
        ):
            if freed is None or freed in own or not potential[freed]:
                continue
            path = self._cover(freed, own, opposite, edges_of, potential, fixed)
            if path is None:
                covered = False
                break
            for vertex, partner in path:
                assign(own, vertex, partner)
                if partner is not None:
                    assign(opposite, partner, vertex)
        if not covered:
            for table, vertex, former in reversed(changed):
                if former is None:
                    table.pop(vertex, None)
                else:
                    table[vertex] = former
        return covered

    def _cover(
        self,
        start: int,
        own: dict[int, int],
        opposite: dict[int, int],
        edges_of: dict[int, list[Edge]],
        potential: dict[int, int],
        fixed: set[int],
    ) -> list[tuple[int, int | None]] | None:
        """New partners along an alternating path that covers ``start``, or None if there is none."""
        came_from: dict[int, int] = {}
        waiting = deque([start])
        while waiting:
            vertex = waiting.popleft()
            for edge in edges_of[vertex]:
                other = edge.right if edges_of is self.by_left else edge.left
                if other in fixed or other in came_from or self._slack(edge):
                    continue
                came_from[other] = vertex
                displaced = opposite.get(other)
                if displaced is None or not potential[displaced]:
                    path: list[tuple[int, int | None]] = [] if displaced is None else [(displaced, None)]
                    step: int | None = other
                    while step is not None:
                        holder = came_from[step]
                        path.append((holder, step))
                        step = own.get(holder)
                    return path
                waiting.append(displaced)
        return None

    def _slack(self, edge: Edge) -> int:
        return self.left_potential[edge.left] + self.right_potential[edge.right] - edge.weight
