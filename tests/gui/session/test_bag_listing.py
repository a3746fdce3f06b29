"""The rows of the list, without a window and without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coala.errors import CoalaError, ReviewError
from coala.gui.session.bag_filter import BagFilter, BagListing, BagOrder, Order
from coala.gui.session.progress import ReviewProgress
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State

SPLIT = BagFilter("kind:split")
UNJUDGED = BagFilter("verdict:none")


@pytest.fixture
def review(review_of: Callable[..., Path]) -> Iterator[Review]:
    with Review.open(review_of(6)) as opened:
        yield opened


def listing_of(review: Review) -> BagListing:
    return BagListing(review, ReviewProgress(review))


def test_a_bag_is_found_in_the_row_that_shows_it_and_in_none_when_it_is_hidden(review: Review) -> None:
    listing = listing_of(review)
    assert [listing.row(number) for number in (-1, 0, 5, 6)] == [-1, 0, 5, -1]
    assert listing.apply_filter(SPLIT) == ""
    assert list(listing.shown) == [1, 4]
    assert [listing.row(number) for number in range(6)] == [-1, 0, -1, -1, 1, -1]
    listing.apply_filter(BagFilter())
    assert [listing.row(number) for number in range(6)] == list(range(6))


def test_another_order_neither_hides_nor_shows_a_bag(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "shares_of", lambda metric: [0.1, 0.0, 0.3, None, -0.2, 0.2])
    progress = ReviewProgress(review)
    listing = BagListing(review, progress)
    listing.apply_filter(UNJUDGED)
    review.judge(4, State(Verdict.BETTER))
    progress.update(4)
    listing.apply_order(BagOrder(Order.LOWEST), None)
    assert list(listing.shown) == [4, 1, 0, 5, 2, 3]
    listing.apply_filter(UNJUDGED)
    assert list(listing.shown) == [1, 0, 5, 2, 3]
    listing.apply_order(BagOrder(), None)
    assert list(listing.shown) == [0, 1, 2, 3, 5]


def test_what_cannot_be_read_leaves_the_list_as_it_was(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = listing_of(review)
    listing.apply_filter(SPLIT)

    def damaged(asked: str) -> list[float | None]:
        raise ReviewError(f"{asked} cannot be read.")

    monkeypatch.setattr(review, "shares_of", damaged)
    monkeypatch.setattr(review, "search", damaged)
    with pytest.raises(CoalaError, match="lea cannot be read"):
        listing.apply_order(BagOrder(Order.LOWEST, "lea"), None)
    with pytest.raises(CoalaError, match="smith cannot be read"):
        listing.apply_filter(BagFilter("smith"))
    assert (list(listing.shown), listing.filter, listing.order) == ([1, 4], SPLIT, BagOrder())
