"""A table of overlaps and their similarities becomes the heaviest one-to-one alignment of classes.

Only pairs that share a span can be worth anything, so the alignment is a matching in a sparse graph, made
of many small components. Most pairs are decided by looking at their neighbours, all at once; what is left
is solved component by component, never as one matrix over the corpus.
"""

from __future__ import annotations

import numpy as np

from coala.model.graph import Booleans, Integers
from coala.scores.partition import Overlap
from coala.scores.sums import Floats

# Rounds that decide fewer of the pairs than this are dearer than solving what is left.
_WORTH_A_ROUND = 0.05

# Vertices of components that are solved together: each row that is still free clears one array of this
# size, so it must stay small, and each call costs as much as a few thousand such steps, so not too small.
_TOGETHER = 512


def best_pairs(table: Overlap, weight: Floats) -> Integers:
    """The rows of the table that the heaviest alignment holds, in ascending order.

    ``weight`` is the similarity (above 0) of each row's classes. Sums of weights are compared as floats.
    """
    if not len(weight):
        return np.empty(0, np.int64)
    certain, rest = _certain(table.key, table.response, weight)
    if len(rest):
        left = _numbered(table.key[rest])
        right = _numbered(table.response[rest])
        chosen = rest[_solve(left, right, weight[rest])]
        certain = np.concatenate([certain, chosen])
    return np.sort(certain)


def _certain(left: Integers, right: Integers, weight: Floats) -> tuple[Integers, Integers]:
    """Rows that some heaviest matching holds, and the rows that they leave undecided.

    A row is certain when it weighs at least as much as the two best rows that it excludes, one at either
    end: to put it in their place loses nothing. Taking it only removes others, so that all rows which are
    certain at one time, and share no end, can be taken together.
    """
    rows = np.arange(len(weight))
    taken = []
    ends = [_Ends(left), _Ends(right)]
    while len(rows):
        heaviest = weight[rows]
        is_best, excluded = np.ones(len(rows), bool), np.zeros(len(rows))
        for end in ends:
            best_here, second = end.best(rows, heaviest)
            is_best &= best_here
            excluded += second
        certain = rows[is_best & (heaviest >= excluded)]
        if not len(certain):
            break
        taken.append(certain)
        for end in ends:
            end.taken[end.vertex[certain]] = True
        undecided = ~(ends[0].taken[left[rows]] | ends[1].taken[right[rows]])
        before, rows = len(rows), rows[undecided]
        if before - len(rows) < _WORTH_A_ROUND * before:
            break
    return np.concatenate(taken) if taken else np.empty(0, np.int64), rows


class _Ends:
    """The vertices of one side: which are taken, and what is best at each."""

    def __init__(self, vertex: Integers) -> None:
        self.vertex = vertex
        size = int(vertex.max()) + 1
        self.taken: Booleans = np.zeros(size, bool)
        self._first = np.empty(size, np.int64)
        self._best = np.empty(size)

    def best(self, rows: Integers, weight: Floats) -> tuple[Booleans, Floats]:
        """For each row whether it is the best (of equal ones the first) at its end, and else the best weight
        there; for the best row the second best.
        """
        vertex, best, first = self.vertex[rows], self._best, self._first
        best[vertex] = 0.0
        np.maximum.at(best, vertex, weight)
        ties = np.flatnonzero(weight == best[vertex])[::-1]
        first[vertex[ties]] = ties  # of several writes to one vertex the last stays: its first row
        is_best = first[vertex] == np.arange(len(rows))
        best[vertex] = 0.0
        np.maximum.at(best, vertex[~is_best], weight[~is_best])
        return is_best, best[vertex]


def _solve(left: Integers, right: Integers, weight: Floats) -> Integers:
    """The rows of a heaviest matching, component by component."""
    # Imported here because most corpora are decided without, and the import takes a tenth of a second.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    lefts = int(left.max()) + 1
    size = lefts + int(right.max()) + 1
    graph = coo_array((np.ones(len(left), np.int8), (left, lefts + right)), shape=(size, size))
    _, component = connected_components(graph, directed=False)
    # Components in the order of their sizes, so that small ones are solved together and large ones alone.
    sizes = np.bincount(component)
    order = np.argsort(sizes, kind="stable")
    batch = np.empty(len(sizes), np.int64)
    batch[order] = np.cumsum(sizes[order]) // _TOGETHER
    of_row = batch[component[left]]
    rows = np.argsort(of_row, kind="stable")
    bounds = np.flatnonzero(np.diff(of_row[rows])) + 1
    return np.concatenate(
        [
            part[_heaviest(_numbered(left[part]), _numbered(right[part]), weight[part])]
            for part in np.split(rows, bounds)
        ]
    )


def _heaviest(left: Integers, right: Integers, weight: Floats) -> Integers:
    """The rows of a heaviest matching (Jonker & Volgenant 1987, on sparse rows).

    The solver wants a partner for every left vertex: each gets one of its own that is worth nothing.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    lefts, rights = int(left.max()) + 1, int(right.max()) + 1
    alone = np.arange(lefts)
    most = weight.max() + 1.0  # the solver takes a cost of 0 for no edge
    cost = np.concatenate([most - weight, np.full(lefts, most)])
    place = (np.concatenate([left, alone]), np.concatenate([right, rights + alone]))
    matrix = csr_array((cost, place), shape=(lefts, rights + lefts))
    partner = np.empty(lefts, np.int64)
    row, column = min_weight_full_bipartite_matching(matrix)
    partner[row] = column
    return np.flatnonzero(partner[left] == right)


def _numbered(vertex: Integers) -> Integers:
    return np.asarray(np.unique(vertex, return_inverse=True)[1], np.int64)
