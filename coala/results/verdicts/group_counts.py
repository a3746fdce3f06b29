"""How many answers say who is who, and how many of these moved no part from where they started."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.review.pooling import Pool


class GroupCounts(NamedTuple):
    """The number of answers that say who is who, of all reviewers who count."""

    answers: int
    unmoved: int
    """Answers that were stored as they started: no part was moved."""


def count_groups(pools: Sequence[Pool], reviewer: str | None = None) -> GroupCounts:
    """Count the answers that say who is who; with ``reviewer`` only those of this one."""
    given = [
        state.groups
        for pool in pools
        for name, states in pool.states.items()
        if reviewer in (None, name)
        for entry in pool.entries
        if (state := states.get(entry.fingerprint)) is not None and state.groups is not None
    ]
    return GroupCounts(len(given), sum(each.start is not None and each.moved == 0 for each in given))


def describe_group_counts(counts: GroupCounts) -> Iterator[str]:
    """Yield how many answers say who is who as the start had it; nothing if there are none."""
    if counts.unmoved:
        were = "was" if counts.unmoved == 1 else "were"
        answers = count(counts.answers, "answer")
        yield f"{counts.unmoved:,} of {answers} to who is who {were} stored without moving a part"
