"""One judgement becomes one step of the undo stack; nothing else in the desktop changes a review."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from PySide6 import QtGui

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.state import Manner, State

How = Literal["judged", "undone", "redone"]


class Outcome(Protocol):
    """Who is told what a step did, once it is on disk, or why it could not be done."""

    def judgement_done(self, number: int, before: State, after: State, *, how: How) -> None: ...

    def group_done(self, numbers: Sequence[int], verdict: Verdict | None, *, how: How) -> None: ...

    def judgement_failed(self, sentence: str) -> None: ...


class JournalCommand(QtGui.QUndoCommand):
    """One step of the journal: its acts are done, undone and done again together, or none of them.

    A step that was rebuilt from the journal is *asleep* until the whole stack stands: Qt's stack can
    only be filled by pushing, and moved only by undoing, and neither may touch the review again.
    """

    def __init__(self, text: str, review: Review, outcome: Outcome, acts: Sequence[Act]) -> None:
        """``acts`` are those of a step of the journal, none of one that is yet to be done."""
        super().__init__(text)
        self._review = review
        # A command that owned the controller, which owns the stack, would be freed in an order that aborts.
        self._outcome = weakref.ref(outcome)
        self._acts = acts
        self._asleep = bool(acts)

    def wake(self) -> None:
        self._asleep = False

    @property
    def done(self) -> bool:
        """Whether a step of the journal is in force."""
        return all(act.done for act in self._acts)

    def redo(self) -> None:
        outcome = self._outcome()
        if self._asleep or outcome is None:
            return
        how: How = "redone" if self._acts else "judged"
        try:
            if self._acts:
                self._review.redo(*self._acts)
            else:
                self._acts = self._judge()
        except ReviewError as error:
            outcome.judgement_failed(str(error))
        else:
            self._announce(outcome, how)

    def undo(self) -> None:
        outcome = self._outcome()
        if self._asleep or outcome is None or not self._acts:
            return
        try:
            self._review.undo(*self._acts)
        except ReviewError as error:
            outcome.judgement_failed(str(error))
        else:
            self._announce(outcome, "undone")

    def _judge(self) -> Sequence[Act]:
        """Put the acts on disk; each kind of step says how."""
        raise NotImplementedError

    def _announce(self, outcome: Outcome, how: How) -> None:
        """Tell what became of the bags; each kind of step says how."""
        raise NotImplementedError


class JudgeCommand(JournalCommand):
    """Bag ``number`` gets a verdict and a note.

    A step that ``continues`` a burst of answers is undone and redone together with the one before.
    """

    def __init__(
        self,
        review: Review,
        outcome: Outcome,
        number: int,
        state: State,
        *,
        continues: bool = False,
        acts: Sequence[Act] = (),
    ) -> None:
        super().__init__(f"verdict on bag {number + 1}", review, outcome, acts)
        self.continues = continues
        self._number = number
        self._state = state

    def _judge(self) -> Sequence[Act]:
        return (self._review.judge(self._number, self._state),)

    def _announce(self, outcome: Outcome, how: How) -> None:
        (act,) = self._acts
        before, after = (act.after, act.before) if how == "undone" else (act.before, act.after)
        outcome.judgement_done(self._number, before, after, how=how)


class JudgeGroupCommand(JournalCommand):
    """Several bags get the verdict of one with the same change, all of them or none, as one step."""

    def __init__(
        self, review: Review, outcome: Outcome, states: Mapping[int, State], *, acts: Sequence[Act] = ()
    ) -> None:
        super().__init__(f"verdict on {len(states):,} bags", review, outcome, acts)
        self._states = states

    def _judge(self) -> Sequence[Act]:
        return self._review.judge_together(self._states)

    def _announce(self, outcome: Outcome, how: How) -> None:
        outcome.group_done(list(self._states), self._acts[0].after.verdict, how=how)


def restored_commands(review: Review, outcome: Outcome, numbers: Mapping[str, int]) -> list[JournalCommand]:
    """The steps of the journal, asleep; ``numbers`` are those of the bags by their fingerprints.

    Rows that give one verdict by group, each behind the other, were one step.
    """
    commands: list[JournalCommand] = []
    steps: list[list[Act]] = []
    # What was undone is the newest part of the history, unless another comparison lay between.
    for act in sorted(review.history(), key=_undone):
        if steps and _belongs_to(act, steps[-1][-1]):
            steps[-1].append(act)
        else:
            steps.append([act])
    for acts in steps:
        states = {numbers[act.fingerprint]: act.after for act in acts}
        if acts[0].after.manner is Manner.GROUP:
            commands.append(JudgeGroupCommand(review, outcome, states, acts=acts))
        else:
            ((number, state),) = states.items()
            commands.append(JudgeCommand(review, outcome, number, state, acts=acts))
    return commands


Subject = tuple[int, frozenset[str]]
"""What an answer is about: a bag by its number, and of it the rows of one change, none for the bag."""


def answered_in(number: int, before: State, after: State) -> Subject | None:
    """What has an answer now that it had not; None where nothing has, as when a note was written."""
    if after.verdict not in (None, before.verdict):
        return number, frozenset()
    rows = frozenset(key for key, _ in {*after.rows} - {*before.rows})
    return (number, rows) if rows else None


def _undone(act: Act) -> bool:
    return not act.done


def _belongs_to(act: Act, former: Act) -> bool:
    """Whether an act is of the same answer to a group as the one before; a note saved later is none."""
    return (
        act.sequence == former.sequence + 1
        and act.done == former.done
        and all(each.after.manner is Manner.GROUP and each.before.verdict is None for each in (act, former))
        and act.after.verdict is former.after.verdict
    )
