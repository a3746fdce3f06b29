"""Daily copies of a review next to it, of limited number."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage import backups, opening
from coala.review.storage.backups import MOST_BACKUPS, back_up, find_backups
from coala.verdicts.state import State
from tests.support.reviews import judge_as, put_comparison, three_splits

DAY = date(2026, 11, 20)


def copied_on(path: Path, day: date) -> Path | None:
    with closing(opening.connect(path)) as connection:
        return back_up(connection, path, day)


def test_failed_backup_is_silent_and_verdicts_are_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_as(path, "Ann", "+")

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(opening, "write_copy", fail)
    with Review.open(path, reviewer="Ann") as review:
        review.back_up()
        review.judge(0, State(Verdict.WORSE))
    assert sorted(child.name for child in path.parent.iterdir()) == ["review.coala"]


def test_review_of_more_than_the_most_bytes_is_not_copied(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_as(path, "Ann", "+")
    size = path.stat().st_size
    for largest, is_copied in ((size - 1, False), (size, True)):
        monkeypatch.setattr(backups, "LARGEST_BACKED_UP", largest)
        assert (copied_on(path, DAY) is not None) is is_copied


def test_a_comparison_made_again_leaves_a_copy_of_what_was_there(path: Path) -> None:
    judge_as(path, "Ann", "+")
    put_comparison(path, *three_splits("Rob"))
    (copy,) = find_backups(path)
    with Review.open(copy, reviewer="Ann", read_only=True) as review:
        assert "Bob" in review.entries[1].title
        assert len(review.judged()) == 1


def test_copies_of_a_damaged_review_are_not_made_and_push_out_no_sound_one(path: Path) -> None:
    for number in range(MOST_BACKUPS):
        judge_as(path, "Ann", "+-"[number % 2])
        assert copied_on(path, DAY + timedelta(number)) is not None
    before = find_backups(path)
    judge_as(path, "Ann", "=")
    whole = path.read_bytes()
    for damage in (
        "UPDATE document SET text = x'00'",
        "UPDATE bag SET content = x'00' WHERE number = 1",
        "UPDATE bag SET title = 'x' WHERE number = 1",
        "UPDATE question SET spans = x'00'",
    ):
        path.write_bytes(whole)
        with closing(sqlite3.connect(path)) as connection, connection:
            assert connection.execute(damage).rowcount
        assert copied_on(path, DAY + timedelta(MOST_BACKUPS)) is None
        assert find_backups(path) == before
