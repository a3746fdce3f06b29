"""Start times of small commands and of an interpreter that imports numpy, to reveal needless imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.goals import Goal
from tests.bench.processes import processor_seconds
from tests.support.paths import ROOT
from tests.support.reviews import a_bag, make_review

RUNS = 9
SAMPLES = ROOT / "sample_graphs"
TINY_DIFF = 3.4
"""What a diff of two tiny graphs may take, in imports of numpy: 0.28 s where that takes 0.08."""


def main(*, whole: bool) -> list[Goal]:
    """Print the table; the commands take turns."""
    with TemporaryDirectory() as folder:
        review = make_review(Path(folder) / "a.coala", [a_bag(0), a_bag(1)])
        commands = {
            "import numpy": ("-c", "import numpy"),
            "coala --help": ("-m", "coala.cli", "--help"),
            "coala tally": ("-m", "coala.cli", "tally", str(review)),
            "diff, tiny": _diff(SAMPLES / "paper" / "X.ttl", SAMPLES / "paper" / "Y.ttl"),
            "diff, newswire": _diff(
                SAMPLES / "newswire" / "baseline.ttl", SAMPLES / "newswire" / "changed.ttl"
            ),
        }
        seconds: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(1 + RUNS):
            for name, words in commands.items():
                seconds[name].append(_processor_seconds(words))
    print(f"{'command':<16} {'seconds':>8} {'ratio':>6}")
    # The first run of each finds nothing in the memory of the machine.
    medians = {name: median(runs[1:]) for name, runs in seconds.items()}
    for name, middle in medians.items():
        print(f"{name:<16} {middle:>8.3f} {middle / medians['import numpy']:>6.2f}")
    measured = medians["diff, tiny"] / medians["import numpy"]
    return [Goal("a tiny diff, in imports of numpy", TINY_DIFF, measured, "×")]


def _diff(*paths: Path) -> tuple[str, ...]:
    return ("-m", "coala.cli", "diff", *map(str, paths))


def _processor_seconds(words: tuple[str, ...]) -> float:
    before = processor_seconds()
    subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        check=False,
        stdout=subprocess.DEVNULL,
    )
    return processor_seconds() - before
