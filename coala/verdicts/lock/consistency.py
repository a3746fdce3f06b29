"""Consistency of assertions over time: newer verdicts replace older assertions about the same mentions.

An assertion is what a verdict on a bag demands of later graphs: "span 4 is together with span 0"
(``assertions``). A bag is the item that a reviewer judges, with chains of two graphs. A review may be
compared again with a newer graph, and then has other bags with the same mentions. The newest verdict counts,
in two steps:

1. ``LaterVerdicts``: an older assertion about mentions of a newer bag is left out if a side that the newer
   verdict accepts breaks it. ``+`` accepts the changed graph, ``-`` the baseline, ``=`` both, and ``?``
   neither. A verdict that settled a disagreement replaces older ones of all reviewers.
2. ``ConsistentAssertions``: the assertions of one reviewer that are left must all be able to hold. From the
   newest to the oldest, one that contradicts those before is left out.

In the second step, a chain is represented by the first of its mentions, as in ``lock``. Each assertion takes
nearly constant time: chains are disjoint sets, and of two chains that are joined the one with fewer
conditions is merged into the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.diff.properties import Properties
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.model.kinds import FACT_KINDS, PROPERTY_KINDS
from coala.model.values import Span
from coala.verdicts.lock.assertions import (
    OF_SPANS,
    OPPOSITES,
    Assertion,
    BagEntities,
    Expected,
    find_most_frequent,
    holds,
    holds_for_span,
    name_properties,
)

_ACCEPTED: Mapping[Verdict | None, frozenset[int]] = {
    Verdict.BETTER: frozenset({CHANGED}),
    Verdict.WORSE: frozenset({BASELINE}),
    Verdict.SAME: frozenset({BASELINE, CHANGED}),
}
"""The sides that a verdict accepts; ``?``, and no verdict, accept none."""


class Giver(NamedTuple):
    """The reviewer and time of a verdict; ``settles`` is True if it settled a disagreement."""

    reviewer: str
    moment: datetime
    settles: bool = False

    def replaces(self, other: Giver) -> bool:
        """Return True if this verdict is newer, and by the same reviewer or settles a disagreement."""
        return self.moment > other.moment and (self.settles or self.reviewer == other.reviewer)


class _JudgedBag:
    """A bag as it was judged: its two sides, and the sides that were accepted for each span."""

    def __init__(self, giver: Giver, bag: Bag, rows: Sequence[Verdict | None]) -> None:
        self.giver = giver
        self.index = {span: place for place, span in enumerate(bag.spans)}
        self.entities = BagEntities(bag.baseline), BagEntities(bag.changed)
        # For each span, the accepted sides: where it is mentioned.
        self.accepted_links: defaultdict[int, set[int]] = defaultdict(set)
        # For each span, its chains with judged types, statements or entries; for each chain, by its two
        # sides, the accepted sides of each of them by name.
        self.chains_of: defaultdict[int, set[tuple[int | None, int | None]]] = defaultdict(set)
        self._accepted_properties: defaultdict[
            tuple[int | None, int | None], defaultdict[tuple[str, ...], set[int]]
        ] = defaultdict(lambda: defaultdict(set))
        properties = Properties(bag)
        for row, verdict in zip(bag.divergences, rows, strict=True):
            accepted = _ACCEPTED.get(verdict)
            if accepted is None or row.kind in FACT_KINDS:
                continue
            if row.kind not in PROPERTY_KINDS:
                for span in row.spans:
                    self.accepted_links[span] |= accepted
                continue
            chain = row.baseline, row.changed
            for name in name_properties(properties, row):
                self._accepted_properties[chain][name] |= accepted
        for chain in self._accepted_properties:
            baseline, changed = chain
            instance = bag.baseline[baseline or 0] if changed is None else bag.changed[changed]
            for span in instance.spans:
                self.chains_of[span].add(chain)

    def breaks_link(self, assertion: Assertion, span: int, others: Sequence[int]) -> bool:
        """Return True if an accepted side breaks an assertion about a span and the others.

        The verdict on the span itself counts, or else those on the others. If only some of the others have a
        verdict, the assertion must fail on one side only: what both sides share was not judged.
        """
        own = self.accepted_links.get(span)
        accepted = own or set[int]().union(*(self.accepted_links.get(other, ()) for other in others))
        broken = {
            side
            for side, entities in enumerate(self.entities)
            if not holds_for_span(
                assertion.expected,
                entities.find_entity(span),
                find_most_frequent(map(entities.find_entity, others)),
            )
        }
        if broken.isdisjoint(accepted):
            return False
        return bool(own) or len(broken) == 1 or all(other in self.accepted_links for other in others)

    def breaks_property(self, assertion: Assertion) -> bool:
        """Return True if an accepted side breaks an assertion about an entity, and the other does not."""
        assert assertion.description is not None
        chains = set[tuple[int | None, int | None]]().union(
            *(self.chains_of.get(span, ()) for span in assertion.spans)
        )
        name = assertion.description.name
        accepted = set[int]().union(*(self._accepted_properties[chain].get(name, ()) for chain in chains))
        broken = {side for side in (BASELINE, CHANGED) if not holds(assertion, self.entities[side])}
        return len(broken) == 1 and not broken.isdisjoint(accepted)


class LaterVerdicts:
    """The judged bags, as a source of newer verdicts that replace older assertions."""

    def __init__(self) -> None:
        # The judged bags with a span that a verdict is about.
        self._holders: defaultdict[Span, list[_JudgedBag]] = defaultdict(list)

    def add(self, giver: Giver, bag: Bag, rows: Sequence[Verdict | None]) -> None:
        """Add a bag that shares mentions with other judged bags; ``rows`` has the verdict on each row."""
        judged = _JudgedBag(giver, bag, rows)
        for place in judged.accepted_links.keys() | judged.chains_of.keys():
            self._holders[bag.spans[place]].append(judged)

    def __bool__(self) -> bool:
        return bool(self._holders)

    def find_remaining(self, giver: Giver, bag: Bag, assertion: Assertion) -> Assertion | None:
        """Return the part of an assertion about ``bag`` that no newer verdict replaces, or None."""
        spans = [bag.spans[place] for place in assertion.spans]
        others = [bag.spans[place] for place in assertion.others]
        newer = list(self._newer(giver, (*spans, *others)))
        if not newer:
            return assertion
        if assertion.expected not in OF_SPANS:
            replaced = any(each.breaks_property(_within(assertion, spans, each.index)) for each in newer)
            return None if replaced else assertion
        left = tuple(
            place
            for place, span in zip(assertion.spans, spans, strict=True)
            if not any(_breaks(each, assertion, span, others) for each in newer)
        )
        return assertion._replace(spans=left) if left else None

    def _newer(self, giver: Giver, spans: Iterable[Span]) -> Iterator[_JudgedBag]:
        """Yield the bags with any of these spans whose verdicts replace those of ``giver``, each once."""
        found = {id(each): each for span in spans for each in self._holders.get(span, ())}
        return (each for each in found.values() if each.giver.replaces(giver))


def _breaks(judged: _JudgedBag, assertion: Assertion, span: Span, others: Sequence[Span]) -> bool:
    """Return True if a newer bag breaks an assertion about a span; it must have the span and any other."""
    place = judged.index.get(span)
    known_others = [judged.index[other] for other in others if other in judged.index]
    if place is None or (others and not known_others):
        return False
    return judged.breaks_link(assertion, place, known_others)


def _within(assertion: Assertion, spans: Iterable[Span], index: Mapping[Span, int]) -> Assertion:
    """Return an assertion about these spans for the bag with this index, without spans that it lacks."""
    return assertion._replace(spans=tuple(index[span] for span in spans if span in index))


class _Chain:
    """Mentions that must be together, with the chains to be apart from, and types, statements and entries.

    ``properties`` maps the name of one of these to True if the chain must have it, else to False.
    """

    def __init__(self) -> None:
        self.apart: set[_Chain] = set()
        self.properties: dict[tuple[str, ...], bool] = {}

    @property
    def weight(self) -> int:
        """The number of conditions, which a merge must copy."""
        return len(self.apart) + len(self.properties)

    def fits(self, other: _Chain) -> bool:
        """Return True if both may be one chain; ``other`` must be the lighter one."""
        return other not in self.apart and all(
            self.properties.get(name, has) is has for name, has in other.properties.items()
        )

    def merge(self, other: _Chain) -> None:
        """Take over all conditions of a chain that fits."""
        for enemy in other.apart:
            enemy.apart.remove(other)
            enemy.apart.add(self)
        self.apart |= other.apart
        self.properties |= other.properties


class _Group:
    """Spans with the condition that at least one of them is a mention.

    ``possible`` counts those that still may be one, since no assertion excludes it.
    """

    def __init__(self, size: int) -> None:
        self.possible = size


class ConsistentAssertions:
    """The assertions of one reviewer that can all hold, added from the newest to the oldest."""

    def __init__(self) -> None:
        # Spans are numbered over all bags.
        self._numbers: dict[Span, int] = {}
        # The spans that must be together, and the conditions of each set by its representative.
        self._sets = DisjointSets()
        self._chains: dict[int, _Chain] = {}
        # The spans that must not be mentions.
        self._no_mentions: set[int] = set()
        # The groups that need a mention, by their spans, and by each of these spans.
        self._groups: dict[tuple[int, ...], _Group] = {}
        self._groups_of: defaultdict[int, list[_Group]] = defaultdict(list)

    def add(self, bag: Bag, assertion: Assertion) -> Assertion | None:
        """Add the part of an assertion that can hold and return it; None if no part can."""
        numbers = {place: self._number(bag.spans[place]) for place in (*assertion.spans, *assertion.others)}
        others = tuple(numbers[place] for place in assertion.others)
        if assertion.description is not None:
            spans = tuple(numbers[place] for place in assertion.spans)
            return assertion if self._add_property(assertion, assertion.description.name, spans) else None
        left = tuple(
            place for place in assertion.spans if self._add_span(assertion.expected, numbers[place], others)
        )
        return assertion._replace(spans=left) if left else None

    def _number(self, span: Span) -> int:
        return self._numbers.setdefault(span, len(self._numbers))

    def _add_span(self, expected: Expected, span: int, others: tuple[int, ...]) -> bool:
        """Add an assertion about one span; return False if it contradicts those that were added before."""
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

    def _add_property(self, assertion: Assertion, name: tuple[str, ...], spans: tuple[int, ...]) -> bool:
        """Add an assertion about what a chain has; return False if it contradicts another."""
        has = assertion.expected in OPPOSITES
        properties = self._chain(spans[0]).properties
        if properties.get(name, has) is not has or (has and not self._may_be_mentioned(spans)):
            return False
        properties[name] = has
        if has:
            self._require(spans)
        return True

    def _chain(self, span: int) -> _Chain:
        """Return the conditions of the set of a span."""
        first = self._sets.find(span)
        chain = self._chains.get(first)
        if chain is None:
            chain = self._chains[first] = _Chain()
        return chain

    def _join(self, span: int, other: int) -> bool:
        """Put two spans together; return False if their chains must differ."""
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
        """Return True if at least one of the spans may be a mention."""
        group = self._groups.get(spans)
        return group is not None or not self._no_mentions.issuperset(spans)

    def _require(self, spans: tuple[int, ...]) -> None:
        """Add the condition that at least one of the spans is a mention."""
        if spans in self._groups:
            return
        possible = set(spans) - self._no_mentions
        group = self._groups[spans] = _Group(len(possible))
        for span in possible:
            self._groups_of[span].append(group)

    def _exclude(self, span: int) -> bool:
        """Add that a span is not a mention; return False if it is the last one possible of a group."""
        if span in self._no_mentions:
            return True
        groups = self._groups_of[span]
        if any(group.possible == 1 for group in groups):
            return False
        self._no_mentions.add(span)
        for group in groups:
            group.possible -= 1
        return True
