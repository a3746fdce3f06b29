"""The journal, which keeps all verdicts, and reveals changes by others."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.rescue import repair, salvage
from coala.review.reviewers import login_name
from coala.review.storage import opening, serialization
from coala.review.storage.journal import MOST_STEPS, JournalRow, digest, to_columns
from coala.review.storage.journal_table import INSERT_ROW, JournalTable
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


@pytest.mark.parametrize("note", ["", 'she said "no"', "back\\slash\n\t\x00\x7f", "Zoë 😀 \u2028 \u0634"])
@pytest.mark.parametrize("target", [None, 7])
def test_a_seal_is_that_of_the_row_as_a_list_in_json(note: str, target: int | None) -> None:
    row = JournalRow(
        8, "2026-01-01", f"Ann {note}", "undo", target, "f" * 64, State(Verdict.SAME, Comment(note))
    )
    content = json.dumps(["0a", 8, "2026-01-01", f"Ann {note}", "undo", target, "f" * 64, "=", note, ""])
    assert digest("0a", row) == sha256(content.encode()).hexdigest()


def test_details_are_sealed_behind_the_note() -> None:
    state = State(Verdict.SAME, Comment("a note", ("name",)), gold_seen=False)
    row = JournalRow(8, "2026-01-01", "Ann", "judge", None, "f" * 64, state)
    details = '{"gold_seen":false,"tags":["name"]}'
    content = json.dumps(["0a", 8, "2026-01-01", "Ann", "judge", None, "f" * 64, "=", "a note", details])
    assert digest("0a", row) == sha256(content.encode()).hexdigest()


ODD_DETAILS = (
    *("x", "[]", "1", "null", '{"tags":"name"}', '{"tags":[1]}', '{"gold_seen":1}', '{"more":1}'),
    *("[" * 9999, '{"manner":"guess"}', '{"manner":1}', '{"swapped":0}', '{"again":"+"}', '{"rows":"+"}'),
    *('{"rows":{"a":"+"}}', '{"rows":{"00000000000000ff":"!"}}', '{"rows":[["00000000000000ff","+"]]}'),
    '{"rows":{"00000000000000ff":"+","000000000000000f":"+"}}',
    *('{"groups":[]}', '{"groups":{}}', '{"groups":{"together":[]}}', '{"groups":{"start":0,"moved":0}}'),
    *('{"groups":{"together":[[1,0]]}}', '{"groups":{"together":[[1],[0]]}}', '{"groups":"ab"}'),
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
            sealed = sha256(json.dumps(["", *columns, details], ensure_ascii=True).encode()).hexdigest()
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


LONG = 20_500
"""Rows of a journal whose check can wait."""


@pytest.fixture(scope="module")
def written_long(written: Path) -> Path:
    path = Path(shutil.copy(written / "review.coala", written / "long.coala"))
    write_journal(path, LONG, 0)
    return path


@pytest.fixture
def long(written_long: Path, tmp_path: Path) -> Path:
    """Return a review with a long journal of one reviewer on all bags in turn."""
    return Path(shutil.copy(written_long, tmp_path))


def test_long_journal_that_is_checked_later_says_the_same(long: Path) -> None:
    opened = Review.open(long, read_only=True), Review.open(long, read_only=True, check_later=True)
    with opened[0] as checked, opened[1] as later:
        assert later.states() == checked.states()
        assert later.history() == checked.history()
        steps = 0
        while later.check_on(1_000):
            steps += 1
        assert steps == (LONG - MOST_STEPS) // 1_000
        assert not checked.check_on(1)
    # One that was not checked to its end is let go.
    review = Review.open(long, check_later=True)
    review.check_on(10)
    review.close()
    with Review.open(long) as again:
        assert again.entries == review.entries


def test_the_history_of_a_bag_is_the_same_once_a_long_journal_is_checked(long: Path) -> None:
    with Review.open(long, check_later=True) as review:
        review.judge(0, BETTER)
        before = [review.history_of(entry.number) for entry in review.entries]
        assert not review.check_on()
        assert [review.history_of(entry.number) for entry in review.entries] == before
        act = review.judge(1, WORSE)
        review.undo(act)
        told = [said.state for said in review.history_of(1)[-2:]]
        assert told == [WORSE, act.before]
        assert review.history_of(0) == before[0]
    with Review.open(long) as again:
        assert [said.state for said in again.history_of(1)[-2:]] == told


def test_rows_that_are_rolled_back_are_in_no_later_history(long: Path) -> None:
    with closing(opening.connect(long)) as connection:
        table = JournalTable(connection, long, check_later=True)
        assert not table.check_on()
        first, second = list(table.standing.states_of(login_name()))[:2]
        before = [row.sequence for row in table.rows_of([first])]
        connection.execute("BEGIN")
        table.append("Ann", "judge", None, first, BETTER)
        assert [row.sequence for row in table.rows_of([first])] == [*before, LONG + 1]
        connection.execute("ROLLBACK")
        connection.execute("BEGIN")
        table.append("Ann", "judge", None, second, WORSE)
        connection.execute("COMMIT")
        # The row of the other bag has the number of the one that is gone.
        assert [row.sequence for row in table.rows_of([first])] == before
        assert table.rows_of([second])[-1].sequence == LONG + 1
        table.close()


def _judge_first_bag_once(path: Path) -> str:
    """Write a long journal with only its first row on the first bag; return the bag's fingerprint."""
    with Review.open(path, read_only=True) as review:
        first, *others = (entry.fingerprint for entry in review.entries)
    with closing(sqlite3.connect(path)) as connection, connection:
        seal = ""
        for sequence in range(1, LONG + 1):
            fingerprint = first if sequence == 1 else others[sequence % len(others)]
            row = JournalRow(sequence, "2026", login_name(), "judge", None, fingerprint, State(Verdict.WORSE))
            seal = digest(seal, row)
            connection.execute(INSERT_ROW, (*to_columns(row), seal))
        connection.execute(
            "INSERT INTO question SELECT DISTINCT fingerprint, ? FROM journal", (serialization.pack([]),)
        )
    return first


def test_bag_that_was_judged_long_ago_and_never_since_has_its_verdict(path: Path) -> None:
    first = _judge_first_bag_once(path)
    with Review.open(path, check_later=True) as review:
        assert review.state(first).verdict is Verdict.WORSE
        assert not review.check_on()
    damaged = Path(shutil.copy(path, path.with_name("damaged.coala")))
    with Review.open(path) as review:
        assert review.judge(0, BETTER).fingerprint == first
    with Review.open(path, check_later=True) as review:
        review.undo(review.history()[-1])
        assert review.state(first).verdict is Verdict.WORSE
    with closing(sqlite3.connect(damaged)) as connection, connection:
        connection.execute("DELETE FROM question WHERE fingerprint = ?", (first,))
    # A row of a bag that nothing else knows is damage.
    with (
        Review.open(damaged, check_later=True) as review,
        pytest.raises(DamagedReviewError, match=r"line 1\."),
    ):
        review.check_on()


def _damage(path: Path, sequence: int) -> str:
    """Change a row of a long journal; return a pattern of the error message."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE journal SET reviewer = 'x' WHERE sequence = ?", (sequence,))
    return rf"line {sequence}\."


def test_damage_in_the_last_rows_of_a_journal_that_is_checked_later_is_found_at_once(long: Path) -> None:
    damaged = _damage(long, LONG - 1)
    with pytest.raises(DamagedReviewError, match=damaged):
        Review.open(long, check_later=True)


@pytest.mark.parametrize("sequence", [20, LONG - MOST_STEPS])
def test_writing_to_a_journal_with_known_damage_is_refused(long: Path, sequence: int) -> None:
    damaged = _damage(long, sequence)
    with Review.open(long, check_later=True) as review:
        before = review.states()[0]
        with pytest.raises(DamagedReviewError, match=damaged):
            review.check_on()
        for _ in range(2):
            with pytest.raises(DamagedReviewError, match=damaged):
                review.judge(0, State(comment=Comment("a note")))
            with pytest.raises(DamagedReviewError, match=damaged):
                review.check_on(1)
        assert review.states()[0] == before
    with closing(sqlite3.connect(long)) as connection:
        assert connection.execute("SELECT max(sequence) FROM journal").fetchone() == (LONG,)


@pytest.mark.parametrize(
    "leave",
    [
        lambda review: review.judged(),
        lambda review: review.keep("seed", 1),
        lambda review: review.save_copy(review.path.with_name("copy.coala")),
    ],
    ids=["tally", "keep", "copy"],
)
def test_a_verdict_does_not_wait_for_the_check_of_a_long_journal_and_all_else_does(
    long: Path, leave: Callable[[Review], object]
) -> None:
    damaged = _damage(long, LONG - MOST_STEPS)
    with Review.open(long, check_later=True) as review:
        review.judge(0, WORSE)
        with pytest.raises(DamagedReviewError, match=damaged):
            leave(review)


def test_verdict_before_the_damage_was_found_is_repaired(long: Path) -> None:
    damaged = _damage(long, LONG - MOST_STEPS)
    with Review.open(long, check_later=True) as review:
        review.judge(0, WORSE)
        judged = review.entries[0].fingerprint
    # The new row seals nothing that was not sealed so before, and is proven by itself.
    with pytest.raises(DamagedReviewError, match=damaged):
        Review.open(long)
    repair(salvage(long), long.with_name("repaired.coala"))
    with Review.open(long.with_name("repaired.coala")) as review:
        assert review.state(judged) == WORSE


def test_each_verdict_continues_the_check_of_a_long_journal(long: Path) -> None:
    damaged = _damage(long, 1_500)
    with Review.open(long, check_later=True) as review:
        review.judge(0, WORSE)
        with pytest.raises(DamagedReviewError, match=damaged):
            review.judge(1, WORSE)
