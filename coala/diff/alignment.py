"""The alignment of baseline instances with changed instances, one to one.

It maximizes the total number of shared spans; ties are decided by more shared types, then more equal
statements, then the earlier shared span (specification, section 3). Names are never used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from coala.base.matching.bipartite import match_earliest
from coala.diff.colour_refinement import order_equals
from coala.diff.crowds import find_crowds, pair_by_description, pairs_of_crowds
from coala.diff.statement_matching import count_equal_statements
from coala.model.columns import begins_run, distinct, join, pack
from coala.model.corpus import Corpus
from coala.model.graph import Integers


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Pairs of instances that share spans, with the number of shared spans and the first.

    The rows are sorted by (baseline, changed). Instances of one graph with equal spans are represented by one
    of them: ``representative[g][i]`` for instance i. A ``crowded`` span makes only the pairs of
    ``pairs_of_crowds``.
    """

    baseline: Integers
    changed: Integers
    shared: Integers
    first: Integers
    representative: tuple[Integers, Integers]
    crowded: Integers

    def has(self, baseline: int, changed: int) -> bool:
        """Return True if the two instances share a span."""
        baseline, changed = int(self.representative[0][baseline]), int(self.representative[1][changed])
        start, end = np.searchsorted(self.baseline, [baseline, baseline + 1])
        place = start + np.searchsorted(self.changed[start:end], changed)
        return bool(place < end and self.changed[place] == changed)

    def rows_of(self, graph: int, instance: int) -> Integers:
        """Return the pairs of an instance, or of its representative."""
        shown = int(self.representative[graph][instance])
        if graph == 0:
            return np.arange(*np.searchsorted(self.baseline, [shown, shown + 1]))
        start, end = np.searchsorted(self.changed, [shown, shown + 1], sorter=self._by_changed)
        return self._by_changed[start:end]

    @cached_property
    def _by_changed(self) -> Integers:
        return np.argsort(self.changed, kind="stable")


@dataclass(frozen=True, eq=False)
class Alignment:
    """The partners of all instances, an order of them, and the crowded spans.

    ``partner[0][x]`` is the partner of baseline instance x, ``partner[1][y]`` of changed instance y, -1 for
    none. ``rank[g]`` orders the instances of a graph by their spans, and those with equal spans by their
    statements. ``crowded`` are the spans of very many instances; only few pairs of these were compared.
    """

    partner: tuple[Integers, Integers]
    overlaps: Overlaps
    rank: tuple[Integers, Integers]
    crowded: Integers

    def related(self, baseline: int, changed: int) -> bool:
        """Return True if the two instances match as objects of a statement."""
        if self.partner[0][baseline] == changed:
            return True
        unpaired = self.partner[0][baseline] < 0 or self.partner[1][changed] < 0
        return bool(unpaired and self.overlaps.has(baseline, changed))


def align_instances(corpus: Corpus) -> Alignment:
    """Pair the instances of graph 0 (baseline) and graph 1 (changed), one to one."""
    sizes = [len(graph.names) for graph in corpus.graphs[:2]]
    partner = np.full(sizes[0], -1, dtype=np.int64), np.full(sizes[1], -1, dtype=np.int64)
    equals = order_equals(corpus)
    rank = _rank_instances(corpus, 0, equals[0]), _rank_instances(corpus, 1, equals[1])
    groups = _group_equal_spans(corpus, 0, rank[0]), _group_equal_spans(corpus, 1, rank[1])
    overlaps = _find_overlaps(corpus, groups, rank)
    x, y = overlaps.baseline, overlaps.changed
    alone = (np.bincount(x, minlength=sizes[0])[x] == 1) & (np.bincount(y, minlength=sizes[1])[y] == 1)
    contested = [np.flatnonzero(~alone)]
    for row in np.flatnonzero(alone).tolist() if groups[0] or groups[1] else ():
        members = groups[0].get(int(x[row]), [int(x[row])]), groups[1].get(int(y[row]), [int(y[row])])
        if max(map(len, members)) == 1:
            continue
        alone[row] = False
        if all(_are_described_alike(corpus, overlaps, graph, members[graph]) for graph in (0, 1)):
            # All pairs have the same weight, so they are paired in order.
            count = min(map(len, members))
            partner[0][members[0][:count]] = members[1][:count]
        else:
            contested.append(np.array([row]))
    partner[0][x[alone]] = y[alone]
    pairs, crowded = _list_pairs(corpus, overlaps, np.concatenate(contested), groups)
    order = np.lexsort((rank[1][pairs[1]], rank[0][pairs[0]], overlaps.first[pairs[2]]))
    left, right, of_row = (column[order] for column in pairs)
    chosen = match_earliest(left, right, _weigh_pairs(corpus, overlaps, left, right, of_row))
    partner[0][left[chosen]] = right[chosen]
    paired = np.flatnonzero(partner[0] >= 0)
    partner[1][partner[0][paired]] = paired
    return Alignment(partner, overlaps, rank, distinct(np.append(overlaps.crowded, crowded)))


def _group_equal_spans(corpus: Corpus, graph: int, rank: Integers) -> dict[int, list[int]]:
    """Return the instances of each set of equal spans, by the first of them, in the order of their ranks."""
    spans, instance = corpus.mentions[graph], corpus.instances[graph]
    several = np.bincount(spans, minlength=corpus.spans)[spans] > 1
    mentions = np.bincount(instance, minlength=len(rank))
    # An instance can have an equal only if it shares each of its spans.
    shared = np.bincount(instance[several], minlength=len(rank))
    candidates = np.flatnonzero((shared == mentions) & (mentions > 0))
    groups: dict[tuple[int, ...], list[int]] = {}
    for number in candidates[np.argsort(rank[candidates])].tolist():
        groups.setdefault(tuple(corpus.spans_of(graph, number)), []).append(number)
    return {members[0]: members for members in groups.values() if len(members) > 1}


def _are_described_alike(corpus: Corpus, overlaps: Overlaps, graph: int, members: list[int]) -> bool:
    """Return True if these instances have equal types and statements, as far as these count for a pair."""
    table, types = corpus.tables[graph], corpus.graphs[graph].types

    def describe(instance: int) -> object:
        statements = [
            (
                int(table.code[row]),
                sorted(
                    (path, int(overlaps.representative[graph][target]))
                    for path, target in table.references.get(row, ())
                ),
            )
            for row in table.rows(instance)
        ]
        return types[instance], sorted(statements)

    first = describe(members[0])
    return all(describe(member) == first for member in members[1:])


def _list_pairs(
    corpus: Corpus,
    overlaps: Overlaps,
    rows: Integers,
    groups: tuple[dict[int, list[int]], dict[int, list[int]]],
) -> tuple[tuple[Integers, Integers, Integers], Integers]:
    """Return the pairs of instances of these rows, with the row of each, and the crowded spans."""
    left, right = overlaps.baseline[rows], overlaps.changed[rows]
    if not groups[0] and not groups[1]:
        return (left, right, rows), rows[:0]
    members = [
        [group.get(number, [number]) for number in side.tolist()]
        for group, side in zip(groups, (left, right), strict=True)
    ]
    ours, theirs = members
    crowds = find_crowds(np.array(list(map(len, ours))), np.array(list(map(len, theirs))))
    pairs = [
        (x, y, row)
        for is_crowd, row, one, other in zip(crowds.tolist(), rows.tolist(), ours, theirs, strict=True)
        for x, y in (pair_by_description(corpus, one, other) if is_crowd else product(one, other))
    ]
    columns = np.array(pairs, dtype=np.int64).reshape(-1, 3).T
    return (columns[0], columns[1], columns[2]), overlaps.first[rows[crowds]]


def _weigh_pairs(
    corpus: Corpus, overlaps: Overlaps, left: Integers, right: Integers, rows: Integers
) -> list[int]:
    """Return the weight of each contested pair: shared spans, then types, then equal statements."""
    types, statements = [], []
    for x, y in zip(left.tolist(), right.tolist(), strict=True):
        types.append(len(set(corpus.graphs[0].types[x]).intersection(corpus.graphs[1].types[y])))
        statements.append(count_equal_statements(corpus.tables, x, y, overlaps.has))
    per_type = sum(statements) + 1
    per_span = per_type * (sum(types) + 1)
    return [
        shared * per_span + alike * per_type + equal
        for shared, alike, equal in zip(overlaps.shared[rows].tolist(), types, statements, strict=True)
    ]


def _find_overlaps(
    corpus: Corpus,
    groups: tuple[dict[int, list[int]], dict[int, list[int]]],
    rank: tuple[Integers, Integers],
) -> Overlaps:
    """Return all pairs of a baseline and a changed mention of one span, counted by pair of instances."""
    columns, representative = [], []
    for graph in (0, 1):
        shown = np.arange(len(corpus.graphs[graph].names))
        for member, members in groups[graph].items():
            shown[members] = member
        representative.append(shown)
        instance = corpus.instances[graph]
        rows = np.flatnonzero(shown[instance] == instance)
        rows = rows[np.argsort(pack(corpus.mentions[graph][rows], rank[graph][instance[rows]]))]
        columns.append((corpus.mentions[graph][rows], instance[rows]))
    (spans, x), (other_spans, y) = columns
    crowds = find_crowds(
        np.bincount(spans, minlength=corpus.spans), np.bincount(other_spans, minlength=corpus.spans)
    )
    usual = np.flatnonzero(~crowds[spans]), np.flatnonzero(~crowds[other_spans])
    row, other = join(spans[usual[0]], other_spans[usual[1]])
    row, other = usual[0][row], usual[1][other]
    baseline, changed, span = x[row], y[other], spans[row]
    if crowds.any():
        in_crowds = [(side[crowds[side]], who[crowds[side]]) for side, who in ((spans, x), (other_spans, y))]
        more = pairs_of_crowds(in_crowds[0], in_crowds[1], baseline, changed)
        baseline, changed, span = (
            np.concatenate(both) for both in zip((baseline, changed, span), more, strict=True)
        )
    order = np.argsort(pack(baseline, changed, span))
    first = np.flatnonzero(begins_run(pack(baseline, changed)[order]))
    rows = order[first]
    return Overlaps(
        baseline=baseline[rows],
        changed=changed[rows],
        shared=np.diff(np.append(first, len(order))),
        first=span[rows],
        representative=(representative[0], representative[1]),
        crowded=np.flatnonzero(crowds),
    )


def _rank_instances(corpus: Corpus, graph: int, equals: Mapping[int, int]) -> Integers:
    """Return the rank of each instance in the order of spans; ``equals`` orders those with equal spans."""
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
