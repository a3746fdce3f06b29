"""Answers to "Who is who?" for exports: with the names of parts, and the verdict that follows."""

from __future__ import annotations

from coala.diff.chain_order import sign_chains
from coala.model.bag import Verdict
from coala.present.who_is_who import NamedGroups, name_groups
from coala.review.file import Review
from coala.verdicts.groups import count_grouped_links
from coala.verdicts.state import State

NO_GROUPS = NamedGroups(())
"""In place of an answer without groups."""


def name_answer(review: Review, number: int, state: State) -> NamedGroups:
    """Return who is who by a state of bag ``number``, by the names of its parts."""
    if state.groups is None:
        return NO_GROUPS
    # Raises an error if the groups do not fit the bag.
    review.place_parts(number, state.groups)
    return name_groups(sign_chains(review.bag(number)), review.find_parts(number), state.groups)


def find_overruled(review: Review, number: int, state: State) -> Verdict | None:
    """Return the verdict that follows from who is who, if the reviewer gave another one; else None."""
    if state.groups is None:
        return None
    follows = count_grouped_links(review.place_parts(number, state.groups)).verdict
    return None if follows is state.verdict else follows


def list_groups(named: NamedGroups) -> list[str]:
    """Return each group as a cell of a table has it: "A1 B1"."""
    return list(map(" ".join, named.groups))


def list_mixed(named: NamedGroups) -> list[str]:
    """Return each piece with its mentions as a cell of a table has it: "E1/1: 0 2"."""
    return [
        f"{part.name}/{number}: {' '.join(map(str, piece))}"
        for part in named.mixed
        for number, piece in enumerate(part.pieces, 1)
    ]
