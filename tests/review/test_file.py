"""An open review, which loses no verdict, whatever happens to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage import opening
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.reviews import a_bag, make_review

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, Comment("a pronoun too far"))


def test_full_disk_loses_nothing_and_judging_continues_with_room(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []

    def remembered(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    connect = opening.connect
    monkeypatch.setattr(opening, "connect", remembered)
    with Review.open(path) as review:
        review.judge(0, BETTER)
        (connection,) = opened  # the pages that SQLite may use stand for the disk
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")
        monkeypatch.setattr("coala.verdicts.comment.LONGEST_NOTE", 50_000)
        long = State(Verdict.WORSE, Comment("x" * 50_000))
        with pytest.raises(ReviewError):
            review.judge(1, long)
        assert review.state(review.entries[1].fingerprint) == State()
        assert review.state(review.entries[0].fingerprint) == BETTER
        connection.execute("PRAGMA max_page_count=1000000")
        review.judge(1, long)
    with Review.open(path) as review:
        assert [review.state(entry.fingerprint) for entry in review.entries] == [BETTER, long, State()]


def test_damaged_bag_and_one_in_the_place_of_another_are_named(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        (first,), (second,) = connection.execute("SELECT content FROM bag ORDER BY number LIMIT 2").fetchall()
        damaged = first[:20] + bytes([first[20] ^ 255]) + first[21:]
        connection.execute("UPDATE bag SET content = ? WHERE number = 0", (second,))
        connection.execute("UPDATE bag SET content = ? WHERE number = 1", (damaged,))
    with Review.open(path) as review:
        assert review.entries[0][3:6] == review.entries[1][3:6]
        for number in (0, 1):
            with pytest.raises(DamagedReviewError, match=f"Bag {number + 1} "):
                review.bag(number)
        assert review.bag(2).title


def test_the_last_three_bags_are_kept(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "four.coala", list(map(a_bag, range(4))))) as review:
        kept = [review.bag(number) for number in (0, 1, 2)]
        assert all(review.bag(number) is kept[number] for number in (2, 1, 0))
        assert review.bag(3).title
        assert review.bag(0) is kept[0]
        assert review.bag(1) is kept[1]
        assert review.bag(2) is not kept[2]


def test_a_lone_surrogate_in_a_note_is_kept_as_its_escape(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.SAME, Comment("a\ud800b")))
        assert review.state(review.entries[0].fingerprint).comment.note == "a\\ud800b"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE bag SET title = 'another' WHERE number = 1",
        "UPDATE bag SET shares = '{}' WHERE number = 2",
        "UPDATE header SET value = replace(value, 'coala-diff/1', 'coala-diff/2') WHERE key = 'summary'",
        "UPDATE header SET value = replace(value, '1', '2') WHERE key = 'links'",
        "UPDATE header SET value = replace(value, 'a', 'b') WHERE key = 'provenance'",
        "UPDATE document SET identifier = identifier || 'x'",
        "DELETE FROM bag WHERE number = 2",
        "DELETE FROM header",
    ],
)
def test_change_by_another_program_is_detected(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(change).rowcount
    with pytest.raises(DamagedReviewError):
        Review.open(path)


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.coala"))


def deleted(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("new.coala"))
    path.with_name("new.coala").replace(path)


def written_over(path: Path) -> None:
    path.write_bytes(path.with_name("copy.coala").read_bytes())


@pytest.mark.parametrize("happen", [moved, deleted, replaced, written_over])
def test_verdict_for_a_file_that_is_no_longer_there_is_refused(
    path: Path, happen: Callable[[Path], None]
) -> None:
    shutil.copy(path, path.with_name("copy.coala"))
    with Review.open(path) as review:
        act = review.judge(0, BETTER)
        happen(path)
        for change in (lambda: review.judge(1, WORSE), lambda: review.undo(act), lambda: review.redo(act)):
            with pytest.raises(ReviewError, match=path.name):
                change()
        assert review.states() == [BETTER, State(), State()]
        assert len(review.history()) == 1
    if happen is written_over:
        with Review.open(path) as review:
            assert review.history() == []


def test_a_file_that_was_only_touched_is_written_on(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, BETTER)
        for second in (1, 2):
            os.utime(path, (second, second))
            review.judge(second % 2, WORSE)
    with Review.open(path) as review:
        assert len(review.history()) == 3


def test_old_overlong_note_does_not_prevent_a_verdict(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Review.open(path) as review:
        review.judge(0, State(None, Comment("x" * 100)))
        monkeypatch.setattr("coala.verdicts.comment.LONGEST_NOTE", 50)
        review.judge(0, State(Verdict.BETTER, Comment("x" * 100)))
        with pytest.raises(ReviewError, match=r"\b50\b"):
            review.judge(0, State(Verdict.BETTER, Comment("x" * 101)))


def test_a_name_that_is_no_text_takes_no_verdict_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "J\udcf6rg")  # Jörg in Latin-1, as an old system has it
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER))
        assert review.minutes().verdicts == 0
        (act,) = review.history_of(0)
    assert act.reviewer == "J\\udcf6rg"
