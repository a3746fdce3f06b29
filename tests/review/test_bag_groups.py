"""Groups of bags that gold joins, whose shared effect counts once, and groups of similar bags."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import DamagedReviewError
from coala.review.file import Review
from coala.review.storage.seals import reseal
from coala.verdicts.bag_groups import BagGroups
from tests.support.reviews import a_gold_over_two, put_comparison, three_splits


@given(st.lists(st.none() | st.integers(0, 3)))
def test_every_bag_is_in_the_group_of_one_first_bag(numbers: list[int | None]) -> None:
    groups = BagGroups(numbers)

    assert sorted(bag for first in groups.firsts for bag in groups.find_group(first)) == list(
        range(len(numbers))
    )


def test_review_keeps_bags_that_gold_joins_and_bags_with_the_same_change(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *three_splits(), a_gold_over_two())
    with Review.open(path) as review:
        assert [review.groups.find_group(number) for number in range(3)] == [(0, 1), (0, 1), (2,)]
        assert review.shares(0) == review.shares(1) != review.shares(2)
        assert review.same_changes is not None
        assert review.same_changes.find_group(1) == (0, 1, 2)
    put_comparison(path, *three_splits())
    with Review.open(path) as review:
        assert not review.groups


def test_groups_of_bags_that_are_damaged_are_refused(path: Path) -> None:
    for damaged in ("[0]", "{}", "[0, 0, true]", "[", "[" * 100_000):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE header SET value = ? WHERE key = 'same_changes'", (damaged,))
            reseal(connection)
        with pytest.raises(DamagedReviewError):
            Review.open(path)
