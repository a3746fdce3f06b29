"""The fields of a reason: chips for the usual tags, a field for other tags, and one for the note.

A tag is a word that says why a verdict was given, such as "pronoun"; the tally counts them. The fields save
nothing: they call their owner when it is time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.actions import USUAL_TAGS
from coala.gui.widgets.labels import caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton
from coala.verdicts.comment import LONGEST_NOTE

# The longest useful list of completions.
_MOST_COMPLETIONS = 200
_CHECK = "\N{CHECK MARK} "
_ENTER = (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter)


class TagChip(ToolButton):
    """A button with a tag, and a check mark before the tag while it is set."""

    def __init__(self, tag: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._tag = tag
        self.setCheckable(True)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.setText(caption(tag))
        self.toggled.connect(self._show_check)

    def sizeHint(self) -> QtCore.QSize:
        # Leave room for the mark, so that setting a tag does not move the others.
        mark = 0 if self.isChecked() else self.fontMetrics().horizontalAdvance(_CHECK)
        return super().sizeHint() + QtCore.QSize(mark, 0)

    def minimumSizeHint(self) -> QtCore.QSize:
        # Leave out the mark, or a small window would be wider than the screen.
        return super().sizeHint()

    @QtCore.Slot(bool)
    def _show_check(self, checked: bool) -> None:
        self.setText(caption(f"{_CHECK}{self._tag}" if checked else self._tag))


class TagField(QtWidgets.QLineEdit):
    """The field for other tags, separated by spaces or commas; it completes the tags of the review.

    The tags are saved when the focus leaves the field, or with Enter.
    """

    def __init__(self, known: Iterable[str], save: Callable[[], object], finish: Callable[[], None]) -> None:
        """Create an empty field that completes the `known` tags.

        It calls `save` when it loses the focus, `finish` at Enter and Escape.
        """
        super().__init__()
        self._save, self._finish = save, finish
        # The tags that are completed; the usual ones have chips.
        self._completions = QtCore.QStringListModel(
            [tag for tag in islice(known, _MOST_COMPLETIONS) if tag not in USUAL_TAGS], self
        )
        self.setCompleter(_WordCompleter(self._completions, self))
        self.setPlaceholderText("other…")
        self.setAccessibleName("Other tags")
        set_tip(self, "Reasons for the verdict, separated by spaces. The results count them.")
        self.setMaxLength(1_000)

    def learn(self, tags: Iterable[str]) -> None:
        """Add tags to the completions."""
        known = self._completions.stringList()
        new = [tag for tag in tags if tag not in known]
        if new and len(known) < _MOST_COMPLETIONS:
            self._completions.setStringList([*known, *new])

    def sizeHint(self) -> QtCore.QSize:
        # Request the width of a word only: the layout gives the field the room that the chips leave.
        width = self.fontMetrics().horizontalAdvance("other…") + 3 * GRID
        return QtCore.QSize(width, super().sizeHint().height())

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (QtCore.Qt.Key.Key_Escape, *_ENTER):
            self._finish()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != QtCore.Qt.FocusReason.PopupFocusReason:  # its own context menu
            self._save()


class _WordCompleter(QtWidgets.QCompleter):
    """Completes the last of several words, where Qt would complete the whole line.

    Qt splits the line by `splitPath` and looks the parts up; a chosen item becomes the line that
    `pathFromIndex` returns. Here the only part is the last word, and the words before it are put back.
    """

    def __init__(self, known: QtCore.QAbstractItemModel, field: QtWidgets.QLineEdit) -> None:
        super().__init__(known, field)
        self._before = ""
        self.setCaseSensitivity(QtCore.Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        word = path.replace(",", " ").rpartition(" ")[2]
        self._before = path[: len(path) - len(word)]
        return [word]

    def pathFromIndex(self, index: QtCore.QModelIndex | QtCore.QPersistentModelIndex) -> str:
        return f"{self._before}{index.data()}"


class NoteEdit(QtWidgets.QPlainTextEdit):
    """The field of the note; Enter saves it, and so does leaving it. Shift+Enter starts a new line."""

    def __init__(self, save: Callable[[], object], finish: Callable[[], None]) -> None:
        """Create an empty field; it calls `save` when it loses the focus, `finish` at Enter and Escape."""
        super().__init__()
        self._save, self._finish = save, finish
        # The saved note.
        self._stored = ""
        self.setPlaceholderText("Note (Enter saves it)")
        set_tip(self, "Enter saves the note.", "Shift+Enter starts a new line.")
        self.setAccessibleName("Note on this bag")
        self.setTabChangesFocus(True)
        self.setMinimumWidth(8 * GRID)
        self.document().setDocumentMargin(1)
        self.setVerticalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_note(self, note: str) -> None:
        """Show the saved note."""
        self._stored = note
        if self.toPlainText() != note:
            self.setPlainText(note)
        self.document().setModified(False)

    def show_draft(self, text: str) -> None:
        """Show the unsaved note of a former session."""
        self.setPlainText(text)
        self.document().setModified(True)

    def note(self) -> str:
        """Return the note, saved or not; an unmodified note is returned exactly as it was saved."""
        # The widget does not return every character unchanged.
        return self.toPlainText().rstrip() if self.document().isModified() else self._stored

    def focus_end(self) -> None:
        """Focus the field, with the cursor at the end of the note."""
        self.moveCursor(QtGui.QTextCursor.MoveOperation.End)
        self.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        with_shift = bool(event.modifiers() & QtCore.Qt.KeyboardModifier.ShiftModifier)
        if event.key() == QtCore.Qt.Key.Key_Escape or (event.key() in _ENTER and not with_shift):
            self._finish()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != QtCore.Qt.FocusReason.PopupFocusReason:  # its own context menu
            self._save()

    def canInsertFromMimeData(self, source: QtCore.QMimeData) -> bool:
        # A dropped file is meant for the window; its URL is not a note.
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QtCore.QMimeData) -> None:
        # Only pasting can exceed the longest note that a review file accepts.
        room = LONGEST_NOTE - len(self.toPlainText())
        self.textCursor().insertText(source.text()[: max(0, room)])
