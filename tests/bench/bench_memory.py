"""Verdicts that are carried over: what judged bags cost in ``--verdicts``, whatever became of them.

``same``: every bag is as it was judged; ``changed``: every bag shares mentions with a judged one; ``gone``:
but ten of the judged bags are left, and all others go into the new file with what was asked of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from coala.engine.compare import Comparison, compare
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.history import HistoryCounts, read_past_verdicts
from coala.review.storage import opening, serialization
from coala.review.storage.journal import JournalRow
from coala.review.storage.journal_table import write_row
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.bench.goals import Goal
from tests.bench.made_up import write_pair

BAGS, FEWER_BAGS = 100_000, 20_000
Result = TypeVar("Result")


def main(*, whole: bool) -> list[Goal]:
    bags = BAGS if whole else FEWER_BAGS
    # How many of how many mentions each.
    pairs = {"same": (bags, 3), "changed": (bags, 4), "gone": (10, 3)}
    with TemporaryDirectory() as name:
        folder = Path(name)
        same, changed, gone = (compare_pair(folder / kind, *how) for kind, how in pairs.items())
        old = folder / "old.coala"
        plain, _ = timed(partial(put, old, same))
        judge_all(old)
        read, _ = timed(partial(read_past_verdicts, [old]))
        print(f"{bags:,} judged bags are read in {read:.1f} s; without any they are written in {plain:.1f} s")
        print(f"{'comparison':<10} {'written in':>12} {'opened in':>10}  counts")
        for what, comparison in zip(pairs, (same, changed, gone), strict=True):
            new = folder / f"{what}.coala"
            written, counts = timed(partial(put, new, comparison, [old]))
            opened, _ = timed(partial(open_and_close, new))
            print(f"{what:<10} {written:>10.1f} s {opened:>8.1f} s  {counts.sentence}")
    return []


def open_and_close(path: Path) -> None:
    Review.open(path, read_only=True).close()


def compare_pair(folder: Path, bags: int, mentions: int) -> Comparison:
    folder.mkdir()
    return compare(*map(str, write_pair(folder, bags, mentions=mentions)))


def put(path: Path, comparison: Comparison, others: list[Path] | None = None) -> HistoryCounts:
    past = read_past_verdicts(others or [])
    return write_review(
        path, comparison.summary, comparison.iterate_sentences(), comparison.texts(), past=past
    )


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the seconds of processor time, without other work of the machine, and the result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def judge_all(path: Path) -> None:
    """Judge every bag at once: 100,000 transactions would take an hour."""
    connection = opening.connect(path)
    connection.execute("BEGIN")
    seal = ""
    bags = connection.execute("SELECT number, fingerprint, content FROM bag ORDER BY number").fetchall()
    for number, fingerprint, content in bags:
        spans = serialization.unpack(content, "A bag")[2]
        connection.execute("INSERT INTO question VALUES (?, ?)", (fingerprint, serialization.pack(spans)))
        state = State(list(Verdict)[number % 3], Comment(f"note {number}" if number % 10 == 0 else ""))
        when = f"2026-01-01T00:{number // 60 % 60:02}:{number % 60:02}.000+00:00"
        row = JournalRow(number + 1, when, "Ann", "judge", None, fingerprint, state)
        seal = write_row(connection, row, seal)
    connection.execute("COMMIT")
    connection.close()
