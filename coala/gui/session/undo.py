"""One judgement becomes one step of the undo stack; nothing else in the desktop changes a review."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Literal, Protocol

from PySide6 import QtGui

from coala.errors import CoalaError, ReviewError
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.state import State

How = Literal["judged", "undone", "redone"]


class Outcome(Protocol):
    """Who is told what a step did, once it is on disk, or why it could not be done."""

    def judgement_done(self, number: int, before: State, after: State, *, how: How) -> None: ...

    def judgement_failed(self, error: CoalaError) -> None: ...


class JudgeCommand(QtGui.QUndoCommand):
    """One step of the journal: bag ``number`` gets a verdict and a note.

    A step that ``continues`` a burst of answers is undone and redone together with the one before. A step
    that was rebuilt from the journal is *asleep* until the whole stack stands: Qt's stack can only be filled
    by pushing, and moved only by undoing, and neither may touch the review again.
    """

    def __init__(
        self,
        review: Review,
        outcome: Outcome,
        number: int,
        state: State,
        *,
        continues: bool = False,
        act: Act | None = None,
    ) -> None:
        """``act`` is that of a step of the journal, None of one that is yet to be done."""
        super().__init__(f"verdict on bag {number + 1}")
        self.continues = continues
        self._review = review
        # A command that owned the controller, which owns the stack, would be freed in an order that aborts.
        self._outcome = weakref.ref(outcome)
        self._number = number
        self._state = state
        self._act = act
        self._asleep = act is not None

    def wake(self) -> None:
        self._asleep = False

    @property
    def done(self) -> bool:
        """Whether a step of the journal is in force."""
        return self._act is None or self._act.done

    def redo(self) -> None:
        outcome = self._outcome()
        if self._asleep or outcome is None:
            return
        how: How = "judged" if self._act is None else "redone"
        try:
            if self._act is None:
                self._act = self._review.judge(self._number, self._state)
            else:
                self._review.redo(self._act)
        except ReviewError as error:
            outcome.judgement_failed(error)
        else:
            outcome.judgement_done(self._number, self._act.before, self._act.after, how=how)

    def undo(self) -> None:
        outcome = self._outcome()
        if self._asleep or outcome is None or self._act is None:
            return
        try:
            self._review.undo(self._act)
        except ReviewError as error:
            outcome.judgement_failed(error)
        else:
            outcome.judgement_done(self._number, self._act.after, self._act.before, how="undone")


def restored_commands(review: Review, outcome: Outcome, numbers: Mapping[str, int]) -> list[JudgeCommand]:
    """Rebuild the steps of the journal, asleep; ``numbers`` are those of the bags by their fingerprints."""
    # What was undone is the newest part of the history, unless another comparison lay between.
    acts = sorted(review.history(), key=lambda act: not act.done)
    return [JudgeCommand(review, outcome, numbers[act.fingerprint], act.after, act=act) for act in acts]


Subject = tuple[int, frozenset[str]]
"""What an answer is about: a bag by its number, and of it the rows of one change, none for the bag."""


def answered_in(number: int, before: State, after: State) -> Subject | None:
    """What has an answer now that it had not; None where nothing has, as when a note was written."""
    if after.verdict not in (None, before.verdict):
        return number, frozenset()
    rows = frozenset(key for key, _ in {*after.rows} - {*before.rows})
    return (number, rows) if rows else None
