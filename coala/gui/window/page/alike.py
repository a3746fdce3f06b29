"""Bags with the same change as the one that is looked at are walked and listed."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.actions.action_set import Actions
from coala.gui.session.bag_filter import Picked
from coala.gui.session.controller import ReviewController

ALIKE_ACTIONS = ("next_alike", "list_alike")

_ALONE = "No other bag has the same change."


class AlikeBags(QtCore.QObject):
    """Asks the review which bags have the same change, and shows them."""

    said = QtCore.Signal(str)
    failed = QtCore.Signal(object)  # a CoalaError
    picked = QtCore.Signal(object)  # a Picked
    wanted = QtCore.Signal(int)  # the number of a bag to show

    def __init__(
        self, controller: ReviewController, pane: BagPane, actions: Actions, page: QtWidgets.QWidget
    ) -> None:
        super().__init__(page)
        self._controller, self._review = controller, controller.review
        self._pane = pane
        pane.offer_alike([actions[name] for name in ALIKE_ACTIONS])

    def show(self, number: int) -> None:
        """Say beside a bag how many have the same change."""
        try:
            self._pane.show_alike(len(self._review.alike(number)))
        except CoalaError as error:
            self._pane.show_alike(1)
            self.failed.emit(error)

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

    def _group(self) -> tuple[int, ...]:
        """The bags with the same change, if there are others; else says so."""
        number = self._controller.current
        if number < 0:
            return ()
        try:
            bags = self._review.alike(number)
        except CoalaError as error:
            self.failed.emit(error)
            return ()
        if len(bags) > 1:
            return bags
        self.said.emit(_ALONE)
        return ()
