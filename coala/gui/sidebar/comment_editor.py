"""The fields of a comment: a row of tags and a note.

A comment says why a reviewer gave a verdict. The fields emit when they change and save nothing; the window
saves the comment, and keeps a draft of a note that is being written.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.action_set import Actions
from coala.gui.sidebar.tag_row import TagRow
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.verdicts.comment import LONGEST_NOTE, Comment


class CommentEditor(QtCore.QObject):
    """Both fields together; the parent widget lays them out, and shows the saved comment in them."""

    changed = QtCore.Signal()  # the comment must be saved
    writing = QtCore.Signal()  # the reviewer edits the note; a draft must be kept
    finished = QtCore.Signal()  # the reviewer leaves the fields for the list

    def __init__(self, actions: Actions, known_tags: Iterable[str], parent: QtWidgets.QWidget) -> None:
        """Create empty fields; `known_tags` are the tags of the review, most frequent first."""
        super().__init__(parent)
        # The saved comment.
        self._stored = Comment()
        self._writable = False
        self.tags = TagRow(actions, known_tags)
        self.tags.changed.connect(self.changed)
        self.tags.finished.connect(self.finished)
        self.note = NoteField()
        self.note.writing.connect(self.writing)
        self.note.left.connect(self.changed)
        self.note.finished.connect(self.finished)

    def show_comment(self, comment: Comment) -> None:
        """Show the saved comment."""
        self._stored = comment
        self.note.show_note(comment.note)
        self.tags.show_tags(comment.tags, writable=self._writable)

    def show_draft(self, draft: Comment) -> None:
        """Show the unsaved note of a former session."""
        self.note.show_draft(draft.note)

    def set_writable(self, *, writable: bool) -> None:
        """Enable or disable editing; unsaved tags are dropped."""
        self._writable = writable
        self.tags.show_tags(self._stored.tags, writable=writable)
        self.note.setReadOnly(not writable)

    def comment(self) -> Comment:
        """Return the comment in the fields, saved or not."""
        return Comment(self.note.note(), self.tags.tags())

    def commit_input(self) -> None:
        """Commit the text that an input method is still composing."""
        if self.is_writing():
            QtGui.QGuiApplication.inputMethod().commit()

    def is_writing(self) -> bool:
        """Return True if one of the fields has the focus."""
        return self.note.hasFocus() or self.tags.is_writing()

    def name_bag(self, bag: str) -> None:
        """Name the bag of the comment for screen readers."""
        self.note.setAccessibleName(f"Note on {bag}")
        self.tags.name_bag(bag)


class NoteField(QtWidgets.QPlainTextEdit):
    """The field of the note; Enter saves it, and so does leaving it. Shift+Enter starts a new line."""

    writing = QtCore.Signal()  # the reviewer edits the note
    left = QtCore.Signal()  # the field loses the focus
    finished = QtCore.Signal()  # the reviewer presses Enter or Escape

    def __init__(self) -> None:
        super().__init__()
        # The saved note.
        self._stored = ""
        self.setPlaceholderText("Note (Enter saves it)")
        set_tip(self, "Enter saves the note.", "Shift+Enter starts a new line.")
        self.setAccessibleName("Note on this bag")
        self.setTabChangesFocus(True)
        self.setMinimumWidth(8 * GRID)
        self.textChanged.connect(self._emit_writing)

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

    @QtCore.Slot()
    def _emit_writing(self) -> None:
        if self.document().isModified():
            self.writing.emit()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        enter = event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter)
        with_shift = bool(event.modifiers() & QtCore.Qt.KeyboardModifier.ShiftModifier)
        if event.key() == QtCore.Qt.Key.Key_Escape or (enter and not with_shift):
            self.finished.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != QtCore.Qt.FocusReason.PopupFocusReason:  # its own context menu
            self.left.emit()

    def canInsertFromMimeData(self, source: QtCore.QMimeData) -> bool:
        # A dropped file is meant for the window; its URL is not a note.
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QtCore.QMimeData) -> None:
        # Only pasting can exceed the longest note that a review file accepts.
        room = LONGEST_NOTE - len(self.toPlainText())
        self.textCursor().insertText(source.text()[: max(0, room)])
