"""The divergences of two aligned graphs, as columns of numbers.

A divergence is one thing in which the graphs differ. The alignment pairs baseline and changed instances as
*partners*. There are rows of these kinds:

- A mention that both graphs have, in chains that are not partners: moved if both chains have partners, split
  if the changed chain has none, and merged if only the baseline chain has none.
- A mention that only one graph has: added or dropped. If the other graph has no span of the chain at all,
  there is one row for the chain: instance added or dropped.
- Partners with different types, and partners with different statements: one row for each pair.
- A fact that was added, dropped, changed or retyped (``coala.diff.fact_matching``).

Example: the row (kind moved, baseline 4, changed 9, span 17) means that span 17 is in chain 4 of the baseline
and in chain 9 of the changed graph. ``coala.diff.bag_builder`` describes the rows of a bag in words.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coala.base.arrays import Integers
from coala.base.sequences import number_items
from coala.diff.alignment import Alignment
from coala.diff.bags import Bags
from coala.diff.fact_matching import FactChanges, compare_facts
from coala.diff.statement_matching import find_unmatched
from coala.model.columns import distinct, is_in
from coala.model.corpus import Corpus
from coala.model.kinds import Kind
from coala.prepare.canonical_relations import find_mirrored

KINDS = tuple(Kind)


@dataclass(frozen=True, eq=False)
class Divergences:
    """All divergences, one row each, sorted by bag, kind and span."""

    bag: Integers
    # Indexes ``KINDS``.
    kind: Integers
    # The instances, or -1 for none.
    baseline: Integers
    changed: Integers
    # -1 for a row about a complete instance or pair.
    span: Integers
    # The statements without a match in the partner, sorted by subject. They are not columns of the rows.
    dropped: Integers
    added: Integers
    # The index in ``facts.changes``, or -1 for a row that is not about a fact.
    fact: Integers
    facts: FactChanges
    # The number of bags with a divergence of any kind, also of kinds that are not among the rows.
    differing_bags: int

    def __len__(self) -> int:
        return len(self.bag)

    @cached_property
    def interesting(self) -> Integers:
        """The bags that have a row, in ascending order."""
        bags: Integers = self.bag[np.diff(self.bag, prepend=-1) != 0]
        return bags


def find_divergences(
    corpus: Corpus,
    bags: Bags,
    alignment: Alignment,
    kinds: Collection[Kind] = KINDS,
) -> Divergences:
    """Return every divergence of one of ``kinds``; a bag is interesting if it has one."""
    unmatched = _find_unmatched_rows(corpus, alignment)
    facts = compare_facts(corpus, bags, alignment)
    blocks = [_compare_mentions(corpus, alignment), _compare_types(corpus, alignment)]
    blocks.append(_compare_statements(corpus, alignment, unmatched))
    blocks.append(_build_fact_rows(facts, bags))
    kind, baseline, changed, span = np.concatenate(blocks, axis=1)
    # The rows of facts are the last ones: number them 0, 1, 2, …, and all others -1.
    fact = np.arange(len(kind)) - (len(kind) - len(facts.changes))
    fact[fact < 0] = -1
    # A row is in the bag of its baseline instance, or of its changed one if it has no other.
    bag = np.where(
        baseline >= 0,
        bags.of_instance[0][baseline] if len(bags.of_instance[0]) else -1,
        bags.of_instance[1][changed] if len(bags.of_instance[1]) else -1,
    )
    ranks = (_look_up_ranks(alignment.rank[1], changed), _look_up_ranks(alignment.rank[0], baseline))
    # ``lexsort`` sorts by its last key first.
    order = np.lexsort((fact, *ranks, span, kind, bag))
    is_chosen = np.array([name in kinds for name in KINDS], dtype=bool)
    differing_bags = len(distinct(bag))
    order = order[is_chosen[kind[order]]]
    return Divergences(
        bag=bag[order],
        kind=kind[order],
        baseline=baseline[order],
        changed=changed[order],
        span=span[order],
        dropped=unmatched[0],
        added=unmatched[1],
        fact=fact[order],
        facts=facts,
        differing_bags=differing_bags,
    )


def _find_unmatched_rows(corpus: Corpus, alignment: Alignment) -> tuple[Integers, Integers]:
    """Return the unmatched statement rows of both graphs, sorted by subject, without those that are facts."""
    tables = corpus.tables
    dropped, added = (
        _drop_mirrored(corpus, alignment, graph, rows[~is_in(rows, corpus.graphs[graph].facts.statement)])
        for graph, rows in enumerate(
            find_unmatched(tables, alignment.partner, alignment.related, corpus.spans_of)
        )
    )
    return (
        dropped[np.argsort(tables[0].subject[dropped], kind="stable")],
        added[np.argsort(tables[1].subject[added], kind="stable")],
    )


def _drop_mirrored(corpus: Corpus, alignment: Alignment, graph: int, rows: Integers) -> Integers:
    """Drop the second rows of symmetric statements, which have one row from each end.

    "x meets y" and "y meets x" are one statement; the row of the earlier instance stays.
    """
    mirrored = find_mirrored(corpus.graphs[graph], rows)
    if not mirrored.any():
        return rows
    table, rank = corpus.tables[graph], alignment.rank[graph]
    later = [
        row for row in rows[mirrored].tolist() if rank[table.subject[row]] > rank[table.references[row][0][1]]
    ]
    return rows[~is_in(rows, np.array(later, dtype=np.int64))]


def _compare_mentions(corpus: Corpus, alignment: Alignment) -> Integers:
    """Return the rows about mentions and complete instances, in columns: kind, baseline, changed, span."""
    lost = _find_unkept_mentions(corpus, alignment, 0)
    gained = _find_unkept_mentions(corpus, alignment, 1)
    # The n-th lost mention of a span is paired with the n-th gained mention.
    places = [
        _count_earlier_equals(corpus.mentions[graph][rows]) for graph, rows in enumerate((lost, gained))
    ]
    # (span, n) is encoded as one number: span · stride + n.
    _, left, right = np.intersect1d(
        corpus.mentions[0][lost] * _stride(places) + places[0],
        corpus.mentions[1][gained] * _stride(places) + places[1],
        assume_unique=True,
        return_indices=True,
    )
    x, y = corpus.instances[0][lost[left]], corpus.instances[1][gained[right]]
    kind = np.where(
        alignment.partner[1][y] < 0,
        KINDS.index(Kind.SPLIT),
        np.where(alignment.partner[0][x] < 0, KINDS.index(Kind.MERGED), KINDS.index(Kind.MOVED)),
    )
    paired = np.stack([kind, x, y, corpus.mentions[0][lost[left]]])
    dropped = _build_unpaired_rows(
        corpus, 0, np.delete(lost, left), Kind.MENTION_DROPPED, Kind.INSTANCE_DROPPED
    )
    added = _build_unpaired_rows(corpus, 1, np.delete(gained, right), Kind.MENTION_ADDED, Kind.INSTANCE_ADDED)
    return np.concatenate([paired, dropped, added], axis=1)


def _find_unkept_mentions(corpus: Corpus, alignment: Alignment, graph: int) -> Integers:
    """Return the mentions whose instance's partner lacks the span, by span and then by rank."""
    other = 1 - graph
    spans, instance = corpus.mentions[graph], corpus.instances[graph]
    partner = alignment.partner[graph][instance]
    # A mention (span, instance) of the other graph is encoded as one number.
    size = len(corpus.graphs[other].names) + 1
    other_mentions = corpus.mentions[other] * size + corpus.instances[other]
    rows = np.flatnonzero((partner < 0) | ~is_in(spans * size + partner, other_mentions))
    ordered: Integers = rows[np.lexsort((alignment.rank[graph][instance[rows]], spans[rows]))]
    return ordered


def _count_earlier_equals(spans: Integers) -> Integers:
    """Return for each entry of a sorted column the number of equal entries before it."""
    return np.arange(len(spans)) - np.searchsorted(spans, spans, side="left")


def _stride(places: list[Integers]) -> int:
    """Return a number larger than all places, to encode (span, place) as span · stride + place."""
    return 1 + max(int(place.max(initial=0)) for place in places)


def _build_unpaired_rows(
    corpus: Corpus, graph: int, rows: Integers, mention_kind: Kind, instance_kind: Kind
) -> Integers:
    """Return rows of ``mention_kind`` for unpaired mentions, ``rows``.

    An instance without any span in the other graph gets one row of ``instance_kind`` instead.
    """
    instance = corpus.instances[graph]
    # The instances with a span that the other graph mentions too.
    known = np.zeros(len(corpus.graphs[graph].names), dtype=bool)
    known[instance[corpus.mentioned(1 - graph)[corpus.mentions[graph]]]] = True
    of_known = rows[known[instance[rows]]]
    unknown = distinct(instance[rows[~known[instance[rows]]]])
    instances = np.concatenate([instance[of_known], unknown])
    absent = np.full(len(instances), -1)
    kinds = np.repeat([KINDS.index(mention_kind), KINDS.index(instance_kind)], [len(of_known), len(unknown)])
    spans = np.concatenate([corpus.mentions[graph][of_known], np.full(len(unknown), -1)])
    sides = (instances, absent) if graph == 0 else (absent, instances)
    return np.stack([kinds, *sides, spans])


def _compare_types(corpus: Corpus, alignment: Alignment) -> Integers:
    first, second = number_items(corpus.graphs[0].types, corpus.graphs[1].types)
    paired = np.flatnonzero(alignment.partner[0] >= 0)
    partners = alignment.partner[0][paired]
    rows = np.flatnonzero(first[paired] != second[partners])
    return _build_pair_rows(Kind.TYPE, paired[rows], partners[rows])


def _compare_statements(
    corpus: Corpus, alignment: Alignment, unmatched: tuple[Integers, Integers]
) -> Integers:
    """Return one row for each pair with an unmatched statement on either side."""
    old, new = corpus.tables[:2]
    dropped, added = unmatched
    x = distinct(np.concatenate([old.subject[dropped], alignment.partner[1][new.subject[added]]]))
    return _build_pair_rows(Kind.STATEMENT, x, alignment.partner[0][x])


def _build_fact_rows(facts: FactChanges, bags: Bags) -> Integers:
    """Return the rows of facts, each with the instances in whose bags the fact is judged (its holders).

    If the two holders are in different bags, the changed one counts.
    """
    rows = []
    for change in facts.changes:
        x, y = (-1 if fact is None else fact.holder for fact in (change.before, change.after))
        if x >= 0 and y >= 0 and bags.of_instance[0][x] != bags.of_instance[1][y]:
            x = -1
        rows.append((KINDS.index(change.kind), x, y, -1))
    return np.array(rows, dtype=np.int64).reshape(-1, 4).T


def _build_pair_rows(kind: Kind, x: Integers, y: Integers) -> Integers:
    return np.stack([np.full(len(x), KINDS.index(kind)), x, y, np.full(len(x), -1)])


def _look_up_ranks(rank: Integers, instances: Integers) -> Integers:
    return np.where(instances >= 0, rank[instances] if len(rank) else -1, -1)
