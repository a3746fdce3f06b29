"""Order of the chains of a bag: what differs first, then most mentions first.

The chain map lists the chains of each side in this order, their signs count it (A, B, … in the baseline, 1,
2, … in the changed graph), and the changes of the bag are listed by it. It follows from the bag alone.

Two partners, or a chain without one, are a *pair*; the place of a pair among all pairs is the *number* of its
chains, which gives them their colour. A chain is given by its side and its index in the bag's list for that
side. Everything is in plain lists: most bags are small, and there are many of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from coala.diff.names import DETERMINERS, InstancePlace
from coala.model.bag import BASELINE, CHANGED, Bag, Instance
from coala.model.kinds import PROPERTY_KINDS

NO_CHAIN = -1
"""In place of the number of a chain."""

SMALLEST_FOLD = 3
"""Fewer similar chains are shown one by one, since the reviewer wants to compare them."""

ChainPair = tuple[int | None, int | None]
"""Indices of two partners in the baseline's and the changed graph's list, None for a missing partner."""

ChainSigns = tuple[tuple[str, ...], tuple[str, ...]]
"""Signs of the chains of both sides, by their indices."""


class SideOrder(NamedTuple):
    """Chains of one side in their order, line after line.

    A line is a chain, or several: a *fold* of chains that look alike and whose mentions all went to the same
    chain, or to none; and, as the last line, the chains that are equal in both graphs.
    """

    chains: Sequence[int]  # indices
    lengths: Sequence[int]  # of the lines
    equal: int  # the number of chains in the last line that are equal in both graphs; 0 without that line


class ChainOrder:
    """Pairs of a bag, and chains of each side, in the order in which they are shown."""

    def __init__(
        self, pairs: Sequence[ChainPair], differs: Sequence[bool], sides: tuple[SideOrder, SideOrder]
    ) -> None:
        self.pairs = pairs
        self.differs = differs
        """True for each pair that is part of a divergence, or lacks a chain."""
        self.sides = sides

    @cached_property
    def places(self) -> tuple[Sequence[int], Sequence[int]]:
        """For each side, the place of each chain among its chains, by its index."""
        before, after = (_invert(side.chains) for side in self.sides)
        return before, after

    def sign_at(self, chain: InstancePlace) -> str:
        """Return the letter or number of a chain, which is given by its side and index."""
        side, index = chain
        return sign_place(side, self.places[side][index])


def sign_place(side: int, place: int) -> str:
    """Return the sign of the chain at a place, from 0: A to Z, then AA in the baseline, else 1, 2, …."""
    if side == CHANGED:
        return str(place + 1)
    found = ""
    place += 1
    while place:
        place, last = divmod(place - 1, 26)
        found = chr(ord("A") + last) + found
    return found


def sign_chains(bag: Bag) -> ChainSigns:
    """Return the signs of the chains of both sides, in the order of the instances of the bag."""
    return list_signs(order_chains(bag))


def list_signs(order: ChainOrder) -> ChainSigns:
    """Return the signs of the chains of both sides, by their indices."""
    before, after = (
        tuple([sign_place(side, place) for place in places]) for side, places in enumerate(order.places)
    )
    return before, after


def order_chains(bag: Bag) -> ChainOrder:
    """Return the order of the chains of a bag."""
    pairs, differs = _order_pairs(bag)
    sides = _SideOrders(bag, pairs, differs)
    return ChainOrder(pairs, differs, (sides.order(BASELINE), sides.order(CHANGED)))


def _order_pairs(bag: Bag) -> tuple[list[ChainPair], list[bool]]:
    """Return all pairs in order, and which differ.

    Pairs with a difference come first, then pairs with a chain in the changed graph, then those with most
    mentions, then those early in the text.
    """
    rows, behind = bag.divergences, len(bag.spans)
    touched = {row.baseline for row in rows}, {row.changed for row in rows}
    paired = {old for old, _ in bag.partners}, {new for _, new in bag.partners}
    pairs: list[ChainPair] = list(bag.partners)
    pairs += [(old, None) for old in range(len(bag.baseline)) if old not in paired[BASELINE]]
    pairs += [(None, new) for new in range(len(bag.changed)) if new not in paired[CHANGED]]
    differs, keys = [], []
    # A key is three numbers in one, since there may be very many pairs; each factor is above what follows.
    factor = behind + 1
    for old, new in pairs:
        before = () if old is None else bag.baseline[old].spans
        after = () if new is None else bag.changed[new].spans
        is_different = old is None or new is None or old in touched[BASELINE] or new in touched[CHANGED]
        most = max(len(before), len(after))
        # Spans ascend.
        first = min(before[0] if before else behind, after[0] if after else behind)
        section = (1 if is_different else 3) + (new is None)
        differs.append(is_different)
        keys.append((section * factor - most) * factor + first)
    order = sorted(range(len(pairs)), key=keys.__getitem__)
    return [pairs[place] for place in order], [differs[place] for place in order]


class _SideOrders:
    """Orders the chains of both sides of a bag whose pairs are in order."""

    def __init__(self, bag: Bag, pairs: Sequence[ChainPair], differs: Sequence[bool]) -> None:
        self._bag, self._pairs, self._differs = bag, pairs, differs
        self._sides = bag.baseline, bag.changed

    def order(self, side: int) -> SideOrder:
        """Order the lines of a side: those with a difference first, then those with most mentions."""
        instances, others = self._sides[side], self._sides[1 - side]
        equal: list[int] = []
        # The other chains, and the keys by which they are sorted; as the key of a pair, each is one number.
        rest: list[int] = []
        keys: list[int] = []
        factor = (len(self._bag.spans) + 1) * (len(instances) + 1)
        for pair, is_different in zip(self._pairs, self._differs, strict=True):
            index, other = pair[side], pair[1 - side]
            if index is None:
                continue
            spans = instances[index].spans
            if not is_different and other is not None and spans == others[other].spans:
                equal.append(index)
            else:
                rest.append(index)
                keys.append((0 if is_different else factor) - len(spans))
        folds = {fold[0]: fold for fold in self._find_folds(side, rest)}
        if folds:
            rest, keys = _join_keys(rest, keys, folds, factor)
        # Ties stay in the order of the pairs.
        heads = [rest[place] for place in sorted(range(len(rest)), key=keys.__getitem__)]
        lines = [folds.get(head, (head,)) for head in heads] if folds else []
        chains = list(chain.from_iterable(lines)) if folds else heads
        lengths = list(map(len, lines)) if folds else [1] * len(heads)
        if equal:
            lengths.append(len(equal))
        return SideOrder([*chains, *equal], lengths, len(equal))

    def _find_folds(self, side: int, rest: Sequence[int]) -> Iterator[list[int]]:
        """Yield the chains that are shown in one line, out of these chains in the order of their pairs.

        A chain whose types, statements, links or facts differ has a line of its own.
        """
        if len(rest) < SMALLEST_FOLD:
            return
        instances = self._sides[side]
        alike: defaultdict[str, list[int]] = defaultdict(list)
        for index in rest:
            alike[instances[index].label.casefold()].append(index)
        for namesakes in alike.values():
            if len(namesakes) < SMALLEST_FOLD:
                continue
            for followers in self._list_followers(side, namesakes):
                looks: defaultdict[object, list[int]] = defaultdict(list)
                for index in followers:
                    looks[_find_looks(instances[index], self._bag.words)].append(index)
                yield from (fold for fold in looks.values() if len(fold) >= SMALLEST_FOLD)

    def _list_followers(self, side: int, indices: Iterable[int]) -> Iterator[list[int]]:
        """Yield those of the chains of a side whose mentions all went to one chain, or to none, by it."""
        apart, instances, other = self._with_properties[side], self._sides[side], self._holders[1 - side]
        # For speed: there may be very many chains, and hardly any share a span.
        is_shared = bool(self._holders[side].shared or other.shared)
        joinable = [index for index in indices if index not in apart]
        # Most chains are sorted out by their first mentions.
        heirs = []
        for index in joinable:
            heir, spans = NO_CHAIN, instances[index].spans
            if spans:
                heir = self._follow(side, index, spans[0]) if is_shared else other.first[spans[0]]
            heirs.append(heir)
        followers: dict[int, list[int]] = {
            heir: [] for heir, number in Counter(heirs).items() if number >= SMALLEST_FOLD
        }
        for index, heir in zip(joinable, heirs, strict=True):
            if heir in followers and all(
                self._follow(side, index, span) == heir for span in instances[index].spans
            ):
                followers[heir].append(index)
        yield from (found for found in followers.values() if len(found) >= SMALLEST_FOLD)

    def _follow(self, side: int, index: int, span: int) -> int:
        """Return the number of the chain of the other side that has a mention of a chain."""
        own, other = self._holders[side], self._holders[1 - side]
        if span not in own.shared and span not in other.shared:
            return other.first[span]
        shared = SharedSpan(own.list_numbers(span), other.list_numbers(span))
        return dict(shared.ways).get(self._numbers[side][index], NO_CHAIN)

    @cached_property
    def _with_properties(self) -> tuple[Set[int | None], Set[int | None]]:
        """Chains of each side whose types, statements, links or facts differ."""
        rows = [row for row in self._bag.divergences if row.kind in PROPERTY_KINDS]
        return {row.baseline for row in rows}, {row.changed for row in rows}

    @cached_property
    def _numbers(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """Number of each chain of a side by its index."""
        before, after = (
            {index: number for number, pair in enumerate(self._pairs) if (index := pair[side]) is not None}
            for side in (BASELINE, CHANGED)
        )
        return before, after

    @cached_property
    def _holders(self) -> tuple[_Holders, _Holders]:
        before, after = (
            _Holders(len(self._bag.spans), instances, numbers)
            for instances, numbers in zip(self._sides, self._numbers, strict=True)
        )
        return before, after


def _join_keys(
    chains: Sequence[int], keys: Sequence[int], folds: Mapping[int, Sequence[int]], factor: int
) -> tuple[list[int], list[int]]:
    """Return the chains that begin a line, and the key of each line: a fold has the mentions of its chains.

    It differs if one of its chains does; the key of one that does not is above 0, by ``factor``.
    """
    key_of = dict(zip(chains, keys, strict=True))
    inside = {index for fold in folds.values() for index in fold[1:]}
    heads = [index for index in chains if index not in inside]
    joined = []
    for head in heads:
        own = [key_of[index] for index in folds.get(head, (head,))]
        mentions = sum(factor - key if key > 0 else -key for key in own)
        joined.append((factor if min(own) > 0 else 0) - mentions)
    return heads, joined


class _Holders:
    """Numbers of the chains of one side that have each span."""

    def __init__(self, spans: int, instances: Sequence[Instance], numbers: Mapping[int, int]) -> None:
        self.first = first = [NO_CHAIN] * spans
        self.shared: dict[int, list[int]] = {}
        """All chains of a span, if several have it."""
        mentions = 0
        for index, instance in enumerate(instances):
            number = numbers[index]
            mentions += len(instance.spans)
            for span in instance.spans:
                first[span] = number
        if mentions > spans - first.count(NO_CHAIN):
            self._find_shared(instances, numbers)

    def _find_shared(self, instances: Sequence[Instance], numbers: Mapping[int, int]) -> None:
        holders: defaultdict[int, list[int]] = defaultdict(list)
        for index, instance in enumerate(instances):
            for span in instance.spans:
                holders[span].append(numbers[index])
        self.shared = {span: found for span, found in holders.items() if len(found) > 1}

    def list_numbers(self, span: int) -> list[int]:
        """Return the chains of a span in ascending order."""
        return sorted(self.shared.get(span, [self.first[span]] if self.first[span] != NO_CHAIN else []))


class SharedSpan:
    """Where the mentions of a span went that several chains of a side share.

    With chains (0, 1, 2) before and (1, 3) after, chain 1 keeps its mention, chain 0 gives its one to 3, and
    that of chain 2 is alone: ``ways`` are (1, 1) and (0, 3), and ``alone`` is ([2], []).
    """

    def __init__(self, before: Sequence[int], after: Sequence[int]) -> None:
        """Take the numbers of the chains of both sides, each in ascending order."""
        kept = sorted(set(before) & set(after))
        left, come = ([number for number in side if number not in kept] for side in (before, after))
        self.ways = [*zip(kept, kept, strict=True), *zip(left, come, strict=False)]
        self.alone = left[len(come) :], come[len(left) :]


def _find_looks(instance: Instance, words: Sequence[str | None]) -> tuple[frozenset[str], ...]:
    """Return what tells an instance from its namesakes: types, entries, and descriptions without articles.

    A description is a mention such as "the accountant" or "an accountant".
    """
    mentions = {text.casefold() for text in map(words.__getitem__, instance.spans) if text}
    return (
        frozenset(term.name for term in instance.types),
        frozenset(entry.name for entry in instance.entries),
        frozenset(filter(None, map(read_description, mentions))),
    )


def read_description(words: str) -> str:
    """Return the words behind the determiner of a mention in lower case, "" if it has none."""
    first, *others = words.split() or [""]
    return " ".join(others) if first in DETERMINERS else ""


def _invert(chains: Sequence[int]) -> list[int]:
    places = [0] * len(chains)
    for place, index in enumerate(chains):
        places[index] = place
    return places
