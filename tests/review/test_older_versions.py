"""Files of older versions go on opening with all their verdicts, and take all that this version knows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage import schema
from coala.verdicts.state import State
from tests.support.older_reviews import make_older
from tests.support.reviews import put_comparison, three_splits

NOTED = State(Verdict.WORSE, "a pronoun too far")
TAGGED = State(Verdict.BETTER, "", ("name",), gold_seen=True)

versions = pytest.mark.parametrize("version", [1, 2, 3])


@pytest.fixture
def older(path: Path, version: int) -> Path:
    """A review of an older version, of which the first bag is judged."""
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, NOTED)
    make_older(path, version)
    return path


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return schema.version_of(connection)


@versions
def test_an_older_review_opens_and_stays_as_it_is_until_something_is_written(
    older: Path, version: int
) -> None:
    before = older.read_bytes()
    for read_only in (True, False):
        with Review.open(older, reviewer="Ann", read_only=read_only) as review:
            assert review.state(review.entries[0].fingerprint) == NOTED
            document = review.bag(0).documents[0]
            assert review.text(document) == "Ann left. He slept."
    assert older.read_bytes() == before


@versions
def test_the_first_verdict_makes_it_one_of_this_version(older: Path, version: int) -> None:
    with Review.open(older, reviewer="Ann") as review:
        review.judge(1, TAGGED)
        review.undo(review.history()[0])
        review.redo(review.history()[0])
    assert version_of(older) == schema.VERSION
    with Review.open(older, reviewer="Ann") as review:
        states = [review.state(entry.fingerprint) for entry in review.entries]
        assert states == [NOTED, TAGGED, State()]


@versions
def test_a_comparison_renews_an_older_review_and_keeps_its_verdicts(older: Path, version: int) -> None:
    put_comparison(older, *three_splits())
    assert version_of(older) == schema.VERSION
    with Review.open(older, reviewer="Ann") as review:
        assert review.state(review.entries[0].fingerprint) == NOTED


@versions
def test_a_migration_that_fails_leaves_the_file_as_it_was(
    older: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older.read_bytes()

    def fail(_connection: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("no room")

    with Review.open(older, reviewer="Ann") as review:
        with monkeypatch.context() as patch:
            patch.setattr("coala.review.file.reseal", fail)
            with pytest.raises(ReviewError, match="no room"):
                review.judge(1, TAGGED)
        assert older.read_bytes() == before
        assert review.state(review.entries[1].fingerprint) == State()
        review.judge(1, TAGGED)
    with Review.open(older, reviewer="Ann") as review:
        assert review.state(review.entries[1].fingerprint) == TAGGED


@versions
def test_a_damaged_row_of_an_older_journal_is_found(older: Path, version: int) -> None:
    with closing(sqlite3.connect(older)) as connection, connection:
        connection.execute("UPDATE journal SET note = 'another'")
    with pytest.raises(ReviewError, match="damaged at line 1"):
        Review.open(older)


def test_what_an_older_table_cannot_hold_is_no_file_of_this_version(path: Path) -> None:
    make_older(path, 2)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version={schema.VERSION}")
    with pytest.raises(ReviewError, match="damaged or foreign"):
        Review.open(path)


def test_a_half_written_note_of_version_3_is_that_of_who_judged_last(path: Path) -> None:
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, NOTED)
        review.keep_draft(1, "a pronoun")
    make_older(path, 3)
    with Review.open(path, reviewer="Bo") as review:
        review.judge(0, TAGGED)
        assert review.draft(1) is None
        review.go_on_as("Ann")
        assert review.draft(1) == "a pronoun"
