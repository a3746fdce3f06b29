"""Benchmarks, one after the other: ``python -m tests.bench [NAME …]``, each a table below its name.

Without a name all run except ``hostile``, which makes files of 100 MB for 20 minutes, each with sizes large
enough to show something: sixteen minutes on two quiet cores. A named benchmark runs up to its largest size.
If one fails, the others still run. Last come the time of each, the load of the machine, and the goals next to
the measured values. Other work on the machine makes the values worse.
"""

from __future__ import annotations

import compileall
import os
import pkgutil
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests import bench
from tests.bench.goals import Goal, print_goals, run
from tests.support.paths import ROOT

ON_DEMAND = "hostile"


def main(names: list[str]) -> str | None:
    """Print the tables; returns what went wrong."""
    known = sorted(
        module.name.removeprefix("bench_")
        for module in pkgutil.iter_modules(bench.__path__)
        if module.name.startswith("bench_")
    )
    if unknown := sorted(set(names) - set(known)):
        return f"There is no benchmark {', '.join(unknown)}; there are {', '.join(known)}."
    # What is installed is compiled: no benchmark is to wait for the compiler, nor is any of its children.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(ROOT / "coala", quiet=1)
    took: dict[str, str] = {}
    begun = time.perf_counter()
    failed = []
    goals: list[Goal] = []
    for name in names or [name for name in known if name != ON_DEMAND]:
        start = time.perf_counter()
        try:
            # A process each, for a child of one that was large counts as large as that.
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                goals += pool.submit(run, name, whole=bool(names)).result()
        except Exception:
            traceback.print_exc()
            failed.append(name)
        load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
        took[name] = f"{time.perf_counter() - start:>6,.0f} s {load:>6}" + (
            ", failed" if name in failed else ""
        )
    print(f"\n{'benchmark':<16} {'took':>8} {'load':>6}")
    for name, seconds in took.items():
        print(f"{name:<16} {seconds}")
    print(f"{'together':<16} {time.perf_counter() - begun:>6,.0f} s")
    print()
    print_goals(goals)
    return f"Failed: {', '.join(failed)}." if failed else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
