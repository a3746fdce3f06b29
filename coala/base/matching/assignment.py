"""The heaviest matching of a bipartite graph with integer weights of any size, and the proof that it is one.

Example: with edges 0-0 (weight 3), 0-1 (2) and 1-0 (2), the heaviest matching is 0-1 and 1-0, which weigh 4.

The method is that of Jonker and Volgenant 1987, *A shortest augmenting path algorithm for dense and sparse
linear assignment problems*. Bids settle most vertices, as in an auction. A search along shortest paths
settles each other one. Every vertex gets a potential (a price). Nothing is rounded, so the potentials prove
the sum exactly.
"""

from __future__ import annotations

from heapq import heappop, heappush

ALONE = -1
"""The number in place of an edge or a vertex that does not exist."""

# Bids for each left vertex. Three vertices that want the same two could otherwise bid for ever.
_MOST_BIDS = 4


class Assignment:
    """A matching of the largest total weight.

    Edge i joins vertex ``left[i]`` to vertex ``right[i]``. ``chosen[x]`` is the edge of left vertex x, or
    ``ALONE``. The potentials are at least 0, and 0 where a vertex is alone. For every edge x-y,
    ``left_potential[x] + right_potential[y]`` is at least its weight, and equal to it if the edge is chosen.
    So no matching weighs more than the sum of all potentials, and this one weighs as much.
    """

    def __init__(self, left: list[int], right: list[int], weight: list[int]) -> None:
        self._left, self._right, self._weight = left, right, weight
        # The heaviest edges come first, so that searches can stop at those that are too light.
        self._edges: list[list[int]] = [[] for _ in range(max(left, default=-1) + 1)]
        for edge in sorted(range(len(left)), key=weight.__getitem__, reverse=True):
            self._edges[left[edge]].append(edge)
        rights = max(right, default=-1) + 1
        self.chosen = [ALONE] * len(self._edges)
        self.right_potential = [0] * rights
        # The left vertex to which each right vertex is matched.
        self._holder = [ALONE] * rights
        undecided = self._bid()
        # What its best edge leaves to each left vertex after the price of the right vertex.
        self.left_potential = [
            max([0, *(weight[edge] - self.right_potential[right[edge]] for edge in edges)])
            for edges in self._edges
        ]
        for vertex in undecided:
            self._search(vertex)

    def _bid(self) -> list[int]:
        """Let left vertices outbid each other as long as that raises a price; return those left over.

        A left vertex gains the weight of an edge minus the price of the right vertex. It takes the edge of
        the largest gain, and raises the price by its lead over the second largest.
        """
        price, left_over = self.right_potential, []
        waiting = list(range(len(self._edges)))
        for _ in range(_MOST_BIDS * len(waiting)):
            if not waiting:
                break
            vertex = waiting.pop()
            best = second = 0
            wanted = ALONE
            for edge in self._edges[vertex]:
                if self._weight[edge] <= second:
                    break
                gain = self._weight[edge] - price[self._right[edge]]
                if gain > best:
                    best, second, wanted = gain, best, edge
                elif gain > second:
                    second = gain
            if wanted == ALONE:
                continue  # no edge is worth its price
            end = self._right[wanted]
            outbid = self._holder[end]
            if outbid != ALONE and best == second:
                # The price would not rise, so the two could outbid each other for ever.
                left_over.append(vertex)
                continue
            price[end] += best - second
            if outbid != ALONE:
                self.chosen[outbid] = ALONE
                waiting.append(outbid)
            self.chosen[vertex], self._holder[end] = wanted, vertex
        return left_over + waiting

    def _search(self, root: int) -> None:
        """Match the root along a shortest path (Dijkstra 1959), or leave alone the vertex that costs least.

        A path goes from a left vertex along any edge to a right vertex, and from there back to the vertex
        that holds it. The length of an edge is the sum of its potentials minus its weight: 0 for chosen
        edges. A path ends at a free right vertex, or at a left vertex that is alone afterwards; the potential
        of this vertex is then added to the length.
        """
        # By right vertex: the length of the shortest path to it, and the last edge of that path.
        length: dict[int, int] = {}
        edge_to: dict[int, int] = {}
        # Right vertices to go on from: length, order in which they were found, vertex.
        waiting: list[tuple[int, int, int]] = []
        # The left vertices that were visited, with the lengths of the paths to them.
        passed: list[tuple[int, int]] = []
        vertex, here = root, 0  # the current left vertex, and the length of the path to it
        # The shortest complete path so far, and its end: a left vertex (last) or a free right one (free).
        shortest, last, free = self.left_potential[root], root, ALONE
        while vertex != ALONE:
            passed.append((vertex, here))
            # The length of the path if it ends here.
            ending = here + self.left_potential[vertex]
            if ending < shortest:
                shortest, last, free = ending, vertex, ALONE
            for edge in self._edges[vertex]:
                # Right potentials are at least 0, and no further edge is heavier.
                least = ending - self._weight[edge]
                if least >= shortest:
                    break
                end = self._right[edge]
                there = least + self.right_potential[end]
                if there < shortest and (end not in length or there < length[end]):
                    length[end], edge_to[end] = there, edge
                    if self._holder[end] == ALONE:
                        shortest, free = there, end
                    else:
                        # Of equally short paths the one found first goes on: it has the fewest edges.
                        heappush(waiting, (there, len(passed), end))
            vertex = ALONE
            while waiting and vertex == ALONE:
                here, _, end = heappop(waiting)
                if here < shortest and here == length[end]:
                    vertex = self._holder[end]
        # Shift the potentials, so that the edges of the shortest path get length 0 and can be chosen.
        for vertex, here in passed:
            self.left_potential[vertex] -= shortest - here
            if vertex != root:
                self.right_potential[self._right[self.chosen[vertex]]] += shortest - here
        self._exchange(root, last, free, edge_to)

    def _exchange(self, root: int, last: int, free: int, edge_to: dict[int, int]) -> None:
        """Choose the edges of the path to ``free``, or to the partner of ``last``, back to the root.

        Each left vertex on the path gives up its edge and takes the one by which the path leaves it.
        """
        end = free
        if free == ALONE and last != root:
            end = self._right[self.chosen[last]]
            self.chosen[last] = ALONE
        while end != ALONE:
            edge = edge_to[end]
            vertex = self._left[edge]
            given_up = self.chosen[vertex]
            self.chosen[vertex], self._holder[end] = edge, vertex
            end = ALONE if given_up == ALONE else self._right[given_up]
