"""The divergences of two aligned graphs, as columns of numbers.

A divergence is one thing in which the graphs differ. The alignment pairs baseline and changed instances as
*partners*. There are rows of these kinds:

- A mention that both graphs have, in chains that are not partners: moved if both chains have partners, split
  if the changed chain has none, and merged if only the baseline chain has none.
- A mention that only one graph has: added or dropped. If the other graph has no span of the chain at all,
  there is one row for the chain: instance added or dropped.
- A type of an instance that its partner lacks: dropped or added. If partners differ in exactly one type
  each, that is one row: the type changed. Each type of an added or dropped instance is a row too.
- A statement, likewise: it changed if exactly one statement of its predicate and direction was dropped, and
  one added.
- The names of partners in a knowledge base that counts: one row for each base in which they differ.
  Chains that are entries themselves have no row for a mention that stays with its entry.
- The names of other chains that a mention changed: the mention is linked to another entry. If kinds of
  coreference count, its row of that kind says so (``relinked``). If they do not, it has a row as a link.
- A fact that was added, dropped, changed or retyped (``coala.diff.fact_matching``).

Example: the row (kind moved, baseline 4, changed 9, span 17) means that span 17 is in chain 4 of the baseline
and in chain 9 of the changed graph. ``coala.diff.bag_builder`` describes the rows of a bag in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.sequences import number_items
from coala.diff.alignment import Alignment
from coala.diff.bags import Bags
from coala.diff.fact_matching import FactChanges, compare_facts
from coala.diff.statement_matching import find_unmatched
from coala.model.columns import begins_run, distinct, is_in, pack
from coala.model.corpus import Corpus
from coala.model.kinds import CHAIN_PAIR_KINDS, Kind
from coala.model.knowledge_bases import EntityName
from coala.prepare.canonical_relations import find_mirrored

KINDS = tuple(Kind)


class LinkChange(NamedTuple):
    """The names in one knowledge base that only one of two partners has."""

    dropped: tuple[EntityName, ...]
    added: tuple[EntityName, ...]


@dataclass(frozen=True, eq=False)
class Divergences:
    """All divergences, one row each, sorted by bag, kind and span."""

    bag: Integers
    # Indexes ``KINDS``.
    kind: Integers
    # The instances, or -1 for none.
    baseline: Integers
    changed: Integers
    # -1 for a row about a complete instance, a type, a statement, a link of partners or a fact.
    span: Integers
    # The index of the type, statement, link or fact in the list of its kind below, or -1 for other kinds.
    detail: Integers
    # An array of (dropped, added): places in the types of the row's two instances, or -1 for none.
    types: Integers
    # An array of (dropped, added): rows of the statements of both graphs, or -1 for none.
    statements: Integers
    links: tuple[LinkChange, ...]
    facts: FactChanges
    # The mask of rows of moved, split or merged mentions that are linked to another entry, if links count.
    relinked: Booleans
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
    facts = compare_facts(corpus, bags, alignment)
    mentions = _compare_mentions(corpus, alignment)
    pair_rows, pair_links = _compare_links(corpus, alignment)
    if Kind.LINK in kinds:
        mentions = mentions[:, ~_keep_their_entry(corpus, mentions, pair_rows)]
    # The instances without a counterpart: gone ones of the baseline, and new ones of the changed graph.
    alone = (
        mentions[1][mentions[0] == KINDS.index(Kind.INSTANCE_DROPPED)],
        mentions[2][mentions[0] == KINDS.index(Kind.INSTANCE_ADDED)],
    )
    type_rows, types = _compare_types(corpus, alignment, alone)
    statement_rows, statements = _compare_statements(corpus, alignment, alone)
    is_relinked, relink_rows, relinks = _find_relinks(corpus, mentions, kinds)
    link_rows, links = np.concatenate([pair_rows, relink_rows], axis=1), (*pair_links, *relinks)
    fact_rows = _build_fact_rows(facts, bags)
    properties = (type_rows, statement_rows, link_rows, fact_rows)
    kind, baseline, changed, span = np.concatenate([mentions, *properties], axis=1)
    detail = np.concatenate(
        [
            np.full(mentions.shape[1], -1),
            *(np.arange(rows.shape[1]) for rows in properties),
        ]
    )
    # A row is in the bag of its baseline instance, or of its changed one if it has no other.
    relinked = np.zeros(len(kind), dtype=bool)
    relinked[: len(is_relinked)] = is_relinked
    bag = np.where(
        baseline >= 0, _look_up(bags.of_instance[0], baseline), _look_up(bags.of_instance[1], changed)
    )
    ranks = (_look_up(alignment.rank[1], changed), _look_up(alignment.rank[0], baseline))
    # ``lexsort`` sorts by its last key first.
    order = np.lexsort((detail, *ranks, span, kind, bag))
    is_chosen = np.array([name in kinds for name in KINDS], dtype=bool)
    differing_bags = len(distinct(bag))
    order = order[is_chosen[kind[order]]]
    return Divergences(
        bag=bag[order],
        kind=kind[order],
        baseline=baseline[order],
        changed=changed[order],
        span=span[order],
        detail=detail[order],
        types=types,
        statements=statements,
        links=links,
        facts=facts,
        relinked=relinked[order],
        differing_bags=differing_bags,
    )


def _find_unmatched_rows(
    corpus: Corpus, alignment: Alignment, alone: tuple[Integers, Integers]
) -> list[Integers]:
    """Return the statement rows of both graphs that the other one lacks, without those that are facts.

    These are the unmatched ones of partners, and all of the instances that are ``alone``.
    """
    tables = corpus.tables
    found = []
    for graph, unmatched in enumerate(
        find_unmatched(tables, alignment.partner, alignment.related, corpus.spans_of)
    ):
        is_alone = np.zeros(len(corpus.graphs[graph].names), dtype=bool)
        is_alone[alone[graph]] = True
        rows = np.concatenate([unmatched, np.flatnonzero(is_alone[tables[graph].subject])])
        rows = rows[~is_in(rows, corpus.graphs[graph].facts.statement)]
        found.append(_drop_mirrored(corpus, alignment, graph, rows))
    return found


def _drop_mirrored(corpus: Corpus, alignment: Alignment, graph: int, rows: Integers) -> Integers:
    """Drop the second rows of symmetric statements, which have one row from each end.

    "x meets y" and "y meets x" are one statement; the row of the earlier instance stays.
    """
    mirrored = np.flatnonzero(find_mirrored(corpus.graphs[graph], rows))
    table, rank = corpus.tables[graph], alignment.rank[graph]
    targets = table.references.instance[np.searchsorted(table.references.row, rows[mirrored])]
    is_later = rank[table.subject[rows[mirrored]]] > rank[targets]
    return np.delete(rows, mirrored[is_later])


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


def _compare_types(
    corpus: Corpus, alignment: Alignment, alone: tuple[Integers, Integers]
) -> tuple[Integers, Integers]:
    """Return the rows about types, and for each row the places of the dropped and the added type."""
    types = [graph.types for graph in corpus.graphs[:2]]
    first, second = number_items(*types)
    paired = np.flatnonzero(alignment.partner[0] >= 0)
    paired = paired[first[paired] != second[alignment.partner[0][paired]]]
    x, y = _join_sides(paired, alignment.partner[0][paired], alone)
    # Many instances have the same types, so each combination is compared once.
    combination = pack(_look_up(first, x), _look_up(second, y))
    order = np.argsort(combination, kind="stable")
    begins = begins_run(combination[order])
    changes = [
        _list_type_changes(() if old < 0 else types[0][old], () if new < 0 else types[1][new])
        for old, new in zip(x[order[begins]].tolist(), y[order[begins]].tolist(), strict=True)
    ]
    # Each instance or pair gets the changes of its combination, one row each.
    number = np.empty(len(x), dtype=np.int64)
    number[order] = np.cumsum(begins) - 1
    sizes = np.array(list(map(len, changes)), dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    repeated = np.repeat(np.arange(len(x)), sizes[number])
    offset = np.arange(len(repeated)) - np.searchsorted(repeated, repeated)
    flat = np.array(list(chain.from_iterable(changes)), dtype=np.int64).reshape(-1, 2)
    return _build_rows(Kind.TYPE, x[repeated], y[repeated]), flat[starts[number[repeated]] + offset]


def _list_type_changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return (place of the dropped type, place of the added type) for each change, with -1 for none."""
    both = set(old).intersection(new)
    dropped, added = ([place for place, name in enumerate(names) if name not in both] for names in (old, new))
    if len(dropped) == len(added) == 1:
        return [(dropped[0], added[0])]
    return [*((place, -1) for place in dropped), *((-1, place) for place in added)]


def _compare_statements(
    corpus: Corpus, alignment: Alignment, alone: tuple[Integers, Integers]
) -> tuple[Integers, Integers]:
    """Return the rows about statements, and for each row the dropped and the added statement.

    The rows of one pair are in the order: changed, dropped and added statements, each by their texts.
    """
    unmatched = _find_unmatched_rows(corpus, alignment, alone)
    # 1. For each statement: its graph, its two instances, and a number of its predicate and direction.
    graph = np.repeat([0, 1], [len(rows) for rows in unmatched])
    rows = np.concatenate(unmatched)
    subjects = [table.subject[rows] for table, rows in zip(corpus.tables, unmatched, strict=False)]
    x = np.concatenate([subjects[0], alignment.partner[1][subjects[1]]])
    y = np.concatenate([alignment.partner[0][subjects[0]], subjects[1]])
    predicates = number_items(*(source.predicates for source in corpus.graphs[:2]))
    relation = np.concatenate(
        [
            numbers[source.statements.predicate[rows]] * 2 + source.statements.inverse[rows]
            for numbers, source, rows in zip(predicates, corpus.graphs, unmatched, strict=False)
        ]
    )
    # 2. The statements of a pair and relation are neighbours, the dropped ones first. A run of a dropped and
    #    an added one is one change.
    key = pack(x, y, relation)
    order = np.argsort(key, kind="stable")
    begins = np.append(np.flatnonzero(begins_run(key[order])), len(key))
    runs = begins[:-1][np.diff(begins) == 2]
    runs = runs[(graph[order[runs]] == 0) & (graph[order[runs + 1]] == 1)]
    old, new = order[runs], order[runs + 1]
    pairs = np.stack([np.where(graph == 0, rows, -1), np.where(graph == 1, rows, -1)], axis=1)
    pairs[old, 1] = rows[new]
    # 3. Sort: changed, dropped, added, each by the texts and then by the places of the instances in values.
    form = graph + 1
    form[old] = 0
    texts = [_order_statements(corpus, alignment, graph, rows) for graph, rows in enumerate(unmatched)]
    order = np.lexsort((*np.concatenate(texts, axis=1), form))
    order = order[np.isin(order, new, invert=True)]
    return _build_rows(Kind.STATEMENT, x[order], y[order]), pairs[order]


def _order_statements(corpus: Corpus, alignment: Alignment, graph: int, rows: Integers) -> Integers:
    """Return three columns to sort statement rows by, the last one first: the text, then its instances.

    Instances count by their ranks, not by their names.
    """
    table, rank = corpus.tables[graph], alignment.rank[graph]
    references = table.references
    start, end = (np.searchsorted(references.row, rows, side) for side in ("left", "right"))
    first = np.full(len(rows), -1)
    one = end - start == 1
    size = len(rank) + 1
    first[one] = references.path[start[one]] * size + rank[references.instance[start[one]]]
    rest = np.zeros(len(rows), dtype=np.int64)
    # Few statements have several instances in their value.
    several = np.flatnonzero(end - start > 1).tolist()
    keys = {
        place: sorted(
            path * size + int(rank[target]) for path, target in references.get(int(rows[place]), ())
        )
        for place in several
    }
    for number, place in enumerate(sorted(several, key=keys.__getitem__), 1):
        first[place], rest[place] = keys[place][0], number
    return np.stack([rest, first, table.code[rows]])


def _compare_links(corpus: Corpus, alignment: Alignment) -> tuple[Integers, tuple[LinkChange, ...]]:
    """Return one row for each pair of partners and knowledge base in which their names differ."""
    names = corpus.entity_names
    first, second = number_items(names[0], names[1])
    paired = np.flatnonzero(alignment.partner[0] >= 0)
    paired = paired[first[paired] != second[alignment.partner[0][paired]]]
    rows, changes = [], []
    for x, y in zip(paired.tolist(), alignment.partner[0][paired].tolist(), strict=True):
        for change in compare_names(corpus, x, y):
            rows.append((x, y))
            changes.append(change)
    pairs = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    return _build_rows(Kind.LINK, pairs[0], pairs[1]), tuple(changes)


def compare_names(corpus: Corpus, x: int, y: int) -> Iterator[LinkChange]:
    """Yield the difference of the names of two instances in each knowledge base in which they differ.

    Names in several bases are alternatives: with a name in common, a base that only one side uses is nothing,
    unless the user chose that base.
    """
    old, new = corpus.entity_names[0][x], corpus.entity_names[1][y]
    is_same = not corpus.bases_are_chosen and not set(old).isdisjoint(new)
    for base in sorted({name.base for name in (*old, *new)}):
        before, after = ({name for name in names if name.base == base} for names in (old, new))
        if before != after and not (is_same and (not before or not after)):
            yield LinkChange(tuple(sorted(before - after)), tuple(sorted(after - before)))


def _keep_their_entry(corpus: Corpus, mentions: Integers, links: Integers) -> Booleans:
    """Return which rows of mentions are between two instances that are one entry.

    The mention has the link that it had. One of the two is a partner of another entry, and a row of the
    ``links`` of partners tells the change.
    """
    kind, x, y, _ = mentions
    found = np.zeros(len(kind), dtype=bool)
    if not corpus.entries:
        return found
    rows = np.flatnonzero((x >= 0) & (y >= 0))
    rows = rows[corpus.entries[0][x[rows]] & corpus.entries[1][y[rows]]]
    rows = rows[np.isin(x[rows], links[1]) | np.isin(y[rows], links[2])]
    names = corpus.entity_names
    for row, old, new in zip(rows.tolist(), x[rows].tolist(), y[rows].tolist(), strict=True):
        found[row] = not set(names[0][old]).isdisjoint(names[1][new])
    return found


def _find_relinks(
    corpus: Corpus, mentions: Integers, kinds: Collection[Kind]
) -> tuple[Booleans, Integers, tuple[LinkChange, ...]]:
    """Return which rows of mentions link a mention to another entry, and rows of links for some of them.

    Those have rows of links whose own kind is not among ``kinds``: one for each base that differs.
    """
    kind, x, y, span = mentions
    names = corpus.entity_names
    is_relinked = np.zeros(len(kind), dtype=bool)
    rows, changes = [], []
    if Kind.LINK in kinds and any(len(own.values) > 1 for own in names[:2]):
        known: dict[tuple[int, int], list[LinkChange]] = {}
        shown = [KINDS.index(each) for each in CHAIN_PAIR_KINDS.intersection(kinds)]
        between = np.flatnonzero(np.isin(kind, [KINDS.index(each) for each in CHAIN_PAIR_KINDS]))
        for row, old, new in zip(between.tolist(), x[between].tolist(), y[between].tolist(), strict=True):
            if (old, new) not in known:
                known[old, new] = list(compare_names(corpus, old, new))
            found = known[old, new]
            is_relinked[row] = bool(found)
            if kind[row] not in shown:
                rows += [(KINDS.index(Kind.LINK), old, new, int(span[row]))] * len(found)
                changes += found
    return is_relinked, np.array(rows, dtype=np.int64).reshape(-1, 4).T, tuple(changes)


def _join_sides(x: Integers, y: Integers, alone: tuple[Integers, Integers]) -> tuple[Integers, Integers]:
    """Return the columns of pairs with the instances that are alone after them; -1 means no instance."""
    gone, new = alone
    return (
        np.concatenate([x, gone, np.full(len(new), -1)]),
        np.concatenate([y, np.full(len(gone), -1), new]),
    )


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


def _build_rows(kind: Kind, x: Integers, y: Integers) -> Integers:
    return np.stack([np.full(len(x), KINDS.index(kind)), x, y, np.full(len(x), -1)])


def _look_up(values: Integers, instances: Integers) -> Integers:
    """Return the value of each instance, or -1 where there is none."""
    return np.where(instances >= 0, values[instances] if len(values) else -1, -1)
