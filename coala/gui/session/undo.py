"""The undo commands for judgements: in the desktop nothing else changes a verdict.

A judgement gives a bag a new state: its verdict, the verdicts on its changes, its note and tags. The review
writes each step into its journal, so undo still works after the program was closed: when a review is opened,
the commands are rebuilt from the journal.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Literal, Protocol

from PySide6 import QtGui

from coala.errors import CoalaError, ReviewError
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.state import State

StepKind = Literal["judged", "undone", "redone"]
"""What happened to a step."""


class JudgementListener(Protocol):
    """The receiver of what a step did, once it is on disk, or of why it failed."""

    def judgement_done(self, number: int, before: State, after: State, *, how: StepKind) -> None: ...

    def judgement_failed(self, error: CoalaError) -> None: ...


class JudgeCommand(QtGui.QUndoCommand):
    """One step of the journal, which gives bag ``number`` a state: its verdict and its note.

    A step that ``continues`` a burst of answers is undone and redone together with the one before. A step
    that was rebuilt from the journal is *asleep* until the whole stack is rebuilt. Qt's stack can only be
    filled by pushing and moved by undoing, and neither may change the review then.
    """

    def __init__(
        self,
        review: Review,
        listener: JudgementListener,
        number: int,
        state: State,
        *,
        continues: bool = False,
        act: Act | None = None,
    ) -> None:
        """Take the ``act`` of the journal for a step that was done before; None for a new step."""
        super().__init__(f"verdict on bag {number + 1}")
        self.continues = continues
        self._review = review
        # The session owns the stack: a command that owned it would be freed in an order that aborts.
        self._listener = weakref.ref(listener)
        self._number = number
        self._state = state
        self._act = act
        self._is_asleep = act is not None

    @property
    def number(self) -> int:
        """The number of the bag that the step changes."""
        return self._number

    def wake(self) -> None:
        """Let undo and redo change the review from now on, because the stack is complete."""
        self._is_asleep = False

    @property
    def is_done(self) -> bool:
        """True if the step is in force, False if it is undone."""
        return self._act is None or self._act.done

    def redo(self) -> None:
        listener = self._listener()
        if self._is_asleep or listener is None:
            return
        how: StepKind = "judged" if self._act is None else "redone"
        try:
            if self._act is None:
                self._act = self._review.judge(self._number, self._state)
            else:
                self._review.redo(self._act)
        except ReviewError as error:
            listener.judgement_failed(error)
        else:
            listener.judgement_done(self._number, self._act.before, self._act.after, how=how)

    def undo(self) -> None:
        listener = self._listener()
        if self._is_asleep or listener is None or self._act is None:
            return
        try:
            self._review.undo(self._act)
        except ReviewError as error:
            listener.judgement_failed(error)
        else:
            listener.judgement_done(self._number, self._act.after, self._act.before, how="undone")


def restore_commands(
    review: Review, listener: JudgementListener, numbers: Mapping[str, int]
) -> list[JudgeCommand]:
    """Rebuild the steps of the journal, asleep; ``numbers`` maps fingerprints to bag numbers."""
    # Undone steps are the newest part of the history, unless another comparison came in between.
    acts = sorted(review.history(), key=lambda act: not act.done)
    return [JudgeCommand(review, listener, numbers[act.fingerprint], act.after, act=act) for act in acts]


Subject = tuple[int, frozenset[str]]
"""The subject of an answer: a bag's number and the rows of one change, or no rows for the whole bag."""


def find_answered_subject(number: int, before: State, after: State) -> Subject | None:
    """Return the subject that got an answer between two states; None if none did, e.g. for a note."""
    has_groups = after.verdict is not None and before.answer[-1] != after.answer[-1]
    if has_groups or after.verdict not in (None, before.verdict):
        return number, frozenset()
    rows = frozenset(key for key, _ in {*after.rows} - {*before.rows})
    return (number, rows) if rows else None
