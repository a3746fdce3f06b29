"""Comments on the bag that was answered last, after the next bag is shown.

A comment, a note and tags, gives the reason for a verdict. After an answer the window shows the next bag at
once, and most reasons come to mind then. So a line below the answers shows the last answer, and the keys for
notes and tags are first for it.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui

from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.bag_list.model import BagRow
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import TAG_ACTIONS
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.last_verdict import LastVerdictBar
from coala.gui.sidebar.tag_row import USUAL_TAGS
from coala.gui.sidebar.verdict_bar import VerdictBar
from coala.present.judged_changes import describe_verdict
from coala.present.phrases import verdict_words
from coala.verdicts.state import State

_DRAFT_MILLISECONDS = 400
_LONGEST_TITLE = 50

_READING = frozenset(("text", "whole", "next_mention", "previous_mention", "mention_after", "mention_before"))
"""The names of the actions that read on in the current bag, which ends comments on the last one."""


class AnswerReasons(QtCore.QObject):
    """The line with the bag that was answered last, and the comments on it.

    The window goes on to the next bag by itself. The keys for comments stay with the last answer until the
    reviewer works on the next bag: goes on, reads on, or turns to its changes or its comment. The fields
    next to the answers are always for the current bag.
    """

    announced = QtCore.Signal(str)
    failed = QtCore.Signal(str)
    finished = QtCore.Signal()  # the focus should move on

    def __init__(
        self,
        controller: ReviewController,
        bar: LastVerdictBar,
        verdict_bar: VerdictBar,
        pane: BagPane,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        """Connect the parts; ``bar`` is for the last answer, ``verdict_bar`` for the current bag."""
        super().__init__(parent)
        self._controller, self._review = controller, controller.review
        self._bar, self._verdict_bar, self._actions = bar, verdict_bar, actions
        # The bag that was answered last, by number; -1 before the first answer.
        self._last = -1
        # True until the reviewer works on the next bag.
        self._is_fresh = False
        self._draft_timer = QtCore.QTimer(self, singleShot=True)
        self._draft_timer.setInterval(_DRAFT_MILLISECONDS)
        self._draft_timer.timeout.connect(self._save_draft)
        controller.current_changed.connect(self._turn_to_shown)
        controller.judged.connect(self._follow_judgement)
        pane.subject_changed.connect(self._turn_to_shown)
        verdict_bar.editor.entered.connect(self._turn_to_shown)
        actions.triggered.connect(self._note_action)
        actions.keys_changed.connect(self.show)
        bar.opened.connect(self._open_note)
        bar.editor.changed.connect(self.save)
        bar.editor.writing.connect(self._schedule_draft)
        bar.editor.finished.connect(self._finish)

    def note_answer(self, number: int) -> None:
        """Record that a bag was answered; the next one, if any, is already shown."""
        self._bar.close_reason()
        self._last, self._is_fresh = number, True
        self.show()

    def are_for_last(self) -> bool:
        """Return True if the keys for comments are for the last answer, not for the current bag."""
        return self._is_fresh and self._last != self._controller.current and self._is_answered()

    def toggle_tag(self, place: int) -> None:
        """Add or remove the quick tag at a place."""
        if not self.are_for_last():
            self._verdict_bar.editor.tags.toggle(place)
        elif self._can_have_comment() and self.save():
            state = self._controller.progress.state(self._last)
            self._controller.annotate(self._last, state.comment.toggled(USUAL_TAGS[place]))

    def write_note(self) -> None:
        """Move the focus to the note."""
        if not self.are_for_last():
            self._verdict_bar.editor.note.focus_end()
        elif self._can_have_comment():
            self._open_note()

    def write_tags(self) -> None:
        """Move the focus to the field for other tags."""
        if not self.are_for_last():
            self._verdict_bar.editor.tags.focus_field()
        elif self._can_have_comment():
            self._open()
            self._bar.editor.tags.focus_field()

    def is_writing(self) -> bool:
        """Return True if the focus is in the comment on the last answer."""
        return self._bar.editor.is_writing()

    @QtCore.Slot()
    def save(self) -> bool:
        """Save the comment on the last answer if it changed; return True once it is on disk."""
        if not self._bar.is_open() or self._review.read_only:
            return True
        comment = self._bar.written()
        if comment.draft == self._controller.progress.state(self._last).comment.draft:
            self._save_draft()
        return self._controller.annotate(self._last, comment)

    @QtCore.Slot()
    def show(self) -> None:
        """Show the last answer as it is on disk, and which bag the keys are for."""
        is_for_last = self.are_for_last()
        self._verdict_bar.editor.tags.show_keys(shown=not is_for_last)
        if not self._is_answered():
            self._bar.show_verdict("", "", "", State(), takes_reason=False)
            return
        state = self._controller.progress.state(self._last)
        words = verdict_words(blind=self._review.blind)
        row = BagRow(self._review.entries[self._last], state, False, words)
        bag = f"Bag {row.number}"
        self._bar.show_verdict(
            describe_verdict(f"{bag}, {one_line(row.title, _LONGEST_TITLE)}", state, words),
            describe_verdict(bag, State(state.verdict), words),
            f"bag {row.number}",
            state,
            takes_reason=self._review.takes_notes(self._last),
            keys=self._describe_keys() if is_for_last else "",
        )

    def _describe_keys(self) -> str:
        """Return the keys for a note and for tags: "C, Ctrl+1 to Ctrl+4"."""
        keys = [key for key in map(self._actions.key, TAG_ACTIONS) if key]
        # The first and the last key, or the only one.
        tag_keys = " to ".join(dict.fromkeys((*keys[:1], *keys[-1:])))
        return ", ".join(filter(None, (self._actions.key("note"), tag_keys)))

    def _is_answered(self) -> bool:
        last = self._last
        return last >= 0 and self._controller.progress.verdicts[last] is not None

    def _can_have_comment(self) -> bool:
        """Return True if the last answer can have a comment, else show that it cannot."""
        if self._review.takes_notes(self._last):
            return True
        self.announced.emit(f"Bag {self._last + 1:,} takes no tags and no note.")
        return False

    def _open(self) -> None:
        """Open the fields for the comment on the last answer, with its draft if there is one."""
        if self._bar.is_open():
            return
        try:
            draft = self._review.draft(self._last)
        except CoalaError as error:
            self.failed.emit(str(error))
            draft = None
        self._bar.open_reason(draft)

    @QtCore.Slot()
    def _open_note(self) -> None:
        if self._last == self._controller.current:
            # Its note already has a field; two fields for one note would contradict each other.
            self._verdict_bar.editor.note.focus_end()
        else:
            self._open()
            self._bar.editor.note.focus_end()

    @QtCore.Slot()
    def _finish(self) -> None:
        if self.save():
            # Before the bar closes, or Qt would move the focus to the next widget.
            self.finished.emit()
            self._bar.close_reason()

    @QtCore.Slot()
    def _turn_to_shown(self) -> None:
        """Use the keys for the current bag from now on, because the reviewer works on it."""
        self._is_fresh = False
        if self._last == self._controller.current:
            self._bar.close_reason()
        self.show()

    @QtCore.Slot(int)
    def _follow_judgement(self, number: int) -> None:
        if number != self._last:
            self._is_fresh = False
        self.show()

    @QtCore.Slot(QtGui.QAction)
    def _note_action(self, action: QtGui.QAction) -> None:
        if action.objectName() in _READING:
            self._turn_to_shown()

    @QtCore.Slot()
    def _schedule_draft(self) -> None:
        if not self._draft_timer.isActive():
            self._draft_timer.start()

    @QtCore.Slot()
    def _save_draft(self) -> None:
        self._draft_timer.stop()
        if not self._bar.is_open():
            return
        try:
            self._review.keep_draft(self._last, self._bar.written())
        except CoalaError as error:
            self.failed.emit(str(error))
