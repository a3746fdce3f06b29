"""The journal remembers what was judged, and shows when it was touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.journal import State

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, "a pronoun too far")


def test_undo_and_redo_survive_a_restart(path: Path) -> None:
    with Review.open(path) as review:
        first = review.judge(0, BETTER)
        review.judge(1, WORSE)
        review.undo(review.history()[-1])
        review.undo(first)
        review.redo(first)
    with Review.open(path) as review:
        assert [(act.after, act.done) for act in review.history()] == [(BETTER, True), (WORSE, False)]
        assert review.state(review.entries[1].fingerprint) == State()
        review.judge(2, BETTER)
        assert [(act.after, act.done) for act in review.history()] == [(BETTER, True), (BETTER, True)]


def test_nothing_in_the_journal_is_ever_changed(path: Path) -> None:
    with Review.open(path) as review:
        act = review.judge(0, BETTER)
        review.undo(act)
        review.redo(act)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT act, verdict FROM journal ORDER BY sequence").fetchall()
    assert rows == [("judge", "+"), ("undo", None), ("redo", "+")]


def test_every_changed_byte_of_the_journal_is_found(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, WORSE)
        review.judge(1, BETTER)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE journal SET verdict = '+' WHERE sequence = 1")
    connection.close()
    with pytest.raises(ReviewError, match="journal of verdicts is damaged at line 1"):
        Review.open(path)
