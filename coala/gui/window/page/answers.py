"""Answers on the current bag: verdicts on it and on its own changes.

An answer is for the bag or, while one is chosen, for an own change of the bag, such as one of a type
(`coala.verdicts.changes`); this is its subject. After an answer the next bag without one is shown. An answer
counts only after the bag has been on the screen for a moment. Otherwise a held key, a bouncing key or a
second click would judge bags that the reviewer has not seen. A comment on the bag, which is written in the
strip below the answers, is saved with them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_view.pane import BagPane
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.sidebar.reason_bar import ReasonBar
from coala.gui.sidebar.verdict_bar import VerdictBar
from coala.gui.window.page.columns import PageColumns
from coala.gui.window.tool_window_launcher import ToolWindows
from coala.model.bag import Verdict
from coala.present.judged_changes import offer_changes, speak_judged
from coala.present.phrases import judgement
from coala.verdicts.changes import ChangeVerdicts, Rows
from coala.verdicts.comment import Comment
from coala.verdicts.state import State

# Too short to see a bag, decide and press a key; a bouncing or repeating key comes sooner.
SHOWN_SECONDS = 0.15
# In this time a reviewer can read only one bag, so two answers within it are undone together.
BURST_SECONDS = 0.6
# In milliseconds. For a held key X11 sends a release and at once a press, and Qt does not mark the first one
# as a repetition. So a press within this time after a release of the same key counts as a held key.
_REPEAT_MILLISECONDS = 5


class AnswerGate(QtCore.QObject):
    """The check that an answer counts, from the time when the bag in a widget was painted.

    An answer that comes too early restarts the wait, so a series of quick presses never gets through.
    """

    def __init__(self, shown_in: QtWidgets.QWidget, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(shown_in)
        self._clock = clock
        # When the current bag was painted, None before that, and when the last answer came, by the clock.
        self._shown_since: float | None = None
        self._answered: float | None = None
        # The key that was released last, and when, in milliseconds.
        self._released = 0, 0
        self._is_held = False
        self._probe = _PaintProbe(shown_in, self._note_painting)

    def watch_keys(self, window: QtWidgets.QWidget) -> None:
        """Watch the events of the window to know if a key is held or pressed again."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QKeyEvent):
            if event.type() == QtCore.QEvent.Type.KeyRelease:
                self._released = event.key(), event.timestamp()
                self._is_held = False
            elif event.type() == QtCore.QEvent.Type.ShortcutOverride:
                key, released = self._released
                is_repeat = (
                    key == event.key()
                    and 0 < released <= event.timestamp() <= released + _REPEAT_MILLISECONDS
                )
                self._is_held = is_repeat or event.isAutoRepeat()
        return False

    def is_held(self) -> bool:
        """Return True if the answer comes from a key that is still held."""
        return self._is_held

    @QtCore.Slot()
    def close(self) -> None:
        """Accept no answer until the new bag has been painted."""
        self._shown_since = None
        self._probe.watch()

    def is_open(self) -> bool:
        """Return True if an answer would count now."""
        return self._shown_since is not None and self._clock() - self._shown_since >= SHOWN_SECONDS

    def admit(self) -> bool:
        """Return True if the current answer counts; else restart the wait."""
        if self.is_open():
            return True
        if self._shown_since is not None:
            self._shown_since = self._clock()
        return False

    def follows_closely(self) -> bool:
        """Return True if the current answer closely follows the last one; call this once for each answer."""
        former, self._answered = self._answered, self._clock()
        return former is not None and self._answered - former < BURST_SECONDS

    def _note_painting(self) -> None:
        if self._shown_since is None:
            self._shown_since = self._clock()


class _PaintProbe(QtWidgets.QWidget):
    """One pixel on top of a widget that reports painting: it is painted last, with all that has changed.

    So the gate needs to know nothing about the parts of the widget or what covers them.
    """

    def __init__(self, watched: QtWidgets.QWidget, note_painting: Callable[[], None]) -> None:
        super().__init__(watched)
        self._note_painting = note_painting
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(0, 0, 1, 1)

    def watch(self) -> None:
        """Report the next painting."""
        self.raise_()
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        self._note_painting()


class Answers(QtCore.QObject):
    """The way from the verdict bar to the session."""

    def __init__(
        self,
        session: Session,
        pane: BagPane,
        bar: VerdictBar,
        reasons: ReasonBar,
        columns: PageColumns,
        tool_windows: ToolWindows,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._review = session, session.review
        self._pane, self._bar = pane, bar
        self._reasons, self._columns, self._tool_windows = reasons, columns, tool_windows
        self._is_about_change = False
        # True while the message about an answer is kept although the subject changes.
        self.keeps_message = False
        # Stores an answer to the drawn link that is asked about, None removes it; and opens who is who. The
        # presenters of both set these.
        self.answer_link: Callable[[Verdict | None], None] = lambda _: None
        self.open_groups: Callable[[], None] = lambda: None
        self.gate = AnswerGate(pane)
        reasons.judge_each = self.judge_each
        session.changed.connect(self._follow)
        bar.judge, bar.say_too_fast, bar.walk_changes = self.judge, self.say_too_fast, self.walk_changes

    @QtCore.Slot(object)
    def judge(self, verdict: Verdict) -> None:
        """Give the current bag or change a verdict, save the comment on it, and go on."""
        if self._pane.link.asked() is not None:
            self.answer_link(verdict)
            return
        if not self.accepts_answer() or (comment := self._reasons.take_comment()) is None:
            return
        is_writing, continues = self._reasons.is_writing(), self.gate.follows_closely()
        change = self._pane.change()
        if change is None:
            is_stored = self._judge_bag(verdict, comment, continues=continues)
        else:
            is_stored = self._judge_change(change, verdict, comment, continues=continues)
        if is_writing and is_stored:
            # The next key is for the next bag, not for a comment.
            self._session.changed.emit(Changes(focus=True))

    def accepts_answer(self, *, says_who: bool = False) -> bool:
        """Return True if an answer counts now, else show why not; ``says_who`` if it has groups."""
        if self._review.read_only or self.gate.is_held():
            return False
        if self._pane.displayed() is None:
            self._session.say("There is no bag here to judge.")
        elif not (says_who or self._pane.who.isHidden()):
            self._session.changed.emit(Changes(focus=True))
            self._session.say("Ignored: parts are being placed. Esc goes back to the answers.")
        elif not self._pane.isVisibleTo(self._columns):
            self._session.say("The results are shown. Go back to the bag to answer it.")
        elif self._columns.is_list_open():
            self._session.changed.emit(Changes(focus=True))
            self._session.say("Ignored: the list was open.")
        elif self._tool_windows.covers_bag():
            self._session.say("Ignored: a window covers the bag. Move or close it.")
        elif not self.gate.admit():
            self.say_too_fast()
        else:
            return True
        return False

    def _judge_change(self, change: int, verdict: Verdict, comment: Comment, *, continues: bool) -> bool:
        """Give an own change a verdict and go on to the next one without a verdict, or back to the bag.

        Once all changes are judged the bag gets the verdict that follows from them, and the next bag is
        shown; it does not follow if there are changes of mentions. A verdict that was given on the bag itself
        stays. Return True once the verdict is on disk.
        """
        state, before = self._state(), self._pane.verdicts()
        # All verdicts on rows of the bag, with this one on the rows of the change.
        rows = self._pane.apply_verdict(state.rows, change, verdict)
        now = self._pane.read_verdicts(rows)
        if now.derived is not None:
            stays = state.verdict is not None and not self._follows_changes(state, before)
            on_bag = state.verdict if stays and state.verdict is not None else now.derived
            return self._judge_bag(on_bag, comment, rows=rows, continues=continues)
        number, sentence = self._session.current, self._pane.claim.describe_change(change)
        drawn = self._session.count_drawn()
        if not self._session.judge(state.verdict, comment, rows=rows, continues=continues):
            return False
        # In a random order the next item may be a change of another bag.
        if not (self._session.go_on_drawn(drawn) or self._session.go_to_next_item()):
            following = self._pane.find_next_open(now, change)
            if following is None:
                self._pane.choose_bag()
            else:
                self._pane.choose_change(following)
        if self._session.current != number:
            self._session.changed.emit(Changes(went_on=number))
        self._reasons.note_answer(number)
        if rows != state.rows:
            hint = f". {key} undoes this" if (key := self._session.undo_key) else ""
            words = judgement(verdict, self._review.sides.words)
            self._session.say(f"Change {change + 1:,} {words}: “{sentence}”{hint}")
        return True

    def _follows_changes(self, state: State, verdicts: ChangeVerdicts) -> bool:
        """Return True if the verdict on the current bag followed from these verdicts on its changes."""
        follows = state.verdict is not None and state.verdict is verdicts.derived
        return follows and self._session.follows_changes(self._session.current)

    def _judge_bag(
        self, verdict: Verdict, comment: Comment, *, rows: Rows | None = None, continues: bool
    ) -> bool:
        """Give the bag a verdict and go on; ``rows`` are the verdicts on changes from which it follows.

        Return True once the verdict is on disk.
        """
        number, changes = self._session.current, self._pane.verdicts()
        answered = changes.total if self._offers_groups() else len(changes.own)
        if not self._session.judge_and_go_on(verdict, comment, rows=rows, continues=continues):
            return False
        if self._session.current == number:
            # Keep the message about the verdict: do not say that the answers are for the bag again.
            self.keeps_message = True
            self._pane.choose_bag()
            self.keeps_message = False
        else:
            self._session.changed.emit(Changes(went_on=number))
        self._reasons.note_answer(number, 0 if changes.given or rows else answered)
        return True

    def judge_each(self, number: int) -> None:
        """Go back to a bag to say who is who in it, or else to judge its first own change."""
        if self._reasons.save():
            self._session.reveal(number)
            if self._pane.displayed() is None:
                return
            if self._session.offers_groups(number):
                self.open_groups()
            else:
                self._pane.walk_changes()

    def clear_verdict(self) -> None:
        """Remove the verdict on the bag or on the chosen change; the comment stays.

        A verdict on the bag that follows from its changes is removed with any of theirs, and removes them.
        """
        if self._pane.displayed() is None or not self._pane.who.isHidden():
            return
        if self._pane.link.asked() is not None:
            self.answer_link(None)
            return
        if (comment := self._reasons.take_comment()) is None:
            return
        state, verdicts = self._state(), self._pane.verdicts()
        change, follows = self._pane.change(), self._follows_changes(state, verdicts)
        if change is not None:
            rows = self._pane.apply_verdict(state.rows, change, None)
            self._session.judge(None if follows else state.verdict, comment, rows=rows)
        elif follows:
            self._session.judge(None, comment, rows=())
        else:
            # Without the reviewer's own verdict, the one that follows from all changes counts.
            self._session.judge(verdicts.derived, comment)

    def _offers_groups(self) -> bool:
        return self._pane.displayed() is not None and self._session.offers_groups(self._session.current)

    def walk_changes(self) -> None:
        """Choose the next own change of the bag for the next answers, or the bag after the last one."""
        if self._pane.displayed() is None or not self._pane.who.isHidden():
            return
        verdicts = self._pane.verdicts()
        if verdicts.total < 2:
            self._session.say("This bag has only one change, so judge the bag itself.")
        elif not verdicts.own:
            nouns = self._review.nouns
            self._session.say(nouns.say("Only mentions changed in this bag, so judge the bag itself."))
        else:
            self._pane.walk_changes()

    def show_changes(self) -> None:
        """Show which changes of the current bag are judged, and ask the current question."""
        self._pane.show_rows(self._state().rows)
        self.show_question()

    def undo(self) -> None:
        """Save the comment, then undo the last step."""
        if self._reasons.save():
            self._session.undo()

    def redo(self) -> None:
        """Save the comment, then redo the last undone step."""
        if self._reasons.save():
            self._session.redo()

    def _state(self) -> State:
        """Return the state of the current bag: its verdicts and its comment."""
        number = self._session.current
        return self._session.progress.state(number) if number >= 0 else State()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag:
            self.gate.close()
        if changes.bag or changes.judged == self._session.current >= 0:
            self.show_changes()
        if changes.rows is not None:
            self._pane.choose_row(changes.rows)
        if changes.subject:
            self._change_subject()

    def _change_subject(self) -> None:
        # The reviewer must see the new subject before an answer counts.
        self.gate.close()
        was_about_change = self._is_about_change
        self.show_question()
        change = self._pane.change()
        if self._pane.link.asked() is not None or self.keeps_message:
            return
        if change is None:
            self._session.say("Back to judging the whole bag.")
        elif not was_about_change:
            self._session.say(self._introduce_changes())
        else:
            self._session.say(
                f"You are judging only this change: “{self._pane.claim.describe_change(change)}”"
            )

    def _introduce_changes(self) -> str:
        """Return where the changes are, and how the bag is judged while they are judged one by one."""
        place = "above the text" if self._pane.list_changes() is None else "in the list of bags"
        state, verdicts = self._state(), self._pane.verdicts()
        if len(verdicts.own) < verdicts.total and state.verdict is None:
            rule = "The bag itself still needs a verdict. Esc goes back to it."
        elif state.verdict is None or self._follows_changes(state, verdicts):
            rule = (
                "The bag gets the verdict of most of them, or same in a tie. Esc goes back to the whole bag."
            )
        else:
            rule = "Your verdict on the bag stays. Esc goes back to it."
        return f"The changes are {place}. {rule}"

    def show_question(self) -> None:
        """Show the question about the chosen change or the bag on the bar, with its current answer.

        The rule of who is who stays while it is shown.
        """
        if self._bar.is_ruled():
            return
        change, verdicts, state = self._pane.change(), self._pane.verdicts(), self._state()
        self._is_about_change = change is not None
        if (asked := self._pane.link.asked()) is not None:
            self._bar.ask_link(asked.read_answer(state), offers_who=self._offers_groups())
            return
        given = () if state.verdict is None else (state.verdict,)
        words = self._review.sides.words
        self._bar.ask(
            given if change is None else verdicts.get_verdicts(change),
            offer_changes(verdicts, self._pane.own_kinds(), change),
            about_change=change is not None,
            spoken="" if change is not None else speak_judged(verdicts, words),
            offers_who=change is None and self._offers_groups(),
        )

    @QtCore.Slot()
    def say_too_fast(self) -> None:
        self._session.say("Ignored: the bag had only just appeared.")
