"""Divergent facts as a bag shows them: readable arguments, and the places of each part in the text.

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
_MOST = 1_000
_LONGEST = 300


class FactWords(NamedTuple):
    """Functions that return the label of an instance, a readable statement, and the words at a place."""

    label_of: Callable[[int, int], str]
    statement: Callable[[int, int], Statement]
    words_at: Callable[[Span], str | None]

    def with_distinct_roles(self, roles: Mapping[str, tuple[int, int]]) -> FactWords:
        """Return functions that add the vocabulary to those of these roles whose labels are equal."""
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
    return plain_words(last_part(name[: max(map(name.rstrip("#/:").rfind, "#/:"))]))


class FactDescriber:
    """Describes the divergent facts of one comparison."""

    def __init__(self, found: FactChanges, words: FactWords) -> None:
        self._found, self._words = found, words

    def describe(self, change: FactChange) -> tuple[FactDifference, set[int]]:
        """Return the description of a fact, and the numbers of its places that are spans of the corpus."""
        given = [
            (table, fact)
            for table, fact in zip(self._found.tables, change[1:], strict=True)
            if fact is not None
        ]
        words = self._words.with_distinct_roles(
            {table.predicate(row)[0]: (table.graph, row) for table, fact in given for row in fact.rows}
        )
        sides = [
            None if fact is None else _Side(table, fact, words)
            for table, fact in zip(self._found.tables, change[1:], strict=True)
        ]
        before, after = (None if side is None else side.name for side in sides)
        arguments = list(self._list_arguments(words, *sides))
        is_event = any(side is not None and side.fact.is_event for side in sides)
        seen: dict[tuple[Span, str], list[bool]] = {}
        numbers: set[int] = set()
        for graph, side in enumerate(sides):
            for role, span, number in side.places() if side is not None else ():
                seen.setdefault((span, role), [False, False])[graph] = True
                if number >= 0:
                    numbers.add(number)
        places = tuple(
            FactPlace(role, span, self._cut(span), *flags) for (span, role), flags in sorted(seen.items())
        )
        return FactDifference(before, after, is_event, tuple(arguments), places), numbers

    def _cut(self, span: Span) -> str | None:
        words = self._words.words_at(span)
        return None if words is None else plain_words(words, _LONGEST)

    def _list_arguments(
        self, words: FactWords, before: _Side | None, after: _Side | None
    ) -> Iterator[FactArgument]:
        if any(side is not None and side.fact.is_event for side in (before, after)):
            yield from sorted(
                (_build_argument(words, *pair) for pair in self._pair_roles(before, after)), key=str
            )
            return
        old, new = (None if side is None else side.ends() for side in (before, after))
        for place, role in enumerate((SUBJECT, OBJECT)):
            differs = before is None or after is None or not self._same_end(before, after, place)
            yield FactArgument(role, old and old[place], new and new[place], differs)

    def _same_end(self, before: _Side, after: _Side, place: int) -> bool:
        if before.is_value(place) != after.is_value(place):
            return False
        if before.is_value(place):
            return self._found.alignment.same_value(before.fact.rows[0], after.fact.rows[0])
        return self._found.alignment.related(before.fact.about, after.fact.about)

    def _pair_roles(
        self, before: _Side | None, after: _Side | None
    ) -> Iterator[tuple[int | None, int | None, bool]]:
        """Yield the roles of an event in the baseline and in the changed graph, and whether they differ."""
        old = () if before is None else before.fact.rows
        new = () if after is None else after.fact.rows
        alignment = self._found.alignment
        matches, answered = alignment.find_matches(old, new), alignment.find_answered(old, new)
        yield from ((row, other, False) for row, other in matches.items())
        # An instance that is split in the changed graph is not a difference of this fact.
        yield from ((None, other, False) for other in answered.difference(matches.values()))
        left = dict.fromkeys(row for row in old if row not in matches)
        right = dict.fromkeys(row for row in new if row not in answered)
        # Two values are a change if each is the only one of its role.
        ours, theirs = (
            self._by_role(table, rows) for table, rows in zip(self._found.tables, (left, right), strict=True)
        )
        for role, gone in ours.items():
            added = theirs.get(role, ())
            if len(gone) == len(added) == 1:
                del left[gone[0]], right[added[0]]
                yield gone[0], added[0], True
        # The remaining equal values have a new role.
        for row, other in alignment.find_matches(left, list(right), by_role=False).items():
            if other in right:
                del left[row], right[other]
                yield row, other, True
        yield from ((row, None, True) for row in left)
        yield from ((None, row, True) for row in right)

    @staticmethod
    def _by_role(table: FactTable, rows: Iterable[int]) -> Mapping[Hashable, Sequence[int]]:
        found: defaultdict[Hashable, list[int]] = defaultdict(list)
        for row in rows:
            found[table.predicate(row)].append(row)
        return found


def _build_argument(words: FactWords, row: int | None, other: int | None, differs: bool) -> FactArgument:
    first = None if row is None else words.statement(0, row)
    second = None if other is None else words.statement(1, other)
    role = (second or first or _NOTHING).predicate
    former = first.predicate if first and second and first.predicate.name != role.name else None
    return FactArgument(role, first and first.value.label, second and second.value.label, differs, former)


_NOTHING = Statement(Term("", ""), Term("", ""))


class _Side:
    """One graph's fact."""

    def __init__(self, table: FactTable, fact: PlacedFact, words: FactWords) -> None:
        self.table, self.fact, self._words = table, fact, words

    @property
    def name(self) -> Term:
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
        """Return True if the subject (0) or the object (1) is stored as the value of the statement."""
        return (place == 1) is not self.table.predicate(self.fact.rows[0])[1]

    def places(self) -> Iterator[tuple[str, Span, int]]:
        """Yield role, place, and the number of the span in the corpus, or -1."""
        fact, corpus = self.fact, self.table.corpus
        about = self.table.spans_of(fact.about)
        anchors = join_stretches(fact.provenance or map(corpus.span, about[:_MOST]))
        chosen = []
        nearest: dict[int, int | None] = {}
        for role, instance in self._list_other_arguments():
            if instance not in nearest:
                nearest[instance] = self._find_nearest(instance, anchors)
            number = nearest[instance]
            if number is not None:
                chosen.append(corpus.span(number))
                yield role, chosen[-1], number
        number = self._find_nearest(
            fact.about, anchors if fact.provenance or not chosen else join_stretches(chosen)
        )
        if number is not None:
            yield self._role_of_about(), corpus.span(number), number
        for span in fact.provenance:
            yield SAID_HERE, span, -1

    def _role_of_about(self) -> str:
        if self.fact.is_event:
            return TRIGGER
        return (SUBJECT if self.is_value(1) else OBJECT).label

    def _list_other_arguments(self) -> Iterator[tuple[str, int]]:
        for row in self.fact.rows:
            statement = self._words.statement(self.table.graph, row)
            role = statement.predicate if self.fact.is_event else SUBJECT if statement.inverse else OBJECT
            for _, instance in self.table.references(row):
                yield role.label, instance

    def _find_nearest(self, instance: int, anchors: Sequence[TextStretch]) -> int | None:
        """Return the mention of an instance nearest to one of these places.

        It loops over the shorter of both lists.
        """
        spans = self.table.spans_of(instance)
        if not spans or not anchors:
            return spans[0] if spans else None
        corpus = self.table.corpus
        if len(spans) <= len(anchors):
            return min(spans, key=lambda number: (measure_gap(corpus.span(number), anchors), number))
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
