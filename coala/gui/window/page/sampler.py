"""The sample of a review: drawing it, listing it first, and showing the estimate for all bags.

A sample are the first bags of a random order, most informative first. Their verdicts estimate the result of
judging all. A review file may also hold a sample of links that both graphs have (kept links), which
is drawn on the command line and judged in a dialog.
"""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.base.numerals import count
from coala.errors import CoalaError
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.dialogs.kept_links import KeptLinksDialog
from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.tally_panel import TallyPanel
from coala.output.samples import describe_decision, describe_sample
from coala.review.drawing import draw, find_kept_links, find_sample
from coala.verdicts.sampling import estimate_all

_PROPOSED = 40
"""The size of a sample that the dialog proposes."""


class Sampler(QtCore.QObject):
    """The sample: the question how many bags to draw, and its effects on the list and the tally."""

    announced = QtCore.Signal(str)
    failed = QtCore.Signal(object)  # a CoalaError

    def __init__(
        self,
        controller: ReviewController,
        bag_list: BagListPanel,
        tally: TallyPanel,
        parent: QtWidgets.QWidget,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._list = bag_list
        self._tally = tally
        self._window = parent
        # The order of the list before it was the random one.
        self._usual_order = controller.order
        # True if the whole sample is judged; None before the first estimate.
        self._is_complete: bool | None = None

    def choose_usual_order(self) -> BagOrder:
        """Return the order for the next review; the random one belongs to this review."""
        order = self._controller.order
        return self._usual_order if order.way is Order.SAMPLE else order

    def start(self) -> None:
        """List the bags in their random order, if the review has one."""
        try:
            self._controller.sample = find_sample(self._controller.review)
        except CoalaError as error:
            self.failed.emit(error)
        self._list_first()

    def ask(self) -> None:
        """Ask how many bags to judge; a greater number later extends the sample."""
        review, sample = self._controller.review, self._controller.sample
        if not review.entries:
            self.announced.emit("There are no bags to draw from.")
            return
        most = len(review.entries)
        number, accepted = QtWidgets.QInputDialog.getInt(
            self._window,
            "Draw a sample",
            f"Bags to judge of {most:,}, most informative first",
            min((sample and sample.size) or _PROPOSED, most),
            1,
            most,
        )
        if accepted:
            self.draw(number)

    def draw(self, bags: int) -> None:
        """Draw this number of bags, and list them first."""
        try:
            self._controller.sample = draw(self._controller.review, bags)
        except CoalaError as error:
            self.failed.emit(error)
            return
        self._list_first()
        self.show_estimate()
        self.announced.emit(f"{count(bags, 'bag')} to judge, first in the list.")

    def show_kept_links(self) -> None:
        """Open the dialog about the drawn links that both graphs have."""
        review = self._controller.review
        try:
            sample = find_kept_links(review)
        except CoalaError as error:
            self.failed.emit(error)
            return
        if sample is None or not sample.questions:
            self.announced.emit(
                "No links were drawn: coala diff … -o REVIEW.coala --sample-links 100 does it."
            )
            return
        KeptLinksDialog(review, sample, self._window).open()

    def show_estimate(self) -> None:
        """Show next to the tally what the verdicts on the sample say about all bags."""
        sample = self._controller.sample
        if sample is None:
            return
        progress = self._controller.progress
        found = estimate_all(sample, progress.verdicts, progress.count_verdicts())
        blind = self._controller.review.blind
        lines = list(describe_sample(sample, found))
        # Do not show which side was better before the review is unblinded.
        self._tally.show_sample(lines[:1] if blind else lines)
        is_complete = 0 < sample.size <= len(found.bags)
        # Say so when the last bag of the sample gets its verdict, not when a judged sample is opened.
        if is_complete and self._is_complete is False and found.left:
            decided = describe_decision(found) or "The sign is not decided."
            self.announced.emit("The sample is judged." if blind else f"The sample is judged. {decided}")
        self._is_complete = is_complete

    def _list_first(self) -> None:
        if self._controller.sample is not None:
            order = self._controller.order
            self._usual_order = self.choose_usual_order()
            self._controller.set_order(BagOrder(Order.SAMPLE, order.metric))
            self._list.show_order()
