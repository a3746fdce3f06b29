"""A bag becomes its chains as a person sees them: each with a sign, a name, and where its mentions went.

A chain is known by its side and its aligned number (``Numbering``), which partners share, and with it their
colour. A chain is made when it is asked for, since a bag may have tens of thousands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.diff.names import InstancePlace
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Instance
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.model.span_columns import documents_at
from coala.presentation.displayed_bag import DisplayedBag

# Fewer chains of one name that went the same way are what the reviewer wants to see side by side.
SMALLEST_GROUP = 3

ChainPlace = tuple[int, int]
"""A chain by its side and its aligned number."""

_NOWHERE: Mapping[int, int] = MappingProxyType({})


class Way(NamedTuple):
    """How many mentions of a chain the chain ``number`` of the other side has."""

    number: int
    mentions: int


class Property(NamedTuple):
    """A type, a statement or a fact that only this side's chain has, in words."""

    kind: Kind
    words: str


@dataclass(frozen=True, eq=False)
class ShownChain:
    """One chain of one side.

    ``number`` is its aligned number, 0-based, and gives its colour; ``sign`` is what stands beside the
    colour, a letter in the baseline and a number in the changed graph. ``ways`` lead to its heirs, or to
    where its mentions came from, most mentions first; ``alone`` counts the mentions that the other graph
    has nowhere.
    """

    side: int
    number: int
    index: int
    sign: str
    label: str
    spans: tuple[int, ...]
    documents: int
    types: tuple[str, ...]
    divergent: bool
    equal: bool
    ways: tuple[Way, ...]
    alone: int
    properties: tuple[Property, ...]


class ChainGroup(NamedTuple):
    """Chains of one side that are told in one line, by their numbers: one alone, several of one name that
    all went the same way, or (``equal``) all that are the same in both graphs.
    """

    side: int
    numbers: Sequence[int]
    equal: bool = False


class Chains:
    """The chains of a bag in the order of the screen: what diverges first, then most mentions first."""

    def __init__(self, displayed: DisplayedBag) -> None:
        self._displayed = displayed
        self.sides = displayed.sides
        self._bag, self._numbering = displayed.bag, displayed.numbering
        self._made: tuple[dict[int, ShownChain], dict[int, ShownChain]] = ({}, {})
        self._ways, self._alone = _follow_mentions(displayed)
        self.groups: tuple[tuple[ChainGroup, ...], tuple[ChainGroup, ...]] = (
            tuple(self._find_groups(BASELINE)),
            tuple(self._find_groups(CHANGED)),
        )
        """The lines of each side; the equal chains are the last one, if there are any."""

    def chain(self, side: int, number: int) -> ShownChain:
        """The chain of a side with an aligned number."""
        made = self._made[side].get(number)
        if made is None:
            made = self._made[side][number] = self._make(side, number)
        return made

    def at(self, side: int, index: int) -> ShownChain:
        """The chain of an instance, by its index in the bag's list of that side."""
        return self.chain(side, self._number_at(side, index))

    def sign_at(self, place: InstancePlace) -> str:
        """The sign of the chain of an instance, by its side and its index there."""
        side, index = place
        return self.sign(side, self._number_at(side, index))

    def count(self, side: int) -> int:
        """How many chains a side has."""
        return len(self._places[side])

    def in_order(self, side: int) -> Iterator[ShownChain]:
        """All chains of a side, as they stand on the screen, each made when its turn comes."""
        return (self.chain(side, number) for group in self.groups[side] for number in group.numbers)

    def divergent_numbers(self, side: int) -> Iterator[int]:
        """The chains of a side of which something is different, by number, as they stand on the screen."""
        return (
            number
            for group in self.groups[side]
            if not group.equal
            for number in group.numbers
            if self._numbering.differing[number]
        )

    def divergent(self, side: int) -> Iterator[ShownChain]:
        """The chains of a side of which something is different, each made when its turn comes."""
        return (self.chain(side, number) for number in self.divergent_numbers(side))

    def numbers_of(self, side: int, span: int) -> tuple[int, ...]:
        """The numbers of a side's chains that have a mention at this span."""
        return self._rows(side)[span]

    def chains_of(self, side: int, span: int) -> tuple[ShownChain, ...]:
        """The chains of a side that have a mention at this span."""
        return tuple(self.chain(side, number) for number in self.numbers_of(side, span))

    def is_divergent(self, span: int) -> bool:
        """Whether a mention went from one chain to another, or is in one graph alone."""
        return not _same(self._numbering.baseline_rows[span], self._numbering.changed_rows[span])

    def sign(self, side: int, number: int) -> str:
        """A chain's letter or number."""
        place = self._places[side][number]
        return str(place + 1) if side == CHANGED else letters(place)

    def ways(self, side: int, number: int) -> tuple[Way, ...]:
        """Where a chain's mentions are on the other side, most mentions first."""
        ways = self.mentions_by_heir(side, number).items()
        return tuple(Way(*way) for way in sorted(ways, key=lambda way: (-way[1], way[0])))

    def mentions_by_heir(self, side: int, number: int) -> Mapping[int, int]:
        """How many of a chain's mentions each chain of the other side has, by its number."""
        return self._ways[side].get(number, _NOWHERE)

    def alone(self, side: int, number: int) -> int:
        """How many mentions of a chain the other graph has nowhere."""
        return self._alone[side].get(number, 0)

    def properties(self, side: int, number: int) -> Sequence[Property]:
        """The types and statements that only this side's chain has."""
        return self._properties[side].get(number, ())

    def with_properties(self, side: int) -> Mapping[int, Sequence[Property]]:
        """The chains of a side that have types and statements of their own; each of them is divergent."""
        return self._properties[side]

    def documents(self, group: ChainGroup) -> int:
        """In how many documents the chains of a group have mentions."""
        spans = (self.chain(group.side, number).spans for number in group.numbers)
        return len(documents_at(self._bag.spans, chain.from_iterable(spans)))

    def signs(self, row: Divergence) -> tuple[str, ...]:
        """The signs of the chains that a divergence is about, the baseline's first."""
        return tuple(self.sign(*place) for place in self.ends(row))

    def ends(self, row: Divergence) -> tuple[ChainPlace, ...]:
        """The chains that a divergence is about, the baseline's first."""
        numbers = self._numbering.of(row.baseline, row.changed)
        return tuple((side, number) for side, found in enumerate(numbers) for number in found)

    def name(self, chain: ShownChain) -> str:
        """The whole name of a chain, as its graph has it."""
        return _instances(self._bag, chain.side)[chain.index].label

    def heirs(self, chain: ShownChain) -> tuple[tuple[ShownChain, int], ...]:
        """The chains of the other side that have its mentions, and how many each."""
        return tuple((self.chain(1 - chain.side, way.number), way.mentions) for way in chain.ways)

    def _number_at(self, side: int, index: int) -> int:
        old, new = self._numbering.of(*((None, index) if side else (index, None)))
        return (new if side else old)[0]

    def _rows(self, side: int) -> Sequence[tuple[int, ...]]:
        return self._numbering.changed_rows if side else self._numbering.baseline_rows

    @cached_property
    def _places(self) -> tuple[dict[int, int], dict[int, int]]:
        """Where chains stand on the screen, by their numbers: their signs count on from there."""
        old, new = (
            {number: place for place, number in enumerate(chain.from_iterable(numbers))}
            for numbers in ([group.numbers for group in groups] for groups in self.groups)
        )
        return old, new

    @cached_property
    def _properties(self) -> tuple[dict[int, list[Property]], dict[int, list[Property]]]:
        """The types, statements and facts that only one side has, by the number of its chain."""
        found: tuple[dict[int, list[Property]], dict[int, list[Property]]] = ({}, {})
        for row in self._bag.divergences:
            if row.kind not in PROPERTY_KINDS:
                continue
            numbers = self._numbering.of(row.baseline, row.changed)
            for mine, told, words in zip(found, numbers, (row.dropped, row.added), strict=True):
                # A fact may be about an instance of one side alone.
                for number in told:
                    properties = (Property(row.kind, plain_words(word)) for word in words)
                    mine.setdefault(number, []).extend(properties)
        return found

    def _is_equal(self, number: int) -> bool:
        """Whether both graphs have the chain: partners with the same mentions and nothing that differs."""
        old, new = self._numbering.pairs[number]
        return (
            not self._numbering.differing[number]
            and old is not None
            and new is not None
            and self._bag.baseline[old].spans == self._bag.changed[new].spans
        )

    def _find_groups(self, side: int) -> Iterator[ChainGroup]:
        alike: dict[object, list[int]] = {}
        equal: list[int] = []
        instances = _instances(self._bag, side)
        differing = self._numbering.differing
        mentions: dict[int, int] = {}
        for number, pair in enumerate(self._numbering.pairs):
            index = pair[side]
            if index is None:
                continue
            if not differing[number] and self._is_equal(number):
                equal.append(number)
                continue
            mentions[number] = len(instances[index].spans)
            alike.setdefault(self._likeness(side, number, instances[index]), []).append(number)
        groups: list[Sequence[int]] = []
        for numbers in alike.values():
            groups += [numbers] if len(numbers) >= SMALLEST_GROUP else [[number] for number in numbers]

        def rank(numbers: Sequence[int]) -> tuple[bool, int, int]:
            """What differs first, then most mentions first."""
            first = numbers[0]
            if len(numbers) == 1:
                return not differing[first], -mentions[first], first
            differs = any(map(differing.__getitem__, numbers))
            return not differs, -sum(map(mentions.__getitem__, numbers)), first

        groups.sort(key=rank)
        yield from (ChainGroup(side, numbers) for numbers in groups)
        if equal:
            yield ChainGroup(side, equal, equal=True)

    def _likeness(self, side: int, number: int, instance: Instance) -> object:
        """What chains share that can be told in one line: a name, and the one chain where all went."""
        ways = self._ways[side].get(number, _NOWHERE)
        if len(ways) > 1:
            return number
        alone = number in self._alone[side]
        if (ways and alone) or number in self._properties[side]:
            return number
        return instance.label.casefold(), *ways, alone

    def _make(self, side: int, number: int) -> ShownChain:
        index = self._numbering.pairs[number][side]
        assert index is not None
        instance = _instances(self._bag, side)[index]
        return ShownChain(
            side=side,
            number=number,
            index=index,
            sign=self.sign(side, number),
            label=plain_words(instance.label),
            spans=instance.spans,
            documents=len(documents_at(self._bag.spans, instance.spans)),
            types=tuple(plain_words(term.label) for term in instance.types),
            divergent=self._numbering.differing[number],
            equal=self._is_equal(number),
            ways=self.ways(side, number),
            alone=self.alone(side, number),
            properties=tuple(self.properties(side, number)),
        )


def letters(place: int) -> str:
    """The sign of the baseline chain at a place, 0-based: A to Z, then AA, as columns of a table."""
    found = ""
    place += 1
    while place:
        place, last = divmod(place - 1, 26)
        found = chr(ord("A") + last) + found
    return found


def _instances(bag: Bag, side: int) -> Sequence[Instance]:
    return bag.changed if side == CHANGED else bag.baseline


def _same(old: Sequence[int], new: Sequence[int]) -> bool:
    return old == new or sorted(old) == sorted(new)


_Ways = tuple[dict[int, dict[int, int]], dict[int, dict[int, int]]]
_Alone = tuple[dict[int, int], dict[int, int]]


def _follow_mentions(displayed: DisplayedBag) -> tuple[_Ways, _Alone]:
    """How many mentions went from each chain to each, by side and numbers, and how many are alone.

    As the divergences are (specification, section 3): a mention stays with the partner where the partner
    has it too; what is left of a span's mentions is paired in the order of their chains.
    """
    numbering = displayed.numbering
    ways: _Ways = ({}, {})
    alone: _Alone = ({}, {})

    def follow(old: int, new: int, mentions: int) -> None:
        heirs = ways[BASELINE].setdefault(old, {})
        heirs[new] = heirs.get(new, 0) + mentions
        sources = ways[CHANGED].setdefault(new, {})
        sources[old] = sources.get(old, 0) + mentions

    # Spans by the thousand have the same chains on both sides: each such case is looked at once.
    for old, new, mentions in numbering.count_cases():
        if len(old) == len(new) == 1:
            follow(old[0], new[0], mentions)
            continue
        kept = set(old) & set(new)
        for number in kept:
            follow(number, number, mentions)
        left, come = ([number for number in side if number not in kept] for side in (old, new))
        for gone, number in zip(left, come, strict=False):
            follow(gone, number, mentions)
        for side, rest in zip(alone, (left[len(come) :], come[len(left) :]), strict=True):
            for number in rest:
                side[number] = side.get(number, 0) + mentions
    return ways, alone
