"""One judgement becomes one step of the undo stack; nothing else in the desktop changes a review."""

from __future__ import annotations

import weakref
from typing import Literal, Protocol

from PySide6 import QtGui

from coala.errors import ReviewError
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.state import State

How = Literal["judged", "undone", "redone"]


class Outcome(Protocol):
    """Who is told what a step did, once it is on disk, or why it could not be done."""

    def judgement_done(self, number: int, before: State, after: State, *, how: How) -> None: ...

    def judgement_failed(self, sentence: str) -> None: ...


class JudgeCommand(QtGui.QUndoCommand):
    """Bag ``number`` gets a verdict and a note.

    A step that was rebuilt from the journal is *asleep* until the whole stack stands: Qt's stack can
    only be filled by pushing, and moved only by undoing, and neither may touch the review again.
    A step that ``continues`` a burst of answers is undone and redone together with the one before.
    """

    def __init__(
        self, review: Review, outcome: Outcome, number: int, state: State, *, continues: bool = False
    ) -> None:
        super().__init__(f"verdict on bag {number + 1}")
        self.continues = continues
        self._review = review
        # A command that owned the controller, which owns the stack, would be freed in an order that aborts.
        self._outcome = weakref.ref(outcome)
        self._number = number
        self._state = state
        self._act: Act | None = None
        self._asleep = False

    @classmethod
    def restored(cls, review: Review, outcome: Outcome, number: int, act: Act) -> JudgeCommand:
        """A step of the journal, asleep."""
        command = cls(review, outcome, number, act.after)
        command._act = act
        command._asleep = True
        return command

    def wake(self) -> None:
        self._asleep = False

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
            outcome.judgement_failed(str(error))
        else:
            outcome.judgement_done(self._number, self._act.before, self._act.after, how=how)

    def undo(self) -> None:
        outcome = self._outcome()
        if self._asleep or outcome is None or self._act is None:
            return
        try:
            self._review.undo(self._act)
        except ReviewError as error:
            outcome.judgement_failed(str(error))
        else:
            outcome.judgement_done(self._number, self._act.after, self._act.before, how="undone")
