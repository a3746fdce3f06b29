"""The line below the answers: which bag was answered last, and why."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6 import QtCore, QtWidgets

from coala.gui.session.action_set import Actions
from coala.gui.sidebar.comment_editor import CommentEditor
from coala.gui.widgets.labels import ElidedLabel, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.verdicts.comment import Comment
from coala.verdicts.state import State


class LastVerdictBar(QtWidgets.QWidget):
    """One line with a button, in whose place a comment is written. It stays as high without an answer.

    What is on disk is read from outside: the bar changes nothing itself.
    """

    opened = QtCore.Signal()  # the reviewer wants to say why

    def __init__(self, actions: Actions, known_tags: Iterable[str]) -> None:
        super().__init__()
        self._line = ElidedLabel(quiet=True)
        self._line.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        self._button = QtWidgets.QToolButton()
        self._button.setAutoRaise(True)
        self._button.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self._button.clicked.connect(self.opened)
        self.editor = CommentEditor(actions, known_tags, self, shows_keys=False)
        self._fields = self.editor.tags, self.editor.note
        self.editor.note.document().setDocumentMargin(1)
        self.editor.note.setVerticalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(self._line)
        row.addWidget(self._button)
        for field in self._fields:
            row.addWidget(field, 1)
        row.addStretch()
        self._fit_height()
        self._state = State()
        self._takes_reason = False
        self._words = "", ""
        self.close_reason()

    def show_verdict(
        self, line: str, short: str, bag: str, state: State, *, takes_reason: bool, keys: str = ""
    ) -> None:
        """Show what was answered in a line, "" for nothing, and ``short`` where the fields need its room.

        ``bag`` is what the bag is called in few words, and ``keys`` those for its comment at present.
        What was written and could not be saved stays.
        """
        self._words = line, short
        self._button.setText(caption(f"Reason… ({keys})" if keys else "Reason…"))
        self._button.setAccessibleName(f"Reason for {bag}" + (f", keys {keys}" if keys else ""))
        set_tip(self._button, f"Write tags and a note for {bag}")
        self.editor.name_bag(bag)
        if not self.is_open() or state != self._state:
            self._state = state
            self.editor.set_writable(writable=takes_reason)
            self.editor.show_comment(state.comment)
        self._takes_reason = takes_reason
        self._show_parts(opened=self.is_open() and takes_reason)

    def text(self) -> str:
        """Return the line, "" where nothing was answered."""
        return self._line.full_text()

    def is_open(self) -> bool:
        """Return True if a comment can be written."""
        return not self.editor.note.isHidden()

    def open_reason(self, draft: Comment | None = None) -> None:
        """Show the fields of the comment in the place of the button, with a half-written one."""
        self._show_parts(opened=True)
        if draft is not None:
            self.editor.show_draft(draft)

    def close_reason(self) -> None:
        """Show the button in the place of the fields."""
        self._show_parts(opened=False)

    def written(self) -> Comment:
        """Return the comment in the fields, saved or not."""
        self.editor.commit_input()
        return self.editor.comment()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_height()

    def _show_parts(self, *, opened: bool) -> None:
        for field in self._fields:
            field.setVisible(opened)
        self._button.setVisible(self._takes_reason and not opened)
        line, short = self._words
        self._line.set_full_text(short if opened else line, line)

    def _fit_height(self) -> None:
        # Of one height, whatever it shows: the answers above must not move.
        note = self.editor.note
        height = max(self.editor.tags.sizeHint().height(), note.fontMetrics().height() + GRID // 2)
        note.setFixedHeight(height)
        self.setFixedHeight(height)
