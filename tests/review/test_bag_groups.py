"""Groups of bags that gold joins, whose shared effect counts once."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from coala.review.file import Review
from coala.verdicts.bag_groups import BagGroups
from tests.support.reviews import a_gold_over_two, put_comparison, three_splits


def test_bags_of_one_group_know_each_other_in_the_order_of_the_text() -> None:
    groups = BagGroups([4, None, 9, 4, 9, 4])

    assert groups
    assert [groups.find_group(number) for number in range(4)] == [(0, 3, 5), (1,), (2, 4), (0, 3, 5)]
    assert list(groups.firsts) == [0, 1, 2]


def test_without_groups_every_bag_is_alone() -> None:
    groups = BagGroups([None, None])

    assert not groups
    assert groups.find_group(1) == (1,)
    assert list(groups.firsts) == [0, 1]


@given(st.lists(st.none() | st.integers(0, 3)))
def test_every_bag_is_in_the_group_of_one_first_bag(numbers: list[int | None]) -> None:
    groups = BagGroups(numbers)

    assert sorted(bag for first in groups.firsts for bag in groups.find_group(first)) == list(
        range(len(numbers))
    )


def test_a_review_keeps_which_bags_gold_joins(tmp_path: Path) -> None:
    put_comparison(tmp_path / "r.coala", *three_splits(), a_gold_over_two())
    with Review.open(tmp_path / "r.coala") as review:
        assert [review.groups.find_group(number) for number in range(3)] == [(0, 1), (0, 1), (2,)]
        assert review.shares(0) == review.shares(1) != review.shares(2)


def test_without_gold_a_review_knows_no_groups(tmp_path: Path) -> None:
    put_comparison(tmp_path / "r.coala", *three_splits())
    with Review.open(tmp_path / "r.coala") as review:
        assert not review.groups
