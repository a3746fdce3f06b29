"""Facts of two graphs are matched; what is left is a change of one, or a fact that one graph alone makes.

In this order: the same predicate and arguments are the same fact, wherever it is said; the same predicate and
places in the text that overlap are one fact whose arguments changed; the same arguments are one fact with
another predicate; the rest was added or dropped. Each of the two middle steps pairs one to one, so that most
arguments are equal, then that the texts overlap most, then in the order of the text. An event is
the same only as itself, and its roles are its arguments. No step looks at a name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from coala.base.matching.bipartite import match_earliest
from coala.diff.alignment import Alignment
from coala.diff.bags import Bags
from coala.diff.facts.arguments import FactAlignment, Tables
from coala.diff.facts.events import MOST_EVENTS, align_events
from coala.diff.facts.placed import FactTable, PlacedFact
from coala.diff.facts.stretches import count_shared, join_stretches
from coala.model.corpus import Corpus
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice, make_notice

# Places are found by stretches of so many code points, and by so many of these: longer ones, such as a whole
# book, by where they begin.
_BLOCK = 64
_MOST_BLOCKS = 256
# Where more facts of one predicate are said than this, the place tells nothing of which is which.
_CROWD = 200

_Key = Callable[[FactTable, PlacedFact], Iterable[Hashable]]


class FactChange(NamedTuple):
    """A fact that diverges: as it is in the baseline, and in the changed graph, None where it is not."""

    kind: Kind
    before: PlacedFact | None
    after: PlacedFact | None


class FactChanges(NamedTuple):
    """All of them, by kind and in the order of the text; ``homeless`` are facts that no bag could show, and
    ``crowded`` those added or dropped that were not paired, since too many stand at one place.
    """

    tables: Tables
    alignment: FactAlignment
    changes: tuple[FactChange, ...]
    homeless: int
    crowded: int


def compare_facts(corpus: Corpus, bags: Bags, alignment: Alignment) -> FactChanges:
    """Match the facts of graph 0 (baseline) and graph 1 (changed)."""
    tables = FactTable(corpus, alignment, 0), FactTable(corpus, alignment, 1)
    return _Matcher(tables, align_events(corpus, bags, alignment, tables)).changes()


def note_untold(found: FactChanges) -> Iterator[Notice]:
    """What is told of facts that diverge, but have no part with a mention, or stand in a crowd."""
    if found.homeless:
        yield make_notice("facts-in-no-bag", found.homeless)
    if found.crowded:
        yield make_notice("facts-in-crowd", found.crowded, most=str(_CROWD))
    if found.alignment.crowded:
        yield make_notice("events-in-crowd", found.alignment.crowded, most=str(MOST_EVENTS))


class _Matcher:
    def __init__(self, tables: Tables, alignment: FactAlignment) -> None:
        self._tables, self._alignment = tables, alignment
        self._left: list[list[PlacedFact]] = [list(table.facts) for table in tables]
        self._crowded: tuple[set[PlacedFact], set[PlacedFact]] = set(), set()

    def changes(self) -> FactChanges:
        self._drop_equal()
        found = [
            *self._pair(Kind.FACT_CHANGED, self._by_place, self._may_have_changed),
            *self._pair(Kind.FACT_RETYPED, self._by_arguments, self._same_arguments),
        ]
        found = [
            change._replace(kind=Kind.FACT_RETYPED) if self._is_retyped_event(change) else change
            for change in found
        ]
        found += (FactChange(Kind.FACT_DROPPED, fact, None) for fact in self._left[0])
        found += (FactChange(Kind.FACT_ADDED, None, fact) for fact in self._left[1])
        shown = tuple(
            change for change in found if any(fact is not None and fact.holder >= 0 for fact in change[1:])
        )
        crowded = sum(
            len(crowd.intersection(left)) for crowd, left in zip(self._crowded, self._left, strict=True)
        )
        return FactChanges(self._tables, self._alignment, shown, len(found) - len(shown), crowded)

    def _drop_equal(self) -> None:
        """Leave out what both graphs say; the same said twice is said."""
        self._drop_surely_equal()
        keys = [self._keys_of_equals(graph) for graph in (0, 1)]
        # What was said before may be said again by an instance that broke off.
        said = [table.facts for table in self._tables]
        candidates = [
            _index(side, key) if rest else {}
            for side, key, rest in zip(said, keys, self._left[::-1], strict=True)
        ]
        kept: list[list[PlacedFact]] = []
        for graph, (side, key) in enumerate(zip(self._left, keys, strict=True)):
            other = said[1 - graph]
            kept.append(
                [
                    fact
                    for number, fact in enumerate(side)
                    if not any(
                        self._are_equal(*((fact, other[twin]) if graph == 0 else (other[twin], fact)))
                        for twin in _near(candidates[1 - graph], key(fact))
                    )
                ]
            )
        self._left = kept

    def _drop_surely_equal(self) -> None:
        """Leave out the facts whose parts are all in pairs, where the other graph states the same."""
        keys = [[self._exact_key(graph, fact) for fact in side] for graph, side in enumerate(self._left)]
        both = set(keys[0]).intersection(keys[1]) - {None}
        self._left = [
            [fact for fact, key in zip(side, own, strict=True) if key not in both]
            for side, own in zip(self._left, keys, strict=True)
        ]

    def _exact_key(self, graph: int, fact: PlacedFact) -> Hashable:
        table = self._tables[graph]
        parts = []
        for row in fact.rows:
            pairs = [
                (path, self._alignment.pair(graph, instance))
                for path, instance in table.table.references.get(row, ())
            ]
            parts.append((table.code(row), tuple(sorted(pairs))))
        about = self._alignment.pair(graph, fact.about)
        if about < 0 or any(pair < 0 for _, pairs_of in parts for _, pair in pairs_of):
            return None
        return fact.is_event, about, tuple(sorted(parts))

    def _keys_of_equals(self, graph: int) -> Callable[[PlacedFact], Iterable[Hashable]]:
        """What two equal facts have in common at least once: what they say, and whom it is of."""
        table = self._tables[graph]

        def keys(fact: PlacedFact) -> Iterable[Hashable]:
            if not fact.is_event:
                return self._statement_keys(table, fact, by_role=True)
            codes = tuple(sorted(set(map(table.code, fact.rows))))
            return ((codes, name) for name in self._alignment.names(graph, fact.about))

        return keys

    def _statement_keys(self, table: FactTable, fact: PlacedFact, *, by_role: bool) -> Iterable[Hashable]:
        """By both ends, since one instance may be the subject of thousands of facts."""
        values = tuple(self._alignment.keys(table.graph, fact.rows[0], by_role=by_role))
        return product(self._alignment.names(table.graph, fact.about), values)

    def _are_equal(self, first: PlacedFact, second: PlacedFact) -> bool:
        return (
            first.is_event == second.is_event
            and self._alignment.related(first.about, second.about)
            and len(self._alignment.find_answers(first.rows, second.rows)) == len(first.rows)
            and len(self._alignment.find_asked(first.rows, second.rows)) == len(second.rows)
        )

    def _pair(
        self, kind: Kind, keys: _Key, allowed: Callable[[PlacedFact, PlacedFact], bool]
    ) -> list[FactChange]:
        """Pair what is left, one to one, by the greatest number of equal arguments, then of shared words."""
        indices = [
            _index(side, lambda fact, table=table: keys(table, fact))  # type: ignore[misc]
            for side, table in zip(self._left, self._tables, strict=True)
        ]
        near: set[tuple[int, int]] = set()
        for key, ones in indices[0].items():
            others = indices[1].get(key, ())
            if max(len(ones), len(others)) <= _CROWD:
                near.update(product(ones, others))
            elif others:
                self._crowded[0].update(self._left[0][one] for one in ones)
                self._crowded[1].update(self._left[1][other] for other in others)
        pairs = sorted(near)
        weighed = [
            (one, other, self._equal_arguments(first, second), self._shared_words(first, second))
            for one, other in pairs
            if allowed(first := self._left[0][one], second := self._left[1][other])
        ]
        if not weighed:
            return []
        left, right, equal, shared = np.array(weighed, dtype=np.int64).T
        # Every pair is worth something, so that as many as can be are one change and not two.
        least = len(weighed) + 1
        unit = (int(shared.sum()) + 1) * least
        weights = (equal * unit + shared * least + 1).tolist()
        chosen = match_earliest(left, right, weights)
        pairs_of = [(int(left[edge]), int(right[edge])) for edge in chosen.tolist()]
        changes = [FactChange(kind, self._left[0][one], self._left[1][other]) for one, other in pairs_of]
        for graph in (0, 1):
            taken = {pair[graph] for pair in pairs_of}
            self._left[graph] = [fact for n, fact in enumerate(self._left[graph]) if n not in taken]
        return changes

    def _by_place(self, table: FactTable, fact: PlacedFact) -> Iterable[Hashable]:
        """Facts that may be one that changed have a word of the text in common, or are about one event."""
        if fact.is_event:
            yield from self._alignment.names(table.graph, fact.about)
        else:
            said = table.predicate(fact.rows[0])
            for span in fact.provenance:
                for begin, end in span.parts:
                    blocks = range(begin // _BLOCK, (max(end, begin + 1) - 1) // _BLOCK + 1)
                    yield from ((said, span.document, block) for block in blocks[:_MOST_BLOCKS])
            # Where one of two names no words they are asked by their subject, as statements are; the last
            # number says for which graph, so that two that both name words do not meet here.
            asked = (table.graph,) if fact.provenance else (1 - table.graph, -1)
            for name in self._alignment.names(table.graph, fact.about):
                yield from ((said, name, graph) for graph in asked)

    def _may_have_changed(self, first: PlacedFact, second: PlacedFact) -> bool:
        if first.is_event != second.is_event:
            return False
        if first.is_event or not (first.provenance and second.provenance):
            return self._alignment.related(first.about, second.about)
        return self._shared_words(first, second) > 0

    def _by_arguments(self, table: FactTable, fact: PlacedFact) -> Iterable[Hashable]:
        return () if fact.is_event else self._statement_keys(table, fact, by_role=False)

    def _same_arguments(self, first: PlacedFact, second: PlacedFact) -> bool:
        return (
            not first.is_event
            and not second.is_event
            and self._alignment.related(first.about, second.about)
            and self._alignment.same_value(first.rows[0], second.rows[0])
        )

    def _is_retyped_event(self, change: FactChange) -> bool:
        """Whether an event has the arguments that it had, all of them, in other roles."""
        first, second = change.before, change.after
        if first is None or second is None or not first.is_event or len(first.rows) != len(second.rows):
            return False
        roles = [
            sorted(map(table.predicate, fact.rows))
            for table, fact in zip(self._tables, (first, second), strict=True)
        ]
        if roles[0] == roles[1]:
            # What plays the other's part is another argument.
            return False
        answers = self._alignment.find_answers(first.rows, second.rows, by_role=False)
        return len(set(answers.values())) == len(first.rows)

    def _equal_arguments(self, first: PlacedFact, second: PlacedFact) -> int:
        """How many arguments two facts have in common; the event is one, and so is the subject."""
        answers = self._alignment.find_answers(first.rows, second.rows, by_role=first.is_event)
        return len(answers) + int(self._alignment.related(first.about, second.about))

    def _shared_words(self, first: PlacedFact, second: PlacedFact) -> int:
        """How many code points of the text both are said by."""
        return count_shared(
            *(
                join_stretches(table.places(fact))
                for table, fact in zip(self._tables, (first, second), strict=True)
            )
        )


def _index(
    facts: Sequence[PlacedFact], keys: Callable[[PlacedFact], Iterable[Hashable]]
) -> dict[Hashable, list[int]]:
    """The places of the facts by each of their keys."""
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number, fact in enumerate(facts):
        for key in dict.fromkeys(keys(fact)):
            found[key].append(number)
    return dict(found)


def _near(index: dict[Hashable, list[int]], keys: Iterable[Hashable]) -> Iterable[int]:
    for key in keys:
        yield from index.get(key, ())
