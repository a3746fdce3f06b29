"""The history of a bag: each verdict with reviewer and time, also before the bag changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage.journal import JournalRow
from coala.review.storage.journal_table import write_row
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.reviews import put_comparison

FIRST, SECOND = (
    State(Verdict.BETTER, Comment("a note")),
    State(Verdict.WORSE, Comment(tags=("name",)), gold_seen=True),
)


def test_the_history_of_a_bag_tells_who_did_what_and_when(path: Path) -> None:
    start = datetime.now(UTC)
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, FIRST)
        review.judge(1, SECOND)
    with Review.open(path, reviewer="Bo") as review:
        act = review.judge(0, SECOND)
        review.undo(act)
        review.redo(act)
        history = review.history_of(0)
        assert [act[1:] for act in history] == [
            ("Ann", "judge", FIRST, True),
            ("Bo", "judge", SECOND, True),
            ("Bo", "undo", State(), True),
            ("Bo", "redo", SECOND, True),
        ]
        assert all(start.replace(microsecond=0) <= datetime.fromisoformat(act.time) for act in history)
        assert review.history_of(2) == []


def test_history_has_earlier_bags_that_share_mentions(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, graph({"x": [A, B], "y": [C, D]}), graph({"x": [A], "y": [B], "z": [C], "w": [D]}))
    with Review.open(path) as review:
        review.judge(0, FIRST)
        review.judge(1, SECOND)
    put_comparison(path, graph({"x": [A, B, C]}), graph({"x": [A, B], "y": [C, D]}))
    with Review.open(path) as review:
        assert review.former_verdict(0) is Verdict.WORSE
        review.judge(0, FIRST)
        assert [(act.state, act.same) for act in review.history_of(0)] == [
            (FIRST, False),
            (SECOND, False),
            (FIRST, True),
        ]


def test_minutes_are_those_of_this_reviewer_alone(path: Path) -> None:
    for reviewer in ("Ann", "Bo"):
        with Review.open(path, reviewer=reviewer) as review:
            review.judge_all(
                (number, state, f"2026-11-22T12:0{minute}:00+00:00")
                for number, state, minute in ((0, FIRST, 1), (1, SECOND, 2 if reviewer == "Ann" else 4))
            )
    for reviewer, minutes in (("Ann", 1), ("Bo", 3)):
        with Review.open(path, reviewer=reviewer) as review:
            assert review.minutes().total == timedelta(minutes=minutes)


@pytest.mark.parametrize("time", ["yesterday", "", "9999-12-31T23:59:59+00:00", "0001-01-01"])
def test_invalid_time_does_not_count(path: Path, time: str) -> None:
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, FIRST)
    with closing(sqlite3.connect(path)) as connection, connection:
        *_, fingerprint = connection.execute("SELECT * FROM journal").fetchone()[:6]
        row = JournalRow(1, time, "Ann", "judge", None, fingerprint, FIRST)
        connection.execute("DELETE FROM journal")
        write_row(connection, row, "")
    with Review.open(path, reviewer="Ann") as review:
        assert review.minutes().verdicts == 0
        assert [act.time for act in review.history_of(0)] == [time]
