"""Groups of similar bags in a review."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.review.file import Review
from coala.review.storage.seals import seal
from coala.verdicts.bag_groups import number_equals
from tests.support.reviews import put_comparison, three_splits


@pytest.fixture
def path(tmp_path: Path) -> Path:
    put_comparison(tmp_path / "r.coala", *three_splits())
    return tmp_path / "r.coala"


def change_header(path: Path, value: str | None) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        if value is None:
            connection.execute("DELETE FROM header WHERE key = 'same_changes'")
        else:
            connection.execute("UPDATE header SET value = ? WHERE key = 'same_changes'", (value,))
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))


def test_equal_signatures_have_one_number_and_those_alone_none() -> None:
    assert number_equals(["a", "b", "a", "c", "b"]) == [0, 1, 0, None, 1]


def test_a_review_keeps_which_bags_have_the_same_change(path: Path) -> None:
    with Review.open(path) as review:
        assert review.same_changes is not None
        assert review.same_changes.find_group(1) == (0, 1, 2)


def test_a_list_that_is_damaged_or_missing_is_one_sentence(path: Path) -> None:
    for damaged in ("[0]", "{}", "[0, 0, true]", "[", "[" * 100_000, None):
        change_header(path, damaged)
        with pytest.raises(ReviewError, match=r"same change are damaged|'same_changes' is missing"):
            Review.open(path)
