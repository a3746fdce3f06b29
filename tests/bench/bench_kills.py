"""A thousand writers of each kind, killed at random moments, and the number of lost verdicts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from tests.bench.goals import Goal
from tests.support.kills import MODES
from tests.support.paths import ROOT

KILLS, FEWER_KILLS = 1_000, 100


def main(*, whole: bool) -> list[Goal]:
    print("  writer      killed  acknowledged  lost  files left  seconds")
    kills_wanted = KILLS if whole else FEWER_KILLS
    lost = 0
    for mode in MODES:
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, "-m", "tests.support.kills", mode, folder, str(kills_wanted), "20261122"]
            begun = time.perf_counter()
            done = subprocess.run(
                words,
                cwd=ROOT,
                # Each window would say that the platform knows no hints of sizes.
                env=os.environ
                | {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "default.warning=false"},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        kills, acknowledged, missing, left = map(int, done.stdout.split())
        seconds = time.perf_counter() - begun
        lost += missing
        print(
            f"  {mode:<10}{kills:>8,}{acknowledged:>14,}{missing:>6,}{left:>12,}{seconds:>9,.0f}", flush=True
        )
    return [Goal("acknowledged verdicts lost by kills", 0, lost, "")]
