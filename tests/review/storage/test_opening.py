"""Opening of review files: foreign content is refused, and each is open in one place at a time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.rescue import salvage
from coala.review.storage import opening, schema
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_flips import a_full_board
from tests.support.graphs_by_hand import SEED
from tests.support.paths import SAMPLES
from tests.support.reviews import put_comparison, three_splits

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, Comment("a pronoun too far"))


def test_file_that_is_no_review_is_refused_by_its_name(tmp_path: Path) -> None:
    text, empty, database = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    text.write_text("not a database, but long enough to look like one" * 10)
    empty.touch()
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    for path in (text, empty, database, tmp_path / "missing.coala", tmp_path):
        with pytest.raises(ReviewError, match=path.name) as refused:
            Review.open(path)
        assert not isinstance(refused.value, DamagedReviewError)
        assert refused.value.__context__ is None or path in (text, database)
    with pytest.raises(ReviewError):
        put_comparison(tmp_path, SEED["X"], SEED["Y"])


@pytest.mark.parametrize("version", [2, 5, 99])
def test_review_of_another_version_is_refused_by_both_versions(path: Path, version: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version={version}")
    connection.close()
    before = path.read_bytes()
    named = rf"\b{version}\b.*\b1\b"
    with pytest.raises(ReviewError, match=named):
        Review.open(path)
    with pytest.raises(ReviewError, match=named):
        put_comparison(path, *three_splits())
    assert path.read_bytes() == before


def test_review_that_lacks_its_version_is_damaged(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=0")
    connection.close()
    with pytest.raises(DamagedReviewError):
        Review.open(path)


def test_reviews_and_boards_have_version_1(path: Path, tmp_path: Path) -> None:
    for each in (path, a_full_board(tmp_path / "board.coala")):
        with closing(sqlite3.connect(each)) as connection:
            assert schema.version_of(connection) == 1


INTERRUPTED = """
from coala.verdicts.comment import Comment
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size=1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("DELETE FROM bag")
connection.execute("INSERT INTO document (identifier, text) VALUES ('x', zeroblob(1000000))")
print("half way", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER draft BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER search AFTER INSERT ON journal BEGIN DELETE FROM journal; END",
        "CREATE TRIGGER journal BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END",
        "CREATE INDEX often ON journal (reviewer)",
        "CREATE VIEW often AS SELECT * FROM journal",
    ],
)
def test_review_with_anything_but_its_own_tables_is_refused(path: Path, statement: str) -> None:
    """Refuse a trigger, which may have the name of a table, and come before it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(
            "UPDATE sqlite_schema SET rowid = rowid + 99 WHERE tbl_name IN ('draft', 'search')"
        )
    for read_only in (True, False):
        with pytest.raises(DamagedReviewError):
            Review.open(path, read_only=read_only)
    assert not salvage(path).is_sound


def test_verdict_that_the_file_does_not_take_is_not_acknowledged(path: Path) -> None:
    with Review.open(path) as review:
        review._connection.execute(
            "CREATE TEMP TRIGGER lost BEFORE INSERT ON main.journal BEGIN SELECT RAISE(IGNORE); END"
        )
        with pytest.raises(ReviewError):
            review.judge(0, BETTER)
        assert review.state(review.entries[0].fingerprint) == State()
        review._connection.execute("DROP TRIGGER lost")
        review.judge(0, BETTER)
    with Review.open(path) as review:
        assert review.state(review.entries[0].fingerprint) == BETTER


@pytest.mark.parametrize("read_only", [True, False])
def test_review_in_a_write_ahead_log_becomes_one_file_again(path: Path, *, read_only: bool) -> None:
    """Include the log: a copy of its file alone would lack what the log holds."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    with Review.open(path, read_only=read_only) as review:
        assert review._connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert len(review.entries) == 3
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name]


def test_name_without_room_for_the_journal_is_refused_with_its_reason(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fits, long = path.with_name("r" * 241 + ".coala"), path.with_name("r" * 242 + ".coala")
    with Review.open(path) as review:
        review.save_copy(fits)
        with pytest.raises(ReviewError, match=r"\b247\b"):
            review.save_copy(long)
    with Review.open(fits) as review:
        review.judge(0, BETTER)
    path.rename(long)
    with pytest.raises(ReviewError, match=r"\b247\b"):
        Review.open(long)
    with Review.open(long, read_only=True) as review:
        assert len(review.entries) == 3
    samples = [str(SAMPLES / "paper" / name) for name in ("X.ttl", "Z.ttl")]
    new = path.with_name("\u00e4" * 122 + ".coala")
    for words in (
        ["diff", *samples, "-o", str(new)],
        ["file", "merge", str(fits), str(fits), "-o", str(new)],
        ["file", "repair", str(fits), "-o", str(new)],
    ):
        assert main(words) == 2
        told = capsys.readouterr()
        assert "247" in told.err
        # Before anything is read.
        assert told.out == ""
    assert not new.exists()


def test_a_reader_mends_what_an_interrupted_writer_left(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, BETTER)
    writer = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "half way\n"
    writer.kill()
    writer.wait()
    writer.stdout.close()
    assert path.with_name(f"{path.name}-journal").exists()
    with Review.open(path, read_only=True) as review:
        assert [review.state(entry.fingerprint) for entry in review.entries] == [BETTER, State(), State()]


def test_review_when_open_for_writing_waits_for_the_disk(path: Path) -> None:
    with closing(opening.connect(path)) as connection:
        # EXTRA: neither the rows nor the end of the journal file may be lost with the power.
        assert connection.execute("PRAGMA synchronous").fetchone() == (3,)
