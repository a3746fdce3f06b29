"""Benchmarks, one after the other: ``python -m tests.benchmarks [NAME …]``, each a table below its name.

Without a name all but ``hostile``, which makes files of 100 MB for 20 minutes. One that fails does not keep
the others from being measured. Last comes what each took.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
import traceback

from tests import benchmarks

ON_DEMAND = "hostile"


def main(names: list[str]) -> str | None:
    """Print the tables; returns what went wrong."""
    known = sorted(
        module.name.removeprefix("bench_")
        for module in pkgutil.iter_modules(benchmarks.__path__)
        if module.name.startswith("bench_")
    )
    if unknown := sorted(set(names) - set(known)):
        return f"There is no benchmark {', '.join(unknown)}; there are {', '.join(known)}."
    took: dict[str, str] = {}
    failed = []
    for name in names or [name for name in known if name != ON_DEMAND]:
        module = importlib.import_module(f"tests.benchmarks.bench_{name}")
        first_line = (module.__doc__ or "").partition("\n")[0]
        print(f"\n{name}: {first_line}\n{'─' * 79}", flush=True)
        start = time.perf_counter()
        try:
            module.main()
        except Exception:
            traceback.print_exc()
            failed.append(name)
        took[name] = f"{time.perf_counter() - start:,.0f} s" + (", failed" if name in failed else "")
    print(f"\n{'benchmark':<16} took")
    for name, seconds in took.items():
        print(f"{name:<16} {seconds}")
    return f"Failed: {', '.join(failed)}." if failed else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
