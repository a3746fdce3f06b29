"""Weighted edges to the heaviest matching of a bipartite graph, the same one for every order of the input.

Bags are many and mostly simple, so edges that every answer must hold are taken first; what remains is
solved exactly. Among equally heavy matchings the one with the earliest edges is chosen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from coala.assignment import Edge, Kernel

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
