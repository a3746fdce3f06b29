"""Takes comments to the bag that they are for: the one that was answered last, or the one shown."""

from __future__ import annotations

from PySide6 import QtCore, QtGui

from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.bag_list.model import BagRow
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import TAG_ACTIONS
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.last_answer import LastAnswerBar
from coala.gui.sidebar.tag_row import USUAL_TAGS
from coala.gui.sidebar.verdict_bar import VerdictBar
from coala.present.judged_changes import tell_answer
from coala.present.phrases import verdict_words
from coala.verdicts.state import State

_DRAFT_MILLISECONDS = 400
_LONGEST_TITLE = 50

_READING = frozenset(("text", "whole", "next_mention", "previous_mention", "mention_after", "mention_before"))
"""Who reads on in the bag that is shown is done with the one before; the names of actions."""


class AnswerReasons(QtCore.QObject):
    """Keeps which bag was answered last, and the line that shows it.

    The window goes on to the next bag by itself. Until the reviewer does anything with that one - goes on,
    reads on, turns to its changes or its comment - the keys for comments are for the last
    answer. The fields beside the answers are for the bag that is shown at all times.
    """

    said = QtCore.Signal(str)
    failed = QtCore.Signal(str)
    finished = QtCore.Signal()  # the keyboard is wanted elsewhere

    def __init__(
        self,
        controller: ReviewController,
        bar: LastAnswerBar,
        own: VerdictBar,
        pane: BagPane,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        """``own`` has the comment on the bag that is shown."""
        super().__init__(parent)
        self._controller, self._review = controller, controller.review
        self._bar, self._own, self._actions = bar, own, actions
        self._last = -1
        self._is_fresh = False
        self._draft_timer = QtCore.QTimer(self, singleShot=True)
        self._draft_timer.setInterval(_DRAFT_MILLISECONDS)
        self._draft_timer.timeout.connect(self._keep_draft)
        controller.current_changed.connect(self._turn_to_shown)
        controller.judged.connect(self._take_judgement)
        pane.subject_changed.connect(self._turn_to_shown)
        own.editor.entered.connect(self._turn_to_shown)
        actions.triggered.connect(self._note_action)
        actions.keys_changed.connect(self.show)
        bar.opened.connect(self._open_note)
        bar.editor.changed.connect(self.save)
        bar.editor.writing.connect(self._await_draft)
        bar.editor.finished.connect(self._finish)

    def note_answer(self, number: int) -> None:
        """Take over that a bag was answered; the next one is shown by now, if there is one."""
        self._bar.close_reason()
        self._last, self._is_fresh = number, True
        self.show()

    def are_for_last(self) -> bool:
        """Return True if the keys for comments are for the last answer, and not for the bag shown."""
        return self._is_fresh and self._last != self._controller.current and self._is_answered()

    def toggle_tag(self, place: int) -> None:
        """Put the quick tag at a place on or off."""
        if not self.are_for_last():
            self._own.editor.tags.toggle(place)
        elif self._takes_reason() and self.save():
            state = self._controller.progress.state(self._last)
            self._controller.annotate(self._last, state.comment.toggled(USUAL_TAGS[place]))

    def write_note(self) -> None:
        """Put the cursor into the note."""
        if not self.are_for_last():
            self._own.editor.note.focus_end()
        elif self._takes_reason():
            self._open_note()

    def write_tags(self) -> None:
        """Put the cursor into the field for other tags."""
        if not self.are_for_last():
            self._own.editor.tags.focus_field()
        elif self._takes_reason():
            self._open()
            self._bar.editor.tags.focus_field()

    def is_writing(self) -> bool:
        """Return True if what is typed goes to the last answer."""
        return self._bar.editor.is_writing()

    @QtCore.Slot()
    def save(self) -> bool:
        """Put what was written for the last answer on disk if it changed; return True once it is there."""
        if not self._bar.is_open() or self._review.read_only:
            return True
        comment = self._bar.written()
        if comment.draft == self._controller.progress.state(self._last).comment.draft:
            self._keep_draft()
        return self._controller.annotate(self._last, comment)

    @QtCore.Slot()
    def show(self) -> None:
        """Show the last answer as it is on disk, and for which bag the keys are."""
        is_for_last = self.are_for_last()
        self._own.editor.tags.show_keys(shown=not is_for_last)
        if not self._is_answered():
            self._bar.show_answer("", "", "", State(), takes_reason=False)
            return
        state = self._controller.progress.state(self._last)
        words = verdict_words(blind=self._review.blind)
        row = BagRow(self._review.entries[self._last], state, False, words)
        bag = f"Bag {row.number}"
        self._bar.show_answer(
            tell_answer(f"{bag}, {one_line(row.title, _LONGEST_TITLE)}", state, words),
            tell_answer(bag, State(state.verdict), words),
            f"bag {row.number}",
            state,
            takes_reason=self._review.takes_notes(self._last),
            keys=self._keys() if is_for_last else "",
        )

    def _keys(self) -> str:
        """Return the keys for a note and for tags: "C, Ctrl+1 to Ctrl+4"."""
        keys = [key for key in map(self._actions.key, TAG_ACTIONS) if key]
        ends = " to ".join(dict.fromkeys((*keys[:1], *keys[-1:])))
        return ", ".join(filter(None, (self._actions.key("note"), ends)))

    def _is_answered(self) -> bool:
        last = self._last
        return last >= 0 and self._controller.progress.verdicts[last] is not None

    def _takes_reason(self) -> bool:
        """Return True if the last answer takes a comment, else say that it does not."""
        if self._review.takes_notes(self._last):
            return True
        self.said.emit(f"Bag {self._last + 1:,} takes no tags and no note.")
        return False

    def _open(self) -> None:
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
            # Its note has a field already; two of one note would contradict each other.
            self._own.editor.note.focus_end()
        else:
            self._open()
            self._bar.editor.note.focus_end()

    @QtCore.Slot()
    def _finish(self) -> None:
        if self.save():
            # First, or Qt gives the keyboard to what comes next.
            self.finished.emit()
            self._bar.close_reason()

    @QtCore.Slot()
    def _turn_to_shown(self) -> None:
        """Take keys for those of the bag that is shown, with which the reviewer does something."""
        self._is_fresh = False
        if self._last == self._controller.current:
            self._bar.close_reason()
        self.show()

    @QtCore.Slot(int)
    def _take_judgement(self, number: int) -> None:
        if number != self._last:
            self._is_fresh = False
        self.show()

    @QtCore.Slot(QtGui.QAction)
    def _note_action(self, action: QtGui.QAction) -> None:
        if action.objectName() in _READING:
            self._turn_to_shown()

    @QtCore.Slot()
    def _await_draft(self) -> None:
        if not self._draft_timer.isActive():
            self._draft_timer.start()

    @QtCore.Slot()
    def _keep_draft(self) -> None:
        self._draft_timer.stop()
        if not self._bar.is_open():
            return
        try:
            self._review.keep_draft(self._last, self._bar.written())
        except CoalaError as error:
            self.failed.emit(str(error))
