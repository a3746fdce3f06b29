"""The current bag's verdict and note stand on four buttons and in a field, which emit what is wanted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.actions.action_set import Actions
from coala.gui.session.actions.all_actions import VERDICT_ACTIONS
from coala.gui.sidebar.question_line import QuestionLine
from coala.gui.sidebar.tag_row import TagRow
from coala.gui.sidebar.verdict_button import VerdictButton
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID
from coala.model.bag import Verdict
from coala.presentation import phrases
from coala.presentation.judged_changes import BLIND_QUESTIONS, QUESTIONS
from coala.review.file import LONGEST_NOTE
from coala.verdicts.state import State


class NoteField(QtWidgets.QPlainTextEdit):
    """A few lines of the reviewer's own words; leaving it, or Ctrl+Enter, is saving it."""

    entered = QtCore.Signal()
    writing = QtCore.Signal()  # by the reviewer
    left = QtCore.Signal()
    finished = QtCore.Signal()

    def __init__(self) -> None:
        super().__init__()
        self._stored = ""
        self.setPlaceholderText("Note")
        self.setAccessibleName("Note on this bag")
        self.setTabChangesFocus(True)
        self.setMinimumWidth(8 * GRID)
        self.textChanged.connect(self._tell_writing)

    def show_note(self, note: str) -> None:
        """Show what is on disk."""
        self._stored = note
        if self.toPlainText() != note:
            self.setPlainText(note)
        self.document().setModified(False)

    def show_draft(self, text: str) -> None:
        """Put back what was being written when the program ended."""
        self.setPlainText(text)
        self.document().setModified(True)

    def note(self) -> str:
        """Return what stands there, saved or not; an untouched note exactly as it is on disk."""
        # The widget does not give back every character as it got it.
        return self.toPlainText().rstrip() if self.document().isModified() else self._stored

    def focus_end(self) -> None:
        """Put the cursor behind what stands there, to go on writing."""
        self.moveCursor(QtGui.QTextCursor.MoveOperation.End)
        self.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    @QtCore.Slot()
    def _tell_writing(self) -> None:
        if self.document().isModified():
            self.writing.emit()

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        enter = event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter)
        with_control = bool(event.modifiers() & QtCore.Qt.KeyboardModifier.ControlModifier)
        if event.key() == QtCore.Qt.Key.Key_Escape or (enter and with_control):
            self.finished.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != QtCore.Qt.FocusReason.PopupFocusReason:  # its own context menu
            self.left.emit()

    def canInsertFromMimeData(self, source: QtCore.QMimeData) -> bool:
        # A file is meant for the window; its address would be no note.
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QtCore.QMimeData) -> None:
        # Pasting is the one way to put in more than a review file takes.
        room = LONGEST_NOTE - len(self.toPlainText())
        self.textCursor().insertText(source.text()[: max(0, room)])


class VerdictBar(QtWidgets.QWidget):
    """Four buttons and the note. The given verdict is read from outside: a button changes nothing itself."""

    judged = QtCore.Signal(object)  # a Verdict
    clicked_twice = QtCore.Signal()  # on one answer
    note_left = QtCore.Signal()
    finished = QtCore.Signal()  # the reviewer is done with the note and wants the list back

    writing = QtCore.Signal()  # the note, by the reviewer
    entered = QtCore.Signal()  # the note or the tags, by the reviewer

    def __init__(self, actions: Actions, known_tags: Iterable[str], *, blind: bool) -> None:
        """``known_tags`` are those of the review, most frequent first; ``blind`` asks for a side."""
        super().__init__()
        self._usual: Sequence[str] = BLIND_QUESTIONS if blind else QUESTIONS
        words = phrases.verdict_words(blind=blind)
        self._actions = actions
        self._state = State()
        self._writable = False
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
        self._note = NoteField()
        self._note.writing.connect(self.writing)
        self._note.entered.connect(self.entered)
        self._note.left.connect(self.note_left)
        self._note.finished.connect(self.finished)
        # As high as the answers: what stands above them has all the rest.
        self._note.setFixedHeight(button.sizeHint().height())
        row.addSpacing(GRID // 2)
        row.addWidget(self._note, 1)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        self.tags = TagRow(actions, known_tags)
        self.tags.changed.connect(self.note_left)
        self.tags.entered.connect(self.entered)
        self.tags.finished.connect(self.finished)
        above = QtWidgets.QHBoxLayout()
        above.setSpacing(2 * GRID)
        self._question = QuestionLine(self._usual)
        self._question.left.connect(actions["whole_bag"].trigger)
        above.addWidget(self._question)
        above.addWidget(self.tags, 1)
        column.addLayout(above)
        column.addLayout(row)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_state(self, state: State) -> None:
        """Show what is on disk of a bag."""
        self._state = state
        self._note.show_note(state.note)
        self.tags.show_tags(state.tags, writable=self._writable)
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

    def show_draft(self, text: str) -> None:
        """Put back what was being written when the program ended."""
        self._note.show_draft(text)

    def note(self) -> str:
        """What stands in the note field, saved or not."""
        return self._note.note()

    def commit_input(self) -> None:
        """Take over what an input method is still composing in the note."""
        if self.is_writing():
            QtGui.QGuiApplication.inputMethod().commit()

    def is_writing(self) -> bool:
        return self._note.hasFocus() or self.tags.is_writing()

    def set_available(self, *, bag: bool, writable: bool, noted: bool = True) -> None:
        """Without ``noted`` the bag takes a verdict only."""
        for button in self._buttons.values():
            button.setEnabled(bag and writable)
        self._writable = bag and writable and noted
        self.tags.show_tags(self._state.tags, writable=self._writable)
        self._note.setEnabled(bag)
        self._note.setReadOnly(not (writable and noted))

    def focus_note(self) -> None:
        """Put the cursor behind what stands in the note, to go on writing."""
        self._note.focus_end()

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
            self._note, "Saved when you leave the field or press Ctrl+Enter; verdict keys are letters here."
        )
