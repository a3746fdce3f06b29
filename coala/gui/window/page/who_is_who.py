"""The way from the view "Who is who?" to the review: opens it, places parts, keeps drafts, stores the answer.

What was placed is kept in the review as half an answer, also if the program ends, until the answer is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6 import QtCore, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.changes import Changes, Say
from coala.gui.session.session import Session
from coala.gui.sidebar.reason_bar import ReasonBar
from coala.gui.sidebar.verdict_bar import VerdictBar
from coala.gui.widgets.labels import caption
from coala.gui.window.page.answers import Answers
from coala.model.bag import Verdict
from coala.present.chains import Chains
from coala.present.group_columns import GroupColumns
from coala.present.opinions import list_group_columns
from coala.present.part_lines import PartLines
from coala.present.placing import Placing, PlacingAct, PlacingLine, say_rule, sort_parts, speak_rule
from coala.verdicts.groups import Groups
from coala.verdicts.links import Part
from coala.verdicts.state import Manner

_DRAFT_MILLISECONDS = 400
_MOST_GROUPS_IN_MENU = 12


class WhoIsWhoPresenter(QtCore.QObject):
    """The presenter of the view of one page; the bag in it is the current one."""

    def __init__(
        self,
        session: Session,
        pane: BagPane,
        bar: VerdictBar,
        reasons: ReasonBar,
        answers: Answers,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._review = session, session.review
        self._pane, self._bar, self._reasons, self._answers = pane, bar, reasons, answers
        self._view = pane.who
        self._words = self._review.sides.words
        # The parts of the bag with this number while the view is open.
        self._placing: Placing | None = None
        self._lines: PartLines | None = None
        self._number = -1
        # The verdict that follows from their groups, and the rule that was spoken last.
        self._verdict = Verdict.UNSURE
        self._spoken_rule = ""
        # The answer to the bag in the review.
        self._stored: object = None
        # The answer with which the view would open without half an answer, and the half answer as it is kept.
        self._base: Groups | None = None
        self._kept: Groups | None = None
        self._is_storing = False
        # True while the last message of the view may be in sight.
        self._has_said = False
        self._timer = QtCore.QTimer(self, singleShot=True)
        self._timer.setInterval(_DRAFT_MILLISECONDS)
        self._timer.timeout.connect(self.keep)
        self._menu = QtWidgets.QMenu("", pane)
        lines = self._view.list
        answers.gate.watch_keys(lines)
        lines.listener = self
        bar.store_button.clicked.connect(self._store_rule)
        bar.back_button.clicked.connect(self.leave)
        answers.open_groups = self.open
        session.changed.connect(self._follow_changes)

    def is_open(self) -> bool:
        """Return True if the view is open."""
        return self._placing is not None

    def placing(self) -> Placing | None:
        """Return the parts as they are placed, None while the view is closed."""
        return self._placing

    def press_key(self) -> None:
        """Open the view; in a bag without it, and from a chosen change, go to the next own change."""
        if self.is_open():
            self.focus()
        elif self._pane.change() is None and self._session.offers_groups(self._session.current):
            self.open()
        else:
            self._answers.walk_changes()

    def focus(self) -> None:
        """Move the focus to the lines."""
        self._view.list.setFocus(QtCore.Qt.FocusReason.OtherFocusReason)

    @QtCore.Slot()
    def open(self) -> None:
        """Show the parts of the current bag as they were placed last, or as the changed graph has them.

        To settle a bag in which reviewers said who is who, show the groups on which they agree.
        """
        number, prepared = self._session.current, self._pane.prepared()
        if prepared is None or self.is_open() or not self._session.offers_groups(number):
            return
        self._pane.choose_bag()
        parts = self._review.find_parts(number)
        lines = PartLines(prepared, parts, self._review.text)
        half, answer, draft = self._read_answers(number)
        columns = self._make_columns(number, prepared.chains, parts)
        is_settled = self._session.progress.state(number).manner is Manner.ADJUDICATION
        odd = lines.find_odd()
        if columns is not None and (answer is None or not is_settled):
            answer = columns.agreed_groups()
        self._number, self._kept = number, half
        self._stored = self._session.progress.state(number).answer
        base = Placing(prepared.chains, parts, answer or draft, odd=odd, looks=lines.looks, columns=columns)
        self._base = base.to_groups()
        if half is not None:
            base = Placing(prepared.chains, parts, half, odd=odd, looks=lines.looks, columns=columns)
        self._placing, self._lines, self._spoken_rule = base, lines, ""
        self._pane.open_who(self._placing, lines)
        self._show_rule()
        self._answers.gate.close()
        self._reasons.turn_to_current()
        if half is not None:
            self._say("The parts are as you left them. Enter stores your answer.")
        elif answer is None and draft is not None:
            self._say("The bag changed since you judged it. Enter stores this draft.")
        elif columns is not None and columns.differing and not is_settled:
            self._say("Parts on which reviewers differ are not sure until you place them.")

    def _read_answers(self, number: int) -> tuple[Groups | None, Groups | None, Groups | None]:
        """Return half an answer, the stored answer, and a draft from earlier bags, or None."""
        state = self._session.progress.state(number)
        try:
            half = self._review.half_answer(number)
            if state.groups is not None:
                self._review.place_parts(number, state.groups)
            return half, state.groups, self._review.draft_groups(number)
        except CoalaError as error:
            self._session.fail(error)
            return None, None, None

    def _make_columns(self, number: int, chains: Chains, parts: Sequence[Part]) -> GroupColumns | None:
        """Return the reviewers' groups of a bag that is being settled; None without any."""
        if not self._session.settles(number):
            return None
        try:
            columns = list_group_columns(self._review, number)
        except CoalaError as error:
            self._session.fail(error)
            return None
        return GroupColumns(parts, sort_parts(chains, parts), columns) if columns else None

    def _say(self, sentence: str) -> None:
        self._has_said = True
        self._session.say(sentence)

    def _clear_message(self) -> None:
        """Take back the last message of the view, which is about the parts as they were."""
        if self._has_said:
            self._has_said = False
            self._session.say("")

    @QtCore.Slot()
    def leave(self) -> None:
        """Close the view and keep what was placed."""
        if self.is_open():
            self._clear_message()
            self.keep()
            self._close()
            self._answers.gate.close()
            self._session.changed.emit(Changes(focus=True))

    @QtCore.Slot()
    def keep(self) -> None:
        """Keep what was placed as half an answer, so that it survives the end of the program."""
        self._timer.stop()
        if self._placing is None:
            return
        groups: Groups | None = self._placing.to_groups()
        if self._base is not None and groups is not None and groups.answer == self._base.answer:
            groups = None
        if groups == self._kept:
            return
        try:
            self._review.keep_half_answer(self._number, groups)
        except CoalaError as error:
            self._session.fail(error)
        else:
            self._kept = groups

    def undo(self) -> None:
        """Take the last placing back; while the view is closed, undo the last step of the review."""
        if self._placing is None:
            self._answers.undo()
        elif self._placing.undo():
            self._speak_placed(self._placing.lines[self._placing.selected])
            self._follow()
        else:
            # The last step is an answer on another bag, which is not in sight.
            self._say("Nothing to take back here. Esc goes back to the answers.")

    def _close(self) -> None:
        self._timer.stop()
        self._placing = self._lines = None
        self._pane.close_who()
        self._bar.end_rule()
        self._answers.show_question()

    @QtCore.Slot(Changes)
    def _follow_changes(self, changes: Changes) -> None:
        if changes.bag:
            self._follow_bag()
        if changes.subject:
            self._follow_subject()
        if changes.judged >= 0:
            self._follow_judgement(changes.judged)

    def _follow_bag(self) -> None:
        """Close the view, because another bag is shown; what was placed is kept."""
        if self.is_open():
            if not self._is_storing:
                self.keep()
            self._close()

    def _follow_subject(self) -> None:
        if self.is_open() and self._pane.change() is not None:
            self.keep()
            self._close()

    def _follow_judgement(self, number: int) -> None:
        """Close the view if its bag got another answer, also by undo; a note leaves it open."""
        if number != self._number or not self.is_open() or self._is_storing:
            return
        if self._session.progress.state(number).answer != self._stored:
            self._close()

    def place(self, wanted: PlacingAct | int) -> None:
        placing = self._placing
        if placing is None or not self._accepts_key():
            return
        line = placing.lines[placing.selected]
        self._clear_message()
        if isinstance(wanted, PlacingAct):
            if not placing.act(wanted):
                self._say(self._review.nouns.say(_EXPLANATIONS[wanted]))
            elif wanted is not PlacingAct.OPEN:
                self._speak_placed(line)
        elif placing.put(wanted):
            self._speak_placed(line)
        else:
            self._say(f"There is no group {wanted:,}. {placing.find_free():,} opens a new one.")
        self._follow()

    def join(self, row: int, target: int) -> None:
        """Put a line into the group of another one, as the mouse dragged it."""
        if self._placing is not None and self._accepts_key() and self._placing.join(row, target):
            self._follow()

    def _accepts_key(self) -> bool:
        """Return True if the lines have been on the screen for a moment; else say why a key is ignored."""
        if self._answers.gate.is_held():
            return False
        if self._answers.gate.admit():
            return True
        self._answers.say_too_fast()
        return False

    def start_as(self, side: int) -> None:
        if self._placing is not None:
            self._placing.start_as(side)
            self._follow()
            self.focus()

    def start_with(self, column: int) -> None:
        if self._placing is not None and self._placing.columns is not None:
            self._placing.start_with(self._placing.columns.groups(column))
            self._follow()
            self.focus()

    def select(self, row: int) -> None:
        if self._placing is not None and row >= 0:
            self._placing.select(row)
            self._view.follow()

    def _follow(self) -> None:
        """Show what was placed, and keep it soon."""
        self._pane.follow_who()
        self._show_rule()
        if not self._timer.isActive():
            self._timer.start()

    def _speak_placed(self, line: PlacingLine) -> None:
        """Speak the group of a line; a screen reader says by itself only which line is selected now."""
        if self._placing is not None and self._lines is not None:
            group = self._placing.groups[self._placing.lines.index(line)]
            self._session.say(self._lines.speak_placed(line, group), Say.ALOUD)

    def _show_rule(self) -> None:
        if self._placing is not None:
            links = self._placing.links()
            self._verdict = links.verdict
            rule = say_rule(links, self._words)
            self._bar.show_rule(rule, self._words[links.verdict])
            if rule[0] != self._spoken_rule:
                self._spoken_rule = rule[0]
                self._session.say(speak_rule(rule[0]), Say.ALOUD)

    @QtCore.Slot()
    def _store_rule(self) -> None:
        self.store(None)

    def store(self, verdict: Verdict | None) -> None:
        """Store who is who with this verdict, or with the one that follows, and go on."""
        placing, number = self._placing, self._number
        if placing is None or not self._answers.accepts_answer(says_who=True):
            return
        comment = self._reasons.take_comment()
        if comment is None:
            return
        # What was kept differs from what is stored, if the last placing was a moment ago.
        self.keep()
        self._is_storing = True
        try:
            is_stored = self._session.judge_and_go_on(
                verdict or self._verdict,
                comment,
                groups=placing.to_groups(),
                continues=self._answers.gate.follows_closely(),
            )
        finally:
            self._is_storing = False
        if is_stored:
            if self.is_open():
                # No other bag is shown.
                self._close()
                self._answers.gate.close()
            else:
                self._session.changed.emit(Changes(went_on=number))
            self._reasons.note_answer(number)
            self._session.changed.emit(Changes(focus=True))

    def walk_changes(self) -> None:
        """Go on to the changes of types, statements, links and facts, if the bag has any."""
        if not self._pane.verdicts().own:
            self._say("Nothing but the parts changed here. Esc goes back to the answers.")
            return
        self.leave()
        self._answers.walk_changes()

    def open_menu(self, place: QtCore.QPoint) -> None:
        """Offer at a place on the screen what can be done with the selected line."""
        placing = self._placing
        if placing is None:
            return
        self._menu.clear()
        free = placing.find_free()
        known = {*placing.groups, *(range(1, placing.columns.most + 1) if placing.columns else ())}
        numbers = sorted(group for group in known if group > 0)[:_MOST_GROUPS_IN_MENU]
        items: list[tuple[str, PlacingAct | int]] = [
            *((f"Group {number:,}", number) for number in numbers),
            (f"New group {free:,}", free),
            (self._review.nouns.say("No mention"), PlacingAct.NO_MENTION),
            ("Not sure", PlacingAct.NOT_SURE),
            (
                "Open: show its parts"
                if placing.lines[placing.selected].fold
                else "Open: it is of more than one thing",
                PlacingAct.OPEN,
            ),
        ]
        for words, wanted in items:
            self._menu.addAction(caption(words), partial(self.place, wanted))
        self._menu.popup(place)


_EXPLANATIONS = {
    PlacingAct.AS_ABOVE: "There is no line above.",
    PlacingAct.OPEN: "This is a single mention, so it cannot be opened.",
}
