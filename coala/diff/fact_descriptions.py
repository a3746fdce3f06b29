"""Divergent facts as a bag shows them: readable arguments, and the places of each part in the text.

What comes in is a ``FactChange``: rows and instances as numbers, in one graph or in both. What goes out is a
``FactDifference``: for each role its values in both graphs as text ("place: Paris (was: Rome)"), and for each
part of the fact a place in the text. A *part* is the event or subject, or an instance in a role.

For an instance with many mentions, the place is the mention nearest to the rest of the fact, in whichever
bag: the words alone would not show which "he" landed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.base.plain_text import last_part, plain_words
from coala.diff.fact_arguments import FactTable, PlacedFact
from coala.diff.fact_matching import (
    FactChange,
    FactChanges,
    TextStretch,
    find_gap,
    join_stretches,
    measure_gap,
)
from coala.model.bag import SAID_HERE, TRIGGER, FactArgument, FactDifference, FactPlace, Statement, Term
from coala.model.values import Span

SUBJECT, OBJECT = Term("subject", ""), Term("object", "")
"""The names of the two arguments of a statement."""

# The most mentions of one instance that are used to find the nearest mention of another.
_MOST_ANCHORS = 1_000
# The most characters of the words at a place.
_LONGEST_WORDS = 300


class FactWords(NamedTuple):
    """The functions that make readable text of the numbers in facts."""

    # (graph, instance) -> label
    label_of: Callable[[int, int], str]
    # (graph, row of ``Graph.statements``) -> statement as text
    statement: Callable[[int, int], Statement]
    # span -> its words, or None if the text is unknown
    words_at: Callable[[Span], str | None]

    def with_distinct_roles(self, roles: Mapping[str, tuple[int, int]]) -> FactWords:
        """Return the same functions, but roles with equal labels get the name of their vocabulary too.

        "agent" and "agent" become "agent (framenet)" and "agent (propbank)". ``roles`` has for each full name
        the (graph, row) of a statement with it.
        """
        labels = {name: self.statement(*place).predicate.label for name, place in roles.items()}
        count = Counter(labels.values())
        longer = {
            name: f"{label} ({_vocabulary(name)})" for name, label in labels.items() if count[label] > 1
        }
        if not longer:
            return self

        def statement(graph: int, row: int) -> Statement:
            stated = self.statement(graph, row)
            label = longer.get(stated.predicate.name, stated.predicate.label)
            return stated._replace(predicate=Term(label, stated.predicate.name))

        return self._replace(statement=statement)


def _vocabulary(name: str) -> str:
    """Return the part before the last part of an IRI: "framenet" for ".../framenet/agent"."""
    last_separator = max(map(name.rstrip("#/:").rfind, "#/:"))
    return plain_words(last_part(name[:last_separator]))


class FactDescriber:
    """Describes the divergent facts of one comparison."""

    def __init__(self, found: FactChanges, words: FactWords) -> None:
        self._tables, self._alignment, self._words = found.tables, found.alignment, words

    def describe(self, change: FactChange) -> tuple[FactDifference, set[int]]:
        """Return the description of a fact, and the numbers of its places that are spans of the corpus."""
        facts = list(zip(self._tables, (change.before, change.after), strict=True))
        roles = {
            table.predicate(row)[0]: (table.graph, row)
            for table, fact in facts
            if fact is not None
            for row in fact.rows
        }
        words = self._words.with_distinct_roles(roles)
        sides = [None if fact is None else _FactSide(table, fact, words) for table, fact in facts]
        before, after = (None if side is None else side.name for side in sides)
        arguments = list(self._list_arguments(words, *sides))
        is_event = any(side is not None and side.fact.is_event for side in sides)
        # A place that both graphs have is listed once, with a flag for each graph.
        seen: dict[tuple[Span, str], list[bool]] = {}
        numbers: set[int] = set()
        for graph, side in enumerate(sides):
            for role, span, number in side.places() if side is not None else ():
                seen.setdefault((span, role), [False, False])[graph] = True
                if number >= 0:
                    numbers.add(number)
        places = tuple(
            FactPlace(role, span, self._find_words(span), *flags)
            for (span, role), flags in sorted(seen.items())
        )
        return FactDifference(before, after, is_event, tuple(arguments), places), numbers

    def _find_words(self, span: Span) -> str | None:
        words = self._words.words_at(span)
        return None if words is None else plain_words(words, _LONGEST_WORDS)

    def _list_arguments(
        self, words: FactWords, before: _FactSide | None, after: _FactSide | None
    ) -> Iterator[FactArgument]:
        """Yield the roles of an event, or the subject and the object of a statement."""
        if any(side is not None and side.fact.is_event for side in (before, after)):
            yield from sorted(
                (_build_argument(words, *pair) for pair in self._pair_roles(before, after)), key=str
            )
            return
        old, new = (None if side is None else side.ends() for side in (before, after))
        for place, role in enumerate((SUBJECT, OBJECT)):
            differs = before is None or after is None or not self._same_end(before, after, place)
            yield FactArgument(role, old and old[place], new and new[place], differs)

    def _same_end(self, before: _FactSide, after: _FactSide, place: int) -> bool:
        """Return True if both facts have the same subject (``place`` 0) or object (1)."""
        if before.is_value(place) != after.is_value(place):
            return False
        if before.is_value(place):
            return self._alignment.same_value(before.fact.rows[0], after.fact.rows[0])
        return self._alignment.related(before.fact.about, after.fact.about)

    def _pair_roles(
        self, before: _FactSide | None, after: _FactSide | None
    ) -> Iterator[tuple[int | None, int | None, bool]]:
        """Yield each role of an event: its rows in baseline and changed graph, and True if they differ.

        A row is None if that graph has no such role.
        """
        old = () if before is None else before.fact.rows
        new = () if after is None else after.fact.rows
        matches = self._alignment.find_matches(old, new)
        matched_new = self._alignment.find_matched_changed(old, new)
        yield from ((row, other, False) for row, other in matches.items())
        # An instance that is split in the changed graph is not a difference of this fact.
        yield from ((None, other, False) for other in matched_new.difference(matches.values()))
        # The rows that are still to be paired, in order.
        left = dict.fromkeys(row for row in old if row not in matches)
        right = dict.fromkeys(row for row in new if row not in matched_new)
        # Two values are a change if each is the only one of its role.
        dropped_by_role, added_by_role = (
            self._group_by_role(table, rows) for table, rows in zip(self._tables, (left, right), strict=True)
        )
        for role, dropped in dropped_by_role.items():
            added = added_by_role.get(role, ())
            if len(dropped) == len(added) == 1:
                del left[dropped[0]], right[added[0]]
                yield dropped[0], added[0], True
        # The remaining equal values have a new role.
        for row, other in self._alignment.find_matches(left, list(right), by_role=False).items():
            if other in right:
                del left[row], right[other]
                yield row, other, True
        yield from ((row, None, True) for row in left)
        yield from ((None, row, True) for row in right)

    @staticmethod
    def _group_by_role(table: FactTable, rows: Iterable[int]) -> Mapping[Hashable, Sequence[int]]:
        found: defaultdict[Hashable, list[int]] = defaultdict(list)
        for row in rows:
            found[table.predicate(row)].append(row)
        return found


def _build_argument(words: FactWords, row: int | None, other: int | None, differs: bool) -> FactArgument:
    """Return one role of an event from its rows in the baseline and in the changed graph."""
    first = None if row is None else words.statement(0, row)
    second = None if other is None else words.statement(1, other)
    role = (second or first or _NOTHING).predicate
    former = first.predicate if first and second and first.predicate.name != role.name else None
    return FactArgument(role, first and first.value.label, second and second.value.label, differs, former)


_NOTHING = Statement(Term("", ""), Term("", ""))


class _FactSide:
    """A fact as one graph states it."""

    def __init__(self, table: FactTable, fact: PlacedFact, words: FactWords) -> None:
        self.table, self.fact, self._words = table, fact, words

    @property
    def name(self) -> Term:
        """The event, or the predicate of the statement."""
        if self.fact.is_event:
            return Term(self._words.label_of(self.table.graph, self.fact.about), "")
        return self._words.statement(self.table.graph, self.fact.rows[0]).predicate

    def ends(self) -> tuple[str, str]:
        """Return the readable subject and object of a statement."""
        (row,) = self.fact.rows
        statement = self._words.statement(self.table.graph, row)
        about = self._words.label_of(self.table.graph, self.fact.about)
        return (statement.value.label, about) if statement.inverse else (about, statement.value.label)

    def is_value(self, place: int) -> bool:
        """Return True if the subject (0) or the object (1) is stored as the value of the statement.

        Usually that is the object. An inverse statement is stored at its object, so its value is the subject.
        """
        _, is_inverse = self.table.predicate(self.fact.rows[0])
        return (place == 1) is not is_inverse

    def places(self) -> Iterator[tuple[str, Span, int]]:
        """Yield role, place, and the number of the span in the corpus, or -1 if the place is no mention."""
        fact, corpus = self.fact, self.table.corpus
        about = self.table.spans_of(fact.about)
        # 1. The mention of each other instance that is nearest to the fact's source, or else to the event.
        anchors = join_stretches(fact.provenance or map(corpus.span, about[:_MOST_ANCHORS]))
        chosen = []
        nearest: dict[int, int | None] = {}
        for role, instance in self._list_other_arguments():
            if instance not in nearest:
                nearest[instance] = self._find_nearest(instance, anchors)
            number = nearest[instance]
            if number is not None:
                chosen.append(corpus.span(number))
                yield role, chosen[-1], number
        # 2. The mention of the event or subject nearest to the source, or else to the mentions just chosen.
        number = self._find_nearest(
            fact.about, anchors if fact.provenance or not chosen else join_stretches(chosen)
        )
        if number is not None:
            yield self._role_of_about(), corpus.span(number), number
        # 3. The source itself.
        for span in fact.provenance:
            yield SAID_HERE, span, -1

    def _role_of_about(self) -> str:
        if self.fact.is_event:
            return TRIGGER
        return (SUBJECT if self.is_value(1) else OBJECT).label

    def _list_other_arguments(self) -> Iterator[tuple[str, int]]:
        """Yield the role and the instance of each instance in the values of the fact."""
        for row in self.fact.rows:
            statement = self._words.statement(self.table.graph, row)
            role = statement.predicate if self.fact.is_event else SUBJECT if statement.inverse else OBJECT
            for _, instance in self.table.references(row):
                yield role.label, instance

    def _find_nearest(self, instance: int, anchors: Sequence[TextStretch]) -> int | None:
        """Return the number of the mention of an instance that is nearest to one of these places.

        It loops over the shorter of both lists.
        """
        spans = self.table.spans_of(instance)
        if not spans or not anchors:
            return spans[0] if spans else None
        corpus = self.table.corpus
        if len(spans) <= len(anchors):
            return min(spans, key=lambda number: (measure_gap(corpus.span(number), anchors), number))
        # (gap, span) of the mentions before and after each anchor.
        near: list[tuple[tuple[bool, int], int]] = []
        for anchor in anchors:
            at = bisect_left(
                spans,
                (anchor.document, anchor.begin),
                key=lambda number: (corpus.documents[corpus.document[number]], corpus.begin[number]),
            )
            near += (
                (find_gap(corpus.span(number), anchor), number) for number in spans[max(0, at - 1) : at + 2]
            )
        return min(near)[1]
