"""What it takes to write bags as a review and as JSON, where one chain in five differs.

First the processor time of one process for each bag, then ``coala diff -o`` next to a bare parse of both
files; the two commands take turns.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.engine.compare import Comparison, compare
from coala.results.diff_json import render_diff_json
from coala.review.writing import write_review
from tests.bench.bench_diff import BARE
from tests.bench.goals import Goal
from tests.bench.made_up import write_large_pair

MENTIONS, FEWER_MENTIONS = 300_004, 40_004
MOVED = 20
"""One mention in this number has moved: a chain has four, so a fifth of the chains differs."""
RUNS = 3


def main(*, whole: bool) -> list[Goal]:
    mentions = MENTIONS if whole else FEWER_MENTIONS
    with TemporaryDirectory() as folder:
        place = Path(folder)
        paths = list(map(str, write_large_pair(place, mentions, "ttl", MOVED)))
        comparison = compare(*paths)
        bags = comparison.summary.interesting
        print(f"{bags:,} bags of {mentions:,} mentions a graph")
        each = {
            "to build a bag": (_milliseconds(lambda: _exhaust(comparison.iterate_sentences()), bags), None),
            "to write a bag as JSON": (
                _milliseconds(lambda: _exhaust(render_diff_json(comparison)), bags),
                0.1,
            ),
            "to write a bag into a review": (
                _milliseconds(lambda: _write(place / "own.coala", comparison), bags),
                0.2,
            ),
        }
        for name, (milliseconds, _) in each.items():
            print(f"{name:<30} {milliseconds:>6.3f} ms")
        runs = [
            (
                _seconds("-c", BARE, *paths),
                _seconds("-m", "coala.cli", "diff", *paths, "-o", str(place / f"{run}.coala")),
            )
            for run in range(RUNS)
        ]
    bare, diff = map(min, zip(*runs, strict=True))
    print(f"bare parse {bare:.2f} s, coala diff -o {diff:.2f} s, ratio {diff / bare:.2f}")
    goals = [Goal(name, wanted, found, "ms") for name, (found, wanted) in each.items() if wanted]
    return [*goals, Goal("diff -o of a fifth of the chains next to a bare parse", 1.6, diff / bare, "×")]


def _exhaust(items: Iterable[object]) -> None:
    for _ in items:
        pass


def _write(path: Path, comparison: Comparison) -> None:
    path.unlink(missing_ok=True)
    write_review(
        path, comparison.summary, comparison.iterate_sentences(), comparison.texts(), comparison.context
    )


def _milliseconds(work: Callable[[], None], bags: int) -> float:
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best / bags * 1000


def _seconds(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
