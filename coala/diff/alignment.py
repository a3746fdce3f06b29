"""The alignment of baseline instances with changed instances, one to one.

An instance is one thing that a graph is about; its mentions are spans of text. Two instances may be paired if
they share a span. The alignment maximizes the total number of shared spans. Ties are decided by more shared
types, then more shared names in knowledge bases, then more equal statements, then the earlier shared span.
Other names of instances are never used.

Example: baseline instance 0 has the spans {1, 2, 3} and changed instances 5 and 6 have {1, 2} and {3}. Then 0
is paired with 5, and 6 has no partner.

Two cases need care, and make most of the code:

- Instances of one graph with equal spans. They are a group; its first member represents it, and only the
  representative is compared by spans.
- A crowded span: very many instances share it, so that only few of their pairs are compared
  (``coala.diff.crowds``).

Spans and instances are numbers: indices into the columns of ``Corpus``. Graph 0 is the baseline, graph 1 the
changed graph. An order of instances is given as a rank: ``rank[i]`` is the position of instance ``i``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from coala.base.arrays import Integers
from coala.base.matching.bipartite import match_earliest
from coala.diff.colour_refinement import order_equals
from coala.diff.crowds import find_crowds, pair_by_description, pairs_of_crowds
from coala.diff.statement_matching import count_equal_statements
from coala.model.columns import begins_run, distinct, join, pack
from coala.model.corpus import Corpus


@dataclass(frozen=True, eq=False)
class Overlaps:
    """The pairs of instances that share spans, one row each, sorted by (baseline, changed).

    Only representatives have rows: of several instances of one graph with equal spans, the first.
    """

    # The two instances of each row, the number of spans that they share, and the first of these spans.
    baseline: Integers
    changed: Integers
    shared: Integers
    first: Integers
    # For each graph, the representative of each instance; usually the instance itself.
    representative: tuple[Integers, Integers]
    # The spans whose pairs are not all rows, but only those that ``pairs_of_crowds`` chooses.
    crowded: Integers

    def has_pair(self, baseline: int, changed: int) -> bool:
        """Return True if the two instances share a span."""
        baseline, changed = int(self.representative[0][baseline]), int(self.representative[1][changed])
        # The rows of one baseline instance are neighbours, and sorted by the changed instance.
        start, end = np.searchsorted(self.baseline, [baseline, baseline + 1])
        place = start + np.searchsorted(self.changed[start:end], changed)
        return bool(place < end and self.changed[place] == changed)

    def rows_of(self, graph: int, instance: int) -> Integers:
        """Return the positions of the rows of an instance, or of its representative."""
        representative = int(self.representative[graph][instance])
        if graph == 0:
            return np.arange(*np.searchsorted(self.baseline, [representative, representative + 1]))
        start, end = np.searchsorted(
            self.changed, [representative, representative + 1], sorter=self._rows_by_changed
        )
        return self._rows_by_changed[start:end]

    @cached_property
    def _rows_by_changed(self) -> Integers:
        """All rows, sorted by their changed instance."""
        return np.argsort(self.changed, kind="stable")


@dataclass(frozen=True, eq=False)
class Alignment:
    """The partners of all instances of both graphs, and an order of the instances."""

    # ``partner[0][x]`` is the partner of baseline instance x, ``partner[1][y]`` of changed instance y; -1:
    # none.
    partner: tuple[Integers, Integers]
    overlaps: Overlaps
    # For each graph, the position of each instance by its spans; equal spans are ordered by statements.
    rank: tuple[Integers, Integers]
    # The spans of very many instances; only few pairs of these were compared.
    crowded: Integers

    def related(self, baseline: int, changed: int) -> bool:
        """Return True if the two instances match as objects of a statement.

        They do if they are partners, or if they share a span and one of them has no partner.
        """
        if self.partner[0][baseline] == changed:
            return True
        unpaired = self.partner[0][baseline] < 0 or self.partner[1][changed] < 0
        return bool(unpaired and self.overlaps.has_pair(baseline, changed))


def align_instances(corpus: Corpus) -> Alignment:
    """Pair the instances of graph 0 (baseline) and graph 1 (changed), one to one."""
    sizes = [len(graph.names) for graph in corpus.graphs[:2]]
    partner = np.full(sizes[0], -1, dtype=np.int64), np.full(sizes[1], -1, dtype=np.int64)
    equals = order_equals(corpus)
    rank = _rank_instances(corpus, 0, equals[0]), _rank_instances(corpus, 1, equals[1])
    groups = _group_equal_spans(corpus, 0, rank[0]), _group_equal_spans(corpus, 1, rank[1])
    overlaps = _find_overlaps(corpus, groups, rank)
    x, y = overlaps.baseline, overlaps.changed
    # 1. A pair is alone if neither instance shares spans with a third one; then they are partners.
    alone = (np.bincount(x, minlength=sizes[0])[x] == 1) & (np.bincount(y, minlength=sizes[1])[y] == 1)
    contested = [np.flatnonzero(~alone)]
    # 2. If a pair that is alone represents groups, the members of both groups are candidates for each other.
    for row in np.flatnonzero(alone).tolist() if groups[0] or groups[1] else ():
        members = groups[0].get(int(x[row]), [int(x[row])]), groups[1].get(int(y[row]), [int(y[row])])
        if max(map(len, members)) == 1:
            continue
        alone[row] = False
        if all(_are_described_alike(corpus, overlaps, graph, members[graph]) for graph in (0, 1)):
            # All pairs of members have the same weight, so they are paired in order.
            count = min(map(len, members))
            partner[0][members[0][:count]] = members[1][:count]
        else:
            contested.append(np.array([row]))
    partner[0][x[alone]] = y[alone]
    # 3. All other pairs are contested: the heaviest one-to-one matching decides, of several the earliest one.
    pairs, crowded = _list_pairs(corpus, overlaps, np.concatenate(contested), groups)
    order = np.lexsort((rank[1][pairs[1]], rank[0][pairs[0]], overlaps.first[pairs[2]]))
    left, right, row_of_pair = (column[order] for column in pairs)
    chosen = match_earliest(left, right, _weigh_pairs(corpus, overlaps, left, right, row_of_pair))
    partner[0][left[chosen]] = right[chosen]
    paired = np.flatnonzero(partner[0] >= 0)
    partner[1][partner[0][paired]] = paired
    return Alignment(partner, overlaps, rank, distinct(np.append(overlaps.crowded, crowded)))


def _group_equal_spans(corpus: Corpus, graph: int, rank: Integers) -> dict[int, list[int]]:
    """Return the groups of instances with equal spans, in the order of their ranks, by their first member.

    {4: [4, 9]}: instances 4 and 9 have the same spans, and 4 represents them. Instances without an equal are
    missing.
    """
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
    """Return True if these instances have equal types and statements, so that their pairs weigh the same."""
    table, types = corpus.tables[graph], corpus.descriptions[graph]

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
    """Return the pairs of instances behind these rows of ``overlaps``, and the crowded spans.

    The pairs are three columns: baseline instance, changed instance, and row. A row of two groups has a pair
    for each two members, but if these are too many, for each member only one.
    """
    left, right = overlaps.baseline[rows], overlaps.changed[rows]
    if not groups[0] and not groups[1]:
        return (left, right, rows), rows[:0]
    members = [
        [group.get(number, [number]) for number in side.tolist()]
        for group, side in zip(groups, (left, right), strict=True)
    ]
    lefts, rights = members
    crowds = find_crowds(np.array(list(map(len, lefts))), np.array(list(map(len, rights))))
    pairs = [
        (x, y, row)
        for is_crowd, row, xs, ys in zip(crowds.tolist(), rows.tolist(), lefts, rights, strict=True)
        for x, y in (pair_by_description(corpus, xs, ys) if is_crowd else product(xs, ys))
    ]
    columns = np.array(pairs, dtype=np.int64).reshape(-1, 3).T
    return (columns[0], columns[1], columns[2]), overlaps.first[rows[crowds]]


def _weigh_pairs(
    corpus: Corpus, overlaps: Overlaps, left: Integers, right: Integers, rows: Integers
) -> list[int]:
    """Return the weight of each contested pair: shared spans, then types, names, and equal statements.

    The numbers are packed into one. A shared span weighs more than all types, names and statements together.
    """
    (first, second), named = (graph.types for graph in corpus.graphs[:2]), corpus.entity_names
    types, names, statements = [], [], []
    for x, y in zip(left.tolist(), right.tolist(), strict=True):
        types.append(len(set(first[x]).intersection(second[y])))
        names.append(len(set(named[0][x]).intersection(named[1][y])))
        statements.append(count_equal_statements(corpus.tables, x, y, overlaps.has_pair))
    per_name = sum(statements) + 1
    per_type = per_name * (sum(names) + 1)
    per_span = per_type * (sum(types) + 1)
    return [
        shared * per_span + alike * per_type + named_alike * per_name + equal
        for shared, alike, named_alike, equal in zip(
            overlaps.shared[rows].tolist(), types, names, statements, strict=True
        )
    ]


def _find_overlaps(
    corpus: Corpus,
    groups: tuple[dict[int, list[int]], dict[int, list[int]]],
    rank: tuple[Integers, Integers],
) -> Overlaps:
    """Return all pairs of a baseline and a changed mention of one span, counted by pair of instances."""
    columns, representative = [], []
    for graph in (0, 1):
        # The mentions of the representatives, sorted by span and then by the rank of the instance.
        represents = np.arange(len(corpus.graphs[graph].names))
        for first_member, members in groups[graph].items():
            represents[members] = first_member
        representative.append(represents)
        instance = corpus.instances[graph]
        rows = np.flatnonzero(represents[instance] == instance)
        rows = rows[np.argsort(pack(corpus.mentions[graph][rows], rank[graph][instance[rows]]))]
        columns.append((corpus.mentions[graph][rows], instance[rows]))
    (spans, x), (other_spans, y) = columns
    crowds = find_crowds(
        np.bincount(spans, minlength=corpus.spans), np.bincount(other_spans, minlength=corpus.spans)
    )
    # Usual spans make all pairs of their mentions in the two graphs; crowded spans add a choice of pairs.
    usual = np.flatnonzero(~crowds[spans]), np.flatnonzero(~crowds[other_spans])
    row, other_row = join(spans[usual[0]], other_spans[usual[1]])
    row, other_row = usual[0][row], usual[1][other_row]
    baseline, changed, span = x[row], y[other_row], spans[row]
    if crowds.any():
        of_crowds = [
            (side_spans[crowds[side_spans]], instances[crowds[side_spans]])
            for side_spans, instances in ((spans, x), (other_spans, y))
        ]
        more = pairs_of_crowds(of_crowds[0], of_crowds[1], baseline, changed)
        baseline, changed, span = (
            np.concatenate(both) for both in zip((baseline, changed, span), more, strict=True)
        )
    # Each pair of instances becomes one row, with the number of its shared spans and the first of them.
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
    # Most instances differ in their first span; only the others are compared by all of them.
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
