"""Time of ``coala diff``, compared with an interpreter that only imports the libraries and parses both files.

Then two graphs of a million mentions each, in both syntaxes, with the memory of all processes together, and
of three million, for which no limit has to be raised. The goals for a million on two cores: 0.7 times the
bare parse for N-Triples, 0.9 for Turtle, less than 2 GB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.cli.commands import DIFFERENT
from tests.bench.goals import Goal
from tests.bench.made_up import write_large_pair, write_pair
from tests.bench.processes import resident

ECBPLUS = Path(__file__).parents[2].parent / "shared" / "data" / "ecbplus"
RUNS = 5
LARGE, LARGEST = 1_000_000, 3_000_000
LARGE_RUNS = 2
WANTED = {"nt": 0.7, "ttl": 0.9}

BARE = """
import sys, numpy, scipy.sparse.csgraph, pyoxigraph
for path in sys.argv[1:]:
    for quad in pyoxigraph.parse(path=path):
        pass
"""


def main(*, whole: bool) -> list[Goal]:
    print(f"{'pair':<28} {'bare parse':>11} {'coala diff':>11} {'ratio':>6} {'peak memory':>12}")
    with TemporaryDirectory() as folder:
        pairs = {"made up, 10,000 bags": write_pair(Path(folder), 10_000)}
        if ECBPLUS.is_dir():
            pairs = {"ECB+": (ECBPLUS / "lemma-delta.ttl", ECBPLUS / "feature0.ttl")} | pairs
        for name, paths in pairs.items():
            bare, diff = [], []
            for _ in range(RUNS):
                bare.append(_seconds("-c", BARE, *map(str, paths)))
                diff.append(_seconds("-m", "coala.cli", "diff", *map(str, paths)))
            first, second = sorted(bare)[RUNS // 2], sorted(diff)[RUNS // 2]
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{name:<28} {first:>9.2f} s {second:>9.2f} s {second / first:>6.2f} {memory:>9.0f} MB")
    goals = []
    for syntax, wanted in WANTED.items():
        ratio, megabytes = _large(LARGE, syntax)
        goals += [
            Goal(f"diff of {LARGE:,} mentions beside a bare parse, {syntax}", wanted, ratio, "×"),
            Goal(f"diff of {LARGE:,} mentions, all processes, {syntax}", 2000, megabytes, "MB"),
        ]
    refused = not _largest(bare=whole)
    return [*goals, Goal(f"diff of {LARGEST:,} mentions refused without an option", 0, refused, "")]


def _largest(*, bare: bool) -> bool:
    """Print a row, with the bare parse if wanted, which takes half a minute; whether it was compared."""
    with TemporaryDirectory() as folder:
        large = [str(path) for path in write_large_pair(Path(folder), LARGEST, "ttl")]
        first = f"{_seconds('-c', BARE, *large):>9.2f} s" if bare else f"{'–':>11}"
        seconds, memory, status = _watched("-m", "coala.cli", "diff", *large)
    print(
        f"{f'{LARGEST:,} mentions, ttl':<28} {first} {seconds:>9.2f} s {'':>6} {memory:>9.0f} MB", flush=True
    )
    return status == DIFFERENT


def _large(mentions: int, syntax: str) -> tuple[float, float]:
    """Print a row; how many times a bare parse a diff takes, and the megabytes of all its processes."""
    with TemporaryDirectory() as folder:
        large = [str(path) for path in write_large_pair(Path(folder), mentions, syntax)]
        runs = [
            (_seconds("-c", BARE, *large), *_watched("-m", "coala.cli", "diff", *large)[:2])
            for _ in range(LARGE_RUNS)
        ]
    first, second, memory = (min(column) for column in zip(*runs, strict=True))
    name = f"{mentions:,} mentions, {syntax}"
    print(f"{name:<28} {first:>9.2f} s {second:>9.2f} s {second / first:>6.2f} {memory:>9.0f} MB", flush=True)
    return second / first, memory


def _watched(*arguments: str) -> tuple[float, float, int]:
    """Return seconds, peak megabytes of the process with its children, and its exit status."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, resident(process.pid))
        time.sleep(0.05)
    return time.perf_counter() - start, most / 1024, process.returncode


def _seconds(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
