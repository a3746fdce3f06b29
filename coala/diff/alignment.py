"""A corpus tells partners: which baseline instance and which changed instance are the same one.

One to one, so that the total number of shared spans is largest; then more shared types, then more equal
statements, then the earlier shared span (specification, section 3). No step looks at a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from coala.base.matching.bipartite import match_earliest
from coala.diff.colour_refinement import order_equals
from coala.diff.statement_matching import count_equal_statements
from coala.model.columns import begins_run, pack
from coala.model.corpus import Corpus
from coala.model.graph import Integers


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Pairs of instances that share spans: how many, and the first; sorted by (baseline, changed)."""

    baseline: Integers
    changed: Integers
    shared: Integers
    first: Integers

    def has(self, baseline: int, changed: int) -> bool:
        """Whether the two instances share a span."""
        start, end = np.searchsorted(self.baseline, [baseline, baseline + 1])
        place = start + np.searchsorted(self.changed[start:end], changed)
        return bool(place < end and self.changed[place] == changed)


@dataclass(frozen=True, eq=False)
class Alignment:
    """``partner[0][x]`` is the partner of baseline instance x, ``partner[1][y]`` of changed instance y.

    -1 means unpaired. ``rank[g]`` orders the instances of a graph by their spans, and those with equal
    spans by what is said of them.
    """

    partner: tuple[Integers, Integers]
    overlaps: Overlaps
    rank: tuple[Integers, Integers]

    def related(self, baseline: int, changed: int) -> bool:
        """Whether the two match as objects of a statement."""
        if self.partner[0][baseline] == changed:
            return True
        unpaired = self.partner[0][baseline] < 0 or self.partner[1][changed] < 0
        return bool(unpaired and self.overlaps.has(baseline, changed))


def align_instances(corpus: Corpus) -> Alignment:
    """Pair the instances of graph 0 (baseline) and graph 1 (changed), one to one."""
    overlaps = _overlaps(corpus)
    x, y = overlaps.baseline, overlaps.changed
    sizes = [len(graph.names) for graph in corpus.graphs[:2]]
    partner = np.full(sizes[0], -1, dtype=np.int64), np.full(sizes[1], -1, dtype=np.int64)
    equals = order_equals(corpus)
    rank = _rank(corpus, 0, equals[0]), _rank(corpus, 1, equals[1])
    alone = (np.bincount(x, minlength=sizes[0])[x] == 1) & (np.bincount(y, minlength=sizes[1])[y] == 1)
    partner[0][x[alone]] = y[alone]
    contested = np.flatnonzero(~alone)
    order = np.lexsort((rank[1][y[contested]], rank[0][x[contested]], overlaps.first[contested]))
    rows = contested[order]
    rows = rows[match_earliest(x[rows], y[rows], _weights(corpus, overlaps, rows))]
    partner[0][x[rows]] = y[rows]
    paired = np.flatnonzero(partner[0] >= 0)
    partner[1][partner[0][paired]] = paired
    return Alignment(partner, overlaps, rank)


def _weights(corpus: Corpus, overlaps: Overlaps, rows: Integers) -> list[int]:
    """What each contested pair is worth, so composed that a tie in one sum is decided by the next."""
    types, statements = [], []
    for x, y in zip(overlaps.baseline[rows].tolist(), overlaps.changed[rows].tolist(), strict=True):
        types.append(len(set(corpus.graphs[0].types[x]).intersection(corpus.graphs[1].types[y])))
        statements.append(count_equal_statements(corpus.tables, x, y, overlaps.has))
    per_type = sum(statements) + 1
    per_span = per_type * (sum(types) + 1)
    return [
        shared * per_span + alike * per_type + equal
        for shared, alike, equal in zip(overlaps.shared[rows].tolist(), types, statements, strict=True)
    ]


def _overlaps(corpus: Corpus) -> Overlaps:
    """All pairs of a baseline and a changed mention of one span, counted by pair of instances."""
    columns = []
    for graph in (0, 1):
        order = np.argsort(corpus.mentions[graph], kind="stable")
        columns.append((corpus.mentions[graph][order], corpus.instances[graph][order]))
    (spans, x), (other_spans, y) = columns
    start = np.searchsorted(other_spans, spans, side="left")
    count = np.searchsorted(other_spans, spans, side="right") - start
    # Mention m meets the changed mentions start[m] .. start[m] + count[m] of its span.
    mention = np.repeat(np.arange(len(spans)), count)
    offset = np.arange(len(mention)) - np.repeat(np.cumsum(count) - count, count)
    baseline, changed, span = x[mention], y[start[mention] + offset], spans[mention]
    order = np.argsort(pack(baseline, changed, span))
    first = np.flatnonzero(begins_run(pack(baseline, changed)[order]))
    rows = order[first]
    return Overlaps(
        baseline=baseline[rows],
        changed=changed[rows],
        shared=np.diff(np.append(first, len(order))),
        first=span[rows],
    )


def _rank(corpus: Corpus, graph: int, equals: Mapping[int, int]) -> Integers:
    """The place of each instance in the order of their spans; ``equals`` orders those with the same."""
    size = len(corpus.graphs[graph].names)
    spans, instance = corpus.mentions[graph], corpus.instances[graph]
    first = np.full(size, corpus.spans, dtype=np.int64)
    np.minimum.at(first, instance, spans)
    order = np.argsort(first, kind="stable")
    tied = np.zeros(size, dtype=bool)
    tied[1:] = first[order][1:] == first[order][:-1]
    tied[:-1] |= tied[1:]
    if tied.any():
        order[tied] = sorted(
            order[tied].tolist(), key=lambda number: (corpus.spans_of(graph, number), equals.get(number, 0))
        )
    rank = np.empty(size, dtype=np.int64)
    rank[order] = np.arange(size)
    return rank
