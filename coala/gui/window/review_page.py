"""The page on which a review is judged: header, list, bag, verdict bar, and the results in place of the bag.

The page makes the parts; most of them follow the session by themselves. The session has the state of the
review: the current bag, the filter and order of the list, and the undo stack. Before the page leaves a bag it
saves the comment that is being written on it; if that fails, it stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.paths import shorten_paths
from coala.base.plain_text import one_line
from coala.errors import CoalaError, DamagedReviewError
from coala.gui.bag_list.bags_button import BagsButton
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.bag_view.history_bar import HistoryPresenter
from coala.gui.bag_view.legend import Legend, write_legend
from coala.gui.bag_view.pane import BagPane
from coala.gui.results.outcome import find_answer
from coala.gui.results.page import ResultsPage
from coala.gui.session.action_set import Actions
from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.session.changes import Announcement, Changes, Say
from coala.gui.session.preferences import PageState
from coala.gui.session.session import Session
from coala.gui.sidebar.opinions_panel import OpinionsPanel
from coala.gui.sidebar.reason_bar import ReasonBar
from coala.gui.sidebar.verdict_bar import VerdictBar, VerdictButton
from coala.gui.widgets.labels import NoticeBar
from coala.gui.widgets.theme import GRID
from coala.gui.window.header import Header, describe_size
from coala.gui.window.page.adjudicator import Adjudicator
from coala.gui.window.page.answers import Answers
from coala.gui.window.page.bag_copies import BagCopies
from coala.gui.window.page.bag_messages import GoldPresenter, SimilarBags
from coala.gui.window.page.columns import PageColumns
from coala.gui.window.page.drawn_links import DrawnLinks
from coala.gui.window.page.read_ahead import ReadAhead, TallyAhead
from coala.gui.window.page.sampler import Sampler
from coala.gui.window.page.who_is_who import WhoIsWhoPresenter
from coala.gui.window.recovery import RECOVER
from coala.gui.window.tool_window_launcher import ToolWindows
from coala.model.bag import Verdict
from coala.model.sides import LEFT_RIGHT
from coala.present.answer import write_answer
from coala.review.file import Review
from coala.review.search import list_sought_words
from coala.verdicts.state import State

_LONGEST_NAME = 80
"""The most characters of the review's name in the head."""


class ReviewPage(QtWidgets.QWidget):
    """The page with its parts; it owns the session, not the review."""

    rearranged = QtCore.Signal()  # the bag, the answers or the results came into sight or went

    def __init__(
        self,
        review: Review,
        actions: Actions,
        state: PageState | None = None,
        bag: int | None = None,
        parent: QtWidgets.QWidget | None = None,
        *,
        recover: Callable[[Path], None],
    ) -> None:
        """Build the page with the arrangement ``state`` of an earlier page.

        ``bag`` is shown first; None means the first bag without a verdict. ``recover`` recovers the file of
        a damaged review.
        """
        super().__init__(parent)
        state = state or PageState()
        self._review = review
        self._actions = actions
        # The state of the page for which the message in the status line is true; None if it is always true.
        self._message_state: object = None
        # The message about the current bag in the notice, "" for none.
        self._bag_notice = ""
        self._recover_file = recover
        self._recover = QtGui.QAction(RECOVER, self)
        # Without this Qt would drop the ellipsis.
        self._recover.setIconText(RECOVER)
        self._show_all = QtGui.QAction(f"Show all {len(review.entries):,}", self)
        # A blind review has a fixed arrangement; the next review gets the user's own again.
        self._given_state = state
        if review.blind:
            state = replace(state, order=BagOrder(), gold_first=False)
        self.session = Session(review, self, order=state.order, gold_first=state.gold_first)
        # The visible parts.
        self._bags_button = BagsButton(self.session, self.go)
        self.header = Header(
            review.summary,
            len(review.entries),
            self._bags_button,
            actions,
            one_line(review.column or review.path.stem, _LONGEST_NAME),
            blind=review.blind,
        )
        self.list = BagListPanel(self.session, actions["clear_filter"], actions["next_unjudged"])
        answers = review.sides.words
        sides = (
            [f"{side} graph" for side in LEFT_RIGHT.names] if review.blind else ("baseline", "changed graph")
        )
        self.legend = Legend([review.nouns.say(form) for form in write_legend(sides)])
        self.pane = BagPane(answers)
        self.bar = VerdictBar(actions, review.sides, self.pane.evidence.more)
        self.results = ResultsPage(
            self.session,
            actions,
            describe_size(review.summary),
            close=self.hide_results,
            draw=self._draw_sample,
        )
        self.notice = NoticeBar()
        # What needs the bag on the pane connects after this; the list and the results do not.
        self.session.changed.connect(self._follow)
        self.session.said.connect(self._show_message)
        self.session.failed.connect(self._warn)
        self.tool_windows = ToolWindows(
            self.session, self.pane, self, actions.list_review_actions(), state.places
        )
        # The parts that follow the session, each for one task.
        self.gold = GoldPresenter(self.session, self.pane, actions, self)
        self.history = HistoryPresenter(self.session, self.pane.history, self)
        self.similar = SimilarBags(self.session, self.pane, actions, self)
        self.read_ahead = ReadAhead(self.session, self.pane, self)
        self.copies = BagCopies(self.session, actions, (self.list.view, self.pane), self.pane, self)
        self.opinions = OpinionsPanel()
        self.sampler = Sampler(self.session, self)
        self._tally_ahead = TallyAhead(self.session, self.sampler, self)
        self.adjudicator = Adjudicator(self.session, self.opinions, self.list, actions, self)
        self.reasons = ReasonBar(self.session, actions, self.gold.remark, self.legend)
        self._lay_out()
        self.answers = Answers(
            self.session, self.pane, self.bar, self.reasons, self._columns, self.tool_windows, self
        )
        self.who = WhoIsWhoPresenter(self.session, self.pane, self.bar, self.reasons, self.answers, self)
        self.links = DrawnLinks(self.session, self.pane, self.reasons, self.answers, actions, self)
        self.pane.give_up_focus = self._columns.focus_default
        self._connect()
        self._start(bag, state)
        self._arrange(state)

    def state(self) -> PageState:
        """Return the arrangement of the page, for the next page."""
        arranged = PageState(
            columns=self._columns.widths(),
            order=self._choose_usual_order(),
            places=self.tool_windows.places(),
            gold_first=self._actions["gold_first"].isChecked(),
            zoom=self.pane.evidence.reading()[0],
            font=self.pane.evidence.reading()[1],
        )
        if not self._review.blind:
            return arranged
        former = self._given_state
        return replace(arranged, order=former.order, gold_first=former.gold_first)

    def _choose_usual_order(self) -> BagOrder:
        """Return the order for the next review; one by share is kept while gold is hidden here."""
        # A list by share would show hidden gold, so this page may have fallen back to the order of the text.
        order, former = self.sampler.choose_usual_order(), self._given_state.order
        is_kept = former.by_share and not self.session.gold.shows_all
        return former if is_kept and order.way is Order.TEXT else order

    def take_focus(self) -> None:
        """Move the focus to the parts while they are placed, else to the list or its button."""
        if self.who.is_open():
            self.who.focus()
        else:
            self._columns.focus_default()

    def open_filter(self) -> None:
        """Move the focus to the field above the list."""
        self._columns.open_list()
        self.list.focus_filter()

    def choose_order(self) -> None:
        """Open the menu of orders of the list."""
        self._columns.open_list()
        self.list.choose_order()

    def leave(self) -> None:
        """Stop background work and close the tool windows, because the review is about to be closed."""
        self.who.keep()
        self._tally_ahead.stop()
        self.read_ahead.stop()
        self.tool_windows.close()

    def problem(self) -> str:
        """Return the message of the last error on the page."""
        return self.notice.text()

    @QtCore.Slot(int)
    def go(self, step: int) -> None:
        """Go one row down (1) or up (-1) in the list, also to the changes of an unfolded bag."""
        if not self.reasons.save():
            return
        number, place = self.session.current, self.pane.step_to_change(step)
        if self.list.unfolded() == number and place is not None:
            self._choose_place(place)
            return
        self.session.go(step)
        if step < 0 and self.list.unfolded() == self.session.current != number:
            self._choose_place(self.pane.listed_changes()[-1])

    def go_to_unjudged(self, step: int) -> None:
        """Go to the next bag (1) without a verdict or the one before (-1), or change of an unfolded bag."""
        if not self.reasons.save():
            return
        if self.links.resume():
            return
        number, change, drawn = self.session.current, self.pane.change(), self.session.count_drawn()
        # Of a sample the next drawn item comes first.
        walks = self.list.unfolded() == number >= 0 and not (drawn is not None and drawn.open)
        if walks and self.session.progress.verdicts[number] is None:
            here = -1 if change is None else change
            left = self.pane.list_open()
            ahead = [place for place in left if place > here] if step > 0 else [p for p in left if p < here]
            if ahead:
                self._choose_place(ahead[0 if step > 0 else -1])
                return
        self.session.go_to_unjudged(step)

    def _choose_place(self, place: int) -> None:
        """Make a change of the current bag the subject of answers, or the bag for -1."""
        if place < 0:
            self.pane.choose_bag()
        else:
            self.pane.choose_change(place)

    def shows_results(self) -> bool:
        """Return True if the results are in the place of the bag."""
        return self._places.currentWidget() is self.results

    def shows_message(self) -> bool:
        """Return True if messages of the window are next to the answers, which are in sight."""
        return not self.shows_results() and not self.bar.isHidden()

    def toggle_results(self) -> None:
        """Show the results in place of the bag, or the bag again."""
        if self.shows_results():
            self.hide_results()
        else:
            self.show_results()

    def show_results(self) -> None:
        """Show the results in place of the bag, once the comment on the bag is saved."""
        if self.reasons.save():
            self._columns.close_list()
            self._places.setCurrentWidget(self.results)
            self.results.refresh()
            self.results.take_focus()
            self.session.say(self.results.answer(), Say.ALOUD)
        self._actions["results"].setChecked(self.shows_results())

    @QtCore.Slot()
    def hide_results(self) -> None:
        """Show the bag again in place of the results."""
        if self.shows_results():
            # The focus stays in the search, which may lead to another bag.
            had_focus = self.results.isAncestorOf(QtWidgets.QApplication.focusWidget() or self)
            self.results.show_overview()
            self._places.setCurrentWidget(self._bag)
            # The bag must be seen again before an answer counts.
            self.answers.gate.close()
            if had_focus:
                self.take_focus()
        self._actions["results"].setChecked(False)

    def _draw_sample(self, items: int) -> None:
        if self.reasons.save():
            self.hide_results()
            self.sampler.draw(items)

    def draw_sample(self) -> None:
        """Ask in the results how many bags to draw."""
        self.show_results()
        if self.shows_results() and not self.results.ask_sample_size():
            self.session.say("There is nothing to draw: all bags are judged, or there is only one.")

    def show_all_mentions(self) -> None:
        """Mark the mentions of other bags too, or no longer, as the action is checked."""
        wanted = self._actions["all_mentions"].isChecked()
        self.pane.evidence.show_all_mentions(self._review.mentions_of if wanted else None)
        self.gold.look()

    def clear_filter(self) -> None:
        self.list.clear_filter()
        self.take_focus()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        is_escape = event.key() == QtCore.Qt.Key.Key_Escape
        if is_escape and self.shows_results():
            self.hide_results()
        elif is_escape and self.who.is_open():
            self.who.leave()
        elif is_escape and (self.pane.change() is not None or self.pane.link.asked() is not None):
            self.pane.choose_bag()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pane.leave_free(0)

    def _arrange(self, state: PageState) -> None:
        """Apply an arrangement; widths that do not fit this page are ignored."""
        self._columns.arrange(state.columns)
        self._actions["gold_first"].setChecked(state.gold_first)
        self.gold.show_first()
        self.pane.set_reading(state.zoom, state.font)

    def _lay_out(self) -> None:
        # Less than the pane's own minimum, so that the window fits on a small screen.
        self.pane.setMinimumWidth(56 * GRID)
        self._bag = QtWidgets.QWidget()
        # Claim and evidence are above. The answers are below, next to the last line of the evidence.
        judging = QtWidgets.QVBoxLayout(self._bag)
        judging.setContentsMargins(0, 0, 0, 0)
        judging.setSpacing(GRID)
        judging.addWidget(self.pane, 1)
        # Above the answers, so that below long evidence a message does not move them under the pointer.
        judging.addWidget(self.notice)
        judging.addWidget(self.opinions)
        answering = QtWidgets.QVBoxLayout()
        answering.setSpacing(GRID // 2)
        answering.addWidget(self.bar)
        # The strip stays at the bottom: a click where an answer was before must not land on it.
        answering.addStretch()
        answering.addWidget(self.reasons)
        judging.addLayout(answering)
        self._places = QtWidgets.QStackedWidget()
        self._places.addWidget(self._bag)
        self._places.addWidget(self.results)
        # The results scroll, so that they do not widen the window.
        self.results.setMinimumSize(1, 1)
        self._columns = PageColumns(self.list, self._places, self._bags_button)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(GRID // 2)
        column.addWidget(self.header)
        column.addWidget(self._columns, 1)

    def _connect(self) -> None:
        self.list.chosen.connect(self._choose)
        self.list.change_chosen.connect(self._choose_change)
        self.list.unfolding.connect(self._unfold)
        self.list.narrowed.connect(self.pane.narrow)
        self.pane.evidence.texts_wanted.connect(self._actions["compare_again"].trigger)
        self.pane.subject_changed.connect(self._turn)
        self._actions.keys_changed.connect(self._update_undo_key)
        self._show_all.triggered.connect(self._actions["clear_filter"].trigger)
        self._places.currentChanged.connect(self.rearranged)
        self._recover.triggered.connect(self._recover_review)
        for button in self.findChildren(QtWidgets.QAbstractButton):
            # Most buttons take no focus at a click. The next keys would be typed into the field.
            if not isinstance(button.parent(), QtWidgets.QLineEdit):
                button.pressed.connect(self.list.leave_search)
            # A note that is being written is saved with the answer.
            if not isinstance(button, VerdictButton):
                button.pressed.connect(self.reasons.leave)
        for name in ("gold", "adjudicate"):
            self._actions[name].toggled.connect(self._clear_outdated_message)

    @QtCore.Slot()
    def _turn(self) -> None:
        self.session.changed.emit(Changes(subject=True))

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        """Show what changed in the parts that the page fills itself."""
        self._clear_outdated_message()
        if changes.visit:
            self.hide_results()
        if changes.listed:
            self.pane.seek(list_sought_words(self.session.filter.text, blind=self._review.blind))
            self._show_progress()
            if self.pane.change() not in (None, *self.pane.listed_changes()):
                # The list no longer has the change that answers were for.
                self.pane.choose_bag()
        if changes.bag:
            self._show_bag(self.session.current)
        if changes.subject:
            self._follow_subject()
        if changes.judged >= 0:
            if not self._review.read_only and (changes.answered or not self.notice.is_offer):
                self.notice.hide()
            self._show_progress()
        if changes.done:
            self._say_finished()
        if changes.focus:
            self.take_focus()

    def _start(self, bag: int | None, state: PageState) -> None:
        summary = self._review.summary
        if self._review.blind:
            self.pane.set_names("", "", LEFT_RIGHT.names)
        else:
            self.pane.set_names(*summary.shown_paths)
        self._update_undo_key()
        # An earlier page may have left it checked.
        self._actions["all_mentions"].setChecked(False)
        if self._review.read_only:
            self.notice.warn(
                "This review is read-only. To give verdicts, copy it to a folder you can write to."
            )
        if self.session.order != state.order:
            # To say why: the session failed to list the bags in this order before it was connected.
            self.session.apply_order(state.order)
        self._show_progress()
        self._tally_ahead.start()
        self.sampler.start()
        self.session.start(bag)
        if self.session.current < 0:
            self.session.changed.emit(Changes(bag=True))
        self._offer_draft()

    def _offer_draft(self) -> None:
        """Say which other bag has a note that was being written when the program ended."""
        try:
            others = [number for number in self._review.list_drafts() if number != self.session.current]
        except CoalaError as error:
            self._warn(error)
            return
        if others and not self._review.read_only and not self.notice.isVisibleTo(self):
            more = f" and on {len(others) - 1:,} more" if others[1:] else ""
            sentence = f"Your unfinished note on bag {others[0] + 1:,}{more} was restored."
            self.notice.offer(sentence, "Show it", partial(self.session.visit, others[0]))

    @QtCore.Slot(int, int)
    def _choose_change(self, number: int, change: int) -> None:
        """Show a change of an unfolded bag."""
        if number != self.session.current:
            self._choose(number)
        if number == self.session.current and change != self.pane.change():
            self.pane.choose_change(change)

    @QtCore.Slot(bool)
    def _unfold(self, wanted: bool) -> None:
        """List the changes of the current bag below it, or no longer."""
        changes = self.pane.list_changes() if wanted else None
        if changes is not None and self.list.unfolded() != self.session.current:
            self.list.unfold(self.session.current, changes)
        elif not wanted and self.list.unfolded() == self.session.current:
            self.pane.choose_bag()
            self.list.fold()

    def _follow_subject(self) -> None:
        """Select in the list what answers are for; list the changes of a bag with many of them."""
        if self.pane.change() is not None:
            self._unfold(True)
        self.list.show_change(self.pane.change())

    @QtCore.Slot(int)
    def _choose(self, number: int) -> None:
        self.hide_results()
        if number == self.session.current:
            if self.list.unfolded() == number:
                self.pane.choose_bag()
            return
        if self.reasons.save():
            self.session.show(number)
        else:
            # Let the list select the current bag again.
            self.list.select_current()

    def _show_bag(self, number: int) -> None:
        """Show a bag in all parts of the page, or with -1 why there is no bag."""
        self.hide_results()
        if self._bag_notice and self.notice.text().endswith(self._bag_notice):
            self.notice.hide()
        self._bag_notice = ""
        writable = not self._review.read_only
        self._show_what_applies(bag=number >= 0)
        self.bar.set_available(bag=number >= 0, writable=writable)
        if number < 0:
            self._show_no_bag()
            return
        if not self.list.view.hasFocus():
            self.session.say(self.list.describe_bag(number), Say.ALOUD)
        try:
            self.pane.show_bag(self._review.bag(number), self._review.text, number + 1)
        except CoalaError as error:
            if isinstance(error, DamagedReviewError):
                self.pane.show_message("This bag cannot be shown", f"{error.what}.", self._recover)
            else:
                self.pane.show_message("This bag cannot be shown", str(error))
            self.bar.set_available(bag=False, writable=writable)
        self.list.unfold_found()

    def _show_what_applies(self, *, bag: bool) -> None:
        """Hide the answers without a bag; in a review without bags also the list and the last answer."""
        has_entries = bool(self._review.entries)
        self.bar.setVisible(bag)
        self.reasons.setVisible(has_entries)
        self._columns.show_list(shown=has_entries)
        self.rearranged.emit()

    def _show_no_bag(self) -> None:
        if self._review.entries:
            self.pane.show_message("No bags match.", "", self._show_all)
            return
        summary = self._review.summary
        files = [side.path for side in (summary.baseline, summary.changed)]
        compared = "" if self._review.blind else f" between {' and '.join(shorten_paths(files))}"
        same = {0: "they have no bags", 1: "their one bag is the same in both"}.get(
            summary.bags, f"all {summary.bags:,} bags are the same in both"
        )
        self.pane.show_message(f"Nothing differs{compared}: {same}.", "", None)

    @QtCore.Slot(object)
    def _warn(self, error: CoalaError) -> None:
        """Show an error; for a damaged review with a button that recovers its readable parts."""
        if isinstance(error, DamagedReviewError):
            self.notice.warn_with_button(f"{error.what}.", RECOVER, self._recover_review)
        else:
            self.notice.warn(str(error))

    @QtCore.Slot()
    def _recover_review(self) -> None:
        self._recover_file(self._review.path)

    @QtCore.Slot(Announcement)
    def _show_message(self, message: Announcement) -> None:
        """Show what goes next to the answers, and note until when the message in the status line is true."""
        match message.how:
            case Say.ON_BAG:
                self._bag_notice = message.text
                self.notice.inform(message.text)
            case Say.WITH_RESULTS:
                self.notice.offer(message.text, "Results", self.show_results)
            case Say.DONE:
                self._message_state = None
            case Say.FOR_NOW:
                self._message_state = self._page_state()

    @QtCore.Slot()
    def _clear_outdated_message(self) -> None:
        """Empty the status line if its message about the state of the page is no longer true."""
        if self._message_state is None or self._message_state == self._page_state():
            return
        if self.answers.keeps_message:
            self._message_state = self._page_state()
        else:
            self.session.say("", Say.DONE)

    def _page_state(self) -> object:
        """Return everything that a message in the status line may depend on."""
        session, number = self.session, self.session.current
        return (
            number,
            session.progress.state(number) if number >= 0 else State(),
            session.progress.answered,
            self.pane.change(),
            self.pane.link.asked(),
            session.filter,
            session.order,
            session.adjudication,
            tuple(self._actions[name].isChecked() for name in ("gold", "gold_first")),
        )

    def _say_finished(self) -> None:
        """Show the result after the last bag was answered."""
        try:
            answer = write_answer(find_answer(self.session))
        except CoalaError as error:
            self._warn(error)
            return
        total = self.session.progress.total
        judged = f"All {total:,} bags have been judged." if total > 1 else "The only bag has been judged."
        self.session.say(f"{judged} {answer}", Say.WITH_RESULTS)

    def _show_progress(self) -> None:
        counts, drawn = self.session.progress.count_verdicts(), self.session.count_drawn()
        if self._review.blind:
            counts = _hide_sides(counts)
            drawn = drawn and drawn._replace(verdicts=_hide_sides(drawn.verdicts))
        self.header.show_progress(counts, drawn)

    @QtCore.Slot()
    def _update_undo_key(self) -> None:
        self.session.undo_key = self._actions.key("undo")


def _hide_sides(counts: Counter[Verdict]) -> Counter[Verdict]:
    """Return the counts with all but "not sure" as "same", so that no side of a blind review is shown."""
    unsure = counts[Verdict.UNSURE]
    return Counter({Verdict.SAME: counts.total() - unsure, Verdict.UNSURE: unsure})
