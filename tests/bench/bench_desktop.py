"""The desktop: from the start of ``coala review FILE`` to the first bag, from a verdict key to the next bag.

And before: what a bag costs that is written into the review, and as JSON.

Each review is opened by a child process (``tests/bench/driven_window.py``), whose window is the real one on
Qt's offscreen platform. A bag counts as shown when its text has been painted and nothing else waits.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coala.engine.compare import compare
from coala.model.bag import Verdict
from coala.results.diff_json import render_diff_json
from coala.review.file import Review
from coala.review.storage import opening, serialization
from coala.review.storage.journal import JournalRow
from coala.review.storage.journal_table import write_row
from coala.review.writing import write_review
from coala.verdicts.state import State
from tests.bench.goals import Goal
from tests.bench.made_up import write_pair

ECBPLUS = Path(__file__).parents[2].parent / "shared" / "data" / "ecbplus"
BAGS, FEWER_BAGS = 100_000, 20_000
KEYS = 50
BAG = 239
"""Microseconds in which a bag should be written as JSON, or into a review."""
RUNS = 3


def main(*, whole: bool) -> list[Goal]:
    print(f"{'review':<36} {'bags':>8} {'compare':>9} {'write':>8} {'first bag':>10} ", end="")
    print(f"{'key, median':>12} {'worst':>9} {'memory':>8}")
    with TemporaryDirectory() as name:
        folder = Path(name)
        if ECBPLUS.is_dir():
            _row("ECB+", folder, (ECBPLUS / "lemma-delta.ttl", ECBPLUS / "feature0.ttl"))
        review, costs = _row("made up", folder, write_pair(folder, BAGS if whole else FEWER_BAGS))
        start = time.perf_counter()
        _judge_all_but(review, 2 * KEYS)
        _show("made up, nearly all judged", review, 0.0, time.perf_counter() - start)
    return costs


def _row(name: str, folder: Path, pair: tuple[Path, Path]) -> tuple[Path, list[Goal]]:
    """Print a row; the review, and what each of its bags cost."""
    start = time.perf_counter()
    comparison = compare(*map(str, pair))
    compared = time.perf_counter() - start
    review = folder / f"{pair[0].stem}.coala"
    start, begun = time.perf_counter(), time.process_time()
    write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
    written = time.process_time()
    _show(name, review, compared, time.perf_counter() - start)
    told = time.process_time()
    for _ in render_diff_json(comparison):
        pass
    costs = {"written into a review": written - begun, "told as JSON": time.process_time() - told}
    bags = comparison.summary.interesting
    return review, [Goal(f"a bag {how}", BAG, 1e6 * cost / bags, "µs") for how, cost in costs.items()]


def _show(name: str, review: Path, compared: float, written: float) -> None:
    """Print one row of the table: the keys of the last run, the best start of several."""
    bags, first = 0, float("inf")
    for _ in range(RUNS):
        figures = _child(review)
        bags, first = figures["bags"], min(first, figures["first"])
    print(
        f"{name:<36} {bags:>8,} {compared:>7.2f} s {written:>6.2f} s {first:>8.2f} s "
        f"{_milliseconds(statistics.median, figures['keys']):>12} {_milliseconds(max, figures['keys']):>9} "
        f"{figures['memory']:>5.0f} MB",
        flush=True,
    )


def _milliseconds(of: Callable[[list[float]], float], seconds: list[float]) -> str:
    return f"{1000 * of(seconds):.0f} ms"


def _judge_all_but(path: Path, left: int) -> None:
    """Write a hundred thousand verdicts in one step; one by one, a review takes a minute for them."""
    verdicts = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.BETTER, Verdict.UNSURE)
    with Review.open(path, read_only=True) as review:
        entries = review.entries[left:]
    seal = ""
    connection = opening.connect(path)
    connection.execute("BEGIN")
    for sequence, entry in enumerate(entries, 1):
        state = State(verdicts[entry.number % len(verdicts)])
        row = JournalRow(sequence, "2026-01-01", "benchmark", "judge", None, entry.fingerprint, state)
        seal = write_row(connection, row, seal)
    # Which spans were judged matters only when a comparison is written into the review again.
    connection.execute(
        "INSERT INTO question SELECT DISTINCT fingerprint, ? FROM journal", (serialization.pack([]),)
    )
    connection.execute("COMMIT")
    connection.close()


def _child(review: Path) -> dict[str, Any]:
    """Return the figures of one run on a copy of the review: every run begins with the same verdicts."""
    with TemporaryDirectory() as home:
        copy = Path(home) / review.name
        copy.write_bytes(review.read_bytes())
        started = time.clock_gettime(time.CLOCK_MONOTONIC)
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.driven_window", str(copy), str(KEYS), str(started)],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_DATA_HOME": home},
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
