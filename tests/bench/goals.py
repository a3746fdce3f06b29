"""Goals of benchmarks, and a table that compares them with the measured values."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import NamedTuple


class Goal(NamedTuple):
    """A figure that should be at most ``wanted``."""

    what: str
    wanted: float
    measured: float
    unit: str


def run(name: str, *, whole: bool) -> list[Goal]:
    """Print the table of one benchmark; returns what was wanted of it and measured."""
    module = importlib.import_module(f"tests.bench.bench_{name}")
    first_line = (module.__doc__ or "").partition("\n")[0]
    print(f"\n{name}: {first_line}\n{'─' * 79}", flush=True)
    return list(module.main(whole=whole))


def print_goals(goals: Iterable[Goal]) -> None:
    """Print the table; a ratio above 1 misses the goal, and figures without a goal have no ratio."""
    print(f"{'goal':<66} {'at most':>12} {'measured':>12} {'ratio':>6}")
    count, missed = 0, list[str]()
    for what, wanted, measured, unit in goals:
        ratio = f"{measured / wanted:.2f}" if wanted else "–"
        is_met = measured <= wanted
        missed += [] if is_met else [what]
        cells = (f"{f'{_figure(number)} {unit}':>12}" for number in (wanted, measured))
        print(f"{what:<66} {' '.join(cells)} {ratio:>6}{'' if is_met else '  missed'}")
        count += 1
    print(f"\n{len(missed)} of {count} goals missed{': ' if missed else ''}{'; '.join(missed)}")


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.2f}"
