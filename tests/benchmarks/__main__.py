"""Every benchmark, one after the other: ``python -m tests.benchmarks [NAME …]``."""

from __future__ import annotations

import importlib
import pkgutil
import sys

from tests import benchmarks


def main(names: list[str]) -> None:
    found = sorted(
        module.name
        for module in pkgutil.iter_modules(benchmarks.__path__)
        if module.name.startswith("bench_")
    )
    for name in found:
        if not names or name.removeprefix("bench_") in names:
            print(f"\n{name.removeprefix('bench_')}", flush=True)
            importlib.import_module(f"tests.benchmarks.{name}").main()


main(sys.argv[1:])
