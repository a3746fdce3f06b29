"""The filter and the order of the list of bags, and the rows that follow from them.

The list has a row for each bag (connected chains of both graphs that get one verdict) that passes the filter.
A bag has a number, its place in text order from 0. Its *share* is what it changes of a metric's F1. If gold
connects several bags, they have one share together and are listed next to each other when ordered by share.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, Self

from coala.gui.session.progress import ReviewProgress
from coala.review.file import Review
from coala.scores.metrics.registry import METRICS
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.sampling import DrawnSample


class PickedBags(NamedTuple):
    """Some bags, and the sentence that says which.

    The set is fixed when it is picked: a bag keeps its row even if its verdict changes later.
    """

    sentence: str
    numbers: frozenset[int]
    queue: tuple[int, ...] = ()
    """The same numbers, if the list has them in this order, whatever its own order is."""


class BagFilter(NamedTuple):
    """The query in the search field (``parse_query``), and the bags that were picked."""

    text: str = ""
    picked: PickedBags | None = None

    @property
    def has_query(self) -> bool:
        return bool(self.text.split())

    @property
    def is_empty(self) -> bool:
        return self.picked is None and not self.has_query


class Order(StrEnum):
    """The ways to order the list; the preferences store the values.

    ``LOWEST``, ``HIGHEST`` and ``LARGEST`` (the greatest distance from 0) order by share.
    """

    TEXT = "text"
    SAMPLE = "sample"
    LOWEST = "lowest"
    HIGHEST = "highest"
    LARGEST = "largest"
    ALIKE = "alike"

    @property
    def words(self) -> str:
        """The name of the order in the menu."""
        return {
            Order.TEXT: "text order",
            Order.SAMPLE: "most informative first",
            Order.LOWEST: "lowest first",
            Order.HIGHEST: "highest first",
            Order.LARGEST: "largest first, up or down",
            Order.ALIKE: "similar bags together",
        }[self]


class BagOrder(NamedTuple):
    """A way to order the list, with the metric for orders by effect on the score."""

    way: Order = Order.TEXT
    metric: str = "b_cubed"

    @property
    def by_share(self) -> bool:
        return self.way not in (Order.TEXT, Order.SAMPLE, Order.ALIKE)

    @property
    def sentence(self) -> str:
        """The order in words: "share of B³ F1, lowest first"."""
        share = f"effect on {METRICS[self.metric].title} F1, " if self.by_share else ""
        return f"{share}{self.way.words}"

    @property
    def code(self) -> str:
        """The order as the preferences store it: "lowest b_cubed"."""
        return f"{self.way.value} {self.metric}"

    @classmethod
    def from_code(cls, code: str) -> Self:
        """Parse a ``code``; anything unknown, and the random order, gives the order of the text."""
        way, _, metric = code.partition(" ")
        if way not in tuple(Order) or way == Order.SAMPLE or metric not in METRICS:
            return cls()
        return cls(Order(way), metric)


def order_by_group(total: int, groups: BagGroups | None) -> list[int]:
    """Order the numbers of all bags by groups with the same change, the largest group first.

    Groups of equal size, and the bags in each group, keep the order of the text. Without ``groups`` all bags
    keep it.
    """
    if groups is None:
        return list(range(total))
    firsts = sorted(groups.firsts, key=lambda number: -len(groups.find_group(number)))
    return list(chain.from_iterable(map(groups.find_group, firsts)))


def order_bags(way: Order, shares: Sequence[float | None], groups: BagGroups) -> list[int]:
    """Order the numbers of all bags by share; equal shares keep the order of the text, undefined come last.

    ``shares`` has the share of each bag, and ``groups`` the bags that gold joins, which stay together.
    """
    if way is Order.TEXT:
        return list(range(len(shares)))
    # Order the first bag of each group; the others of the group have the same share and follow it.
    defined = [number for number in groups.firsts if shares[number] is not None]
    undefined = [number for number in groups.firsts if shares[number] is None]
    # Keys are looked up in a list: calling a function for each of 100,000 bags takes three times as long.
    keys = [0.0 if share is None else share for share in shares]
    if way is Order.LARGEST:
        keys = [-abs(key) for key in keys]
    elif way is Order.HIGHEST:
        keys = [-key for key in keys]
    defined.sort(key=keys.__getitem__)
    ranked = defined + undefined
    return list(chain.from_iterable(map(groups.find_group, ranked))) if groups else ranked


class BagListing:
    """The bags that the list shows, row by row. If a filter or an order fails, the list stays as it was.

    A bag that gets a verdict later keeps its row even if the filter excludes that verdict. So no row jumps
    away under the reviewer's eyes, and undo finds the bag in its place.
    """

    def __init__(self, review: Review, progress: ReviewProgress) -> None:
        self.filter = BagFilter()
        self.order = BagOrder()
        self.shown: Sequence[int] = range(progress.total)
        """The numbers of the bags, row by row."""
        self._review = review
        self._progress = progress
        # The share of each bag, by metric, as far as they were read.
        self._shares: dict[str, list[float | None]] = {}
        # All bags in the chosen order; None for the order of the text.
        self._ordered: Sequence[int] | None = None
        # The row of each listed bag, once it is needed.
        self._row_of: dict[int, int] | None = None

    def row(self, number: int) -> int:
        """Return the row of a bag in the list, or -1 if the filter hides it."""
        if isinstance(self.shown, range):
            return number if 0 <= number < len(self.shown) else -1
        if self._row_of is None:
            self._row_of = {shown: row for row, shown in enumerate(self.shown)}
        return self._row_of.get(number, -1)

    def shares(self, metric: str) -> Sequence[float | None]:
        """Return by how much each bag changes the metric's F1; they are read from the review once."""
        if metric not in self._shares:
            self._shares[metric] = self._review.shares_of(metric)
        return self._shares[metric]

    def apply_filter(self, wanted: BagFilter) -> str:
        """List the bags that pass the filter; return what the search does not cover, or "".

        Raises ``CoalaError`` if the words cannot be searched for.
        """
        numbers = self._ordered or range(self._progress.total)
        if wanted.picked is not None:
            numbers = [number for number in wanted.picked.queue or numbers if number in wanted.picked.numbers]
        limits = ""
        if wanted.has_query:
            found, limits = frozenset(self._review.search(wanted.text)), self._review.search_limits()
            numbers = [number for number in numbers if number in found]
        self._show(numbers)
        self.filter = wanted
        return limits

    def apply_order(self, order: BagOrder, sample: DrawnSample | None) -> None:
        """List the same bags in another order. Raises ``CoalaError`` if the order cannot be read.

        The bags are not filtered again, so a bag that was judged under the filter stays listed.
        """
        ranked = self._rank(order, sample)
        self.order, self._ordered = order, ranked
        picked = self.filter.picked
        if picked is not None and picked.queue:
            return
        numbers = range(self._progress.total) if ranked is None else ranked
        if len(self.shown) < self._progress.total:
            listed = set(self.shown)
            numbers = [number for number in numbers if number in listed]
        self._show(numbers)

    def _rank(self, order: BagOrder, sample: DrawnSample | None) -> Sequence[int] | None:
        """Return the numbers of all bags in this order, None for the order of the text."""
        if order.by_share:
            return order_bags(order.way, self.shares(order.metric), self._review.groups)
        if order.way is Order.ALIKE:
            return order_by_group(self._progress.total, self._review.same_changes)
        return sample.bags if sample and order.way is Order.SAMPLE else None

    def _show(self, numbers: Sequence[int]) -> None:
        self.shown, self._row_of = numbers, None
