"""How long small commands take beside an interpreter that imports numpy: what is loaded for nothing shows."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.support.paths import ROOT
from tests.support.reviews import a_bag, make_review

RUNS = 9
GRAPHS = ROOT / "sample_graphs" / "newswire"


def main() -> None:
    """Print the table; the commands take turns."""
    with TemporaryDirectory() as folder:
        review = make_review(Path(folder) / "a.coala", [a_bag(0), a_bag(1)])
        commands = {
            "import numpy": ("-c", "import numpy"),
            "coala --help": ("-m", "coala.cli", "--help"),
            "coala tally": ("-m", "coala.cli", "tally", str(review)),
            "coala diff": (
                "-m",
                "coala.cli",
                "diff",
                f"{GRAPHS / 'baseline.ttl'}",
                f"{GRAPHS / 'changed.ttl'}",
            ),
        }
        seconds: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, words in commands.items():
                seconds[name].append(_processor_seconds(words))
    print(f"{'command':<16} {'seconds':>8} {'ratio':>6}")
    for name, runs in seconds.items():
        print(f"{name:<16} {median(runs):>8.3f} {median(runs) / median(seconds['import numpy']):>6.2f}")


def _processor_seconds(words: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
