"""``coala diff`` next to a bare parse of both files, on each of twelve shapes that programs write.

At 300,000 mentions a graph, and at 1,000,000 where this benchmark is named. Wall time of a whole diff, and
processor time of all its processes, both divided by those of a bare parse; the two commands take turns.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.goals import Goal
from tests.bench.processes import processor_seconds, resident
from tests.bench.shapes import shapes_of, write_pair
from tests.support.paths import SHARED

SIZES = (300_000, 1_000_000)
WANTED = 1.5
RUNS = 2

BARE = """
import sys, pyoxigraph
for path in sys.argv[1:]:
    for quad in pyoxigraph.parse(path=path, lenient=True):
        pass
"""


def main(*, whole: bool) -> list[Goal]:
    goals = []
    print(
        f"{'shape':<24} {'mentions':>9} {'bare':>8} {'diff':>8} {'wall ×':>7} {'processor ×':>12} {'MB':>6}"
    )
    for size in SIZES if whole else SIZES[:1]:
        for shape in shapes_of(SHARED):
            with TemporaryDirectory() as folder:
                paths = [str(path) for path in write_pair(Path(folder), shape, size, SHARED)]
                goals.append(_measure(shape, size, paths))
    return goals


def _measure(shape: str, size: int, paths: list[str]) -> Goal:
    runs = [(_run("-c", BARE, *paths), _run("-m", "coala.cli", "diff", *paths)) for _ in range(RUNS)]
    bare, diff = (tuple(map(min, zip(*side, strict=True))) for side in zip(*runs, strict=True))
    ratio = diff[0] / bare[0]
    print(
        f"{shape:<22} {size:>9,} {bare[0]:>6.2f} s {diff[0]:>6.2f} s {ratio:>6.2f} {diff[1] / bare[1]:>9.2f} "
        f"{diff[2]:>6.0f}",
        flush=True,
    )
    return Goal(f"diff of {size:,} mentions next to a bare parse, {shape}", WANTED, ratio, "×")


def _run(*arguments: str) -> tuple[float, float, float]:
    """Return the seconds of a process, those of the processor, and its megabytes with all children."""
    before, start, most = processor_seconds(), time.perf_counter(), 0
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, resident(process.pid))
        time.sleep(0.02)
    return time.perf_counter() - start, processor_seconds() - before, most / 1024
