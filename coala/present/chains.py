"""The chains of a bag for the screen: their signs and names, where their mentions went, and their groups.

A chain is identified by its side (``BASELINE`` or ``CHANGED``) and its number. The number is that of its
instance (``coala.present.instance_numbers``): partners share it, and so have the same colour. On the screen a
chain has a sign: a letter in the baseline (A), a number in the changed graph (1).

Mentions are followed from each side to the other. If chain A has five mentions, and chain 1 has three of
them, chain 2 has one and no chain the last, then the heirs of A are 1 and 2, and one mention is alone. If
several chains of a side share a span, a mention stays with the partner if the partner has the span too; the
others are paired in the order of their chains, as in the divergences.

A bag may have tens of thousands of chains, so mentions are followed in arrays, and chains and groups are
created on demand.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base.plain_text import plain_words
from coala.base.sequences import LazySequence, LruCache
from coala.diff.chain_order import ChainOrder, SharedSpan, read_description, sign_place
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Instance, KnowledgeBaseEntry, documents_at
from coala.model.columns import append_value, begins_run, pack
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.present.displayed_bag import DisplayedBag, display_bag
from coala.present.instance_numbers import NONE, Numbering

if TYPE_CHECKING:
    from coala.base.arrays import Booleans, Integers


@dataclass(frozen=True, eq=False)
class FollowedMentions:
    """The mentions of each chain of one side, counted by the chains of the other side that have them.

    A chain of the other side that has some of the mentions is an heir. All chains are known by their numbers.
    """

    firsts: Integers  # ``heirs[firsts[number] : firsts[number + 1]]`` are the heirs of a chain
    heirs: Integers  # in ascending order for each chain
    mentions: Integers  # for each element of ``heirs``: how many mentions of the chain it has
    alone: Integers  # for each number: how many mentions the other side does not have

    @cached_property
    def chains(self) -> Integers:
        """For each element of ``heirs``, the chain whose heir it is."""
        return np.repeat(np.arange(len(self.alone)), self.heir_counts)

    @cached_property
    def heir_counts(self) -> Integers:
        """The number of heirs of each chain, by its number."""
        return self.firsts[1:] - self.firsts[:-1]

    @cached_property
    def kept(self) -> Integers:
        """For each number, the mentions that both partners have."""
        kept = np.zeros(len(self.alone), dtype=np.int64)
        stays = self.chains == self.heirs
        kept[self.heirs[stays]] = self.mentions[stays]
        return kept

    @cached_property
    def moving(self) -> Booleans:
        """For each number, True if a mention went to or came from another chain, or only one side has it."""
        elsewhere: Booleans = self.heir_counts > (self.kept > 0)
        return elsewhere | (self.alone > 0)

    def count_by_heir(self, number: int) -> Mapping[int, int]:
        """Return for each heir of a chain the number of mentions that it has: {1: 3, 2: 1}."""
        of_chain = slice(self.firsts[number], self.firsts[number + 1])
        return dict(zip(self.heirs[of_chain].tolist(), self.mentions[of_chain].tolist(), strict=True))

    def list_heirs(self, numbers: Integers) -> tuple[Integers, Integers]:
        """Return the heirs of some chains, chain after chain, and the number of mentions of each."""
        lengths = self.heir_counts[numbers]
        # The positions firsts[number], firsts[number] + 1, … for each chain, without a loop.
        places = np.repeat(self.firsts[numbers] - lengths.cumsum() + lengths, lengths)
        places += np.arange(len(places))
        return self.heirs[places], self.mentions[places]


def follow_mentions(numbering: Numbering) -> tuple[FollowedMentions, FollowedMentions]:
    """Return how many mentions went from each chain to each, for the baseline and for the changed graph."""
    chains = len(numbering.differs)
    # For each span: the number of its chain, ``NONE`` without a chain, or a lower code for several chains.
    old, new = numbering.baseline_rows.codes, numbering.changed_rows.codes
    # Flows are columns: chain before, chain after, mentions. Most mentions stay in their chain; those are
    # only counted.
    (others,) = (old != new).nonzero()
    left, came = old[others], new[others]
    kept = _count(old, chains) - _count(left, chains)
    (number,) = kept.nonzero()
    flows = [(number, number, kept[number])]
    # Mentions that went from one chain to another one.
    flows.append(_count_pairs(left, came, (left >= 0) & (came >= 0)))
    # Mentions that only one side has.
    alone = [_count(left[came == NONE], chains), _count(came[left == NONE], chains)]
    # Spans that several chains share are rare, so a loop adds their mentions.
    shared_flows: list[tuple[int, int, int]] = []
    shared_alone: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for case, spans in _list_shared_cases(numbering):
        shared_flows.extend((before, after, spans) for before, after in case.ways)
        for chains_alone, found in zip(case.alone, shared_alone, strict=True):
            found.extend((chain, spans) for chain in chains_alone)
    before, after, went = np.array(shared_flows, dtype=np.int64).reshape(-1, 3).T
    flows.append((before, after, went))
    for alone_on_side, found in zip(alone, shared_alone, strict=True):
        numbers, counts = np.array(found, dtype=np.int64).reshape(-1, 2).T
        np.add.at(alone_on_side, numbers, counts)
    before, after, went = (np.concatenate(column) for column in zip(*flows, strict=True))
    return (
        _group_by_chain(before, after, went, alone[BASELINE]),
        _group_by_chain(after, before, went, alone[CHANGED]),
    )


def _count(numbers: Integers, chains: int) -> Integers:
    """Return how often each number from 0 to ``chains`` - 1 is in a column; numbers below 0 are ignored."""
    return np.bincount(numbers[numbers >= 0] if numbers.min(initial=0) < 0 else numbers, minlength=chains)


def _list_shared_cases(numbering: Numbering) -> Iterator[tuple[SharedSpan, int]]:
    """Yield each case of a span that several chains share, and the number of spans with the same chains."""
    old, new = numbering.baseline_rows, numbering.changed_rows
    is_shared = (old.codes < NONE) | (new.codes < NONE)
    if not is_shared.any():
        return
    cases = _count_pairs(old.codes, new.codes, is_shared)
    for before, after, spans in zip(*(column.tolist() for column in cases), strict=True):
        yield SharedSpan(old.numbers(before), new.numbers(after)), spans


def _count_pairs(first: Integers, second: Integers, chosen: Booleans) -> tuple[Integers, Integers, Integers]:
    """Return the distinct pairs of two columns in the rows that are ``chosen``, and how often each occurs."""
    first, second = first[chosen], second[chosen]
    keys = pack(first, second)
    order = keys.argsort()
    # Equal pairs are a run in this order; its length is the count.
    (begins,) = begins_run(keys[order]).nonzero()
    examples = order[begins]
    ends = append_value(begins[1:], len(keys))[: len(begins)]
    return first[examples], second[examples], ends - begins


def _group_by_chain(chain: Integers, heir: Integers, mentions: Integers, alone: Integers) -> FollowedMentions:
    """Return the flows from ``chain`` to ``heir`` by chain; flows between the same two are added up."""
    keys = chain * len(alone) + heir
    # The keys are mostly sorted already, so a stable sort is fast.
    order = keys.argsort(kind="stable")
    # Equal keys are a run in this order; shared spans repeat a pair of chains.
    (begins,) = begins_run(keys[order]).nonzero()
    examples = order[begins]
    sums = np.add.reduceat(mentions[order], begins) if len(begins) else mentions[:0]
    firsts = np.zeros(len(alone) + 1, dtype=np.int64)
    np.bincount(chain[examples], minlength=len(alone)).cumsum(out=firsts[1:])
    return FollowedMentions(firsts, heir[examples], sums, alone)


# The most mentions among which a description of a chain is looked for.
_READ = 200


class ChainGroup(NamedTuple):
    """Chains of one side that are shown in one line, by their numbers.

    A group is a single chain, several chains that look alike and whose mentions all went to the same chain,
    or (``equal``) all chains that are the same in both graphs. Chains look alike if name, types, entries and
    descriptions agree: a fold must not hide namesakes.
    """

    side: int
    numbers: Sequence[int]
    equal: bool = False


class ChainGroups(LazySequence[ChainGroup]):
    """The groups of one side; the equal chains, if there are any, are the last group."""

    def __init__(self, side: int, members: Integers, lengths: Integers, equal: int, chains: int) -> None:
        """Take the ``members``, whose last ``equal`` are equal chains; ``chains`` counts all numbers."""
        self._side, self._equal = side, equal
        self.members, self.lengths = members, lengths
        """The numbers of all chains of the side, group after group, and the length of each group."""
        self.firsts = np.zeros(len(lengths) + 1, dtype=np.int64)
        """The position in ``members`` of the first chain of each group, and the end of the last group."""
        lengths.cumsum(out=self.firsts[1:])
        self.places = np.full(chains, NONE)
        """The position of each chain in ``members``, by its number; ``NONE`` if the side lacks it."""
        self.places[members] = np.arange(len(members))

    def __len__(self) -> int:
        return len(self.lengths)

    def _make(self, place: int) -> ChainGroup:
        numbers = self.members[self.firsts[place] : self.firsts[place + 1]].tolist()
        return ChainGroup(self._side, numbers, bool(self._equal) and place == len(self) - 1)

    def equal(self) -> Integers:
        """Return the numbers of the equal chains."""
        return self.members[len(self.members) - self._equal :]

    def is_equal(self, number: int) -> bool:
        """Return True if a chain is one of the equal ones."""
        return bool(self.places[number] >= len(self.members) - self._equal)

    def group_of(self, number: int) -> int:
        """Return the group of a chain of this side."""
        return int(np.searchsorted(self.firsts, self.places[number], side="right")) - 1


def group_chains(side: int, numbering: Numbering) -> ChainGroups:
    """Return the lines of a side."""
    found = numbering.order.sides[side]
    members = numbering.numbers[side][np.array(found.chains, dtype=np.int64)]
    lengths = np.array(found.lengths, dtype=np.int64)
    return ChainGroups(side, members, lengths, found.equal, len(numbering.differs))


_BAGS_KEPT = 3
"""The current bag, the previous and the next one."""

_SEEN_AT_FIRST = 12
"""About the number of chains of a side that fit on the screen."""

ChainPlace = tuple[int, int]
"""A chain by its side and its number."""


class Way(NamedTuple):
    """Where some mentions of a chain are on the other side: the number of the chain, and how many it has."""

    number: int
    mentions: int


class Property(NamedTuple):
    """A readable type, statement, entry or fact that only this side's chain has."""

    kind: Kind
    words: str


@dataclass(frozen=True, eq=False)
class ShownChain:
    """A chain of one side."""

    side: int
    number: int  # shared with its partner; gives its colour
    index: int  # of its instance in the bag's list for the side
    sign: str  # "A" in the baseline, "1" in the changed graph
    label: str
    spans: tuple[int, ...]  # indices of ``Bag.spans``
    documents: int  # the number of its documents
    description: str  # "the accountant", if another chain of its side has the same name, else ""
    types: tuple[str, ...]
    entries: tuple[KnowledgeBaseEntry, ...]  # in the knowledge bases that are compared
    divergent: bool  # True if it is part of a divergence or lacks a partner
    equal: bool  # True if both graphs have it with the same mentions
    ways: tuple[Way, ...]  # to the chains of the other side that have its mentions, most mentions first
    alone: int  # the number of mentions that the other graph does not have
    properties: tuple[Property, ...]


class Chains:
    """The chains of a bag in the order of the screen: what diverges first, then most mentions first."""

    def __init__(self, displayed: DisplayedBag) -> None:
        self._displayed = displayed
        self.sides = displayed.sides
        self.nouns = displayed.bag.nouns
        self._bag, self._numbering = displayed.bag, displayed.numbering
        self.order: ChainOrder = displayed.numbering.order
        # Caches: the chains of each side by number, and the divergent mentions of a chain.
        self._made: tuple[dict[int, ShownChain], dict[int, ShownChain]] = ({}, {})
        self._divergent_spans: dict[ChainPlace, Integers] = {}
        self.followed = follow_mentions(displayed.numbering)
        self.groups = tuple(group_chains(side, displayed.numbering) for side in (BASELINE, CHANGED))
        """The lines of each side; the equal chains are the last one, if there are any."""

    def chain(self, side: int, number: int) -> ShownChain:
        """Return the chain of a side with a number."""
        made = self._made[side].get(number)
        if made is None:
            made = self._made[side][number] = self._make(side, number)
        return made

    def at(self, side: int, index: int) -> ShownChain:
        """Return the chain of an instance, which is given by its index in the bag's list of that side."""
        return self.chain(side, self.number_at(side, index))

    def number_at(self, side: int, index: int) -> int:
        """Return the number of the chain of an instance, which is given by its side and index."""
        return self._numbering.number(side, index)

    def count(self, side: int) -> int:
        """Return the number of chains of a side."""
        return len(self.groups[side].members)

    def in_order(self, side: int) -> Iterator[ShownChain]:
        """Yield all chains of a side in display order."""
        return (self.chain(side, number) for number in self.groups[side].members.tolist())

    def first(self, side: int, most: int, title: Divergence | None) -> list[ShownChain]:
        """Return the first chains of a side in display order, ``most`` at most.

        The chains that the ``title`` of the bag is about are always among them.
        """
        numbers = () if title is None else dict.fromkeys(number for _, number in self.ends(title))
        titled = [self.chain(side, each) for each in numbers if self._numbering.index(side, each) is not None]
        others = (shown for shown in self.in_order(side) if shown not in titled)
        chosen = [*titled, *islice(others, most - len(titled))]
        return sorted(chosen, key=lambda shown: int(self.groups[side].places[shown.number]))

    def equal(self, side: int) -> Iterator[ShownChain]:
        """Yield the chains of a side that both graphs have."""
        return (self.chain(side, number) for number in self.groups[side].equal().tolist())

    def divergent_numbers(self, side: int) -> Integers:
        """Return the numbers of the chains of a side with a difference, in display order."""
        members = self.groups[side].members
        found: Integers = members[self._numbering.differs[members]]
        return found

    def divergent(self, side: int) -> Iterator[ShownChain]:
        """Yield the chains of a side with a difference, in display order."""
        return (self.chain(side, number) for number in self.divergent_numbers(side).tolist())

    def divergent_by_movement(self, side: int) -> tuple[Iterator[ShownChain], Iterator[ShownChain]]:
        """Return the chains of a side with a difference: those with mentions that moved, and the others."""
        numbers = self.divergent_numbers(side)
        moving = self.followed[side].moving[numbers]
        first, second = (
            (self.chain(side, number) for number in found.tolist())
            for found in (numbers[moving], numbers[~moving])
        )
        return first, second

    def is_telling(self, span: int) -> bool:
        """Return True if a mention moved, or if types, statements or facts of its chain differ."""
        return self.is_divergent(span) or any(
            number in self._properties[side]
            for side in (BASELINE, CHANGED)
            for number in self.numbers_of(side, span)
        )

    def numbers_of(self, side: int, span: int) -> tuple[int, ...]:
        """Return the numbers of a side's chains that have a mention at this span."""
        return self._rows(side)[span]

    def chains_of(self, side: int, span: int) -> tuple[ShownChain, ...]:
        """Return the chains of a side that have a mention at this span."""
        return tuple(self.chain(side, number) for number in self.numbers_of(side, span))

    def is_divergent(self, span: int) -> bool:
        """Return True if a mention moved to another chain, or only one graph has it."""
        return bool(self._numbering.moved[span])

    def divergent_spans(self, shown: ShownChain) -> Integers:
        """Return the divergent mentions of a chain, in the order of the bag."""
        place = shown.side, shown.number
        found = self._divergent_spans.get(place)
        if found is None:
            spans = np.array(shown.spans, dtype=np.int64)
            found = self._divergent_spans[place] = spans[self._numbering.moved[spans]]
        return found

    def sign(self, side: int, number: int) -> str:
        """Return a chain's letter or number."""
        return sign_place(side, int(self.groups[side].places[number]))

    def ways(self, side: int, number: int) -> tuple[Way, ...]:
        """Return where a chain's mentions are on the other side, most mentions first."""
        ways = self.mentions_by_heir(side, number).items()
        return tuple(Way(*way) for way in sorted(ways, key=lambda way: (-way[1], way[0])))

    def mentions_by_heir(self, side: int, number: int) -> Mapping[int, int]:
        """Return the number of a chain's mentions that each chain of the other side has."""
        return self.followed[side].count_by_heir(number)

    def alone(self, side: int, number: int) -> int:
        """Return the number of mentions of a chain that the other graph does not have."""
        return int(self.followed[side].alone[number])

    def properties(self, side: int, number: int) -> Sequence[Property]:
        """Return the types, statements and facts that only this side's chain has."""
        return self._properties[side].get(number, ())

    def with_properties(self, side: int) -> Mapping[int, Sequence[Property]]:
        """Return the chains of a side whose types, statements or facts differ: number -> what only it has.

        The list of a chain is empty if only its partner has something more.
        """
        return self._properties[side]

    def size(self, group: ChainGroup) -> tuple[int, int]:
        """Return the numbers of mentions and of documents of the chains of a group."""
        indices = self._numbering.pairs.sides[group.side][np.asarray(group.numbers)]
        instances = _instances(self._bag, group.side)
        spans = [span for index in indices.tolist() for span in instances[index].spans]
        return len(spans), len(documents_at(self._bag.spans, spans))

    def _describe_namesake(self, side: int, instance: Instance) -> str:
        """Return the first description of an instance that has namesakes on its side; "" if it has none."""
        if self._namesakes[side][instance.label.casefold()] < 2:
            return ""
        words = (self._bag.words[span] for span in instance.spans[:_READ])
        found = (text for text in words if text and read_description(text.casefold()))
        return plain_words(next(found, ""))

    @cached_property
    def _namesakes(self) -> tuple[Counter[str], Counter[str]]:
        """The number of chains of each name, for both sides."""
        before, after = (
            Counter(instance.label.casefold() for instance in instances)
            for instances in (self._bag.baseline, self._bag.changed)
        )
        return before, after

    def signs(self, row: Divergence) -> tuple[str, ...]:
        """Return the signs of the chains that a divergence is about, the baseline's first."""
        return tuple(self.sign(*place) for place in self.ends(row))

    def ends(self, row: Divergence) -> tuple[ChainPlace, ...]:
        """Return the chains that a divergence is about, the baseline's first."""
        numbers = self._numbering.numbers_of_pair(row.baseline, row.changed)
        return tuple((side, number) for side, found in enumerate(numbers) for number in found)

    def named_by(self, row: Divergence) -> tuple[ShownChain, ...]:
        """Return the chains that the sentence of a divergence names: one or two, of one side if possible.

        They are those of ``BagSentences.ends`` if the divergence is about a pair of chains.
        """
        first, last = (CHANGED, BASELINE) if row.kind is Kind.SPLIT else (BASELINE, CHANGED)
        numbers = dict.fromkeys(number for _, number in self.ends(row))
        return tuple(
            self.chain(last if self._numbering.index(first, number) is None else first, number)
            for number in numbers
        )

    def name(self, chain: ShownChain) -> str:
        """Return the full name of a chain in its graph."""
        return _instances(self._bag, chain.side)[chain.index].label

    def heirs(self, chain: ShownChain) -> tuple[tuple[ShownChain, int], ...]:
        """Return the chains of the other side that have its mentions, with the number of mentions of each."""
        return tuple((self.chain(1 - chain.side, way.number), way.mentions) for way in chain.ways)

    def _rows(self, side: int) -> Sequence[tuple[int, ...]]:
        return self._numbering.changed_rows if side else self._numbering.baseline_rows

    @cached_property
    def _properties(self) -> tuple[dict[int, list[Property]], dict[int, list[Property]]]:
        """For each side, what ``with_properties`` returns."""
        found: tuple[dict[int, list[Property]], dict[int, list[Property]]] = ({}, {})
        for row in self._bag.divergences:
            if row.kind not in PROPERTY_KINDS:
                continue
            numbers = self._numbering.numbers_of_pair(row.baseline, row.changed)
            for mine, numbers_of_side, words in zip(found, numbers, (row.dropped, row.added), strict=True):
                # A fact may be about an instance of one side only.
                for number in numbers_of_side:
                    properties = mine.setdefault(number, [])
                    own = [Property(row.kind, plain_words(word)) for word in words]
                    # Several mentions that are linked to one other entry have a row each.
                    is_link = row.kind is Kind.LINK
                    properties += (each for each in own if not is_link or each not in properties)
        return found

    def _make(self, side: int, number: int) -> ShownChain:
        """Create the chain for ``chain``, which caches it."""
        index = self._numbering.index(side, number)
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
            description=self._describe_namesake(side, instance),
            types=tuple(plain_words(term.label) for term in instance.types),
            entries=instance.entries,
            divergent=bool(self._numbering.differs[number]),
            equal=self.groups[side].is_equal(number),
            ways=self.ways(side, number),
            alone=self.alone(side, number),
            properties=tuple(self.properties(side, number)),
        )


class PreparedBag(NamedTuple):
    """A bag with everything that the screen needs; its sentences use the signs of its chains."""

    displayed: DisplayedBag
    chains: Chains
    sentences: BagSentences


class PreparedBags:
    """Prepares bags for the screen, and caches the last few.

    Preparing 300,000 mentions takes longer than showing some of them.
    """

    def __init__(self) -> None:
        self._kept = LruCache[tuple[int, tuple[str, str]], PreparedBag](_BAGS_KEPT)

    def prepare(self, bag: Bag, sides: tuple[str, str]) -> PreparedBag:
        """Prepare a bag for the screen, or return it from the cache."""
        # Cached items refer to their bag, so no other bag can have its id.
        return self._kept.get((id(bag), sides), lambda _: prepare_bag(bag, sides))

    def prepare_ahead(self, bag: Bag, sides: tuple[str, str]) -> None:
        """Prepare a bag that will be shown next, with its first sentence and chains."""
        prepared = self.prepare(bag, sides)
        # These fill the caches of the sentences.
        deque((prepared.sentences.headline, prepared.sentences.changes), maxlen=0)
        for side in (BASELINE, CHANGED):
            # This fills the cache of chains; a chain may have a hundred thousand mentions.
            deque(islice(prepared.chains.divergent(side), _SEEN_AT_FIRST), maxlen=0)


def prepare_bag(bag: Bag, sides: tuple[str, str]) -> PreparedBag:
    """Return a bag with everything that the screen needs."""
    displayed = display_bag(bag, sides)
    chains = Chains(displayed)
    # Sentences name chains by their signs, since chains of a bag often share a name, and the name of a chain
    # may differ between the graphs.
    return PreparedBag(displayed, chains, BagSentences(bag, chains.order))


def _instances(bag: Bag, side: int) -> Sequence[Instance]:
    return bag.changed if side == CHANGED else bag.baseline
