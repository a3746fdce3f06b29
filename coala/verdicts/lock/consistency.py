"""The assertions of one reviewer that can all hold; an older one gives way to newer ones.

As in ``lock``, a chain is represented by the first of its mentions. Each assertion costs nearly constant
time: chains are disjoint sets, and of two chains that are joined the one with fewer demands is merged.
"""

from __future__ import annotations

from collections import defaultdict

from coala.base.disjoint_sets import DisjointSets
from coala.model.bag import Bag
from coala.model.values import Span
from coala.verdicts.lock.assertions import Assertion, Expected

_POSITIVE = (Expected.TYPE, Expected.STATEMENT)


class _Chain:
    """Mentions that must be together: what they must be apart from, and what they must have or not have."""

    def __init__(self) -> None:
        self.apart: set[_Chain] = set()
        self.said: dict[tuple[str, ...], bool] = {}

    @property
    def weight(self) -> int:
        return len(self.apart) + len(self.said)

    def fits(self, other: _Chain) -> bool:
        """Return True if both may be one chain; ``other`` is the one of less weight."""
        return other not in self.apart and all(
            self.said.get(name, has) is has for name, has in other.said.items()
        )

    def merge(self, other: _Chain) -> None:
        for enemy in other.apart:
            enemy.apart.remove(other)
            enemy.apart.add(self)
        self.apart |= other.apart
        self.said |= other.said


class _Group:
    """Mentions of which a graph must have one; ``open`` counts those that it may still have."""

    def __init__(self, size: int) -> None:
        self.open = size


class ConsistentAssertions:
    """Assertions that can all hold, from the newest to the oldest."""

    def __init__(self) -> None:
        self._numbers: dict[Span, int] = {}
        self._sets = DisjointSets()
        self._chains: dict[int, _Chain] = {}
        self._no_mentions: set[int] = set()
        self._groups: dict[tuple[int, ...], _Group] = {}
        self._groups_of: defaultdict[int, list[_Group]] = defaultdict(list)

    def add(self, bag: Bag, assertion: Assertion) -> Assertion | None:
        """Take what can hold of an assertion and return it; None if nothing of it can."""
        numbers = {place: self._number(bag.spans[place]) for place in (*assertion.spans, *assertion.others)}
        others = tuple(numbers[place] for place in assertion.others)
        if assertion.said is not None:
            spans = tuple(numbers[place] for place in assertion.spans)
            return assertion if self._say(assertion, assertion.said.name, spans) else None
        left = tuple(
            place for place in assertion.spans if self._take(assertion.expected, numbers[place], others)
        )
        return assertion._replace(spans=left) if left else None

    def _number(self, span: Span) -> int:
        return self._numbers.setdefault(span, len(self._numbers))

    def _take(self, expected: Expected, span: int, others: tuple[int, ...]) -> bool:
        match expected:
            case Expected.TOGETHER:
                groups = ((span,), others)
                if not (all(map(self._may_be_mentioned, groups)) and self._join(span, others[0])):
                    return False
                for group in groups:
                    self._require(group)
                return True
            case Expected.APART:
                one, other = self._chain(span), self._chain(others[0])
                if one is other:
                    return False
                one.apart.add(other)
                other.apart.add(one)
                return True
            case Expected.MENTION:
                fits = self._may_be_mentioned((span,))
                if fits:
                    self._require((span,))
                return fits
            case Expected.NO_MENTION:
                return self._exclude(span)
        raise ValueError(f"{expected} is not about spans")

    def _say(self, assertion: Assertion, name: tuple[str, ...], spans: tuple[int, ...]) -> bool:
        has = assertion.expected in _POSITIVE
        said = self._chain(spans[0]).said
        if said.get(name, has) is not has or (has and not self._may_be_mentioned(spans)):
            return False
        said[name] = has
        if has:
            self._require(spans)
        return True

    def _chain(self, span: int) -> _Chain:
        first = self._sets.find(span)
        chain = self._chains.get(first)
        if chain is None:
            chain = self._chains[first] = _Chain()
        return chain

    def _join(self, span: int, other: int) -> bool:
        light, heavy = sorted((self._chain(span), self._chain(other)), key=lambda chain: chain.weight)
        if light is heavy:
            return True
        if not heavy.fits(light):
            return False
        heavy.merge(light)
        for each in (span, other):
            del self._chains[self._sets.find(each)]
        self._chains[self._sets.join(span, other)] = heavy
        return True

    def _may_be_mentioned(self, spans: tuple[int, ...]) -> bool:
        group = self._groups.get(spans)
        return group is not None or not self._no_mentions.issuperset(spans)

    def _require(self, spans: tuple[int, ...]) -> None:
        if spans in self._groups:
            return
        there = set(spans) - self._no_mentions
        group = self._groups[spans] = _Group(len(there))
        for span in there:
            self._groups_of[span].append(group)

    def _exclude(self, span: int) -> bool:
        if span in self._no_mentions:
            return True
        groups = self._groups_of[span]
        if any(group.open == 1 for group in groups):
            return False
        self._no_mentions.add(span)
        for group in groups:
            group.open -= 1
        return True
