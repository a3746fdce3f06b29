"""The rows of the list, without a window and without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coala.errors import CoalaError, ReviewError
from coala.gui.session.bag_filter import BagFilter, BagListing, BagOrder, Order
from coala.gui.session.progress import ReviewProgress
from coala.review.file import Review

SPLIT = BagFilter("kind:split")


@pytest.fixture
def review(review_of: Callable[..., Path]) -> Iterator[Review]:
    with Review.open(review_of(6)) as opened:
        yield opened


def listing_of(review: Review) -> BagListing:
    return BagListing(review, ReviewProgress(review))


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
