"""Answers on bags of 300,000 mentions: seconds from a verdict key to the next bag on the screen.

The window is opened by a child process, as in ``bench_desktop``. Each key comes as soon as it counts, so the
next bag may not be prepared yet.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.goals import Goal
from tests.support.great_bags import a_wide_bag, write_bags

MENTIONS = 300_000
KEYS, FEWER_KEYS = 4, 2
SECONDS, MEGABYTES = 1, 1_000


def main(*, whole: bool) -> list[Goal]:
    keys = KEYS if whole else FEWER_KEYS
    with TemporaryDirectory() as folder:
        # The last bag leads to no other one.
        review = write_bags(Path(folder) / "r.coala", (a_wide_bag(at, MENTIONS) for at in range(keys + 1)))
        started = str(time.clock_gettime(time.CLOCK_MONOTONIC))
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.driven_window", str(review), str(keys), started],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": folder},
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    figures = json.loads(done.stdout)
    for passed, worked in zip(figures["keys"], figures["worked"], strict=True):
        print(f"key: {passed:.2f} s, of which the processor worked {worked:.2f} s")
    return [
        Goal(f"slowest answer on a bag of {MENTIONS:,}, worked", SECONDS, max(figures["worked"]), "s"),
        Goal("memory with such bags", MEGABYTES, figures["memory"], "MB"),
    ]
