"""A review file loses nothing, takes nothing foreign, and remembers what was judged."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coala.engine.compare import Comparison, Shares, compare_graphs
from coala.errors import ReviewError
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.review import schema
from coala.review.file import Review
from coala.review.journal import State
from coala.review.writing import write_review
from tests.support.graphs_by_hand import SEED, TEXTS, A, B, C, D, graph

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, "a pronoun too far")


def put(path: Path, baseline: Graph, changed: Graph) -> Comparison:
    comparison = compare_graphs(baseline, changed)
    write_review(path, comparison.summary, comparison.interesting(), comparison.texts())
    return comparison


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A review of three bags: a split in each of three chains."""
    path = tmp_path / "review.coala"
    put(path, *three_splits())
    return path


def three_splits(first: str = "Bob") -> tuple[Graph, Graph]:
    texts = {f"http://example.org/{name}": f"{name} left. He slept." for name in (first, "Ann", "Eve")}
    spans = [A._replace(document=name, begin=0, end=3) for name in texts]
    pronouns = [A._replace(document=name, begin=10, end=12) for name in texts]
    together = {f"x{number}": list(pair) for number, pair in enumerate(zip(spans, pronouns, strict=True))}
    apart = {f"y{number}": [span] for number, span in enumerate([*spans, *pronouns])}
    return graph(together, texts=texts), graph(apart, texts=texts)


def test_a_comparison_comes_back_as_it_was_written(tmp_path: Path) -> None:
    comparison = put(tmp_path / "r.coala", SEED["X"], SEED["Z"])
    with Review.open(tmp_path / "r.coala") as review:
        assert [review.bag(entry.number) for entry in review.entries] == [
            bag for bag, _ in comparison.interesting()
        ]
        assert review.shares(0) == next(comparison.interesting())[1]
        assert {name: review.text(name) for name in TEXTS} == TEXTS
        assert review.summary == comparison.summary
        entry = review.entries[0]
        assert (entry.title, entry.spans, entry.documents) == ('"he" moved from Bob Smith to John Doe', 4, 2)


def test_it_is_one_file(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, BETTER)
    assert [child.name for child in path.parent.iterdir()] == ["review.coala"]


def test_a_verdict_and_its_note_are_there_after_opening_again(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, BETTER)
        review.judge(1, WORSE)
        review.judge(1, State(Verdict.SAME, "on second thought"))
    with Review.open(path) as review:
        states = [review.state(entry.fingerprint) for entry in review.entries]
    assert states == [BETTER, State(Verdict.SAME, "on second thought"), State()]


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
    rows = sqlite3.connect(path).execute("SELECT act, verdict FROM journal ORDER BY sequence").fetchall()
    assert rows == [("judge", "+"), ("undo", None), ("redo", "+")]


def test_a_new_comparison_keeps_the_verdicts_of_equal_bags(path: Path) -> None:
    with Review.open(path) as review:
        for entry in review.entries:
            review.judge(entry.number, BETTER)
    # "Bob" is now "Rob", in another document; "Eve" and "Ann" are as they were.
    put(path, *three_splits("Rob"))
    with Review.open(path) as review:
        states = {entry.title: review.state(entry.fingerprint).verdict for entry in review.entries}
        assert sorted(states.items()) == [
            ("He split from Ann", Verdict.BETTER),
            ("He split from Eve", Verdict.BETTER),
            ("He split from Rob", None),
        ]
        assert {entry.formerly for entry in review.entries} == {None}


def test_a_bag_whose_spans_were_judged_in_another_form_is_changed_since_judged(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put(path, SEED["X"], SEED["Y"])
    with Review.open(path) as review:
        review.judge(0, WORSE)
    put(path, SEED["X"], graph({"z1": [A], "z2": [B], "z3": [C, D]}))
    with Review.open(path) as review:
        assert [(review.state(entry.fingerprint).verdict, entry.formerly) for entry in review.entries] == [
            (None, Verdict.WORSE)
        ]
        assert review.history() == []
    put(path, SEED["X"], SEED["Y"])
    with Review.open(path) as review:
        assert review.state(review.entries[0].fingerprint) == WORSE


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


def test_a_full_disk_loses_nothing_and_judging_goes_on_when_there_is_room(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []

    def remembered(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    connect = schema.connect
    monkeypatch.setattr(schema, "connect", remembered)
    with Review.open(path) as review:
        review.judge(0, BETTER)
        (connection,) = opened  # the pages that SQLite may use stand for the disk
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")
        monkeypatch.setattr("coala.review.file.LONGEST_NOTE", 50_000)
        long = State(Verdict.WORSE, "x" * 50_000)
        with pytest.raises(ReviewError, match="disk is full"):
            review.judge(1, long)
        assert review.state(review.entries[1].fingerprint) == State()
        assert review.state(review.entries[0].fingerprint) == BETTER
        connection.execute("PRAGMA max_page_count=1000000")
        review.judge(1, long)
    with Review.open(path) as review:
        assert [review.state(entry.fingerprint) for entry in review.entries] == [BETTER, long, State()]


JUDGING = """
import sys
from pathlib import Path
from typing import Any
from coala.model.bag import Verdict
from coala.review import schema
from coala.review.file import Review
from coala.review.journal import State
with Review.open(Path(sys.argv[1])) as review:
    for number in range(10_000):
        review.judge(number % 3, State(Verdict.BETTER, str(number)))
        print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is a thing of Unix")
@pytest.mark.parametrize("seed", range(5))
def test_kill_9_loses_no_verdict_that_was_acknowledged(path: Path, seed: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", JUDGING, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "0\n"
    time.sleep(random.Random(seed).uniform(0.0, 0.1))
    os.kill(process.pid, signal.SIGKILL)
    acknowledged = [
        int(line) for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")
    ]
    process.wait()
    process.stdout.close()
    last = acknowledged[-1] if acknowledged else 0
    with Review.open(path) as review:
        notes = [int(act.after.note) for act in review.history()]
        assert notes[: last + 1] == list(range(last + 1))
        assert len(notes) <= last + 2


def test_every_changed_byte_of_the_journal_is_found(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, WORSE)
        review.judge(1, BETTER)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE journal SET verdict = '+' WHERE sequence = 1")
    connection.close()
    with pytest.raises(ReviewError, match="journal of verdicts is damaged at line 1"):
        Review.open(path)


def test_a_damaged_bag_is_named(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        content = connection.execute("SELECT content FROM bag WHERE number = 1").fetchone()[0]
        connection.execute(
            "UPDATE bag SET content = ? WHERE number = 1", (content[:20] + b"\x00" + content[21:],)
        )
    connection.close()
    with Review.open(path) as review:
        assert review.bag(0).title
        with pytest.raises(ReviewError, match=r"Bag 2 of .* is damaged"):
            review.bag(1)


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


def test_a_file_that_is_no_review_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    with pytest.raises(ReviewError, match="not a COALA review file"):
        put(path, SEED["X"], SEED["Y"])
    assert path.read_text() == "years of work"


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


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="make it first"):
        put(tmp_path / "nowhere" / "r.coala", SEED["X"], SEED["Y"])


def test_a_comparison_that_fails_half_way_leaves_the_old_one(path: Path) -> None:
    comparison = compare_graphs(SEED["X"], SEED["Z"])

    def bags_until_trouble() -> Iterator[tuple[Bag, Shares]]:
        yield next(comparison.interesting())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_review(path, comparison.summary, bags_until_trouble(), comparison.texts())
    with Review.open(path) as review:
        assert len(review.entries) == 3
    new = path.with_name("new.coala")
    with pytest.raises(KeyboardInterrupt):
        write_review(new, comparison.summary, bags_until_trouble(), comparison.texts())
    assert sorted(child.name for child in path.parent.iterdir()) == ["review.coala"]


def test_words_that_are_no_unicode_text_are_kept(tmp_path: Path) -> None:
    name = "http://example.org/odd"
    texts = {name: "a\ud800b\u202e<b>\x00 🙂 left"}
    spans = [A._replace(document=name, begin=0, end=8), A._replace(document=name, begin=9, end=10)]
    put(tmp_path / "r.coala", graph({"x": spans}, texts=texts), graph({"y": spans[:1]}, texts=texts))
    with Review.open(tmp_path / "r.coala") as review:
        assert review.text(name) == texts[name]
        assert review.bag(0).words == (texts[name][:8], "🙂")


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


INTERRUPTED = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size=1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("DELETE FROM bag")
connection.execute("INSERT INTO document VALUES ('x', zeroblob(1000000))")
print("half way", flush=True)
time.sleep(60)
"""


def test_what_is_no_file_is_no_review(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="not a file"):
        Review.open(tmp_path)
    with pytest.raises(ReviewError, match="not a file"):
        put(tmp_path, SEED["X"], SEED["Y"])


def test_a_lone_surrogate_in_a_note_is_kept_as_its_escape(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.SAME, "a\ud800b"))
        assert review.state(review.entries[0].fingerprint).note == "a\\ud800b"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE bag SET title = 'another' WHERE number = 1",
        "UPDATE bag SET shares = '{}' WHERE number = 2",
        "UPDATE header SET value = replace(value, 'coala-diff/1', 'coala-diff/2') WHERE key = 'summary'",
        "UPDATE document SET identifier = identifier || 'x'",
        "DELETE FROM bag WHERE number = 2",
        "DELETE FROM header",
    ],
)
def test_whatever_is_changed_behind_its_back_is_found(path: Path, change: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(ReviewError, match="damaged"):
        Review.open(path)


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.coala"))


def deleted(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("new.coala"))
    path.with_name("new.coala").replace(path)


@pytest.mark.parametrize(
    ("happen", "told"),
    [(moved, "deleted or moved"), (deleted, "deleted or moved"), (replaced, "replaced by another file")],
)
def test_no_verdict_goes_into_a_file_that_has_lost_its_name(
    path: Path, happen: Callable[[Path], None], told: str
) -> None:
    with Review.open(path) as review:
        act = review.judge(0, BETTER)
        happen(path)
        for change in (lambda: review.judge(1, WORSE), lambda: review.undo(act), lambda: review.redo(act)):
            with pytest.raises(ReviewError, match=f"was {told} since it was opened.*nothing was saved"):
                change()
        assert review.state(review.entries[1].fingerprint) == State()
        assert len(review.history()) == 1


def test_a_copy_that_is_written_into_the_open_file_is_not_written_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.coala"
    shutil.copy(path, copy)
    with Review.open(path) as review:
        review.judge(0, BETTER)
        path.write_bytes(copy.read_bytes())
        with pytest.raises(ReviewError, match="was replaced by another file"):
            review.judge(1, WORSE)
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


def test_a_review_that_is_put_back_under_its_name_goes_on(path: Path) -> None:
    with Review.open(path) as review:
        moved(path)
        with pytest.raises(ReviewError, match="moved"):
            review.judge(0, BETTER)
        path.with_name("elsewhere.coala").rename(path)
        review.judge(0, BETTER)
    with Review.open(path) as review:
        assert review.state(review.entries[0].fingerprint) == BETTER


def test_a_disk_that_is_full_at_the_first_comparison_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *, shown: Path) -> sqlite3.Connection:
        path.touch()
        path.with_name(f"{path.name}-journal").write_bytes(b"left")
        with schema.translated(shown):
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(schema, "create", full)
    with pytest.raises(ReviewError, match="full"):
        put(tmp_path / "r.coala", SEED["X"], SEED["Y"])
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_no_file_can_have_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="no file can have this name"):
        put(tmp_path / "a\0b.coala", SEED["X"], SEED["Y"])


def test_a_long_note_of_former_times_does_not_stand_in_the_way_of_a_verdict(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Review.open(path) as review:
        review.judge(0, State(None, "x" * 100))
        monkeypatch.setattr("coala.review.file.LONGEST_NOTE", 50)
        review.judge(0, State(Verdict.BETTER, "x" * 100))
        with pytest.raises(ReviewError, match="longer than 50 characters; shorten it"):
            review.judge(0, State(Verdict.BETTER, "x" * 101))
