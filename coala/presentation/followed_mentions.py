"""The mentions of each chain of a bag are followed to the chains of the other side, all of them at once.

As the divergences are (specification, section 3): a mention stays with the partner where the partner has it
too; what is left of a span's mentions is paired in the order of their chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coala.model.bag import BASELINE, CHANGED
from coala.model.bag_columns import NONE
from coala.model.columns import begins_run, followed_by, pack
from coala.presentation.instance_numbers import Numbering

if TYPE_CHECKING:
    from coala.model.graph import Booleans, Integers


@dataclass(frozen=True, eq=False)
class FollowedMentions:
    """Of each chain of one side, by its number, where its mentions are on the other side.

    From ``firsts[number]`` on stand its ``heirs``, in ascending order, and how many ``mentions`` each has.
    ``alone`` counts for each number the mentions that the other side has nowhere.
    """

    firsts: Integers
    heirs: Integers
    mentions: Integers
    alone: Integers

    @cached_property
    def chains(self) -> Integers:
        """The number of the chain that each of ``heirs`` is one of."""
        return np.repeat(np.arange(len(self.alone)), self.ways_of_each)

    @cached_property
    def ways_of_each(self) -> Integers:
        """How many heirs each chain has, by its number."""
        return self.firsts[1:] - self.firsts[:-1]

    @cached_property
    def kept(self) -> Integers:
        """How many mentions each partner has too, by its number."""
        kept = np.zeros(len(self.alone), dtype=np.int64)
        stays = self.chains == self.heirs
        kept[self.heirs[stays]] = self.mentions[stays]
        return kept

    def ways(self, number: int) -> Mapping[int, int]:
        """How many mentions of a chain each of its heirs has."""
        of_chain = slice(self.firsts[number], self.firsts[number + 1])
        return dict(zip(self.heirs[of_chain].tolist(), self.mentions[of_chain].tolist(), strict=True))

    def of_chains(self, numbers: Integers) -> tuple[Integers, Integers]:
        """The heirs of some chains, each chain's behind each other, and how many mentions each has."""
        lengths = self.ways_of_each[numbers]
        places = np.repeat(self.firsts[numbers] - lengths.cumsum() + lengths, lengths)
        places += np.arange(len(places))
        return self.heirs[places], self.mentions[places]


def follow_mentions(numbering: Numbering) -> tuple[FollowedMentions, FollowedMentions]:
    """How many mentions went from each chain to each, seen from the baseline and from the changed graph."""
    chains = len(numbering.differs)
    old, new = numbering.baseline_rows.places, numbering.changed_rows.places
    # Most mentions stay where they are, and of those there is little to tell.
    (others,) = (old != new).nonzero()
    left, came = old[others], new[others]
    kept = _count(old, chains) - _count(left, chains)
    (number,) = kept.nonzero()
    parts = [(number, number, kept[number])]
    parts.append(_count_pairs(left, came, (left >= 0) & (came >= 0)))
    alone = [_count(left[came == NONE], chains), _count(came[left == NONE], chains)]
    ways: list[tuple[int, int, int]] = []
    rests: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for told, mentions in _shared_cases(numbering):
        ways.extend((*way, mentions) for way in told.ways)
        for rest, found in zip(told.alone, rests, strict=True):
            found.extend((number, mentions) for number in rest)
    before, after, went = np.array(ways, dtype=np.int64).reshape(-1, 3).T
    parts.append((before, after, went))
    for side, found in zip(alone, rests, strict=True):
        numbers, many = np.array(found, dtype=np.int64).reshape(-1, 2).T
        np.add.at(side, numbers, many)
    before, after, went = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _seen_from(before, after, went, alone[BASELINE]), _seen_from(after, before, went, alone[CHANGED])


def _count(numbers: Integers, chains: int) -> Integers:
    """How often each number stands in a column, in which what is below 0 is none."""
    return np.bincount(numbers[numbers >= 0] if numbers.min(initial=0) < 0 else numbers, minlength=chains)


class _Shared:
    """Where the mentions of a span went that several chains of a side have."""

    def __init__(self, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        kept = sorted(set(before) & set(after))
        left, come = ([number for number in side if number not in kept] for side in (before, after))
        self.ways = [*zip(kept, kept, strict=True), *zip(left, come, strict=False)]
        self.alone = left[len(come) :], come[len(left) :]


def _shared_cases(numbering: Numbering) -> Iterator[tuple[_Shared, int]]:
    """What became of spans that several chains of a side share, and of how many spans that."""
    old, new = numbering.baseline_rows, numbering.changed_rows
    cases = _count_pairs(old.places, new.places, (old.places < NONE) | (new.places < NONE))
    for before, after, spans in zip(*(column.tolist() for column in cases), strict=True):
        yield _Shared(old.numbers(before), new.numbers(after)), spans


def _count_pairs(first: Integers, second: Integers, chosen: Booleans) -> tuple[Integers, Integers, Integers]:
    """What stands together in two columns where it is chosen, and how often."""
    first, second = first[chosen], second[chosen]
    keys = pack(first, second)
    order = keys.argsort()
    (begins,) = begins_run(keys[order]).nonzero()
    ones = order[begins]
    return first[ones], second[ones], followed_by(begins[1:], len(keys))[: len(begins)] - begins


def _seen_from(chain: Integers, heir: Integers, mentions: Integers, alone: Integers) -> FollowedMentions:
    keys = chain * len(alone) + heir
    # What stayed is in order, and so is most of what went: a stable sort finds that out.
    order = keys.argsort(kind="stable")
    # Mentions that several chains share may have gone the way of others.
    (begins,) = begins_run(keys[order]).nonzero()
    ones = order[begins]
    sums = np.add.reduceat(mentions[order], begins) if len(begins) else mentions[:0]
    firsts = np.zeros(len(alone) + 1, dtype=np.int64)
    np.bincount(chain[ones], minlength=len(alone)).cumsum(out=firsts[1:])
    return FollowedMentions(firsts, heir[ones], sums, alone)
