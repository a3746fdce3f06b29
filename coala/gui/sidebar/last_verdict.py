"""The strip below the verdict buttons: the last answer, with its reason and a button that undoes it.

A verdict leads to the next bag at once, so this is where a reviewer says why: with tags, or with a note. The
strip is also where the note on the current bag is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.action_set import Actions
from coala.gui.session.actions import speak_key
from coala.gui.sidebar.comment_editor import CommentEditor
from coala.gui.widgets.labels import ElidedLabel, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme
from coala.gui.widgets.tool_button import ToolButton
from coala.verdicts.comment import Comment
from coala.verdicts.state import State

# In grid steps, of the line with the answer next to a long hint.
_LEAST_LINE = 24

_WHO_FORMS = (
    "\N{MIDDLE DOT} judged as a whole \N{MIDDLE DOT} who is who?",
    "as a whole \N{MIDDLE DOT} who is who?",
    "who is who?",
)


class LastAnswer(NamedTuple):
    """The bag that the strip is about, with its state on disk."""

    number: int = -1  # from 0; -1 for none
    line: str = ""  # the answer in words
    short: str = ""  # the same where the note needs room
    state: State = State()
    takes_comment: bool = False
    can_undo: bool = False  # the last step, which undo would take back, was on this bag
    changes: int = 0  # the number of changes that got this one answer together, if they are many
    gold: str = ""  # what gold says of the bag: "better +0.7"; "" if it says nothing, or is hidden
    gold_tip: str = ""  # the same as a sentence
    offers_who: bool = False  # these changes follow from who is who
    former: tuple[str, ...] = ()  # the answers on other bags before it, the latest first

    @property
    def has_tags(self) -> bool:
        """True if tags are offered: they say why, so not before there is an answer."""
        return self.takes_comment and (self.state.is_judged or bool(self.state.comment.tags))


class LastVerdictBar(QtWidgets.QWidget):
    """A line with the answer, tags, and buttons for the note and for undo; the note replaces the tags.

    A hover lists the last answers. The height of the bar does not change. It saves nothing itself: the caller
    shows the saved state in it. While there is no answer, the legend may be in its place.
    """

    opened = QtCore.Signal()  # the reviewer wants to write a note
    changes_wanted = QtCore.Signal(int)  # the reviewer wants to judge each change of this bag
    bag_wanted = QtCore.Signal(int)  # the reviewer wants to see why gold says so of this bag

    def __init__(self, actions: Actions, known_tags: Iterable[str], legend: QtWidgets.QWidget) -> None:
        super().__init__()
        self.setAccessibleName("Last answers")
        self._actions = actions
        self._legend = legend
        self._offers_legend = False
        self._line = ElidedLabel(quiet=True)
        self._line.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        self.editor = CommentEditor(actions, known_tags, self)
        self.editor.note.document().setDocumentMargin(1)
        self.editor.note.setVerticalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._changes_button = ToolButton()
        self._changes_button.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Preferred
        )
        self._changes_button.clicked.connect(self._want_changes)
        self._gold_button = ToolButton()
        self._gold_button.clicked.connect(self._want_bag)
        self._note_button = _make_button("note")
        self._note_button.clicked.connect(self.opened)
        self._undo_button = _make_button("undo")
        self._undo_button.clicked.connect(actions["undo"].trigger)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(legend, 1)
        row.addWidget(self._line)
        row.addWidget(self._gold_button)
        row.addWidget(self._changes_button)
        row.addWidget(self.editor.tags)
        row.addWidget(self.editor.note, 1)
        row.addWidget(self._note_button)
        row.addWidget(self._undo_button)
        row.addStretch()
        self._fit_height()
        self._answer = LastAnswer()
        self._show_parts(opened=False)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_answer(self, answer: LastAnswer) -> None:
        """Show an answer; a comment that could not be saved stays in the open field."""
        former, self._answer = self._answer, answer
        same_bag = former.number == answer.number
        if not same_bag:
            self.editor.name_bag(f"bag {answer.number + 1:,}")
        # An equal state was shown before; the open field may have text that is not saved yet.
        if not same_bag or not self.is_open() or former.state != answer.state:
            self.editor.set_writable(writable=answer.takes_comment)
            self.editor.show_comment(answer.state.comment)
        self._show_keys()
        self.update()
        self._show_parts(opened=self.is_open() and same_bag and answer.takes_comment)

    def text(self) -> str:
        """Return the line, "" before the first verdict."""
        return self._line.full_text()

    def offer_legend(self, *, offered: bool) -> None:
        """Show the legend while there is no answer, or no longer."""
        self._offers_legend = offered
        self._show_parts(opened=self.is_open())

    def is_open(self) -> bool:
        """Return True if the field of the note is shown."""
        return not self.editor.note.isHidden()

    def open_note(self, draft: Comment | None = None) -> None:
        """Replace the tags by the field of the note; show the draft in it if there is one."""
        self._show_parts(opened=True)
        if draft is not None:
            self.editor.show_draft(draft)

    def close_note(self) -> None:
        """Replace the field of the note by the tags."""
        self._show_parts(opened=False)

    def has_tags(self) -> bool:
        """Return True if tags are offered."""
        return self._answer.has_tags

    def written(self) -> Comment:
        """Return the comment in the fields, saved or not."""
        self.editor.commit_input()
        return self.editor.comment()

    def minimumSizeHint(self) -> QtCore.QSize:
        # A hint that does not fit is hidden, so it must not widen the window.
        hint = 0 if self._changes_button.isHidden() else self._changes_button.sizeHint().width() + GRID // 2
        return super().minimumSizeHint() - QtCore.QSize(hint, 0)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_hint()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        # The buttons above are for the current bag, and the strip is usually about another one.
        if self._answer.number >= 0:
            painter = QtGui.QPainter(self)
            painter.setPen(Theme.from_palette(self.palette()).line)
            painter.drawLine(self.rect().topLeft(), self.rect().topRight())

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_height()

    def _show_parts(self, *, opened: bool) -> None:
        answer = self._answer
        self._legend.setVisible(self._offers_legend and answer.number < 0 and not opened)
        self.editor.note.setVisible(opened)
        self.editor.tags.setVisible(answer.has_tags and not opened)
        self._note_button.setVisible(answer.takes_comment and not opened)
        self._undo_button.setVisible(answer.can_undo and not opened)
        self._gold_button.setText(caption(f"\N{MIDDLE DOT} gold: {answer.gold}"))
        set_tip(self._gold_button, answer.gold_tip, "Click to see the bag.")
        self._gold_button.setAccessibleName(f"Gold says {answer.gold}: {answer.gold_tip}. See the bag.")
        self._gold_button.setVisible(bool(answer.gold) and not opened)
        gold = f" \N{MIDDLE DOT} gold: {answer.gold}" if answer.gold else ""
        answers = [f"{answer.line}{gold}", *answer.former] if answer.line else []
        self._line.set_full_text(answer.short if opened else answer.line, *answers)
        # Also for the gaps between the parts, and for a screen reader that enters the strip.
        set_tip(self, *answers)
        self._fit_hint()

    @QtCore.Slot()
    def _show_keys(self) -> None:
        bag = f"bag {self._answer.number + 1:,}"
        for button, name, does in (
            (self._note_button, "note", f"Write a note on {bag}"),
            (self._undo_button, "undo", f"Undo the last step, {bag}"),
        ):
            key = self._actions.key(name)
            set_tip(button, f"{does} ({key})" if key else does)
            button.setAccessibleName(f"{does}, key {speak_key(key)}" if key else does)

    def _fit_hint(self) -> None:
        """Show the longest form of the hint on changes that leaves room for the other parts, if any does."""
        changes = f"{self._answer.changes:,} changes"
        if self._answer.offers_who:
            forms: tuple[str, ...] = _WHO_FORMS
            tip = "One verdict for many links leaves open which of them are right."
            does, spoken = "Click to say who is who.", f"{tip} Who is who?"
        else:
            forms = (
                f"\N{MIDDLE DOT} counts for all {changes} \N{MIDDLE DOT} judge each?",
                f"for all {changes} \N{MIDDLE DOT} judge each?",
                f"all {self._answer.changes:,} \N{MIDDLE DOT} judge each?",
            )
            tip, does = f"The verdict counts for all {changes}.", "Click to judge each of them."
            spoken = f"{tip} Judge each?"
        self._changes_button.setAccessibleName(spoken)
        set_tip(self._changes_button, tip, does)
        others = (self._gold_button, self.editor.tags, self._note_button, self._undo_button)
        taken = sum(part.minimumSizeHint().width() + GRID for part in others if not part.isHidden())
        fits = False
        for form in forms:
            self._changes_button.setText(caption(form))
            line = self._line.minimumSizeHint().width() if form == forms[-1] else _LEAST_LINE * GRID
            fits = self._changes_button.sizeHint().width() + taken + line <= self.width()
            if fits:
                break
        self._changes_button.setVisible(fits and self._answer.changes > 0 and not self.is_open())

    @QtCore.Slot()
    def _want_changes(self) -> None:
        self.changes_wanted.emit(self._answer.number)

    @QtCore.Slot()
    def _want_bag(self) -> None:
        self.bag_wanted.emit(self._answer.number)

    def gold_text(self) -> str:
        """Return what the strip says of gold, "" for nothing."""
        return "" if self._gold_button.isHidden() else self._gold_button.text()

    def _fit_height(self) -> None:
        # A fixed height: the verdict buttons above must not move.
        note = self.editor.note
        height = max(self.editor.tags.sizeHint().height(), note.fontMetrics().height() + GRID // 2)
        note.setFixedHeight(height)
        self.setFixedHeight(height)


def _make_button(text: str) -> ToolButton:
    button = ToolButton()
    button.setText(caption(text))
    return button
