"""The lock: the assertions of many judged bags, each once, and the contradictions between them."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import ne
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.model.bag import Bag, Verdict
from coala.model.values import Span
from coala.verdicts.lock.assertions import Assertion, BagAssertions, Description, Expected


class LockingBag(NamedTuple):
    """A bag as one reviewer judged it; ``verdict`` is None if only some of its rows have one.

    ``number`` counts from 0; it is None for a bag of an earlier comparison.
    """

    review: str
    number: int | None
    fingerprint: str
    title: str
    reviewer: str
    verdict: Verdict | None

    @property
    def place(self) -> tuple[str, str]:
        """The review and the bag in it."""
        return self.review, self.fingerprint


class LockedAssertion(NamedTuple):
    """An assertion with the judged bags that make it, each with its verdict (``by``).

    ``spans`` and ``others`` index ``Lock.spans``. The other fields are those of ``Assertion``.
    """

    expected: Expected
    spans: tuple[int, ...]
    others: tuple[int, ...]
    description: Description | None
    by: list[tuple[LockingBag, Verdict]]
    whole: bool

    @property
    def bag(self) -> LockingBag:
        """The first bag that makes the assertion."""
        return self.by[0][0]

    @property
    def verdict(self) -> Verdict:
        """The verdict of the first bag that makes the assertion."""
        return self.by[0][1]


_Key = tuple[Expected, tuple[int, ...], tuple[int, ...], tuple[str, ...]]


class Lock:
    """The assertions of the verdicts in any number of reviews.

    ``spans`` are the spans of all judged bags, with their ``words``; ``extents`` has the other extents that a
    graph has for a span. ``text_of`` returns the text of a document in the review of a bag. ``forgotten`` are
    judged bags whose content no review has. ``passed_over`` counts the changes and statements that assert
    nothing (``BagAssertions``). ``replaced`` counts the assertions that newer verdicts replaced, wholly or in
    part.
    """

    def __init__(self, text_of: Callable[[LockingBag, str], str | None]) -> None:
        self._text_of = text_of
        self._number: dict[Span, int] = {}
        self._assertions: dict[_Key, LockedAssertion] = {}
        self.spans: list[Span] = []
        self.words: list[str | None] = []
        self.extents: defaultdict[int, set[Span]] = defaultdict(set)
        self.texts: dict[str, str | None] = {}
        self.bags: list[LockingBag] = []
        self.forgotten: list[LockingBag] = []
        self.passed_over = 0
        self.replaced = 0

    def add(
        self,
        judged: LockingBag,
        bag: Bag,
        found: BagAssertions,
        left: Sequence[Assertion | None] | None = None,
    ) -> None:
        """Add what one reviewer's verdicts on a bag assert.

        ``left`` has the part of each assertion that newer verdicts leave, or None; without it all count.
        """
        self.bags.append(judged)
        self.passed_over += found.passed_over
        assertions = found.assertions
        if left is not None:
            self.replaced += sum(map(ne, left, assertions))
            assertions = tuple(assertion for assertion in left if assertion is not None)
        if not assertions:
            return
        numbers = [self._number_of(span, words) for span, words in zip(bag.spans, bag.words, strict=True)]
        for document in bag.documents:
            if self.texts.get(document) is None:
                self.texts[document] = self._text_of(judged, document)
        for instance in (*bag.baseline, *bag.changed):
            for extent in instance.extents:
                if extent.own != bag.spans[extent.span]:
                    self.extents[numbers[extent.span]].add(extent.own)
        for assertion in assertions:
            self._add(judged, assertion, numbers)

    def forget(self, judged: LockingBag) -> None:
        """Count a verdict on a bag whose content no review has any more."""
        self.forgotten.append(judged)

    def has_words(self, number: int, text: str | None) -> bool:
        """Return True unless the text has other words at a span than those that were judged.

        A review that is compared again may have another text of a document than an earlier bag had.
        """
        span, words = self.spans[number], self.words[number]
        if text is None or words is None or span.zero or span.unplaced:
            return True
        return span.words_in(text).split() == words.split()

    def _number_of(self, span: Span, words: str | None) -> int:
        number = self._number.setdefault(span, len(self.spans))
        if number == len(self.spans):
            self.spans.append(span)
            self.words.append(words)
        return number

    def _add(self, judged: LockingBag, assertion: Assertion, numbers: Sequence[int]) -> None:
        spans, others = (
            tuple(numbers[span] for span in places) for places in (assertion.spans, assertion.others)
        )
        description = assertion.description
        key = assertion.expected, spans, others, description.name if description else ()
        known = self._assertions.get(key)
        if known is None:
            self._assertions[key] = LockedAssertion(
                assertion.expected, spans, others, description, [(judged, assertion.verdict)], assertion.whole
            )
        else:
            known.by.append((judged, assertion.verdict))

    @cached_property
    def assertions(self) -> tuple[LockedAssertion, ...]:
        """All assertions, including contradictory ones, in the order in which they were added."""
        return tuple(self._assertions.values())

    @cached_property
    def contradictions(self) -> tuple[tuple[LockedAssertion, ...], ...]:
        """Groups of assertions that cannot all hold; they are not checked."""
        return tuple(_Contradictions(self.assertions).found())

    def to_check(self) -> list[LockedAssertion]:
        """Return the assertions that contradict no other."""
        out = {id(assertion) for group in self.contradictions for assertion in group}
        return [assertion for assertion in self.assertions if id(assertion) not in out]


class _Contradictions:
    """A search for assertions that cannot all hold.

    "Together" is transitive: if a and b must be together, and b and c, then a and c must not be apart. The
    check of a graph compares a span with the chain of most ``others``; here the first of ``others``
    represents this chain.

    ``_links`` has, for each span, the spans that must be together with it and the numbers of the assertions
    that say so. ``_mentions`` has the first assertion by which a span must be a mention.
    """

    def __init__(self, assertions: Sequence[LockedAssertion]) -> None:
        self._assertions = assertions
        self._sets = DisjointSets()
        self._links: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        self._mentions: dict[int, int] = {}
        for place, assertion in enumerate(assertions):
            if assertion.expected is Expected.TOGETHER:
                other = assertion.others[0]
                for span in assertion.spans:
                    self._sets.join(span, other)
                    self._links[span].append((other, place))
                    self._links[other].append((span, place))
                # A single other span must be a mention; of several, no particular one must.
                if len(assertion.others) == 1:
                    self._mentions.setdefault(other, place)
            if assertion.expected in (Expected.TOGETHER, Expected.MENTION):
                for span in assertion.spans:
                    self._mentions.setdefault(span, place)

    def found(self) -> Iterator[tuple[LockedAssertion, ...]]:
        seen: set[frozenset[int]] = set()
        for places in self._find_clashes():
            if places not in seen:
                seen.add(places)
                yield tuple(self._assertions[place] for place in sorted(places))

    def _find_clashes(self) -> Iterator[frozenset[int]]:
        for place, assertion in enumerate(self._assertions):
            if assertion.expected is Expected.APART:
                other = assertion.others[0]
                for span in assertion.spans:
                    if self._sets.find(span) == self._sets.find(other):
                        yield frozenset({place, *self._find_path(span, other)})
            elif assertion.expected is Expected.NO_MENTION:
                for span in assertion.spans:
                    if (other_place := self._mentions.get(span)) is not None:
                        yield frozenset({place, other_place})
        yield from self._find_property_clashes()

    def _find_property_clashes(self) -> Iterator[frozenset[int]]:
        """Yield pairs of assertions that one chain has, and has not, the same type or statement."""
        sides: Mapping[Expected, dict[tuple[object, ...], int]] = {
            Expected.TYPE: {},
            Expected.STATEMENT: {},
        }
        wanted = {Expected.TYPE: Expected.NO_TYPE, Expected.STATEMENT: Expected.NO_STATEMENT}
        for place, assertion in enumerate(self._assertions):
            if assertion.expected in sides:
                sides[assertion.expected].setdefault(self._entity(assertion), place)
        for expected, unwanted in wanted.items():
            for place, assertion in enumerate(self._assertions):
                if assertion.expected is unwanted:
                    other = sides[expected].get(self._entity(assertion))
                    if other is not None:
                        yield frozenset({place, other})

    def _entity(self, assertion: LockedAssertion) -> tuple[object, ...]:
        assert assertion.description is not None
        return self._sets.find(assertion.spans[0]), assertion.description.name

    def _find_path(self, start: int, end: int) -> list[int]:
        """Return the fewest assertions from which it follows that two spans must be together."""
        came: dict[int, tuple[int, int]] = {start: (start, -1)}
        waiting = deque([start])
        while end not in came:
            span = waiting.popleft()
            for other, place in self._links[span]:
                if other not in came:
                    came[other] = span, place
                    waiting.append(other)
        places = []
        while end != start:
            end, place = came[end]
            places.append(place)
        return places
