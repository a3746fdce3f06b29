"""Benchmarks, one after the other: ``python -m tests.benchmarks [NAME …]``.

Without a name all but ``hostile``, which makes files of 100 MB for 20 minutes.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

from tests import benchmarks

ON_DEMAND = "bench_hostile"


def main(names: list[str]) -> None:
    found = sorted(
        module.name
        for module in pkgutil.iter_modules(benchmarks.__path__)
        if module.name.startswith("bench_")
    )
    for name in found:
        if name.removeprefix("bench_") in names or (not names and name != ON_DEMAND):
            print(f"\n{name.removeprefix('bench_')}", flush=True)
            importlib.import_module(f"tests.benchmarks.{name}").main()


main(sys.argv[1:])
