"""The bar with the four verdict buttons and the fields of the comment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.session.actions.action_set import Actions
from coala.gui.session.actions.all_actions import VERDICT_ACTIONS
from coala.gui.sidebar.comment_editor import CommentEditor
from coala.gui.sidebar.question_line import QuestionLine
from coala.gui.sidebar.verdict_button import VerdictButton
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID
from coala.model.bag import Verdict
from coala.presentation import phrases
from coala.presentation.judged_changes import BLIND_QUESTIONS, QUESTIONS
from coala.verdicts.state import State


class VerdictBar(QtWidgets.QWidget):
    """Four buttons and the comment. What is on disk is read from outside: a button changes nothing itself."""

    judged = QtCore.Signal(object)  # a Verdict
    clicked_twice = QtCore.Signal()  # on one answer

    def __init__(self, actions: Actions, known_tags: Iterable[str], *, blind: bool) -> None:
        """``known_tags`` are those of the review, most frequent first; ``blind`` asks for a side."""
        super().__init__()
        self._usual: Sequence[str] = BLIND_QUESTIONS if blind else QUESTIONS
        words = phrases.verdict_words(blind=blind)
        self._actions = actions
        self._given: Collection[Verdict] = ()
        self._buttons: dict[Verdict, VerdictButton] = {}
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID // 2)
        for verdict in VERDICT_ACTIONS.values():
            button = VerdictButton(verdict, words)
            button.chosen.connect(self._choose)
            button.clicked_twice.connect(self.clicked_twice)
            self._buttons[verdict] = button
            row.addWidget(button)
        self.editor = CommentEditor(actions, known_tags, self)
        # As high as the answers: what stands above them has all the rest.
        self.editor.note.setFixedHeight(button.sizeHint().height())
        row.addSpacing(GRID // 2)
        row.addWidget(self.editor.note, 1)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        above = QtWidgets.QHBoxLayout()
        above.setSpacing(2 * GRID)
        self._question = QuestionLine(self._usual)
        self._question.left.connect(actions["whole_bag"].trigger)
        above.addWidget(self._question)
        above.addWidget(self.editor.tags, 1)
        column.addLayout(above)
        column.addLayout(row)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_state(self, state: State) -> None:
        """Show what is on disk of a bag."""
        self.editor.show_comment(state.comment)
        self.ask(self._usual, () if state.verdict is None else (state.verdict,))

    def ask(
        self,
        questions: Sequence[str],
        given: Collection[Verdict],
        *,
        of_change: bool = False,
        lit: bool = False,
    ) -> None:
        """Ask for an answer, in ever fewer words, with those that are given."""
        self._question.ask(questions, of_change=of_change, lit=lit)
        self._given = given
        self._show_given()

    def question(self) -> str:
        """What is asked, in the words that stand there."""
        return self._question.text()

    def _show_given(self) -> None:
        for verdict, button in self._buttons.items():
            button.setChecked(verdict in self._given)

    def set_available(self, *, bag: bool, writable: bool, noted: bool = True) -> None:
        """Enable what can be used; without ``noted`` the bag takes a verdict only."""
        for button in self._buttons.values():
            button.setEnabled(bag and writable)
        self.editor.set_writable(writable=bag and writable and noted)
        self.editor.note.setEnabled(bag)

    def button(self, verdict: Verdict) -> VerdictButton:
        return self._buttons[verdict]

    @QtCore.Slot(object)
    def _choose(self, verdict: Verdict) -> None:
        # A click has toggled the button, but the verdict is what the review says.
        self._show_given()
        self.judged.emit(verdict)

    @QtCore.Slot()
    def _show_keys(self) -> None:
        for name, verdict in VERDICT_ACTIONS.items():
            self._buttons[verdict].set_keys(self._actions.keys(name))
            copy_tip(self._buttons[verdict], self._actions[name])
        set_tip(
            self.editor.note,
            "Saved when you leave the field or press Ctrl+Enter; verdict keys are letters here.",
        )
