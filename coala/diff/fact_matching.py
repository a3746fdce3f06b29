"""The matching of the facts of two graphs: equal, changed, retyped, added and dropped facts.

A fact is a statement with its subject and object as arguments, or an event with its roles as arguments. The
places of a fact are the spans that the graph gives as its source, and the mentions of its event. The steps
are, in order:

1. Facts with equal predicate and arguments are equal, wherever they are in the text.
2. Facts with equal predicate and overlapping places are one fact with changed arguments.
3. Facts with equal arguments are one fact with another predicate (retyped).
4. The rest was added or dropped.

Steps 2 and 3 pair one to one, by most equal arguments, then by the largest overlap, then in the order of the
text. Names are never used.

Two systems may choose different triggers for one event ("landed", "the landing"). Such events share no span,
so the alignment leaves them without a partner. ``align_events`` pairs them first, for facts only, if they are
in one sentence or bag: by shared spans, then by matching arguments. Their chains are not joined, since the
bags would soon grow together.

A ``PlacedFact`` has its statements (``rows``: one, or one for each role of an event), the instance that it is
``about`` (the event, or the subject), the ``holder`` in whose bag it is judged, and its source
(``provenance``). Two arguments are equal if they are the same literal, or instances that are ``related``:
partners, or instances that share a span while one of them has no partner. So one fact may equal two facts of
the other graph, where a chain was split.

No step compares all pairs of facts: each fact gets keys, and only facts with a common key are compared.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from coala.base.matching.bipartite import match_earliest
from coala.base.sentence_starts import sentence_starts
from coala.diff.alignment import Alignment
from coala.diff.bags import Bags
from coala.diff.fact_arguments import FactAlignment, FactTable, PlacedFact, Tables
from coala.model.corpus import Corpus
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice, make_notice
from coala.model.values import Span

# A sentence never has more events without a partner; in larger bags, pairing them would be guessing.
MOST_EVENTS = 200


def align_events(
    corpus: Corpus, bags: Bags, alignment: Alignment, tables: tuple[FactTable, FactTable]
) -> FactAlignment:
    """Pair the events without a partner in the alignment of the instances."""
    known = FactAlignment(alignment, tables)
    alone = [
        [
            fact
            for fact in table.facts
            if fact.is_event and alignment.partner[graph][fact.about] < 0 and table.spans_of(fact.about)
        ]
        for graph, table in enumerate(tables)
    ]
    if not alone[0] or not alone[1]:
        return known
    # Events in one sentence or bag are candidates for each other, unless there are too many.
    where = _Neighbourhoods(corpus, bags)
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number, fact in enumerate(alone[1]):
        for place in where.find_surroundings(1, fact.about):
            places[place].append(number)
    pairs: set[tuple[int, int]] = set()
    alone_in_crowd: set[int] = set()
    crowds: set[Hashable] = set()
    for left_event, fact in enumerate(alone[0]):
        for place in where.find_surroundings(0, fact.about):
            others = places.get(place, ())
            if len(others) <= MOST_EVENTS:
                pairs.update((left_event, right_event) for right_event in others)
            else:
                alone_in_crowd.add(left_event)
                crowds.add(place)
    # A pair must share a span or an argument. Spans count first.
    weighed = []
    for left_event, right_event in sorted(pairs):
        first, second = alone[0][left_event], alone[1][right_event]
        shared = len(set(tables[0].spans_of(first.about)).intersection(tables[1].spans_of(second.about)))
        matched = len(known.find_matches(first.rows, second.rows))
        if shared or matched:
            weighed.append((left_event, right_event, shared, matched))
    chosen: dict[int, int] = {}
    if weighed:
        left, right, spans, arguments = np.array(weighed, dtype=np.int64).T
        unit = int(arguments.sum()) + 1
        best = match_earliest(left, right, (spans * unit + arguments).tolist())
        chosen = dict(zip(left[best].tolist(), right[best].tolist(), strict=True))
    others_in_crowd = {right_event for place in crowds for right_event in places[place]}
    return FactAlignment(
        alignment,
        tables,
        {
            alone[0][left_event].about: alone[1][right_event].about
            for left_event, right_event in chosen.items()
        },
        len(alone_in_crowd.difference(chosen)) + len(others_in_crowd.difference(chosen.values())),
    )


class _Neighbourhoods:
    """The sentences and bags that an instance is in."""

    def __init__(self, corpus: Corpus, bags: Bags) -> None:
        self._corpus, self._bags = corpus, bags
        self._texts = corpus.texts_of()
        self._starts: dict[int, list[int]] = {}

    def find_surroundings(self, graph: int, instance: int) -> Iterator[Hashable]:
        """Yield keys of the bag, ("bag", 3), and of each sentence, (document, number of the sentence)."""
        yield "bag", int(self._bags.of_instance[graph][instance])
        for span in self._corpus.spans_of(graph, instance):
            document = int(self._corpus.document[span])
            starts = self._find_sentence_starts(document)
            if starts:
                yield document, bisect_right(starts, int(self._corpus.begin[span]))

    def _find_sentence_starts(self, document: int) -> list[int]:
        """Return the begins of the sentences of a document; [] if its text is unknown."""
        known = self._starts.get(document)
        if known is None:
            text = self._texts[document]
            known = [] if text is None else [0, *sentence_starts(text, 0, len(text))]
            self._starts[document] = known
        return known


class TextStretch(NamedTuple):
    """Code points of a document, end exclusive."""

    document: str
    begin: int
    end: int


def join_stretches(spans: Iterable[Span]) -> list[TextStretch]:
    """Return the stretches that spans cover, in order; overlapping or touching ones are joined."""
    joined: list[TextStretch] = []
    for stretch in sorted(TextStretch(span.document, *part) for span in spans for part in span.parts):
        last = joined[-1] if joined else None
        if last is not None and last.document == stretch.document and stretch.begin <= last.end:
            joined[-1] = last._replace(end=max(last.end, stretch.end))
        else:
            joined.append(stretch)
    return joined


def count_shared(one: Sequence[TextStretch], other: Sequence[TextStretch]) -> int:
    """Return the number of code points that two lists of joined stretches share."""
    shared = left = right = 0
    while left < len(one) and right < len(other):
        first, second = one[left], other[right]
        if first.document == second.document:
            shared += max(0, min(first.end, second.end) - max(first.begin, second.begin))
        # The stretch that ends first cannot overlap a later one.
        if (first.document, first.end) <= (second.document, second.end):
            left += 1
        else:
            right += 1
    return shared


def measure_gap(span: Span, stretches: Sequence[TextStretch]) -> tuple[bool, int]:
    """Return the gap from a span to the nearest joined stretch, as ``find_gap`` does."""
    at = bisect_left(stretches, (span.document, span.begin))
    return min(find_gap(span, stretch) for stretch in stretches[max(0, at - 1) : at + 1])


def find_gap(span: Span, stretch: TextStretch) -> tuple[bool, int]:
    """Return the gap as a sort key: (True, 0) in different documents, else (False, code points between)."""
    if span.document != stretch.document:
        return True, 0
    return False, max(0, span.begin - stretch.end, stretch.begin - span.end)


# Places are indexed by blocks of 64 code points; a very long place, such as a book, only by its first blocks.
_BLOCK = 64
_MOST_BLOCKS = 256
# With more facts of one predicate at a place, the place does not help to pair them.
_CROWD = 200

_FindKeys = Callable[[FactTable, PlacedFact], Iterable[Hashable]]
"""Returns keys of a fact; two facts are compared if they have a key in common."""


class FactChange(NamedTuple):
    """A divergent fact in the baseline and in the changed graph; None if the graph lacks it."""

    kind: Kind
    before: PlacedFact | None
    after: PlacedFact | None


class FactChanges(NamedTuple):
    """All divergent facts, by kind and in the order of the text."""

    tables: Tables
    alignment: FactAlignment
    changes: tuple[FactChange, ...]
    # The number of divergent facts that no bag can show, since no part of them has a mention.
    homeless: int
    # The number of added or dropped facts that were not paired, since too many are at one place.
    crowded: int


def compare_facts(corpus: Corpus, bags: Bags, alignment: Alignment) -> FactChanges:
    """Match the facts of graph 0 (baseline) and graph 1 (changed)."""
    tables = FactTable(corpus, alignment, 0), FactTable(corpus, alignment, 1)
    return _Matcher(tables, align_events(corpus, bags, alignment, tables)).find_changes()


def note_unshown_facts(found: FactChanges) -> Iterator[Notice]:
    """Yield notices about divergent facts that no bag shows, and about those in crowds."""
    if found.homeless:
        yield make_notice("facts-in-no-bag", found.homeless)
    if found.crowded:
        yield make_notice("facts-in-crowd", found.crowded, most=str(_CROWD))
    if found.alignment.crowded:
        yield make_notice("events-in-crowd", found.alignment.crowded, most=str(MOST_EVENTS))


class _Matcher:
    """Removes matching facts from the unmatched ones of both graphs, step by step."""

    def __init__(self, tables: Tables, alignment: FactAlignment) -> None:
        self._tables, self._alignment = tables, alignment
        # For each graph: the facts that no step has matched yet, and those that had too many candidates.
        self._unmatched: list[list[PlacedFact]] = [list(table.facts) for table in tables]
        self._crowded: tuple[set[PlacedFact], set[PlacedFact]] = set(), set()

    def find_changes(self) -> FactChanges:
        self._drop_equal()
        found = [
            *self._pair(Kind.FACT_CHANGED, self._list_place_keys, self._may_have_changed),
            *self._pair(Kind.FACT_RETYPED, self._list_argument_keys, self._same_arguments),
        ]
        found = [
            change._replace(kind=Kind.FACT_RETYPED) if self._is_retyped_event(change) else change
            for change in found
        ]
        found += (FactChange(Kind.FACT_DROPPED, fact, None) for fact in self._unmatched[0])
        found += (FactChange(Kind.FACT_ADDED, None, fact) for fact in self._unmatched[1])
        shown = tuple(
            change for change in found if any(fact is not None and fact.holder >= 0 for fact in change[1:])
        )
        crowded = sum(
            len(crowd.intersection(rest)) for crowd, rest in zip(self._crowded, self._unmatched, strict=True)
        )
        return FactChanges(self._tables, self._alignment, shown, len(found) - len(shown), crowded)

    def _drop_equal(self) -> None:
        """Drop the facts that both graphs state; repetitions count once."""
        self._drop_certainly_equal()
        find_keys = [self._find_keys_of_equals(graph) for graph in (0, 1)]
        # A fact may be repeated for an instance that was split off, so all facts are candidates.
        facts = [table.facts for table in self._tables]
        # A graph needs an index only if the other one has unmatched facts.
        index = [
            _index_by_key(facts[graph], find_keys[graph]) if self._unmatched[1 - graph] else {}
            for graph in (0, 1)
        ]

        def is_in_other_graph(graph: int, fact: PlacedFact) -> bool:
            for number in _look_up(index[1 - graph], find_keys[graph](fact)):
                other = facts[1 - graph][number]
                if self._are_equal(fact, other) if graph == 0 else self._are_equal(other, fact):
                    return True
            return False

        self._unmatched = [
            [fact for fact in side if not is_in_other_graph(graph, fact)]
            for graph, side in enumerate(self._unmatched)
        ]

    def _drop_certainly_equal(self) -> None:
        """Drop the facts whose instances all have pairs, if the other graph states the same."""
        keys = [[self._exact_key(graph, fact) for fact in side] for graph, side in enumerate(self._unmatched)]
        both = set(keys[0]).intersection(keys[1]) - {None}
        self._unmatched = [
            [fact for fact, key in zip(side, own, strict=True) if key not in both]
            for side, own in zip(self._unmatched, keys, strict=True)
        ]

    def _exact_key(self, graph: int, fact: PlacedFact) -> Hashable:
        """Return a key that only equal facts share; None if an instance of the fact has no pair."""
        table = self._tables[graph]
        parts = []
        for row in fact.rows:
            pairs = [
                (path, self._alignment.pair(graph, instance)) for path, instance in table.references(row)
            ]
            parts.append((table.code(row), tuple(sorted(pairs))))
        about = self._alignment.pair(graph, fact.about)
        if about < 0 or any(pair < 0 for _, pairs_of in parts for _, pair in pairs_of):
            return None
        return fact.is_event, about, tuple(sorted(parts))

    def _find_keys_of_equals(self, graph: int) -> Callable[[PlacedFact], Iterable[Hashable]]:
        """Return a function that returns keys of a fact; two equal facts share at least one."""
        table = self._tables[graph]

        def keys(fact: PlacedFact) -> Iterable[Hashable]:
            if not fact.is_event:
                return self._statement_keys(table, fact, by_role=True)
            codes = tuple(sorted(set(map(table.code, fact.rows))))
            return ((codes, key) for key in self._alignment.instance_keys(graph, fact.about))

        return keys

    def _statement_keys(self, table: FactTable, fact: PlacedFact, *, by_role: bool) -> Iterable[Hashable]:
        """Return keys of a fact that is one statement: a key of its subject with a key of the statement.

        The subject alone would be too coarse, since one instance may be the subject of thousands of facts.
        """
        values = tuple(self._alignment.statement_keys(table.graph, fact.rows[0], by_role=by_role))
        return product(self._alignment.instance_keys(table.graph, fact.about), values)

    def _are_equal(self, first: PlacedFact, second: PlacedFact) -> bool:
        return (
            first.is_event == second.is_event
            and self._alignment.related(first.about, second.about)
            and len(self._alignment.find_matches(first.rows, second.rows)) == len(first.rows)
            and len(self._alignment.find_matched_changed(first.rows, second.rows)) == len(second.rows)
        )

    def _pair(
        self, kind: Kind, find_keys: _FindKeys, is_allowed: Callable[[PlacedFact, PlacedFact], bool]
    ) -> list[FactChange]:
        """Pair the unmatched facts, one to one, by most equal arguments, then by most shared text."""
        old_facts, new_facts = self._unmatched
        old_index, new_index = (
            _index_by_key(side, lambda fact, table=table: find_keys(table, fact))  # type: ignore[misc]
            for side, table in zip(self._unmatched, self._tables, strict=True)
        )
        # Facts with a common key are candidates for each other, unless there are too many.
        candidates: set[tuple[int, int]] = set()
        for key, olds in old_index.items():
            news = new_index.get(key, ())
            if max(len(olds), len(news)) <= _CROWD:
                candidates.update(product(olds, news))
            elif news:
                self._crowded[0].update(old_facts[old] for old in olds)
                self._crowded[1].update(new_facts[new] for new in news)
        weighed = [
            (old, new, self._count_equal_arguments(first, second), self._count_shared_text(first, second))
            for old, new in sorted(candidates)
            if is_allowed(first := old_facts[old], second := new_facts[new])
        ]
        if not weighed:
            return []
        left, right, equal, shared = np.array(weighed, dtype=np.int64).T
        # One weight for all criteria: an equal argument outweighs all shared text, and a shared code point
        # all ones. The 1 makes every weight positive, so that as many facts as possible are paired.
        least = len(weighed) + 1
        unit = (int(shared.sum()) + 1) * least
        weights = (equal * unit + shared * least + 1).tolist()
        chosen = match_earliest(left, right, weights)
        paired_old, paired_new = left[chosen].tolist(), right[chosen].tolist()
        changes = [
            FactChange(kind, old_facts[old], new_facts[new])
            for old, new in zip(paired_old, paired_new, strict=True)
        ]
        for graph, paired in enumerate((set(paired_old), set(paired_new))):
            self._unmatched[graph] = [
                fact for number, fact in enumerate(self._unmatched[graph]) if number not in paired
            ]
        return changes

    def _list_place_keys(self, table: FactTable, fact: PlacedFact) -> Iterable[Hashable]:
        """Yield keys by text and by event; two facts share one if one may be a change of the other."""
        if fact.is_event:
            yield from self._alignment.instance_keys(table.graph, fact.about)
        else:
            predicate = table.predicate(fact.rows[0])
            for span in fact.provenance:
                for begin, end in span.parts:
                    blocks = range(begin // _BLOCK, (max(end, begin + 1) - 1) // _BLOCK + 1)
                    yield from ((predicate, span.document, block) for block in blocks[:_MOST_BLOCKS])
            # If one of two facts has no provenance, they are paired by their subject, as statements are. The
            # marks ensure that two facts with provenance do not share a key: in graph 0 these have mark 0,
            # and in graph 1 mark 1. Those without have 1 and -1 in graph 0, and 0 and -1 in graph 1.
            marks = (table.graph,) if fact.provenance else (1 - table.graph, -1)
            for key in self._alignment.instance_keys(table.graph, fact.about):
                yield from ((predicate, key, mark) for mark in marks)

    def _may_have_changed(self, first: PlacedFact, second: PlacedFact) -> bool:
        if first.is_event != second.is_event:
            return False
        if first.is_event or not (first.provenance and second.provenance):
            return self._alignment.related(first.about, second.about)
        return self._count_shared_text(first, second) > 0

    def _list_argument_keys(self, table: FactTable, fact: PlacedFact) -> Iterable[Hashable]:
        """Return keys by arguments, whatever the predicate; none for events."""
        return () if fact.is_event else self._statement_keys(table, fact, by_role=False)

    def _same_arguments(self, first: PlacedFact, second: PlacedFact) -> bool:
        return (
            not first.is_event
            and not second.is_event
            and self._alignment.related(first.about, second.about)
            and self._alignment.same_value(first.rows[0], second.rows[0])
        )

    def _is_retyped_event(self, change: FactChange) -> bool:
        """Return True if an event kept all its arguments, in other roles."""
        first, second = change.before, change.after
        if first is None or second is None or not first.is_event or len(first.rows) != len(second.rows):
            return False
        roles = [
            sorted(map(table.predicate, fact.rows))
            for table, fact in zip(self._tables, (first, second), strict=True)
        ]
        if roles[0] == roles[1]:
            # With equal roles, an exchanged argument is a changed one.
            return False
        matches = self._alignment.find_matches(first.rows, second.rows, by_role=False)
        return len(set(matches.values())) == len(first.rows)

    def _count_equal_arguments(self, first: PlacedFact, second: PlacedFact) -> int:
        """Return the number of arguments that two facts share, including the event or the subject."""
        matches = self._alignment.find_matches(first.rows, second.rows, by_role=first.is_event)
        return len(matches) + int(self._alignment.related(first.about, second.about))

    def _count_shared_text(self, first: PlacedFact, second: PlacedFact) -> int:
        """Return the number of code points in which the places of both facts overlap."""
        return count_shared(
            *(
                join_stretches(table.places(fact))
                for table, fact in zip(self._tables, (first, second), strict=True)
            )
        )


def _index_by_key(
    facts: Sequence[PlacedFact], keys: Callable[[PlacedFact], Iterable[Hashable]]
) -> dict[Hashable, list[int]]:
    """Return the positions of the facts by each of their keys."""
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number, fact in enumerate(facts):
        for key in dict.fromkeys(keys(fact)):
            found[key].append(number)
    return dict(found)


def _look_up(index: dict[Hashable, list[int]], keys: Iterable[Hashable]) -> Iterable[int]:
    for key in keys:
        yield from index.get(key, ())
