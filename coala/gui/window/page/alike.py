"""Bags with the same change as the one that is looked at are walked, listed, and answered together."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.diff.headlines import read_headline
from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.dialogs.group_answer import GroupAnswerDialog, TouchedBag
from coala.gui.session.actions.action_set import Actions
from coala.gui.session.bag_filter import Picked
from coala.gui.session.controller import ReviewController

ALIKE_ACTIONS = ("next_alike", "list_alike", "answer_alike")

_MOST_LISTED = 1_000
"""Nobody looks at a longer list; the rest of a greater group is answered after it."""

_ALONE = "No other bag has the same change."
_UNKNOWN = (
    "This review was made before bags with the same change were known: compare again ({key}) to see them."
)


class AlikeBags(QtCore.QObject):
    """Asks the controller; a verdict goes to a group only after the list of what it touches was shown."""

    said = QtCore.Signal(str)
    failed = QtCore.Signal(str)
    picked = QtCore.Signal(object)  # a Picked
    wanted = QtCore.Signal(int)  # the number of a bag to show

    def __init__(
        self, controller: ReviewController, pane: BagPane, actions: Actions, page: QtWidgets.QWidget
    ) -> None:
        super().__init__(page)
        self._controller, self._review = controller, controller.review
        self._pane, self._actions, self._page = pane, actions, page
        self.dialog: GroupAnswerDialog | None = None
        pane.offer_alike([actions[name] for name in ALIKE_ACTIONS])

    def show(self, number: int) -> None:
        """Say beside a bag how many have the same change."""
        try:
            self._pane.show_alike(len(self._review.alike(number)))
        except CoalaError as error:
            self._pane.show_alike(1)
            self.failed.emit(str(error))

    def go_on(self) -> None:
        """Show the next bag with the same change, whatever the filter hides."""
        bags = self._group()
        if bags:
            place = bags.index(self._controller.current) + 1
            self.wanted.emit(bags[place % len(bags)])
            self.said.emit(f"Bag {place % len(bags) + 1:,} of {len(bags):,} with the same change.")

    def list_only(self) -> None:
        """List the bags with the same change, and no others."""
        if bags := self._group():
            number = self._controller.current + 1
            self.picked.emit(Picked(f"the change is the same as that of bag {number:,}", frozenset(bags)))

    def answer_rest(self) -> None:
        """Offer to give this bag's verdict to those with the same change that have none."""
        if self._review.read_only or not (bags := self._group()):
            return
        number = self._controller.current
        verdict = self._controller.progress.verdicts[number]
        if verdict is None:
            self.said.emit("Judge this bag first; its verdict can then be given to the others like it.")
            return
        rest = [bag for bag in bags if self._controller.progress.verdicts[bag] is None]
        if not rest:
            self.said.emit(f"All {count(len(bags), 'bag')} with the same change are judged.")
            return
        title = one_line(self._review.entries[number].title)
        touched = [self._touched(bag) for bag in rest[:_MOST_LISTED]]
        self.dialog = GroupAnswerDialog(number, title, verdict, touched, len(rest), self._page)
        self.dialog.answered.connect(self._answer)
        self.dialog.open()

    @QtCore.Slot(object)
    def _answer(self, numbers: list[int]) -> None:
        verdict = self._controller.progress.verdicts[self._controller.current]
        if verdict is not None:
            self._controller.judge_group(numbers, verdict)

    def _group(self) -> tuple[int, ...]:
        """The bags with the same change, if there are others; else says so."""
        number = self._controller.current
        if number < 0:
            return ()
        try:
            bags = self._review.alike(number)
        except CoalaError as error:
            self.failed.emit(str(error))
            return ()
        if len(bags) > 1:
            return bags
        known = self._review.same_changes is not None
        self.said.emit(_ALONE if known else _UNKNOWN.format(key=self._actions.key("compare_again")))
        return ()

    def _touched(self, number: int) -> TouchedBag:
        entry = self._review.entries[number]
        headline = read_headline(entry.headline) if entry.headline else None
        line = entry.title if headline is None else headline.line
        return TouchedBag(number, one_line(line), "" if headline is None else one_line(headline.context))
