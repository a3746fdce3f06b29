"""The line below the answers: which bag was answered last, and why."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.actions.action_set import Actions
from coala.gui.sidebar.tag_row import TagRow
from coala.gui.sidebar.verdict_bar import NoteField
from coala.gui.widgets.labels import ElidedLabel, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.verdicts.state import State


class LastAnswerBar(QtWidgets.QWidget):
    """One line with a button, in whose place tags and a note are written. It stays as high without an answer.

    What is on disk is read from outside: the bar changes nothing itself.
    """

    opened = QtCore.Signal()  # the reviewer wants to say why
    changed = QtCore.Signal()  # a tag or the note, which is to be saved
    writing = QtCore.Signal()  # the note
    finished = QtCore.Signal()  # the keyboard is wanted elsewhere

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
        self._tags = TagRow(actions, known_tags, shows_keys=False)
        self._tags.changed.connect(self.changed)
        self._tags.finished.connect(self.finished)
        self._note = NoteField()
        self._note.document().setDocumentMargin(1)
        self._note.setVerticalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._note.writing.connect(self.writing)
        self._note.left.connect(self.changed)
        self._note.finished.connect(self.finished)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(self._line)
        row.addWidget(self._button)
        row.addWidget(self._tags, 1)
        row.addWidget(self._note, 1)
        row.addStretch()
        self._fit_height()
        self._state = State()
        self._takes_reason = False
        self._words = "", ""
        self.close_reason()

    def show_answer(
        self, line: str, short: str, bag: str, state: State, *, takes_reason: bool, keys: str = ""
    ) -> None:
        """Show what was answered in a line, "" for nothing, and ``short`` where the fields need its room.

        ``bag`` is what the bag is called in few words, and ``keys`` those for its tags and note at present.
        What was written and could not be saved stays.
        """
        self._words = line, short
        self._button.setText(caption(f"Reason… ({keys})" if keys else "Reason…"))
        self._button.setAccessibleName(f"Reason for {bag}" + (f", keys {keys}" if keys else ""))
        set_tip(self._button, f"Write tags and a note for {bag}")
        self._note.setAccessibleName(f"Note on {bag}")
        self._tags.name_bag(bag)
        if not self.is_open() or state != self._state:
            self._state = state
            self._tags.show_tags(state.tags, writable=takes_reason)
            self._note.show_note(state.note)
        self._takes_reason = takes_reason
        self._show_parts(opened=self.is_open() and takes_reason)

    def text(self) -> str:
        """Return the line, "" where nothing was answered."""
        return self._line.full_text()

    def is_open(self) -> bool:
        """Return True if tags and a note can be written."""
        return not self._note.isHidden()

    def open_reason(self, draft: str | None = None) -> None:
        """Show the fields for tags and a note in the place of the button, with a half-written note."""
        self._show_parts(opened=True)
        if draft is not None:
            self._note.show_draft(draft)

    def close_reason(self) -> None:
        """Show the button in the place of the fields."""
        self._show_parts(opened=False)

    def focus_note(self) -> None:
        """Put the cursor behind what stands in the note."""
        self._note.focus_end()

    def focus_tags(self) -> None:
        """Put the cursor into the field for other tags."""
        self._tags.focus_field()

    def is_writing(self) -> bool:
        """Return True if what is typed goes into one of the fields."""
        return self._note.hasFocus() or self._tags.is_writing()

    def written(self) -> tuple[str, tuple[str, ...]]:
        """Return the note and the tags as they stand there, saved or not."""
        if self.is_writing():
            QtGui.QGuiApplication.inputMethod().commit()
        return self._note.note(), self._tags.tags()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_height()

    def _show_parts(self, *, opened: bool) -> None:
        self._tags.setVisible(opened)
        self._note.setVisible(opened)
        self._button.setVisible(self._takes_reason and not opened)
        line, short = self._words
        self._line.set_full_text(short if opened else line, line)

    def _fit_height(self) -> None:
        # Of one height, whatever it shows: the answers above must not move.
        height = max(self._tags.sizeHint().height(), self._note.fontMetrics().height() + GRID // 2)
        self._note.setFixedHeight(height)
        self.setFixedHeight(height)
