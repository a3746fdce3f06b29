"""The line below the verdict buttons: the bag that was judged last, and its comment.

A verdict leads to the next bag at once, so this is where a reviewer adds the reason: tags and a note, the
comment of the bag before. It is the comment of another bag than the one that the window shows.
"""

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
    """A line on the last verdict, with a button that is replaced by the fields of the comment.

    Its height does not change. The bar saves nothing itself: the caller shows the saved state in it.
    """

    opened = QtCore.Signal()  # the reviewer wants to write a comment

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
        # The saved state that the fields show.
        self._state = State()
        # True if a comment can be written for the bag.
        self._takes_reason = False
        # The line in its long and in its short form.
        self._words = "", ""
        self.close_reason()

    def show_verdict(
        self, line: str, short: str, bag: str, state: State, *, takes_reason: bool, keys: str = ""
    ) -> None:
        """Show the last verdict as `line`, "" for none, or as `short` where the fields need room.

        `bag` names the bag in a few words, and `keys` are the current shortcuts for its comment. The button
        is shown if the bag `takes_reason`. A comment that could not be saved stays in the open fields.
        """
        self._words = line, short
        self._button.setText(caption(f"Reason… ({keys})" if keys else "Reason…"))
        self._button.setAccessibleName(f"Reason for {bag}" + (f", keys {keys}" if keys else ""))
        set_tip(self._button, f"Write tags and a note for {bag}")
        self.editor.name_bag(bag)
        # An equal state was shown before; the open fields may have text that is not saved yet.
        if not self.is_open() or state != self._state:
            self._state = state
            self.editor.set_writable(writable=takes_reason)
            self.editor.show_comment(state.comment)
        self._takes_reason = takes_reason
        self._show_parts(opened=self.is_open() and takes_reason)

    def text(self) -> str:
        """Return the line, "" before the first verdict."""
        return self._line.full_text()

    def is_open(self) -> bool:
        """Return True if the fields of the comment are shown."""
        return not self.editor.note.isHidden()

    def open_reason(self, draft: Comment | None = None) -> None:
        """Replace the button by the fields of the comment; show the draft in them if there is one."""
        self._show_parts(opened=True)
        if draft is not None:
            self.editor.show_draft(draft)

    def close_reason(self) -> None:
        """Replace the fields of the comment by the button."""
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
        # A fixed height: the verdict buttons above must not move.
        note = self.editor.note
        height = max(self.editor.tags.sizeHint().height(), note.fontMetrics().height() + GRID // 2)
        note.setFixedHeight(height)
        self.setFixedHeight(height)
