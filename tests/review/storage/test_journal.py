"""The journal, which keeps all verdicts, and reveals changes by others."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage import opening
from coala.review.storage.journal import MOST_STEPS, JournalRow, digest, to_columns
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.great_bags import write_journal

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, Comment("a pronoun too far"))


def test_nothing_in_the_journal_is_ever_changed(path: Path) -> None:
    with Review.open(path) as review:
        act = review.judge(0, BETTER)
        review.undo(act)
        review.redo(act)
    with closing(sqlite3.connect(path)) as connection, connection:
        rows = connection.execute("SELECT act, verdict FROM journal ORDER BY sequence").fetchall()
        connection.execute("UPDATE journal SET verdict = '-' WHERE sequence = 1")
    assert rows == [("judge", "+"), ("undo", None), ("redo", "+")]
    with pytest.raises(DamagedReviewError, match=r"line 1\."):
        Review.open(path)


def seal_of(listed: list[object]) -> str:
    return sha256(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def test_a_review_with_a_damaged_journal_is_not_locked_while_its_error_is_shown(path: Path) -> None:
    with Review.open(path) as review:
        review.judge_all((number, BETTER, None) for number in range(3))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE journal SET reviewer = 'x' WHERE sequence = 2")
    with pytest.raises(DamagedReviewError, match=r"line 2\.") as held:
        Review.open(path)
    opening.connect(path).close()
    assert held.value.__cause__ is not None


@pytest.mark.parametrize("note", ["", 'she said "no"', "back\\slash\n\t\x00\x7f", "Zoë 😀 \u2028 \u0634"])
@pytest.mark.parametrize("target", [None, 7])
def test_a_seal_is_that_of_the_row_as_a_list_in_json(note: str, target: int | None) -> None:
    row = JournalRow(
        8, "2026-01-01", f"Ann {note}", "undo", target, "f" * 64, State(Verdict.SAME, Comment(note))
    )
    listed = ["0a", 8, "2026-01-01", f"Ann {note}", "undo", target, "f" * 64, "=", note, ""]
    assert digest("0a", to_columns(row)) == seal_of(listed)


def test_details_are_sealed_behind_the_note() -> None:
    state = State(Verdict.SAME, Comment("a note", ("name",)), gold_seen=False)
    row = JournalRow(8, "2026-01-01", "Ann", "judge", None, "f" * 64, state)
    details = '{"gold_seen":false,"tags":["name"]}'
    listed = ["0a", 8, "2026-01-01", "Ann", "judge", None, "f" * 64, "=", "a note", details]
    assert digest("0a", to_columns(row)) == seal_of(listed)


ODD_DETAILS = (
    *("x", "[]", "1", "null", '{"tags":"name"}', '{"tags":[1]}', '{"gold_seen":1}', '{"more":1}'),
    *("[" * 9999, '{"manner":"guess"}', '{"manner":1}', '{"swapped":0}', '{"again":"+"}', '{"rows":"+"}'),
    *('{"rows":{"a":"+"}}', '{"rows":{"00000000000000ff":"!"}}', '{"rows":[["00000000000000ff","+"]]}'),
    *('{"groups":[]}', '{"groups":{}}', '{"groups":{"together":[]}}', '{"groups":{"start":0,"moved":0}}'),
    *('{"groups":"ab"}', '{"groups":{"together":[["1"]]}}', '{"groups":{"pieces":[[0]]}}'),
    *('{"groups":{"together":[[0,true]]}}', '{"groups":{"together":[[-1]]}}', '{"groups":{"more":[0]}}'),
    *('{"groups":{"not_sure":[0],"start":2}}', '{"groups":{"not_sure":[0],"moved":-1}}'),
    *('{"groups":{"not_sure":["0"]}}', '{"groups":{"not_sure":{"0":1}}}', '{"groups":{"together":[0]}}'),
    *('{"origin":["a","b"]}', '{"origin":["a","b",1]}', '{"origin":"abc"}', '{"origin":{"a":1}}'),
)


def test_details_that_say_nothing_are_damage_though_they_are_sealed(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, BETTER)
    with closing(sqlite3.connect(path)) as connection:
        *columns, _, _ = connection.execute("SELECT * FROM journal").fetchone()
        for details in ODD_DETAILS:
            sealed = seal_of(["", *columns, details])
            with connection:
                connection.execute("UPDATE journal SET details = ?, digest = ?", (details, sealed))
            with pytest.raises(DamagedReviewError, match=r"line 1\."):
                Review.open(path)


def test_long_journal_has_all_states_and_the_last_steps_to_undo(path: Path) -> None:
    rows = 2 * MOST_STEPS + 2
    write_journal(path, rows, 0)
    with Review.open(path) as review:
        history = review.history()
        assert [act.sequence for act in history] == list(range(MOST_STEPS + 3, rows + 1))
        newest = {act.fingerprint: act.after for act in history}
        assert {entry.fingerprint: review.state(entry.fingerprint) for entry in review.entries} == newest
        bags = len(review.entries)
        for earlier, act in zip(history, history[bags:], strict=False):
            assert act.before == earlier.after
        assert history[0].before != State()
        review.undo(history[-1])
        assert review.state(history[-1].fingerprint) == history[-1].before
        assert len(review.history()) == MOST_STEPS - 1


def test_row_far_back_of_a_long_journal_is_checked_as_well(path: Path) -> None:
    write_journal(path, MOST_STEPS + 50, 0)
    whole = path.read_bytes()
    for column in ("time", "reviewer", "act", "fingerprint", "verdict", "note", "details"):
        path.write_bytes(whole)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(f"UPDATE journal SET {column} = '=' WHERE sequence = 20")
        with pytest.raises(DamagedReviewError, match=r"line 20\."):
            Review.open(path)
