"""What the reviewer answers and writes is put on disk, if it counts, and what is half written is kept.

A bag becomes open to an answer once it has been painted and has stood for a moment.

A held key, a key that bounces and a second click would otherwise judge bags that nobody has seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.verdict_bar import VerdictBar
from coala.gui.window.page.columns import PageColumns
from coala.gui.window.page.reasons import AnswerReasons
from coala.gui.window.tool_window_launcher import ToolWindows
from coala.model.bag import Verdict
from coala.present.judged_changes import ask_of_bag, ask_of_change
from coala.present.phrases import judgement, verdict_words
from coala.verdicts.changes import Rows
from coala.verdicts.comment import Comment
from coala.verdicts.state import State

# Nobody sees a bag, decides and presses in less; a key that bounces or repeats comes sooner than this.
STANDING_SECONDS = 0.15
# Who answers twice in so short a time has read one of the bags at most: the answers are taken back as one.
BURST_SECONDS = 0.6
# Of a held key X11 sends a release and a press at one time, and Qt sees too late that the first are such.
_SAME_TIME = 5


class AnswerGate(QtCore.QObject):
    """Knows when the bag in a widget was painted, and how the answers to it follow each other.

    An answer that comes too early makes the bag stand anew, so that no row of quick presses gets through.
    """

    def __init__(self, shown_in: QtWidgets.QWidget, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(shown_in)
        self._clock = clock
        self._stands_since: float | None = None
        self._answered: float | None = None
        self._released = 0, 0
        self._is_held = False
        self._witness = _Witness(shown_in)
        self._witness.painted.connect(self._note_painting)

    def watch_keys(self, window: QtWidgets.QWidget) -> None:
        """Learn from what reaches the window whether a key is pressed anew or held."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QKeyEvent):
            if event.type() == QtCore.QEvent.Type.KeyRelease:
                self._released = event.key(), event.timestamp()
                self._is_held = False
            elif event.type() == QtCore.QEvent.Type.ShortcutOverride:
                key, time = self._released
                same = key == event.key() and 0 < time <= event.timestamp() <= time + _SAME_TIME
                self._is_held = same or event.isAutoRepeat()
        return False

    def is_held(self) -> bool:
        """Whether the answer comes of a key that is held, and was an answer already."""
        return self._is_held

    @QtCore.Slot()
    def close(self) -> None:
        """Another bag is shown: until it is painted there is nothing to answer to."""
        self._stands_since = None
        self._witness.watch()

    def is_open(self) -> bool:
        """Whether an answer would count now."""
        return self._stands_since is not None and self._clock() - self._stands_since >= STANDING_SECONDS

    def admit(self) -> bool:
        """Whether the answer that is being given counts."""
        if self.is_open():
            return True
        if self._stands_since is not None:
            self._stands_since = self._clock()
        return False

    def follows_closely(self) -> bool:
        """Whether the answer that counts now comes within a burst of others; to be asked once for each."""
        former, self._answered = self._answered, self._clock()
        return former is not None and self._answered - former < BURST_SECONDS

    @QtCore.Slot()
    def _note_painting(self) -> None:
        if self._stands_since is None:
            self._stands_since = self._clock()


class _Witness(QtWidgets.QWidget):
    """One pixel above all that a widget shows: it is painted with the rest of what has changed, and last.

    Whichever parts the widget has, and whether any of them covers it, nothing of it must be known here.
    """

    painted = QtCore.Signal()

    def __init__(self, watched: QtWidgets.QWidget) -> None:
        super().__init__(watched)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(0, 0, 1, 1)

    def watch(self) -> None:
        """Have the next painting noticed."""
        self.raise_()
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        self.painted.emit()


_DRAFT_MILLISECONDS = 400


class Answers(QtCore.QObject):
    """Takes verdicts and comments on the bag that is shown to the controller; keeps drafts of comments."""

    said = QtCore.Signal(str)  # true until the state of the page changes
    informed = QtCore.Signal(str)
    failed = QtCore.Signal(object)  # a CoalaError
    finished = QtCore.Signal()  # the keyboard is wanted elsewhere

    def __init__(
        self,
        controller: ReviewController,
        pane: BagPane,
        bar: VerdictBar,
        reasons: AnswerReasons,
        columns: PageColumns,
        tool_windows: ToolWindows,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._controller, self._review = controller, controller.review
        self._pane, self._bar = pane, bar
        self._reasons, self._columns, self._tool_windows = reasons, columns, tool_windows
        self.gate = AnswerGate(pane)
        # What was written in this time at most is lost with the program, and a stroke of the disk more.
        self._draft_timer = QtCore.QTimer(self, singleShot=True)
        self._draft_timer.setInterval(_DRAFT_MILLISECONDS)
        self._draft_timer.timeout.connect(self._keep_draft)
        pane.bag_shown.connect(self.gate.close)
        pane.bag_shown.connect(self.show_changes)
        pane.subject_changed.connect(self._change_subject)
        controller.rows_changed.connect(pane.choose_row)
        bar.judged.connect(self.judge)
        bar.clicked_twice.connect(self._say_too_fast)
        bar.editor.changed.connect(self.save_comment)
        bar.editor.finished.connect(self._leave_comment)
        bar.editor.writing.connect(self._await_draft)

    @QtCore.Slot(object)
    def judge(self, verdict: Verdict) -> None:
        """Give the current bag a verdict, with the comment in the fields, and go on."""
        if not self._admits() or not self._reasons.save():
            return
        if self._reasons.is_writing():
            self.finished.emit()
        comment = self._take_written()
        continues = self.gate.follows_closely()
        change = self._pane.change()
        if change is not None:
            self._judge_change(change, verdict, comment, continues=continues)
        else:
            self._judge_bag(verdict, comment, continues=continues)
        if self._bar.editor.is_writing():
            # The next key is meant for the next bag, not for its comment.
            self.finished.emit()

    def _admits(self) -> bool:
        """Whether an answer counts now; what keeps it from that is said."""
        if self._review.read_only or self.gate.is_held():
            return False
        if self._pane.displayed() is None:
            self.said.emit("No bag is shown that could be judged.")
        elif self._columns.drawer.isVisible():
            self.finished.emit()
            self.said.emit("The list lay over the bag: look at the bag, then answer.")
        elif self._tool_windows.covers_bag():
            self.said.emit("A window lies over the bag: move or close it, look at the bag, then answer.")
        elif not self.gate.admit():
            self._say_too_fast()
        else:
            return True
        return False

    def _judge_change(self, change: int, verdict: Verdict, comment: Comment, *, continues: bool) -> None:
        """Give the chosen change a verdict and go on to the next without one.

        With the last change the bag gets the verdict that follows from them, if one does; else it is asked
        for. A verdict on the bag that did not follow from its changes stays as it is.
        """
        state, before = self._state(), self._pane.verdicts()
        rows = self._pane.answered(state.rows, verdict)
        following, whole = before.next_open(change), state.verdict
        if following is None:
            now = self._pane.judged_so(rows)
            whole = now.derived if whole in (None, before.derived) else whole
            if whole is not None and not now.leave_open(whole):
                self._judge_bag(whole, comment, rows=rows, continues=continues)
                return
        if not self._controller.judge(whole, comment, rows=rows, continues=continues):
            return
        if following is not None:
            self._pane.choose_change(following)
        else:
            self._pane.choose_bag()
        if rows != state.rows:
            hint = f", undo with {key}" if (key := self._controller.undo_key) else ""
            words = judgement(verdict, verdict_words(blind=self._review.blind))
            told = f"Change {change + 1:,} {words}{hint}"
            asked = following is None
            self.said.emit(
                f"{told}. Now judge the whole bag." if asked else f"{told}: {self._pane.tell_change(change)}"
            )

    def _judge_bag(
        self, verdict: Verdict, comment: Comment, *, rows: Rows | None = None, continues: bool
    ) -> None:
        """Give the bag a verdict, with those on its changes from which it follows, and go on."""
        number = self._controller.current
        if not self._controller.judge_and_go_on(verdict, comment, rows=rows, continues=continues):
            return
        if self._controller.current == number:
            # What was judged is being said, not that answers are for the bag again.
            with QtCore.QSignalBlocker(self):
                self._pane.choose_bag()
        self._reasons.note_answer(number)

    def clear_verdict(self) -> None:
        """Take away the verdict on what is answered, the bag or one change; the comment stays."""
        if self._pane.displayed() is None:
            return
        comment = self._take_written()
        if self._pane.change() is None:
            self._controller.judge(None, comment)
        else:
            state = self._state()
            rows = self._pane.answered(state.rows, None)
            self._controller.judge(state.verdict, comment, rows=rows)

    def walk_changes(self, step: int) -> None:
        """Have the answers be for the next change of the bag (1) or the one before (-1)."""
        if self._pane.displayed() is None:
            return
        if self._pane.verdicts().total < 2:
            self.said.emit("This bag has one change: the verdict on the bag is the one on it.")
            return
        self._pane.walk_changes(step)

    @QtCore.Slot()
    def show_changes(self) -> None:
        """Show which changes of the current bag are judged, and ask for what answers are for."""
        self._pane.show_rows(self._state().rows)
        self._ask()

    @QtCore.Slot()
    def save_comment(self) -> bool:
        """Put what was written on disk if it changed; returns whether it is there."""
        number = self._controller.current
        if not self._reasons.save():
            return False
        return number < 0 or self._review.read_only or self._controller.annotate(number, self._take_written())

    def undo(self) -> None:
        """Take the last step back, after what is being written."""
        if self.save_comment():
            self._controller.undo()

    def redo(self) -> None:
        """Do again what was undone."""
        if self.save_comment():
            self._controller.redo()

    def leave_draft(self) -> None:
        """Another bag comes up: what was being written belongs to it no more."""
        self._draft_timer.stop()

    def show_draft(self, number: int) -> None:
        """Put back the comment that was being written on a bag when the program ended."""
        try:
            draft = self._review.draft(number)
        except CoalaError as error:
            self.failed.emit(error)
            return
        if draft is not None and not self._review.read_only:
            self._bar.editor.show_draft(draft)
            self.informed.emit("The note that was being written on this bag is back; leaving it saves it.")

    def _state(self) -> State:
        number = self._controller.current
        return self._controller.progress.state(number) if number >= 0 else State()

    @QtCore.Slot()
    def _change_subject(self) -> None:
        # What an answer is for has to be seen before one counts.
        self.gate.close()
        self._ask()
        change = self._pane.change()
        if change is None:
            self.said.emit("The answers are for the bag as a whole.")
        else:
            self.said.emit(f"The answers are for this change alone: {self._pane.tell_change(change)}")

    def _ask(self) -> None:
        """Ask on the bar for what answers are for, with the answer that it has."""
        change, verdicts, state = self._pane.change(), self._pane.verdicts(), self._state()
        if change is not None:
            asked = ask_of_change(change, verdicts.total, blind=self._review.blind)
            self._bar.ask(asked, verdicts.of(change), of_change=True)
        else:
            given = () if state.verdict is None else (state.verdict,)
            asked = ask_of_bag(verdicts, state.verdict, blind=self._review.blind)
            self._bar.ask(asked, given, lit=verdicts.leave_open(state.verdict))

    def _take_written(self) -> Comment:
        """Return the comment in the fields; delete the draft if it equals the saved comment."""
        self._bar.editor.commit_input()
        comment = self._bar.editor.comment()
        if comment.draft == self._state().comment.draft:
            self._keep_draft()
        return comment

    @QtCore.Slot()
    def _leave_comment(self) -> None:
        if self.save_comment():
            self.finished.emit()

    @QtCore.Slot()
    def _await_draft(self) -> None:
        # Not started anew by each letter: who never pauses would lose all.
        if not self._review.read_only and not self._draft_timer.isActive():
            self._draft_timer.start()

    @QtCore.Slot()
    def _keep_draft(self) -> None:
        try:
            self._review.keep_draft(self._controller.current, self._bar.editor.comment())
        except CoalaError as error:
            self.failed.emit(error)

    @QtCore.Slot()
    def _say_too_fast(self) -> None:
        self.said.emit("Too fast: this bag has just come up. That answer did not count.")
