"""``coala diff`` beside an interpreter that only imports the libraries and parses both files."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.made_up import write_pair

ECBPLUS = Path(__file__).parents[2].parent / "shared" / "data" / "ecbplus"
RUNS = 7

BARE = """
import sys, numpy, scipy.sparse.csgraph, pyoxigraph
for path in sys.argv[1:]:
    for quad in pyoxigraph.parse(path=path):
        pass
"""


def main() -> None:
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


def _seconds(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
