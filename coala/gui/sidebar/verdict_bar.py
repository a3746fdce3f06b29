"""The current bag's verdict and note stand on four buttons and in a field, which emit what is wanted."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.action_set import Actions
from coala.gui.session.actions import VERDICT_ACTIONS
from coala.gui.sidebar.tag_row import TagRow
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.theme import GRID, Theme, mix
from coala.model.bag import Verdict
from coala.presentation import phrases
from coala.review.file import LONGEST_NOTE
from coala.verdicts.state import State

_QUESTIONS = ("Is the changed system better here?", "Is changed better here?", "Better here?")


class VerdictButton(QtWidgets.QPushButton):
    """A verdict's sign, its word and its key; the given verdict is filled, framed and ticked."""

    chosen = QtCore.Signal(object)  # its Verdict
    clicked_twice = QtCore.Signal()

    def __init__(self, verdict: Verdict, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = verdict
        self._keys: list[str] = []
        self.setCheckable(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._choose)

    def set_keys(self, keys: list[str]) -> None:
        """Show as many of these keys as there is room for, and speak them all."""
        self._keys = keys
        self.setAccessibleName(f"{phrases.VERDICT_WORDS[self.verdict]}{_keys_in_words(', ', keys)}")
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        metrics = self.fontMetrics()
        # The longest, so that all four are equally wide: the sign is half as high again as its word.
        words = metrics.horizontalAdvance(phrases.VERDICT_WORDS[Verdict.UNSURE])
        return QtCore.QSize(words + 3 * metrics.height() + GRID // 2, 2 * metrics.height() + GRID)

    def minimumSizeHint(self) -> QtCore.QSize:
        # In a narrow window the sign has less room, the word all it needs.
        return self.sizeHint() - QtCore.QSize(round(1.6 * self.fontMetrics().height()), 0)

    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        # The second click of a double click is meant for the bag that the first has judged.
        self.clicked_twice.emit()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        palette = QtGui.QPalette(self.palette())
        # The theme measures light and dark on the colours of what is enabled.
        palette.setCurrentColorGroup(QtGui.QPalette.ColorGroup.Active)
        theme = Theme.of(palette)
        # A given verdict is as clear in a review that is open for reading only.
        lit = self.isEnabled() or self.isChecked()
        colour = theme.verdicts[self.verdict] if lit else mix(theme.quiet, theme.base, 0.6)
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        frame = QtCore.QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self.isChecked():
            painter.setBrush(colour)
            painter.setPen(QtGui.QPen(colour, 2))
        else:
            lively = self.isDown() or (self.underMouse() and self.isEnabled())
            painter.setBrush(mix(colour, theme.base, 0.12) if lively else theme.base)
            painter.setPen(QtGui.QPen(theme.line, 1))
        painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setBrush(QtCore.Qt.BrushStyle.NoBrush)
            painter.setPen(QtGui.QPen(theme.base if self.isChecked() else theme.focus, 1.5))
            painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 2, 2)
        self._write(painter, theme, theme.base if self.isChecked() else colour)

    @QtCore.Slot()
    def _choose(self) -> None:
        self.chosen.emit(self.verdict)

    def _write(self, painter: QtGui.QPainter, theme: Theme, colour: QtGui.QColor) -> None:
        """The sign on the left at full height, the word on its right, the key below the word."""
        height = self.fontMetrics().height()
        area = self.rect().adjusted(GRID // 2, GRID // 2, -GRID // 2, -GRID // 2)
        sign = QtGui.QFont(self.font())
        sign.setPixelSize(round(1.5 * height))
        sign.setBold(True)
        painter.setFont(sign)
        painter.setPen(colour)
        lacking = self.sizeHint().width() - self.width()
        room = 2 * height - max(0, lacking - height + GRID // 2)
        left = QtCore.QRect(area.left(), area.top(), room, area.height())
        painter.drawText(left, QtCore.Qt.AlignmentFlag.AlignCenter, phrases.VERDICT_SIGNS[self.verdict])
        painter.setFont(self.font())
        if not self.isChecked():
            painter.setPen(theme.text if self.isEnabled() else colour)
        words = QtCore.Qt.AlignmentFlag.AlignLeft | QtCore.Qt.AlignmentFlag.AlignVCenter
        top = area.center().y() + 1 - height
        line = QtCore.QRect(left.right() + 1, top, area.right() - left.right(), height)
        painter.drawText(line, words, phrases.VERDICT_WORDS[self.verdict])
        if self.isEnabled() and not self.isChecked():
            painter.setPen(theme.quiet)
        hint = "\N{CHECK MARK} given" if self.isChecked() else self._keys_that_fit(line.width())
        painter.drawText(line.translated(0, height), words, hint)

    def _keys_that_fit(self, width: int) -> str:
        number = len(self._keys)
        while number > 1 and self.fontMetrics().horizontalAdvance(self._hint(number)) > width:
            number -= 1
        return self._hint(number)

    def _hint(self, number: int) -> str:
        return _keys_in_words("", self._keys[:number])


class NoteField(QtWidgets.QPlainTextEdit):
    """A few lines of the reviewer's own words; leaving it, or Ctrl+Enter, is saving it."""

    left = QtCore.Signal()
    finished = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Note")
        self.setAccessibleName("Note on this bag")
        self.setTabChangesFocus(True)
        self.setMinimumWidth(8 * GRID)

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


class _Question(PlainLabel):
    """What the four answers answer, in as many of its words as there is room for."""

    def __init__(self) -> None:
        super().__init__(_QUESTIONS[0], bold=True)
        self.setAccessibleName(_QUESTIONS[0])
        self.setToolTip(_QUESTIONS[0])

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._width(_QUESTIONS[0]), super().sizeHint().height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._width(_QUESTIONS[-1]), super().minimumSizeHint().height())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        fitting = (words for words in _QUESTIONS if self._width(words) <= self.width())
        self.setText(next(fitting, _QUESTIONS[-1]))

    def _width(self, words: str) -> int:
        return self.fontMetrics().horizontalAdvance(words)


class VerdictBar(QtWidgets.QWidget):
    """Four buttons and the note. The given verdict is read from outside: a button changes nothing itself."""

    judged = QtCore.Signal(object)  # a Verdict
    clicked_twice = QtCore.Signal()  # on one answer
    note_left = QtCore.Signal()
    finished = QtCore.Signal()  # the reviewer is done with the note and wants the list back

    writing = QtCore.Signal()  # the note, by the reviewer

    def __init__(
        self,
        actions: Actions,
        known_tags: Iterable[str] = (),
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """``known_tags`` are those of the review, most frequent first."""
        super().__init__(parent)
        self._actions = actions
        self._state = State()
        self._writable = False
        self._buttons: dict[Verdict, VerdictButton] = {}
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID // 2)
        for verdict in VERDICT_ACTIONS.values():
            button = VerdictButton(verdict)
            button.chosen.connect(self._choose)
            button.clicked_twice.connect(self.clicked_twice)
            self._buttons[verdict] = button
            row.addWidget(button)
        self._note = NoteField()
        self._note.textChanged.connect(self._tell_writing)
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
        self.tags.finished.connect(self.finished)
        above = QtWidgets.QHBoxLayout()
        above.setSpacing(2 * GRID)
        above.addWidget(_Question())
        above.addWidget(self.tags, 1)
        column.addLayout(above)
        column.addLayout(row)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_state(self, state: State, *, keep_note: bool = False) -> None:
        """Show what is on disk; ``keep_note`` leaves alone what is being written."""
        self._state = state
        for verdict, button in self._buttons.items():
            button.setChecked(verdict == state.verdict)
        if not keep_note:
            self._note.setPlainText(state.note)
            self.tags.show_tags(state.tags, writable=self._writable)

    def show_draft(self, text: str) -> None:
        """Put back what was being written when the program ended."""
        self._note.setPlainText(text)
        self._note.document().setModified(True)

    def note(self) -> str:
        """What stands in the note field, saved or not; an untouched note exactly as it is on disk."""
        # The widget does not give back every character as it got it.
        modified = self._note.document().isModified()
        return self._note.toPlainText().rstrip() if modified else self._state.note

    def commit_input(self) -> None:
        """Take over what an input method is still composing in the note."""
        if self.is_writing():
            QtGui.QGuiApplication.inputMethod().commit()

    def is_writing(self) -> bool:
        return self._note.hasFocus() or self.tags.is_writing()

    def set_available(self, *, bag: bool, writable: bool) -> None:
        for button in self._buttons.values():
            button.setEnabled(bag and writable)
        self._writable = bag and writable
        self.tags.show_tags(self._state.tags, writable=self._writable)
        self._note.setEnabled(bag)
        self._note.setReadOnly(not writable)

    def focus_note(self) -> None:
        """Put the cursor behind what stands in the note, to go on writing."""
        self._note.moveCursor(QtGui.QTextCursor.MoveOperation.End)
        self._note.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    def button(self, verdict: Verdict) -> VerdictButton:
        return self._buttons[verdict]

    @QtCore.Slot()
    def _tell_writing(self) -> None:
        if self._note.document().isModified():
            self.writing.emit()

    @QtCore.Slot(object)
    def _choose(self, verdict: Verdict) -> None:
        # A click has toggled the button, but the verdict is what the review says.
        self.show_state(self._state, keep_note=True)
        self.judged.emit(verdict)

    @QtCore.Slot()
    def _show_keys(self) -> None:
        for name, verdict in VERDICT_ACTIONS.items():
            self._buttons[verdict].set_keys(self._actions.keys(name))
            self._buttons[verdict].setToolTip(self._actions[name].toolTip())
        self._note.setToolTip(
            "Saved when you leave the field or press Ctrl+Enter; verdict keys are letters here."
        )


def _keys_in_words(before: str, keys: list[str]) -> str:
    """ "key + or 3", after ``before``; nothing where there is none."""
    return f"{before}key {' or '.join(keys)}" if keys else ""
