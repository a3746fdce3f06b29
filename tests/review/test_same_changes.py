"""A review knows which bags have the same change, and judges several of them as one step or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.pace import find_acts
from coala.review.storage.seals import seal
from coala.verdicts.bag_groups import number_equals
from coala.verdicts.state import Manner, State
from tests.support.older_reviews import make_older
from tests.support.reviews import put_comparison, three_splits

BY_GROUP = State(Verdict.BETTER, manner=Manner.GROUP)


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
        assert review.same_changes.together(1) == (0, 1, 2)


def test_a_file_from_before_knows_no_groups_and_a_damaged_list_is_one_sentence(path: Path) -> None:
    change_header(path, None)
    with Review.open(path) as review:
        assert review.same_changes is None
    put_comparison(path, *three_splits())
    for damaged in ("[0]", "{}", "[0, 0, true]", "[", "[" * 100_000):
        change_header(path, damaged)
        with Review.open(path) as review, pytest.raises(ReviewError, match="same change are damaged"):
            _ = review.same_changes


def test_several_bags_are_judged_in_one_act_and_taken_back_in_one(path: Path) -> None:
    with Review.open(path, reviewer="anna") as review:
        acts = review.judge_together({1: BY_GROUP, 2: BY_GROUP})
        assert [review.state(entry.fingerprint).manner for entry in review.entries] == ["", "group", "group"]
        review.undo(*acts)
        assert not review.judged()
        review.redo(*acts)
    with Review.open(path, reviewer="anna") as review:
        assert [judgement.verdict for judgement in review.judged()] == [Verdict.BETTER] * 2
        assert len(review.history()) == 2


def test_of_several_bags_none_is_judged_where_one_cannot_be(path: Path) -> None:
    with Review.open(path) as review:
        with pytest.raises(ReviewError, match="note is longer"):
            review.judge_together({0: BY_GROUP, 1: BY_GROUP._replace(note="x" * 20_000)})
        assert not review.judged()
        review.judge(0, BY_GROUP)
        assert len(review.judged()) == 1


def test_what_was_answered_by_group_says_nothing_of_how_fast_somebody_judges(path: Path) -> None:
    with Review.open(path, reviewer="anna") as review:
        review.judge(0, State(Verdict.BETTER))
        review.judge_together({1: BY_GROUP, 2: BY_GROUP})
        assert review.pace(0).today == 1
    assert find_acts([], "anna") == []


@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_older_file_takes_answers_by_group_too(path: Path, version: int) -> None:
    make_older(path, version)
    with Review.open(path) as review:
        assert review.same_changes is None
        review.judge_together({0: BY_GROUP})
        assert len(review.judged()) == 1
