"""A review in which only others have judged is told as one sentence, so that nobody takes verdicts for lost.

A module of its own because the window says it and the command line does.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate, plain_words
from coala.review.file import Review

_NAMED = 3
"""So many are named; of more the others are counted."""


class OtherReviewers(NamedTuple):
    """What to say of a review by others, and the name of who has most of its verdicts."""

    sentence: str
    name: str


def find_other_reviewers(review: Review) -> OtherReviewers | None:
    """Others who have judged bags of this comparison; None where one has judged oneself, or nobody has."""
    present = [entry.fingerprint for entry in review.entries]
    own = review.states_of(review.reviewer)
    if any(name in own and own[name].judges for name in present):
        return None
    judged: dict[str, int] = {}
    for reviewer in review.reviewers():
        states = review.states_of(reviewer)
        stated = (states[name] for name in present if name in states)
        judged[reviewer] = sum(state.judges for state in stated)
    if not any(judged.values()):
        return None
    most_first = sorted((name for name in judged if judged[name]), key=lambda name: (-judged[name], name))
    said = [f"{count(judged[name], 'verdict')} by {_shown(name)}" for name in most_first[:_NAMED]]
    if len(most_first) > _NAMED:
        said.append(f"those of {count(len(most_first) - _NAMED, 'more reviewer')}")
    names = " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))
    return OtherReviewers(
        f"This review has {names}; none is by {_shown(review.reviewer)}, as whom you judge.",
        most_first[0],
    )


def _shown(name: str) -> str:
    return isolate(plain_words(name))
