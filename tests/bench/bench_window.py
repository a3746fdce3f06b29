"""The window in large bags and with long journals: milliseconds of each key, seconds to open, memory.

Each review is opened by a child process, as in ``bench_desktop``. A key counts until everything that follows
from it at once is done and painted. Next to it is the processor time, which other programs change little.
"bag" moves to the bag after or before, "mention" to more of the text, "chain" down the map of chains, "page"
down the text, "end" moves to the end of the text and back, "all mentions" shows or hides those of other bags.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.goals import Goal
from tests.support.great_bags import a_wide_bag, in_one_document, write_bags, write_journal
from tests.support.reviews import a_great_review

SPANS = {3: 100, 133: 100, 332: 50, 5_000: 10, 90_000: 2, 300_000: 2}
"""The spans of a bag, and how many such bags a review has."""
FEWER_SPANS = (133, 5_000, 300_000)
ONE_DOCUMENT = (5_000, 20_000)
"""The spans of a bag that has them all in one document."""
BAGS = 100_000
JOURNALS = (100_000, 1_000_000)
KEYS = 10
LONGEST = 600
"""Seconds after which a review that does not open is given up."""


def main(*, whole: bool) -> list[Goal]:
    print(f"{'review':<32} {'first bag':>9} {'memory':>8}  key: median / 95 % / worst (worked: the same), ms")
    goals = []
    for name, review in _reviews(SPANS if whole else FEWER_SPANS, (0, *JOURNALS) if whole else JOURNALS[-1:]):
        with review as path:
            goals += _show(name, path)
    return goals


def _reviews(sizes: Iterable[int], journals: Iterable[int]) -> Iterator[tuple[str, Any]]:
    for spans in sizes:
        yield f"{SPANS[spans]:,} bags of {spans:,} spans", _bags(spans, SPANS[spans])
    for spans in ONE_DOCUMENT:
        yield f"2 bags of {spans:,} in one text", _one_document(spans)
    for rows in journals:
        yield f"{BAGS:,} bags, {rows:,} rows", _journal(rows)


@contextmanager
def _bags(spans: int, bags: int) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield write_bags(Path(folder) / "r.coala", (a_wide_bag(at, spans) for at in range(bags)))


@contextmanager
def _one_document(spans: int) -> Iterator[Path]:
    made = [in_one_document(a_wide_bag(number, spans)) for number in range(2)]
    texts = {bag.spans[0].document: text for bag, text in made}
    with TemporaryDirectory() as folder:
        yield write_bags(Path(folder) / "r.coala", (bag for bag, _ in made), texts)


@contextmanager
def _journal(rows: int) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        path = a_great_review(Path(folder) / "r.coala", BAGS)
        if rows:
            write_journal(path, rows, left=10 * KEYS)
        yield path


def _show(name: str, review: Path) -> list[Goal]:
    """Print a row; what is wanted of opening, of memory, and of keys by the clock and as they were worked."""
    started = time.clock_gettime(time.CLOCK_MONOTONIC)
    folder = review.parent
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.bench.driven_window",
                str(review),
                str(KEYS),
                str(started),
                "walk",
            ],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(folder)},
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        print(f"{name:<32} not done after {LONGEST:,} s", flush=True)
        return [Goal(f"{name}: first bag", 1, LONGEST, "s")]
    figures = json.loads(done.stdout)
    keys = "  ".join(f"{what} {_milliseconds(found)}" for what, found in figures["walked"].items())
    print(f"{name:<32} {figures['first']:>7.2f} s {figures['memory']:>5.0f} MB  {keys}", flush=True)
    goals = [
        Goal(f"{name}: first bag", 1, figures["first"], "s"),
        Goal(f"{name}: memory", 400, figures["memory"], "MB"),
    ]
    passed, worked = zip(*chain.from_iterable(figures["walked"].values()), strict=True)
    for how, seconds in (("", passed), (", worked", worked)):
        in_order = sorted(1000 * each for each in seconds)
        goals.append(Goal(f"{name}: slowest key{how}", 50, in_order[-1], "ms"))
        goals.append(Goal(f"{name}: 95 % of keys{how}", 30, _at_95(in_order), "ms"))
    return goals


def _milliseconds(keys: list[list[float]]) -> str:
    passed, worked = (_spread(seconds) for seconds in zip(*keys, strict=True))
    return f"{passed} ({worked})"


def _spread(seconds: Iterable[float]) -> str:
    of_all = sorted(1000 * each for each in seconds)
    return f"{statistics.median(of_all):.0f}/{_at_95(of_all):.0f}/{of_all[-1]:.0f}"


def _at_95(in_order: Sequence[float]) -> float:
    return in_order[int(0.95 * (len(in_order) - 1))]
