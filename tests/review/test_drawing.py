"""A sample of a review, stored in its file, and valid for its bags only."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.diff.sentences import BagSentences
from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.blank import write_blank
from coala.review.drawing import count_items, draw, draw_order, find_sample
from coala.review.file import Review
from coala.verdicts.changes import MOST_TOGETHER, ChangeKeys
from coala.verdicts.sampling import DrawnSample, hash_bags
from coala.verdicts.state import State
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_bag, make_review


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))


def test_a_sample_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with Review.open(path) as review:
        assert find_sample(review) is None
        sample = draw(review, 6, seed=3)
        review.judge(sample.drawn[0], State(Verdict.BETTER))
    with Review.open(path, read_only=True) as review:
        assert find_sample(review) == sample
        assert len(sample.drawn) == 6


def test_drawing_more_extends_the_sample_and_another_seed_is_refused(path: Path) -> None:
    with Review.open(path) as review:
        sample = draw(review, 6, seed=3)
        assert draw(review, 6) == draw(review, 6, seed=3) == sample
        more = draw(review, 9)
        assert more.drawn[:6] == sample.drawn
        assert find_sample(review) == more
        with pytest.raises(ReviewError, match=r"were drawn with seed 3\. Draw with that seed, or"):
            draw(review, 9, seed=4)


def test_a_sample_of_nothing_is_refused(path: Path) -> None:
    with Review.open(path) as review, pytest.raises(ReviewError, match="at least one item"):
        draw(review, 0)


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


@pytest.mark.parametrize("kept", [7, [], {}, "x", {"of": "here"}])
def test_a_damaged_sample_is_one_sentence(path: Path, kept: object) -> None:
    with Review.open(path) as review:
        if kept == {"of": "here"}:
            kept = {"of": hash_bags([entry.fingerprint for entry in review.entries])}
        review.keep("sample", kept)
        with pytest.raises(ReviewError, match=r"the sample in this review file is damaged\."):
            find_sample(review)


GREAT = MOST_TOGETHER + 4


@pytest.fixture
def great(tmp_path: Path) -> Path:
    """Write a review of five small bags around one of twelve changes, which is the third."""
    small = list(map(a_bag, range(5)))
    return write_bags(tmp_path / "great.coala", [*small[:2], a_wide_bag(9, 10 * GREAT), *small[2:]])


def test_great_bag_is_drawn_change_by_change(great: Path) -> None:
    with Review.open(great) as review:
        assert count_items(review) == 5 + GREAT
        sample = draw(review, 10)
        assert find_sample(review) == sample
        assert sorted(sample.order) == list(range(5 + GREAT))
        assert [item.bag for item in sample.items] == [0, 1, *[2] * GREAT, 3, 4, 5]
        bag = review.bag(2)
        keys = ChangeKeys(bag, BagSentences(bag).ranked)
        assert {item.keys for item in sample.items if item.keys} == set(map(keys.find_keys, range(GREAT)))
        assert draw(review, 12).drawn[:10] == sample.drawn


def test_bag_of_as_many_changes_as_are_read_together_is_one_item(tmp_path: Path) -> None:
    path = write_bags(tmp_path / "r.coala", [a_bag(0), a_wide_bag(1, 10 * MOST_TOGETHER)])
    with Review.open(path) as review:
        assert draw(review, 2).changes == {}
        assert count_items(review) == 2


def test_sample_of_bags_that_was_drawn_earlier_is_kept(great: Path) -> None:
    with Review.open(great) as review:
        names = [entry.fingerprint for entry in review.entries]
        order = [2, 0, 1, 3, 4, 5]
        kept = {"seed": 3, "of": hash_bags(names), "size": 2, "order": order}
        review.keep("sample", kept | {"strata": ["all"], "stratum_of": [0] * 6})
        assert draw(review, 4) == DrawnSample(3, 4, tuple(order), ("all",), (0,) * 6)


def test_sample_by_change_and_its_verdicts_survive_the_same_comparison(great: Path) -> None:
    small = list(map(a_bag, range(5)))
    with Review.open(great, reviewer="Ann") as review:
        sample = draw(review, 10)
        rows = tuple((key, Verdict.BETTER) for key in sample.changes[2][4])
        review.judge(2, State(rows=rows))
    write_bags(great, [*small[:2], a_wide_bag(9, 10 * GREAT), *small[2:]])
    with Review.open(great, reviewer="Ann") as review:
        again = find_sample(review)
        assert again == sample
        verdicts = again.list_verdicts([None] * 6, lambda bag: review.states()[bag].rows)
        assert [number for number, verdict in enumerate(verdicts) if verdict] == [2 + 4]


def test_blank_copy_has_the_sample_by_change_and_no_verdicts(great: Path, tmp_path: Path) -> None:
    with Review.open(great, reviewer="Ann") as review:
        sample = draw(review, 10)
        review.judge(2, State(rows=((sample.changes[2][0][0], Verdict.BETTER),)))
    write_blank(great, tmp_path / "blank.coala")
    with Review.open(tmp_path / "blank.coala") as blank:
        assert find_sample(blank) == sample
        assert blank.reviewers() == []
