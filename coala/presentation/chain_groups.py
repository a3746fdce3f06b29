"""The chains of one side become groups that are told in one line each, in the order of the screen.

A bag may have tens of thousands of chains, most of them alone in their line: the groups stand in columns, and
one is made when its line is looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base.sequences import LazySequence
from coala.model.bag import CHANGED, Bag
from coala.model.bag_columns import NONE, labels_of, mentions_of
from coala.model.columns import followed_by
from coala.presentation.followed_mentions import FollowedMentions
from coala.presentation.instance_numbers import Numbering

if TYPE_CHECKING:
    from coala.model.graph import Integers

# Fewer chains of one name that went the same way are what the reviewer wants to see side by side.
SMALLEST_GROUP = 3


class ChainGroup(NamedTuple):
    """Chains of one side that are told in one line, by their numbers: one alone, several of one name that
    all went the same way, or (``equal``) all that are the same in both graphs.
    """

    side: int
    numbers: Sequence[int]
    equal: bool = False


class ChainGroups(LazySequence[ChainGroup]):
    """The groups of one side; equal chains are the last one, if there are any.

    ``members`` are the numbers of all chains as they stand on the screen, ``firsts`` says where in them each
    group begins, and where the last ends.
    """

    def __init__(self, side: int, members: Integers, lengths: Integers, equal: int, chains: int) -> None:
        """``equal`` chains are the last of the members; ``chains`` is how many numbers there are."""
        self._side, self._equal = side, equal
        self.members, self.lengths = members, lengths
        self.firsts = np.zeros(len(lengths) + 1, dtype=np.int64)
        lengths.cumsum(out=self.firsts[1:])
        self.places = np.full(chains, NONE)
        """Where each chain stands among the members, by its number."""
        self.places[members] = np.arange(len(members))

    def __len__(self) -> int:
        return len(self.lengths)

    def _make(self, place: int) -> ChainGroup:
        numbers = self.members[self.firsts[place] : self.firsts[place + 1]].tolist()
        return ChainGroup(self._side, numbers, bool(self._equal) and place == len(self) - 1)

    def equal(self) -> Integers:
        """The numbers of the equal chains."""
        return self.members[len(self.members) - self._equal :]

    def is_equal(self, number: int) -> bool:
        """Whether a chain is one of the equal ones."""
        return bool(self.places[number] >= len(self.members) - self._equal)

    def group_of(self, number: int) -> int:
        """The group in which a chain of this side is."""
        return int(np.searchsorted(self.firsts, self.places[number], side="right")) - 1


def group_chains(
    side: int, bag: Bag, numbering: Numbering, followed: FollowedMentions, apart: Iterable[int]
) -> ChainGroups:
    """Group the chains of a side: what differs first, then most mentions first.

    Equal are partners with the same mentions and nothing that differs. Those in ``apart`` stand in a line of
    their own, whatever they have in common with others.
    """
    indices = numbering.pairs.sides[side]
    present = indices != NONE
    chains = len(indices)
    sizes = [
        followed_by(mentions_of(instances).lengths, 0)[of_number]
        for instances, of_number in zip((bag.baseline, bag.changed), numbering.pairs.sides, strict=True)
    ]
    kept = followed.kept
    equal = present & ~numbering.differs & (kept == sizes[0]) & (kept == sizes[1])
    ways = followed.ways_of_each
    joinable = present & ~equal & (ways <= 1) & ((ways == 0) | (followed.alone == 0))
    joinable[list(apart)] = False
    # A group goes by its first chain.
    first = np.arange(chains)
    labels = labels_of(bag.changed if side == CHANGED else bag.baseline)
    for numbers in _find_alike(joinable.nonzero()[0], followed, indices, labels):
        first[numbers] = numbers[0]
    (others,) = (present & ~equal).nonzero()
    of_group = first[others]
    differs = np.bincount(of_group, weights=numbering.differs[others], minlength=chains) > 0
    mentions = np.bincount(of_group, weights=sizes[side][others], minlength=chains).astype(np.int64)
    heads = others[of_group == others]
    # Both sorts are stable: what is equal stays in the order of the numbers.
    heads = heads[np.lexsort((-mentions[heads], ~differs[heads]))]
    rank = np.zeros(chains, dtype=np.int64)
    rank[heads] = np.arange(len(heads))
    members = others[rank[of_group].argsort(kind="stable")]
    lengths = np.bincount(of_group, minlength=chains)[heads]
    (same,) = equal.nonzero()
    if len(same):
        members, lengths = np.concatenate((members, same)), followed_by(lengths, len(same))
    return ChainGroups(side, members, lengths, len(same), chains)


def _find_alike(
    numbers: Integers, followed: FollowedMentions, indices: Integers, labels: Sequence[str]
) -> Iterable[list[int]]:
    """Chains of one name that all went to the same chain, or nowhere; each of them has one way at most."""
    heirs = followed_by(followed.heirs, NONE)[followed.firsts[numbers]]
    heirs[followed.ways_of_each[numbers] == 0] = NONE
    # Names are compared where enough chains went the same way.
    likely = np.bincount(heirs + 1, minlength=1)[heirs + 1] >= SMALLEST_GROUP
    alike: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    chosen = numbers[likely]
    columns = chosen, indices[chosen], heirs[likely]
    for number, index, heir in zip(*(column.tolist() for column in columns), strict=True):
        alike[labels[index].casefold(), heir].append(number)
    return (found for found in alike.values() if len(found) >= SMALLEST_GROUP)
