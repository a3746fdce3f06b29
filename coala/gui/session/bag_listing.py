"""A list shows the bags of a review in rows: those that pass a filter, in the order that was asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from coala.gui.session.bag_filter import BagFilter, BagOrder, Order, find_bags, order_alike, order_bags
from coala.gui.session.progress import ReviewProgress
from coala.review.file import Review
from coala.review.recollection import Recollection
from coala.verdicts.sampling import DrawnSample


class BagListing:
    """Which bags are shown, and where; what cannot be read or searched for leaves all as it was.

    A bag that gets a verdict afterwards keeps its row, whatever the filter says of verdicts: nothing jumps
    away under the reviewer's eyes, and undo finds it in its place.
    """

    def __init__(self, review: Review, progress: ReviewProgress, recollection: Recollection) -> None:
        self.filter = BagFilter()
        self.order = BagOrder()
        self.shown: Sequence[int] = range(progress.total)
        """The numbers of the bags, row by row."""
        self._review = review
        self._progress = progress
        self._recollection = recollection
        self._shares: dict[str, list[float | None]] = {}
        self._ordered: Sequence[int] | None = None
        self._row_of: dict[int, int] | None = None

    def row(self, number: int) -> int:
        """Where a bag stands in the list, or -1 where the filter hides it."""
        if isinstance(self.shown, range):
            return number if 0 <= number < len(self.shown) else -1
        if self._row_of is None:
            self._row_of = {shown: row for row, shown in enumerate(self.shown)}
        return self._row_of.get(number, -1)

    def shares(self, metric: str) -> Sequence[float | None]:
        """What each bag moves the metric's F1 by; read from the review once."""
        if metric not in self._shares:
            self._shares[metric] = self._review.shares_of(metric)
        return self._shares[metric]

    def apply_filter(self, wanted: BagFilter) -> str:
        """List the bags that pass; returns where the search does not reach, "" where all is well.

        Raises ``CoalaError`` where the words cannot be searched for.
        """
        found: Collection[int] | None = None
        limits = ""
        if wanted.text.split():
            found, limits = self._review.search(wanted.text), self._review.search_limits()
        if wanted.remembered is not None:
            remembered = self._recollection.numbers(wanted.remembered)
            found = remembered if found is None else remembered.intersection(found)
        verdicts, by_change = self._progress.verdicts, self._progress.by_change
        self._show(find_bags(self._review.entries, wanted, verdicts, self._ordered, found, by_change))
        self.filter = wanted
        return limits

    def apply_order(self, order: BagOrder, sample: DrawnSample | None) -> None:
        """List the same bags in another order; raises ``CoalaError`` where it cannot be read.

        They are not filtered again, so that a bag which was judged under the filter keeps its place.
        """
        ranked = self._rank(order, sample)
        self.order, self._ordered = order, ranked
        everything = range(self._progress.total) if ranked is None else ranked
        if len(self.shown) < self._progress.total:
            listed = set(self.shown)
            everything = [number for number in everything if number in listed]
        self._show(everything)

    def _rank(self, order: BagOrder, sample: DrawnSample | None) -> Sequence[int] | None:
        if order.by_share:
            return order_bags(order.way, self.shares(order.metric), self._review.groups)
        if order.way is Order.ALIKE:
            return order_alike(self._progress.total, self._review.same_changes)
        return sample.list_first() if sample and order.way is Order.SAMPLE else None

    def _show(self, numbers: Sequence[int]) -> None:
        self.shown, self._row_of = numbers, None
