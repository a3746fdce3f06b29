"""Assertions of a bag judged by its rows: what a later graph must say about its spans, or must not.

A bag has chains of two graphs, the baseline and the changed graph, which a reviewer has compared. Its rows
are the single differences, such as one mention that moved; the rows between the same two chains are a change.
A span is a piece of text, and a mention if a graph has it in a chain.

A verdict on a change prefers a side: ``+`` the changed graph, ``-`` the baseline; ``=`` and ``?`` none. The
result of the change must then be as on the preferred side in any later graph:

- Mentions that moved between chains must be with their chain on the preferred side, and apart from their
  chain on the other side. A chain is represented by its mentions that did not move: those that both partners
  have, or else those that joined (or left) it first.
- A mention or an instance that only one side has must exist, with its chain, or must not exist.
- A type or link that was added or dropped must be as on the preferred side. So must a statement, if its
  value is a name or a literal; a statement about another instance, or with a nested or long value, is not
  asserted. The types and statements of an instance that must not exist are not asserted.

Content that both sides share is not asserted, since the verdict was not about it. A bag's verdict applies to
all rows but those of types, statements and links with verdicts of their own. An assertion that does not
hold on the preferred side, or that holds on the other side too, is left out; this happens if chains share
mentions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, assert_never

from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import plain_words
from coala.diff.bag_builder import LONGEST_VALUE
from coala.diff.properties import Properties
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Instance, Statement, Verdict
from coala.model.kinds import PROPERTY_KINDS, Kind

_KINDS_OF_ONE_SIDE = (Kind.MENTION_ADDED, Kind.MENTION_DROPPED)

NO_ENTITY = -1
"""The entity of a span that is not a mention."""


class Expected(StrEnum):
    """The kinds of assertions."""

    TOGETHER = "together"
    APART = "apart"
    MENTION = "mention"
    NO_MENTION = "no-mention"
    TYPE = "type"
    NO_TYPE = "no-type"
    STATEMENT = "statement"
    NO_STATEMENT = "no-statement"
    LINK = "link"
    NO_LINK = "no-link"
    ALL_APART = "all-apart"
    WITH_ONE = "with-one"


OPPOSITES = {
    Expected.TYPE: Expected.NO_TYPE,
    Expected.STATEMENT: Expected.NO_STATEMENT,
    Expected.LINK: Expected.NO_LINK,
}
"""What an entity must have (a type, a statement, an entry of a knowledge base), and must not have."""

_EXPECTED = {
    Kind.TYPE: Expected.TYPE,
    Kind.STATEMENT: Expected.STATEMENT,
    Kind.LINK: Expected.LINK,
}

OF_SPANS = frozenset({Expected.TOGETHER, Expected.APART, Expected.MENTION, Expected.NO_MENTION})
"""Assertions about each of the spans; the others are about the entity of most of the spans."""


class Description(NamedTuple):
    """A type, a statement or an entry of an entity."""

    name: tuple[str, ...]  # as it is compared: the type, predicate and value, or ``name_entry``
    words: str  # for people


class Assertion(NamedTuple):
    """A condition on a graph; ``spans`` and ``others`` index the spans of the bag.

    Assertion(TOGETHER, spans=(4,), others=(0, 1)): span 4 is in the entity that has most of the spans 0 and
    1. An entity is a chain, or several chains that share a mention. The meaning of ``expected``:

    - TOGETHER, APART: each of ``spans`` is together with, or apart from, the entity of most of ``others``.
    - ALL_APART: no two of ``spans`` are in one entity; if there are ``others``, the one span is in none of
      their entities.
    - WITH_ONE: the one span is in an entity that has any of ``others``.
    - MENTION, NO_MENTION: each of ``spans`` is a mention, or is not.
    - TYPE, STATEMENT, LINK, NO_…: the entity of most of ``spans`` has the type, statement or entry in
      ``description``, or has not.
    """

    expected: Expected
    spans: tuple[int, ...]
    others: tuple[int, ...] = ()
    description: Description | None = None
    verdict: Verdict = Verdict.BETTER  # on the change
    whole: bool = False  # the verdict was given to a whole bag of several changes


class BagAssertions(NamedTuple):
    """The assertions of the verdicts on a bag, and the number of rows or statements that assert nothing."""

    assertions: tuple[Assertion, ...]
    passed_over: int


def find_assertions(bag: Bag, rows: Sequence[Verdict | None], whole: Verdict | None) -> BagAssertions:
    """Return what a reviewer's verdicts on a bag assert.

    ``rows`` has the verdict on each row (``Bag.divergences``), or None; ``whole`` is the verdict on the bag,
    which applies to the rows without one. Without either, a row asserts nothing.
    """
    verdicts = [row or whole for row in rows]
    has_several_changes = len(set(map(_way, bag.divergences))) > 1
    # The rows between the same chains with the same verdict make one change.
    groups: defaultdict[tuple[_Way, Verdict, bool], list[Divergence]] = defaultdict(list)
    for row, own, verdict in zip(bag.divergences, rows, verdicts, strict=True):
        if verdict in (Verdict.BETTER, Verdict.WORSE):
            groups[_way(row), verdict, has_several_changes and own is None].append(row)
    changes = [
        _Change(group[0], tuple(sorted({span for row in group for span in row.spans})), verdict, by_bag)
        for (_, verdict, by_bag), group in groups.items()
    ]
    builder = _AssertionBuilder(bag, changes)
    return BagAssertions(tuple(builder.assertions()), builder.passed_over)


_Way = tuple[Kind, int | None, int | None, tuple[str, ...], tuple[str, ...]]
"""The kind of a row, its two chains (None where a side has no chain), and what was dropped and added."""


def _way(row: Divergence) -> _Way:
    return row.kind, row.baseline, row.changed, row.dropped, row.added


class _Change(NamedTuple):
    """The rows of one kind between the same two chains, or one type or statement, under one verdict."""

    row: Divergence  # any of them, for the kind and the chains
    spans: tuple[int, ...]  # of all of them
    verdict: Verdict
    whole: bool  # as in ``Assertion``


class _AssertionBuilder:
    """The builder of the assertions of one bag."""

    def __init__(self, bag: Bag, changes: Sequence[_Change]) -> None:
        self._bag = bag
        self._changes = changes
        # All pairs are (of the baseline, of the changed graph); a side is the index, BASELINE or CHANGED.
        self._partners = dict(bag.partners), {new: old for old, new in bag.partners}
        self._entities = BagEntities(bag.baseline), BagEntities(bag.changed)
        self._properties = Properties(bag)
        # The chains, by their two sides, that must not exist.
        self._unwanted = {
            (change.row.baseline, change.row.changed)
            for change in changes
            if (change.row.kind, change.verdict)
            in ((Kind.INSTANCE_ADDED, Verdict.WORSE), (Kind.INSTANCE_DROPPED, Verdict.BETTER))
        }
        # The representatives of a chain, by its side and number; thousands of changes may have one chain.
        self._representatives: dict[tuple[int, int], tuple[int, ...]] = {}
        self.passed_over = 0

    def assertions(self) -> Iterator[Assertion]:
        """Yield the assertions that hold on the preferred side and fail on the other."""
        for change in self._changes:
            for assertion in self._assert_change(change):
                stated = assertion._replace(verdict=change.verdict, whole=change.whole)
                kept = self._keep_distinguishing(stated)
                if kept is not None:
                    yield kept

    def _keep_distinguishing(self, assertion: Assertion) -> Assertion | None:
        """Return the part of an assertion that holds on the preferred side and fails on the other."""
        preferred = CHANGED if assertion.verdict is Verdict.BETTER else BASELINE
        sides = self._entities[preferred], self._entities[1 - preferred]
        if assertion.expected not in OF_SPANS:
            return assertion if holds(assertion, sides[0]) and not holds(assertion, sides[1]) else None
        failing = [set(find_failures(assertion, side)) for side in sides]
        spans = tuple(span for span in assertion.spans if span in failing[1] and span not in failing[0])
        return assertion._replace(spans=spans) if spans else None

    def _assert_change(self, change: _Change) -> Iterator[Assertion]:
        """Yield what the module's description lists for a change of this kind."""
        row, spans = change.row, change.spans
        better = change.verdict is Verdict.BETTER
        match row.kind:
            case Kind.TYPE | Kind.STATEMENT | Kind.LINK:
                if (row.baseline, row.changed) not in self._unwanted:
                    yield from self._assert_properties(change)
            case Kind.INSTANCE_ADDED | Kind.INSTANCE_DROPPED:
                is_preferred = better is (row.kind is Kind.INSTANCE_ADDED)
                if not is_preferred:
                    yield Assertion(Expected.NO_MENTION, spans)
                else:
                    yield from _assert_one_entity(spans)
            case Kind.FACT_ADDED | Kind.FACT_DROPPED | Kind.FACT_CHANGED | Kind.FACT_RETYPED:
                # The check of a graph does not cover facts.
                self.passed_over += 1
            case Kind.MOVED | Kind.SPLIT | Kind.MERGED | Kind.MENTION_ADDED | Kind.MENTION_DROPPED:
                preferred = CHANGED if better else BASELINE
                yield from self._assert_with(preferred, change)
                yield from self._assert_apart(1 - preferred, change)
            case _:
                assert_never(row.kind)

    def _assert_with(self, side: int, change: _Change) -> Iterator[Assertion]:
        """Assert that the spans are with their chain on this side."""
        if self._instance(side, change.row) is None:
            # Only the other side has these mentions, unless another chain of this side has them too.
            yield Assertion(Expected.NO_MENTION, change.spans)
        elif others := self._find_representatives(side, change):
            yield Assertion(Expected.TOGETHER, change.spans, others)
        elif change.row.kind in _KINDS_OF_ONE_SIDE:
            yield from _assert_one_entity(change.spans)

    def _assert_apart(self, side: int, change: _Change) -> Iterator[Assertion]:
        """Assert that those spans that are mentions are apart from their chain on this side."""
        entities = self._entities[1 - side]
        spans = tuple(span for span in change.spans if entities.find_entity(span) != NO_ENTITY)
        if (
            spans
            and self._instance(side, change.row) is not None
            and (others := self._find_representatives(side, change))
        ):
            yield Assertion(Expected.APART, spans, others)

    def _instance(self, side: int, row: Divergence) -> int | None:
        """Return the chain of a row on this side, as an index into the bag's chains of the side."""
        return (row.baseline, row.changed)[side]

    def _find_representatives(self, side: int, change: _Change) -> tuple[int, ...]:
        """Return spans that represent the change's chain on this side; empty if it must represent itself."""
        number = self._instance(side, change.row)
        assert number is not None
        sides = self._bag.baseline, self._bag.changed
        partner = self._partners[side].get(number)
        if partner is not None:
            if (side, number) not in self._representatives:
                theirs = set(sides[1 - side][partner].spans)
                found = tuple(span for span in sides[side][number].spans if span in theirs)
                self._representatives[side, number] = found
            return self._representatives[side, number]
        first = self._first_changes[side, number]
        return () if first is change else first.spans

    @cached_property
    def _first_changes(self) -> Mapping[tuple[int, int], _Change]:
        """The first change of mentions in the text that touches a chain, by side and chain."""
        firsts: dict[tuple[int, int], _Change] = {}
        # Mentions of one side only come last, since they are not together on the other side.
        for change in sorted(
            self._changes, key=lambda change: (change.row.kind in _KINDS_OF_ONE_SIDE, change.spans)
        ):
            for side in (BASELINE, CHANGED):
                number = self._instance(side, change.row)
                if number is not None and change.row.kind not in PROPERTY_KINDS:
                    firsts.setdefault((side, number), change)
        return firsts

    def _assert_properties(self, change: _Change) -> Iterator[Assertion]:
        """Assert that the chain has what the preferred side has of the row, and lacks what the other has."""
        row = change.row
        old, new = (
            None if index is None else instances[index]
            for instances, index in zip(
                (self._bag.baseline, self._bag.changed), (row.baseline, row.changed), strict=True
            )
        )
        # The spans of both chains identify the entity in a later graph.
        shown = new or old
        assert shown is not None
        common = set(old.spans if old else ()).intersection(new.spans if new else ())
        spans = tuple(span for span in shown.spans if span in common) or shown.spans
        lost, gained = self._describe(BASELINE, row), self._describe(CHANGED, row)
        ours, theirs = (gained, lost) if change.verdict is Verdict.BETTER else (lost, gained)
        wanted = _EXPECTED[row.kind]
        unwanted = OPPOSITES[wanted]
        for expected, names, others in ((wanted, ours, theirs), (unwanted, theirs, ours)):
            for name in sorted(names.keys() - others.keys()):
                yield Assertion(expected, spans, description=names[name])

    def _describe(self, side: int, row: Divergence) -> Mapping[tuple[str, ...], Description]:
        """Return what a row has of one side (types, statements, entries) by name; count what has none."""
        found = {}
        for description in describe_properties(self._properties, side, row):
            if description is None:
                self.passed_over += 1
            else:
                found[description.name] = description
        return found


def _assert_one_entity(spans: tuple[int, ...]) -> Iterator[Assertion]:
    """Assert that mentions of the preferred side only exist, in one entity."""
    if len(spans) > 1:
        yield Assertion(Expected.TOGETHER, spans[1:], spans[:1])
    yield Assertion(Expected.MENTION, spans[:1])


def describe_properties(properties: Properties, side: int, row: Divergence) -> Iterator[Description | None]:
    """Yield what a row dropped (for the baseline) or added (for the changed graph).

    A statement that may mean something else in another graph is None.
    """
    index = (row.baseline, row.changed)[side]
    if index is None:
        return
    if row.kind is Kind.LINK:
        for entry in properties.find_entries((side, index), (row.dropped, row.added)[side]):
            yield Description(name_entry(entry.name), f"{entry.shown} ({entry.base})")
        return
    for text in (row.dropped, row.added)[side]:
        if row.kind is Kind.TYPE:
            for term in properties.find_types((side, index), text):
                yield Description((term.name,), term.label)
        else:
            yield from map(describe_statement, properties.find_statements((side, index), text))


def describe_statement(statement: Statement) -> Description | None:
    """Return the description of a statement if its value means the same in every graph, else None."""
    name = name_statement(statement.predicate.name, statement.value.name, inverse=statement.inverse)
    return None if name is None else Description(name, statement.in_words.label)


def name_entry(*name: str) -> tuple[str, ...]:
    """Return an entry as it is compared: with its IRI, or with base and name; no statement is equal to it."""
    return "", *name


def name_statement(predicate: str, value: str, *, inverse: bool) -> tuple[str, ...] | None:
    """Return a statement as it is compared, None if its value may mean something else in another graph."""
    # Only names (<…>) and literals ("…") mean the same everywhere, unlike the nodes of one graph.
    if value[:1] not in ("<", '"') or len(value) > 4 * LONGEST_VALUE:
        return None
    value = plain_words(value, LONGEST_VALUE)
    # The middle of a longer value is cut out.
    return None if len(value) >= LONGEST_VALUE else (f"is {predicate}" if inverse else predicate, value)


class BagEntities:
    """The entities on one side of a bag, with their spans, types, statements and entries.

    Chains that share a mention are one entity.
    """

    def __init__(self, instances: Sequence[Instance]) -> None:
        self._instances = instances
        # Join instances that share a span; an entity is named by one of its instances.
        sets = DisjointSets()
        first: dict[int, int] = {}
        for number, instance in enumerate(instances):
            for span in instance.spans:
                if (before := first.setdefault(span, number)) != number:
                    sets.join(before, number)
        self._entity = {span: sets.find(number) for span, number in first.items()}
        self._find = sets.find
        self._most: dict[tuple[int, ...], int] = {}

    def find_entity(self, span: int) -> int:
        """Return the entity of a span, -1 if it is not a mention."""
        return self._entity.get(span, NO_ENTITY)

    def find_most(self, spans: tuple[int, ...]) -> int:
        """Return the entity of most of the spans; the results are kept."""
        if spans not in self._most:
            self._most[spans] = find_most_frequent(map(self.find_entity, spans))
        return self._most[spans]

    def list_names(self, entity: int) -> Set[tuple[str, ...]]:
        """Return the names (``Description.name``) of what an entity has."""
        return self._names.get(entity, frozenset())

    @cached_property
    def _names(self) -> Mapping[int, Set[tuple[str, ...]]]:
        names: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
        for number, instance in enumerate(self._instances):
            names_of_entity = names[self._find(number)]
            names_of_entity.update((term.name,) for term in instance.types)
            names_of_entity.update(name_entry(entry.name) for entry in instance.entries)
            names_of_entity.update(
                description.name for each in instance.statements if (description := describe_statement(each))
            )
        return names


def find_most_frequent(entities: Iterable[int]) -> int:
    """Return the most frequent entity, of several the first; -1 if there is no mention."""
    known = [entity for entity in entities if entity != NO_ENTITY]
    # Nearly always the first entity has at least half of them, and is then the most frequent one.
    if known and 2 * known.count(known[0]) < len(known):
        counts = Counter(known)
        return max(counts, key=counts.__getitem__)
    return known[0] if known else NO_ENTITY


def find_failures(assertion: Assertion, entities: BagEntities) -> list[int]:
    """Return the spans for which an assertion in ``OF_SPANS`` fails."""
    entity_of = {span: entities.find_entity(span) for span in assertion.spans}
    there = entities.find_most(assertion.others)
    return [
        span for span, entity in entity_of.items() if not holds_for_span(assertion.expected, entity, there)
    ]


def holds_for_span(expected: Expected, entity: int, there: int) -> bool:
    """Return True if an assertion holds for a span of this entity; ``there`` is the entity of most others."""
    match expected:
        case Expected.TOGETHER:
            return entity == there != NO_ENTITY
        case Expected.APART:
            return entity == NO_ENTITY or entity != there
        case Expected.MENTION:
            return entity != NO_ENTITY
        case Expected.NO_MENTION:
            return entity == NO_ENTITY
        case _:
            raise ValueError(f"{expected} is not about spans")


def holds(assertion: Assertion, entities: BagEntities) -> bool:
    """Return True if an assertion about a type, statement or entry of an entity holds."""
    names = entities.list_names(entities.find_most(assertion.spans))
    return holds_for_entity(assertion.expected, assertion.description, names)


def holds_for_entity(
    expected: Expected, description: Description | None, names: Container[tuple[str, ...]]
) -> bool:
    """Return True if what is described is (or is not) among these names of an entity, as expected."""
    assert description is not None
    return (description.name in names) is (expected in OPPOSITES)
