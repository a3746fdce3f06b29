"""The sample of a review: drawing it, listing it first, and saying when it is judged.

A sample are the first items of a random order, most informative first: bags, and links and changes of large
bags. Their verdicts estimate the result of judging all. A greater number later extends the sample.
"""

from __future__ import annotations

from PySide6 import QtCore

from coala.base.numerals import count
from coala.errors import CoalaError
from coala.gui.results.outcome import find_answer
from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.session.changes import Say
from coala.gui.session.session import Session
from coala.present.answer import write_answer
from coala.results.verdicts.samples import count_drawn
from coala.review.drawing import draw, find_sample


class Sampler(QtCore.QObject):
    """The sample, and its effects on the list."""

    def __init__(self, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session = session
        # The order of the list before it was the random one.
        self._usual_order = session.order
        # True if the whole sample is judged; None before the first estimate.
        self._is_complete: bool | None = None

    def choose_usual_order(self) -> BagOrder:
        """Return the order for the next review; the random one belongs to this review."""
        order = self._session.order
        return self._usual_order if order.way is Order.SAMPLE else order

    def start(self) -> None:
        """List the bags in their random order, if the review has one."""
        try:
            self._session.sample = find_sample(self._session.review)
        except CoalaError as error:
            self._session.fail(error)
        self._list_first()

    def draw(self, items: int) -> None:
        """Draw this number of items, and list them first."""
        try:
            sample = self._session.sample = draw(self._session.review, items)
        except CoalaError as error:
            self._session.fail(error)
            return
        self._list_first()
        drawn = self._session.count_drawn()
        if drawn is not None and 0 not in drawn.open:
            # The list is at its top, which was judged before the sample was extended.
            self._session.go_to_next_drawn(from_first=True)
        self.follow()
        words = count_drawn(sample, items) if sample.divided else count(items, sample.unit)
        self._session.say(f"{words} to judge; they come first in the list.")

    def follow(self) -> None:
        """Say that the sample is judged once its last bag gets a verdict."""
        sample = self._session.sample
        if sample is None:
            return
        found = self._session.progress.estimate(sample)
        is_complete = 0 < sample.size <= len(found.items)
        # The end of a review whose items were all drawn is said by the page.
        is_part = len(found.items) < len(sample.order) or self._session.count_drawn() is not None
        # Say so when the last item of the sample gets its verdict, not when a judged sample is opened.
        if is_complete and self._is_complete is False and is_part:
            self._say_finished()
        self._is_complete = is_complete

    def _say_finished(self) -> None:
        try:
            answer = write_answer(find_answer(self._session))
        except CoalaError as error:
            self._session.fail(error)
            return
        self._session.say(f"The sample has been judged. {answer}", Say.WITH_RESULTS)

    def _list_first(self) -> None:
        if self._session.sample is not None:
            order = self._session.order
            self._usual_order = self.choose_usual_order()
            self._session.set_order(BagOrder(Order.SAMPLE, order.metric))
