"""A sample of a review, stored in its file, and valid for its bags only."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.errors import DamagedReviewError
from coala.model.bag import Verdict
from coala.review.blank import write_blank
from coala.review.drawing import count_drawn_items, count_items, draw, draw_order, find_sample
from coala.review.file import Review
from coala.review.storage.samples import hash_bags
from coala.verdicts.links import LinkKeys, find_links
from coala.verdicts.sampling import DrawnSample, DrawnUnit
from coala.verdicts.state import State
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_bag, make_review, review_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return review_of(tmp_path / "r.coala", range(20))


def test_the_order_is_drawn_once_and_stored_unless_the_review_is_read_only(path: Path) -> None:
    with Review.open(path, read_only=True) as review:
        order = draw_order(review)
        assert find_sample(review) is None
    with Review.open(path) as review:
        assert draw_order(review) == order
        assert find_sample(review) == order
        assert draw(review, 5).order == order.order


def test_sample_survives_the_same_comparison_but_not_another(path: Path) -> None:
    with Review.open(path) as review:
        sample = draw(review, 6)
    make_review(path, list(map(a_bag, range(20))))
    with Review.open(path) as review:
        assert find_sample(review) == sample
    make_review(path, list(map(a_bag, range(1, 21))))
    with Review.open(path) as review:
        assert find_sample(review) is None
        assert len(draw(review, 4).drawn) == 4


def test_damaged_sample_is_refused(path: Path) -> None:
    with Review.open(path) as review:
        here = hash_bags([entry.fingerprint for entry in review.entries])
        damaged: tuple[object, ...] = (7, [], {}, "x", {"of": here})
        for kept in damaged:
            review.keep("sample", kept)
            with pytest.raises(DamagedReviewError):
                find_sample(review)


LINKS = 48


@pytest.fixture
def great(tmp_path: Path) -> Path:
    """Write a review of five small bags around one of 48 parts and 48 links, which is the third."""
    small = list(map(a_bag, range(5)))
    return write_bags(tmp_path / "great.coala", [*small[:2], a_wide_bag(9, 5 * LINKS), *small[2:]])


def test_bag_of_many_parts_is_drawn_link_by_link(great: Path) -> None:
    with Review.open(great) as review:
        assert count_items(review) == (5 + LINKS, 5, 1)
        sample = draw(review, 10)
        assert count_drawn_items(sample) == (5 + LINKS, 5, 1)
        assert find_sample(review) == sample
        assert sorted(sample.order) == list(range(5 + LINKS))
        assert [item.bag for item in sample.items] == [0, 1, *[2] * LINKS, 3, 4, 5]
        bag = review.bag(2)
        find_key = LinkKeys(bag).get_key
        keys = [(find_key(link),) for side in find_links(bag) for link in side]
        items = [item for item in sample.items if not item.is_whole]
        assert [item.keys for item in items] == keys
        assert len(set(keys)) == LINKS
        assert [item.unit for item in items] == [DrawnUnit.MADE] * 24 + [DrawnUnit.LOST] * 24
        assert draw(review, 12).drawn[:10] == sample.drawn


def test_sample_of_bags_that_was_drawn_earlier_is_kept(great: Path) -> None:
    with Review.open(great) as review:
        names = [entry.fingerprint for entry in review.entries]
        order = [2, 0, 1, 3, 4, 5]
        kept = {"seed": 3, "of": hash_bags(names), "size": 2, "order": order}
        review.keep("sample", kept | {"strata": ["all"], "stratum_of": [0] * 6})
        assert draw(review, 4) == DrawnSample(3, 4, tuple(order), ("all",), (0,) * 6)


def test_sample_of_links_survives_the_same_comparison_and_a_blank_copy(great: Path, tmp_path: Path) -> None:
    small, blank = list(map(a_bag, range(5))), tmp_path / "blank.coala"
    with Review.open(great, reviewer="Ann") as review:
        sample = draw(review, 10)
        review.judge(2, State(rows=((sample.divided[2][4].keys[0], Verdict.BETTER),)))
    write_blank(great, blank)
    write_bags(great, [*small[:2], a_wide_bag(9, 5 * LINKS), *small[2:]])
    with Review.open(great, reviewer="Ann") as review:
        again = find_sample(review)
        assert again == sample
        verdicts = again.list_verdicts([None] * 6, lambda bag: review.states()[bag])
        assert [number for number, verdict in enumerate(verdicts) if verdict] == [2 + 4]
    with Review.open(blank) as review:
        assert (find_sample(review), review.reviewers()) == (sample, [])
