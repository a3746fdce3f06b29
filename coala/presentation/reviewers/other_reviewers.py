"""A review in which only others have judged is told as one sentence, so that nobody takes verdicts for lost.

A module of its own because the window says it and the command line does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate, plain_words
from coala.review.board.board_file import StoredBoard
from coala.review.file import Review
from coala.verdicts.state import State

_NAMED = 3
"""So many are named; of more the others are counted."""


class OtherReviewers(NamedTuple):
    """What to say of a review by others, and the name of who has most of its verdicts."""

    sentence: str
    name: str


def find_other_reviewers(review: Review) -> OtherReviewers | None:
    """Others who have judged bags of this comparison; None where one has judged oneself, or nobody has."""
    states = {reviewer: review.states_of(reviewer) for reviewer in review.reviewers()}
    return _find_others("review", review.reviewer, [entry.fingerprint for entry in review.entries], states)


def find_others_on_board(stored: StoredBoard) -> OtherReviewers | None:
    """Others who have judged bags of any column of a board; None as for a review."""
    return _find_others("board", stored.reviewer, stored.questions, stored.states)


def _find_others(
    what: str, reviewer: str, present: Collection[str], states: Mapping[str, Mapping[str, State]]
) -> OtherReviewers | None:
    own = states.get(reviewer, {})
    if any(own[bag].judges for bag in present if bag in own):
        return None
    judged = {name: sum(said[bag].judges for bag in present if bag in said) for name, said in states.items()}
    if not any(judged.values()):
        return None
    most_first = sorted((name for name in judged if judged[name]), key=lambda name: (-judged[name], name))
    said = [f"{count(judged[name], 'verdict')} by {_shown(name)}" for name in most_first[:_NAMED]]
    if len(most_first) > _NAMED:
        said.append(f"those of {count(len(most_first) - _NAMED, 'more reviewer')}")
    names = " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))
    return OtherReviewers(
        f"This {what} has {names}; none is by {_shown(reviewer)}, as whom you judge.",
        most_first[0],
    )


def _shown(name: str) -> str:
    return isolate(plain_words(name))
