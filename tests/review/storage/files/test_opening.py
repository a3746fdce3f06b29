"""A review file takes nothing foreign, and is open in one place at a time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.graphs_by_hand import SEED
from tests.support.reviews import put_comparison

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, "a pronoun too far")


def test_a_second_window_is_refused_and_the_first_goes_on(path: Path) -> None:
    with Review.open(path) as review:
        with pytest.raises(ReviewError, match="open in another COALA window"):
            Review.open(path)
        review.judge(0, BETTER)


def test_a_file_that_cannot_be_written_opens_for_reading(path: Path) -> None:
    with Review.open(path, read_only=True) as review:
        assert review.read_only
        assert len(review.entries) == 3
        with pytest.raises(ReviewError, match="reading only"):
            review.judge(0, BETTER)
        assert review.state(review.entries[0].fingerprint) == State()


def test_a_file_that_is_no_review_is_refused(tmp_path: Path) -> None:
    text, empty, database = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    text.write_text("not a database, but long enough to look like one" * 10)
    empty.touch()
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    for path in (text, empty, database):
        with pytest.raises(ReviewError, match="not a COALA review file"):
            Review.open(path)
    with pytest.raises(ReviewError, match="no such review file"):
        Review.open(tmp_path / "missing.coala")


def test_a_review_from_a_newer_version_says_so(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(ReviewError, match="newer COALA"):
        Review.open(path)


def test_a_review_with_a_trigger_of_its_own_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM bag; END")
    connection.close()
    with pytest.raises(ReviewError, match="damaged or foreign"):
        Review.open(path)


INTERRUPTED = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size=1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("DELETE FROM bag")
connection.execute("INSERT INTO document (identifier, text) VALUES ('x', zeroblob(1000000))")
print("half way", flush=True)
time.sleep(60)
"""


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


def test_what_is_no_file_is_no_review(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="not a file"):
        Review.open(tmp_path)
    with pytest.raises(ReviewError, match="not a file"):
        put_comparison(tmp_path, SEED["X"], SEED["Y"])
