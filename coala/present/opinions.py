"""What other reviewers said of a bag becomes lines for one who may know it.

A review in which only others have judged is told as one sentence, so that nobody takes verdicts for lost.

A module of its own because the window says it and the command line does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate, plain_words
from coala.present.judged_changes import say_each
from coala.present.phrases import VERDICT_SIGNS, VERDICT_WORDS, quote_comment
from coala.review.board.board_file import StoredBoard
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.state import Manner, State

_LONGEST_NOTE_SHOWN = 300

MANNER_WORDS: Mapping[Manner, str] = {
    Manner.TAKEN_OVER: "taken over",
    Manner.ADJUDICATION: "adjudicated",
}
"""How a verdict came about, where not by looking at the bag."""


class OpinionLine(NamedTuple):
    """One reviewer's verdict in a sign and in words, and what was written beside it."""

    reviewer: str
    sign: str
    words: str
    written: str

    @property
    def spoken(self) -> str:
        """The whole line for a screen reader."""
        return "; ".join(filter(None, (f"{self.reviewer}: {self.words}", self.written)))


def tell_opinions(states: Mapping[str, State], keys: ChangeKeys | None = None) -> list[OpinionLine]:
    """A line for each reviewer who gave a verdict, in the order of ``states``.

    ``keys`` of the bag's changes tell which of them got verdicts of their own; without, none is told.
    """
    return [
        OpinionLine(
            plain_words(reviewer),
            VERDICT_SIGNS[state.verdict],
            ", ".join(filter(None, (VERDICT_WORDS[state.verdict], MANNER_WORDS.get(state.manner)))),
            "; ".join(filter(None, (_of_changes(state, keys), *_quote(state)))),
        )
        for reviewer, state in states.items()
        if state.verdict is not None
    ]


def _of_changes(state: State, keys: ChangeKeys | None) -> str:
    return say_each(keys.read(state.rows), VERDICT_WORDS) if state.rows and keys is not None else ""


def _quote(state: State) -> list[str]:
    return quote_comment(state.comment, _LONGEST_NOTE_SHOWN, named=True)


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
