"""The lock: the assertions of many judged bags, each once, and the contradictions between them.

A bag is one item of a review; an assertion is what a verdict on it demands of any later graph, such as "span
4 is together with span 0" (``assertions``). A lock is a regression test of such assertions: ``checking``
checks a graph against it. The lock numbers the spans of all bags, so that equal assertions of several bags or
reviewers are one. Assertions that contradict each other, for example of two reviewers, are found and not
checked.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.model.bag import Bag, Verdict
from coala.model.values import Span
from coala.verdicts.lock.assertions import OPPOSITES, Assertion, BagAssertions, Description, Expected


class LockingBag(NamedTuple):
    """A bag as one reviewer judged it."""

    review: str  # the path of the file
    number: int | None  # from 0; None for a bag of an earlier comparison
    fingerprint: str
    title: str
    reviewer: str
    verdict: Verdict | None  # None if only some of its rows have one

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
"""What makes assertions equal: expectation, spans, others, and the name of a type, statement or entry."""


class Lock:
    """The assertions of the verdicts in any number of reviews.

    ``text_of`` returns the text of a document in the review of a bag.
    """

    def __init__(self, text_of: Callable[[LockingBag, str], str | None]) -> None:
        self._text_of = text_of
        self._number: dict[Span, int] = {}
        self._assertions: dict[_Key, LockedAssertion] = {}
        # The spans of all judged bags, their words, and other extents that a graph has for a span.
        self.spans: list[Span] = []
        self.words: list[str | None] = []
        self.extents: defaultdict[int, set[Span]] = defaultdict(set)
        # The texts of the documents.
        self.texts: dict[str, str | None] = {}
        self.bags: list[LockingBag] = []
        # Judged bags whose content no review has.
        self.forgotten: list[LockingBag] = []
        # Bags on which the verdict = of some reviewers has no effect, since others said + or - of them: the
        # judgements of each bag, first one that asserts something.
        self.without_effect: list[tuple[LockingBag, ...]] = []
        # The models whose verdicts do not count, since people have judged.
        self.left_out: tuple[str, ...] = ()
        # The number of changes and statements that assert nothing (``BagAssertions``).
        self.passed_over = 0
        # By the place of a bag, the number of its assertions that newer answers replaced.
        self.replaced: Counter[tuple[str, str]] = Counter()

    def add(self, judged: LockingBag, bag: Bag, found: BagAssertions, replaced: int = 0) -> None:
        """Add what one reviewer's answers on a bag assert, besides the number of those that are replaced."""
        self.bags.append(judged)
        self.passed_over += found.passed_over
        self.replaced[judged.place] += replaced
        if not found.assertions:
            return
        numbers = [self._number_of(span, words) for span, words in zip(bag.spans, bag.words, strict=True)]
        for document in bag.documents:
            if self.texts.get(document) is None:
                self.texts[document] = self._text_of(judged, document)
        for instance in (*bag.baseline, *bag.changed):
            for extent in instance.extents:
                if extent.own != bag.spans[extent.span]:
                    self.extents[numbers[extent.span]].add(extent.own)
        # By identity: thousands of assertions may share the mentions of one chain.
        numbered: dict[int, tuple[int, ...]] = {}
        for assertion in found.assertions:
            for places in (assertion.spans, assertion.others):
                if id(places) not in numbered:
                    numbered[id(places)] = tuple(numbers[place] for place in places)
            self._add(judged, assertion, numbered[id(assertion.spans)], numbered[id(assertion.others)])

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
        """Return the index of a span in ``spans``, where a new one is added."""
        number = self._number.setdefault(span, len(self.spans))
        if number == len(self.spans):
            self.spans.append(span)
            self.words.append(words)
        return number

    def _add(
        self, judged: LockingBag, assertion: Assertion, spans: tuple[int, ...], others: tuple[int, ...]
    ) -> None:
        description = assertion.description
        key = assertion.expected, spans, others, description.name if description else ()
        known = self._assertions.get(key)
        if known is None:
            self._assertions[key] = LockedAssertion(
                assertion.expected,
                spans,
                others,
                description,
                [(judged, assertion.verdict)],
                assertion.whole,
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
        contradictory = self._contradictory
        return [assertion for assertion in self.assertions if id(assertion) not in contradictory]

    def list_contradictory(self) -> list[LockedAssertion]:
        """Return the assertions that contradict others."""
        contradictory = self._contradictory
        return [assertion for assertion in self.assertions if id(assertion) in contradictory]

    @cached_property
    def _contradictory(self) -> frozenset[int]:
        """The identities (``id``) of the assertions that contradict others."""
        return frozenset(id(assertion) for group in self.contradictions for assertion in group)


class _Contradictions:
    """A search for assertions that cannot all hold.

    "Together" is transitive: if a and b must be together, and b and c, then a and c must not be apart. The
    check of a graph compares a span with the chain of most ``others``; here the first of ``others``
    represents this chain. Of "together with one of these", only that each of these is refused is found.

    Assertions are identified by their places in ``assertions``.
    """

    def __init__(self, assertions: Sequence[LockedAssertion]) -> None:
        self._assertions = assertions
        # The spans that must be together.
        self._sets = DisjointSets()
        # For each span, the spans that an assertion puts together with it, each with this assertion.
        self._links: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        # The first assertion by which a span must be a mention, or must not be one.
        self._mentions: dict[int, int] = {}
        self._no_mentions: dict[int, int] = {}
        # The last search of ``_find_path``: where it started, and what it reached.
        self._reached: tuple[int, Mapping[int, tuple[int, int]]] = -1, {}
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
            if assertion.expected in (Expected.TOGETHER, Expected.WITH_ONE, Expected.MENTION):
                for span in assertion.spans:
                    self._mentions.setdefault(span, place)
            elif assertion.expected is Expected.NO_MENTION:
                for span in assertion.spans:
                    self._no_mentions.setdefault(span, place)

    def found(self) -> Iterator[tuple[LockedAssertion, ...]]:
        """Yield each group of assertions that cannot all hold, once."""
        seen: set[frozenset[int]] = set()
        for places in self._find_clashes():
            if places not in seen:
                seen.add(places)
                yield tuple(self._assertions[place] for place in sorted(places))

    def _find_clashes(self) -> Iterator[frozenset[int]]:
        for place, assertion in enumerate(self._assertions):
            match assertion.expected:
                case Expected.APART | Expected.ALL_APART:
                    for start, end in self._find_joined(assertion):
                        yield frozenset({place, *self._find_path(start, end)})
                case Expected.NO_MENTION:
                    for span in assertion.spans:
                        if (other_place := self._mentions.get(span)) is not None:
                            yield frozenset({place, other_place})
                case Expected.WITH_ONE:
                    if (refusals := self._find_refusals(assertion)) is not None:
                        yield frozenset({place, *refusals})
                case _:
                    pass
        yield from self._find_property_clashes()

    def _find_joined(self, assertion: LockedAssertion) -> Iterator[tuple[int, int]]:
        """Yield pairs of spans that must be apart by this assertion, but together by others.

        Of three spans that must be together, only the pairs with the first are named.
        """
        spans, others = _list_apart(assertion)
        first_of: dict[int, int] = {}
        for other in others:
            first_of.setdefault(self._sets.find(other), other)
        for span in spans:
            first = first_of.get(self._sets.find(span), span)
            if first != span:
                yield first, span

    def _find_refusals(self, assertion: LockedAssertion) -> set[int] | None:
        """Return the assertions by which a span must be apart from each of the others; None if none does."""
        (span,) = assertion.spans
        own = self._sets.find(span)
        found: set[int] = set()
        for other in assertion.others:
            if other in self._no_mentions:
                found.add(self._no_mentions[other])
                continue
            there = self._sets.find(other)
            for ours, theirs in (self._separated, self._separated[::-1]):
                mine, yours = ours.get(own, {}), theirs.get(there, {})
                place = next((place for place in mine if place in yours), None)
                if place is not None and own != there:
                    found |= {place, *self._find_path(span, mine[place])}
                    found |= {*self._find_path(other, yours[place])}
                    break
            else:
                return None
        return found

    @cached_property
    def _separated(self) -> tuple[_Separated, _Separated]:
        """The sets on the two sides of what must be apart, each with these assertions and a span in them."""
        sides: tuple[_Separated, _Separated] = {}, {}
        for place, assertion in enumerate(self._assertions):
            if assertion.expected in (Expected.APART, Expected.ALL_APART):
                for side, spans in zip(sides, _list_apart(assertion), strict=True):
                    for span in spans:
                        side.setdefault(self._sets.find(span), {}).setdefault(place, span)
        return sides

    def _find_property_clashes(self) -> Iterator[frozenset[int]]:
        """Yield pairs of assertions that one chain has, and has not, the same type, statement or entry."""
        # The first assertion that a chain has it.
        required: Mapping[Expected, dict[tuple[object, ...], int]] = {expected: {} for expected in OPPOSITES}
        for place, assertion in enumerate(self._assertions):
            if assertion.expected in required:
                required[assertion.expected].setdefault(self._chain_and_name(assertion), place)
        for expected, opposite in OPPOSITES.items():
            for place, assertion in enumerate(self._assertions):
                if assertion.expected is opposite:
                    other = required[expected].get(self._chain_and_name(assertion))
                    if other is not None:
                        yield frozenset({place, other})

    def _chain_and_name(self, assertion: LockedAssertion) -> tuple[object, ...]:
        assert assertion.description is not None
        return self._sets.find(assertion.spans[0]), assertion.description.name

    def _find_path(self, start: int, end: int) -> list[int]:
        """Return the fewest assertions from which it follows that two spans must be together."""
        if self._reached[0] != start != end:
            self._reached = start, self._search_from(start)
        # Walk back from the end.
        places = []
        while end != start:
            end, place = self._reached[1][end]
            places.append(place)
        return places

    def _search_from(self, start: int) -> Mapping[int, tuple[int, int]]:
        """Return each span of a set with the span before it and the assertion between, breadth first."""
        reached_from: dict[int, tuple[int, int]] = {start: (start, -1)}
        waiting = deque([start])
        while waiting:
            span = waiting.popleft()
            for other, place in self._links[span]:
                if other not in reached_from:
                    reached_from[other] = span, place
                    waiting.append(other)
        return reached_from


_Separated = dict[int, dict[int, int]]


def _list_apart(assertion: LockedAssertion) -> tuple[Sequence[int], Sequence[int]]:
    """Return the spans that must be apart from others, and these; equal if all must be apart."""
    if assertion.expected is Expected.APART:
        return assertion.spans, assertion.others[:1]
    return assertion.spans, assertion.others or assertion.spans
