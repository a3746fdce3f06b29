"""Lines for other reviewers' verdicts on a bag, and a hint for a user who may have the wrong name.

If only others have judged a review or a board, the user may be one of them under another name. The window
then shows the hint of ``find_other_reviewers`` or ``find_others_on_board``, and offers the name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate, plain_words
from coala.model.sides import VERDICT_WORDS
from coala.present.group_columns import GroupColumn
from coala.present.judged_changes import say_each
from coala.present.phrases import VERDICT_SIGNS, quote_comment
from coala.review.board.board_file import StoredBoard
from coala.review.file import Review
from coala.review.raters import independent_opinions_on, name_reviewer
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.state import Manner, State

_LONGEST_NOTE_SHOWN = 300
_LONGEST_NAME_SHOWN = 40
"""A longer name would make a button wider than a small window."""

MANNER_WORDS: Mapping[Manner, str] = {
    Manner.TAKEN_OVER: "carried over",
    Manner.ADJUDICATION: "settled",
}
"""How a verdict was given, unless by looking at the bag."""


class OpinionLine(NamedTuple):
    """The verdict of one reviewer on a bag."""

    reviewer: str
    sign: str  # "+"
    words: str  # "better, settled"
    written: str  # the verdicts on own changes, the tags and the note; "" without any

    @property
    def spoken(self) -> str:
        """The line for a screen reader."""
        return "; ".join(filter(None, (f"{self.reviewer}: {self.words}", self.written)))


def list_opinions(states: Mapping[str, State], keys: ChangeKeys | None = None) -> list[OpinionLine]:
    """Return a line for each reviewer who gave a verdict, in the order of ``states``.

    ``keys`` are those of the bag's changes; without them verdicts on own changes are left out.
    """
    return [
        OpinionLine(
            plain_words(reviewer),
            VERDICT_SIGNS[state.verdict],
            ", ".join(filter(None, (VERDICT_WORDS[state.verdict], MANNER_WORDS.get(state.manner)))),
            "; ".join(filter(None, (_list_changes(state, keys), *_quote_comment(state)))),
        )
        for reviewer, state in states.items()
        if state.verdict is not None
    ]


def _list_changes(state: State, keys: ChangeKeys | None) -> str:
    return say_each(keys.read(state.rows), VERDICT_WORDS) if state.rows and keys is not None else ""


def _quote_comment(state: State) -> list[str]:
    return quote_comment(state.comment, _LONGEST_NOTE_SHOWN, named=True)


def list_group_columns(review: Review, number: int) -> list[GroupColumn]:
    """Return what each reviewer answered on a bag before it was settled; [] if none of them said who is who.

    Raises ``ReviewError`` for groups that do not fit the bag.
    """
    states = independent_opinions_on(review, number)
    if all(state.groups is None for state in states.values()):
        return []
    return [
        GroupColumn(
            plain_words(name_reviewer(review, reviewer)),
            state.verdict,
            None if state.groups is None else review.place_parts(number, state.groups),
        )
        for reviewer, state in states.items()
        if state.verdict is not None
    ]


_MOST_NAMED = 3
"""The number of reviewers that are named; the others are counted."""


class OtherReviewers(NamedTuple):
    """The hint that only others have judged."""

    sentence: str
    name: str  # of the reviewer with most verdicts

    @property
    def shown_name(self) -> str:
        """The name as a button shows it: short, in its own direction."""
        return _show_name(self.name)


def find_other_reviewers(review: Review) -> OtherReviewers | None:
    """Return the other reviewers of a review; None if this reviewer has judged a bag, or if no one has."""
    states = {reviewer: review.states_of(reviewer) for reviewer in review.reviewers()}
    return _find_others("review", review.reviewer, [entry.fingerprint for entry in review.entries], states)


def find_others_on_board(stored: StoredBoard) -> OtherReviewers | None:
    """Return the other reviewers of a board; None if this reviewer has judged a bag, or if no one has."""
    return _find_others("board", stored.reviewer, stored.questions, stored.states)


def _find_others(
    what: str, reviewer: str, present: Collection[str], states: Mapping[str, Mapping[str, State]]
) -> OtherReviewers | None:
    """Return the hint about a review or a board (``what``), or None.

    ``present`` are the fingerprints of its bags, and ``states`` the verdicts by reviewer and fingerprint.
    """
    own = states.get(reviewer, {})
    if any(own[bag].is_judged for bag in present if bag in own):
        return None
    judged = {
        name: sum(given[bag].is_judged for bag in present if bag in given) for name, given in states.items()
    }
    if not any(judged.values()):
        return None
    most_first = sorted((name for name in judged if judged[name]), key=lambda name: (-judged[name], name))
    first, *others = most_first[:_MOST_NAMED]
    parts = [f"{_show_name(first)} has judged {count(judged[first], 'bag')}"]
    parts += [f"{_show_name(name)} {judged[name]:,}" for name in others]
    if len(most_first) > _MOST_NAMED:
        parts.append(f"so have {count(len(most_first) - _MOST_NAMED, 'more reviewer')}")
    names = ", and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    return OtherReviewers(f"You are judging this {what} as {_show_name(reviewer)}. {names}.", most_first[0])


def _show_name(name: str) -> str:
    return isolate(plain_words(name, _LONGEST_NAME_SHOWN))
