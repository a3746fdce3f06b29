"""The agreement of reviewers on who is who: Krippendorff's alpha over the mentions of the bags they judged.

The value of a mention is the set of mentions that are one thing with it, by the groups of a reviewer; it is
empty for *no mention*. A mention has no value from a reviewer who is not sure of its part, or who gave the
bag a verdict without groups (specification, sections 6a and 6b).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from coala.model.columns import number_by_first
from coala.scores.chain_agreement import measure_chain_agreement
from coala.scores.partition import Clusters
from coala.verdicts.groups import NO_MENTION, GroupedBag


@dataclass(frozen=True)
class GroupAgreement:
    """Krippendorff's alpha over ``mentions`` mentions of ``bags`` bags, by the name of its distance.

    These are the mentions with a value from two or more reviewers, of bags that all of them judged. Alpha is
    None if it is 0/0: without such mentions, or if all values are equal.
    """

    bags: int
    mentions: int
    alpha: Mapping[str, Fraction | None]


@dataclass(frozen=True)
class WhoIsWhoAgreement:
    """The agreement of all reviewers on who is who, and of each pair by their indices."""

    together: GroupAgreement
    pairs: Mapping[tuple[int, int], GroupAgreement]


def measure_who_is_who(reviewers: int, bags: Iterable[GroupedBag]) -> WhoIsWhoAgreement:
    """Measure the agreement of two or more reviewers on who is who."""
    # A bag with fewer groups than two has no mention with two values.
    bags = [bag for bag in bags if len(bag.groups) - bag.groups.count(None) >= 2]
    pairs = {pair: _measure(pair, bags) for pair in combinations(range(reviewers), 2)}
    return WhoIsWhoAgreement(_measure(range(reviewers), bags), pairs)


_MISSING = -2
"""In place of the group of a mention without a value."""


def _measure(reviewers: Sequence[int], bags: Sequence[GroupedBag]) -> GroupAgreement:
    """Measure some reviewers, given by their indices, over the bags that all of them judged."""
    judged = [bag for bag in bags if all(bag.judged[reviewer] for reviewer in reviewers)]
    # Each mention's bag, and for each reviewer its group, numbered on from bag to bag.
    bag_of = np.repeat(np.arange(len(judged)), np.array([bag.spans for bag in judged], np.int64))
    groups = np.array([_list_groups(reviewer, judged) for reviewer in reviewers], np.int64)
    pairable = (groups > _MISSING).sum(axis=0) >= 2
    sides = [Clusters(number_by_first(np.maximum(own, NO_MENTION))) for own in groups]
    return GroupAgreement(
        len(np.unique(bag_of[pairable])),
        int(pairable.sum()),
        measure_chain_agreement(sides, list(groups == NO_MENTION)),
    )


def _list_groups(reviewer: int, bags: Sequence[GroupedBag]) -> list[int]:
    """Return the group of each mention of all bags by one reviewer."""
    listed: list[int] = []
    first = 0
    for bag in bags:
        own = [_MISSING] * bag.spans
        for part in bag.groups[reviewer] or ():
            if part.is_sure:
                group = part.group if part.group == NO_MENTION else first + part.group
                for span in part.spans:
                    own[span] = group
        listed += own
        # A bag has no more groups than mentions.
        first += bag.spans
    return listed
