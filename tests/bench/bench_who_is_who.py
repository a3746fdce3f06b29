"""The view "Who is who?": milliseconds of each of its keys, medians, in bags of several sizes.

Each review is opened by a child process, as in ``bench_window``. A key counts until everything that follows
from it at once is done and painted; after "store" that is the next bag and the tally. Next to it is the
processor time, which other programs change little. A bag of 15,000 mentions has 3,000 parts.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.goals import Goal
from tests.support.great_bags import a_wide_bag, write_bags

LONGEST_KEY = {1_000: 60, 15_000: 100, 20_000: 100}
"""The mentions of a bag, and the most milliseconds that a key may take there."""
OPENING = 1_000
"""The most milliseconds to open the view."""
KEYS = 20


def main(*, whole: bool) -> list[Goal]:
    goals = []
    for mentions in LONGEST_KEY:
        goals += _measure(mentions, KEYS if whole else KEYS // 4)
    return goals


def _measure(mentions: int, keys: int) -> list[Goal]:
    """Print the medians of a review of bags of this size; return what is wanted of each key."""
    with TemporaryDirectory() as folder:
        # The last bag leads to no other one.
        review = write_bags(Path(folder) / "r.coala", (a_wide_bag(at, mentions) for at in range(keys + 1)))
        started = str(time.clock_gettime(time.CLOCK_MONOTONIC))
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.driven_window", str(review), str(keys), started, "who"],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": folder},
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    goals = []
    print(f"{mentions:,} mentions: median (worked), slowest in ms")
    for what, pressed in json.loads(done.stdout)["walked"].items():
        passed, worked = ([1000 * each for each in times] for times in zip(*pressed, strict=True))
        median = statistics.median(passed)
        print(
            f"  {what:<14} {median:>6.0f} ({statistics.median(worked):.0f}) {max(passed):>6.0f}", flush=True
        )
        wanted = OPENING if what == "open the view" and mentions > 1_000 else LONGEST_KEY[mentions]
        goals.append(Goal(f"{mentions:,} mentions: {what}", wanted, median, "ms"))
    return goals
