"""What other reviewers said of a bag becomes lines for one who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.presentation.judged_changes import say_each
from coala.presentation.phrases import VERDICT_SIGNS, VERDICT_WORDS, quote_comment
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
