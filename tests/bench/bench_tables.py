"""Graphs compared in memory, and as tables by DuckDB and Spark: ``python -m tests.bench tables``.

Spark is left out where PySpark or Java is missing. Its time is that of the clock, since its processor time is
that of another process.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.goals import Goal
from tests.bench.made_up import write_large_pair
from tests.bench.processes import processor_seconds

MENTIONS = (100_000, 1_000_000)
_KEYS = ("bags", "links", "scores", "link_scores", "interesting_bags")


def main(*, whole: bool) -> list[Goal]:
    """Print the table; the results of all engines must be the same."""
    engines = ["memory", "duckdb"]
    if importlib.util.find_spec("pyspark") and shutil.which("java"):
        engines.append("spark")
    print(f"{'mentions':>10} {'engine':>8} {'processor':>12} {'clock':>10}  same result")
    for mentions in MENTIONS if whole else MENTIONS[:1]:
        with TemporaryDirectory() as folder:
            pair = list(map(str, write_large_pair(Path(folder), mentions, "nt")))
            tables = [path.removesuffix(".nt") for path in pair]
            for path, table in zip(pair, tables, strict=True):
                _run("convert", path, "--to", "parquet", "-o", table)
            expected = None
            for engine in engines:
                target = Path(folder) / f"{engine}.json"
                paths = pair if engine == "memory" else tables
                spent, seconds = _run("diff", *paths, "--engine", engine, "--json", str(target))
                found = _read(target)
                expected = expected or found
                print(
                    f"{mentions:>10,} {engine:>8} {spent:>10.2f} s {seconds:>8.2f} s  "
                    f"{'yes' if found == expected else 'NO'}"
                )
    return []


def _run(*words: str) -> tuple[float, float]:
    """Return the processor time of a command with its children, and its time by the clock, in seconds."""
    before, start = processor_seconds(), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "coala.cli", *words], check=False, stdout=subprocess.DEVNULL)
    assert done.returncode < 2, words  # 1: the graphs differ
    return processor_seconds() - before, time.perf_counter() - start


def _read(path: Path) -> dict[str, Any]:
    """Return what a comparison says: its figures, bags and fingerprints, but no paths or times."""
    content: dict[str, Any] = json.loads(path.read_bytes())
    return {name: content[name] for name in _KEYS if name in content}
