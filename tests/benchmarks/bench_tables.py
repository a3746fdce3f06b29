"""Tables compared by DuckDB, and the same graphs in memory: ``python -m tests.benchmarks tables``."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.goals import Goal
from tests.benchmarks.processes import processor_seconds
from tests.support.made_up import write_pair

SIZES = (10_000, 100_000)


def main(*, whole: bool) -> list[Goal]:
    print(f"{'bags':>9} {'in memory':>12} {'duckdb':>12} {'ratio':>6} {'peak of duckdb':>15}")
    for bags in SIZES:
        with TemporaryDirectory() as folder:
            pair = list(map(str, write_pair(Path(folder), bags)))
            tables = [f"{path}.tables" for path in pair]
            for path, table in zip(pair, tables, strict=True):
                _seconds("convert", path, "--to", "parquet", "-o", table)
            memory, _ = _seconds("diff", *pair)
            duckdb, peak = _seconds("diff", "--engine", "duckdb", *tables)
            print(f"{bags:>9,} {memory:>10.2f} s {duckdb:>10.2f} s {duckdb / memory:>6.2f} {peak:>12.0f} MB")
    return []


def _seconds(*words: str) -> tuple[float, float]:
    """Return the processor time of a command with its children, and megabytes of the largest so far."""
    before = processor_seconds()
    subprocess.run([sys.executable, "-m", "coala.cli", *words], check=False, stdout=subprocess.DEVNULL)
    spent = processor_seconds() - before
    return spent, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
