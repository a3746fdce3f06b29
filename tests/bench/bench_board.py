"""A board of components: seconds and memory of all its processes, from the files to the intervals.

What is wanted: 20 variants of the size of ECB+ in less than 10 s and 400 MB.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.board.plan import Plan, Role, Variant
from coala.board.run import build_board
from tests.bench.components import FILES, write_components
from tests.bench.goals import Goal
from tests.bench.made_up import write_large_pair
from tests.bench.processes import processor_seconds, resident
from tests.support.paths import SAMPLES, SHARED

VARIANTS = 20
MENTIONS = 100_000
_ECBPLUS = SHARED / "data" / "ecbplus"


def main(*, whole: bool) -> list[Goal]:
    print(
        f"{'board':<38} {'graphs':>6} {'columns':>7} {'joint bags':>10} {'drawn':>9} "
        f"{'whole road':>11} {'processors':>11} {'peak memory':>12}",
        flush=True,
    )
    measure("newswire, 10 in all roles", "newswire", 10, tuple(Role))
    goals = []
    if _ECBPLUS.is_dir():
        for roles in ((Role.WITHOUT,), tuple(Role)):
            title = f"ECB+, {VARIANTS}, {_told(roles)}"
            seconds, megabytes = measure(title, "ecbplus", VARIANTS, roles)
            goals += [
                Goal(f"board, {title}", 10, seconds, "s"),
                Goal(f"board, {title}", 400, megabytes, "MB"),
            ]
        if whole:
            measure("ECB+, 200, without", "ecbplus", 200, (Role.WITHOUT,))
    if whole:
        measure(f"{MENTIONS:,} mentions, {VARIANTS}, without", "large", VARIANTS, (Role.WITHOUT,))
    return goals


def measure(title: str, corpus: str, variants: int, roles: Sequence[Role]) -> tuple[float, float]:
    """Return seconds and megabytes, from a process of its own, because a peak belongs to its process."""
    with TemporaryDirectory() as folder:
        write_plan(Path(folder), corpus, variants, roles)
        command = [sys.executable, "-m", "tests.bench.bench_board", folder, *roles]
        start, before = time.perf_counter(), processor_seconds()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        most = 0
        while process.poll() is None:
            most = max(most, resident(process.pid))
            time.sleep(0.02)
        seconds = time.perf_counter() - start
        said = process.communicate()[0].strip()
        busy = processor_seconds() - before
        print(f"{title:<38} {said} {seconds:>9.1f} s {busy:>9.1f} s {most / 1024:>9.0f} MB", flush=True)
    return seconds, most / 1024


def write_plan(folder: Path, corpus: str, variants: int, roles: Sequence[Role]) -> None:
    """Write the graphs of a board, named by their roles."""
    if corpus == "newswire":
        resolver = SAMPLES / "newswire" / "resolve.py"
        subprocess.run([sys.executable, "-B", str(resolver), "--board", str(folder)], check=True)
        (folder / "none.ttl").rename(folder / "nothing.ttl")
        (folder / "gold.ttl").symlink_to(SAMPLES / "newswire" / "gold.ttl")
        return
    if corpus == "ecbplus":
        full, gold = _ECBPLUS / "feature0.ttl", _ECBPLUS / "gold.ttl"
    else:
        gold, full = write_large_pair(folder, MENTIONS, "ttl")
    (folder / "full.ttl").symlink_to(full)
    (folder / "gold.ttl").symlink_to(gold)
    write_components(folder, folder / "full.ttl", gold, variants, roles)


def plan_of(folder: Path, roles: Sequence[Role]) -> Plan:
    """Return the plan of the graphs that ``write_plan`` wrote."""
    files = {role: sorted(folder.glob(f"{FILES[role]}-*.ttl")) for role in roles}
    variants = [
        Variant(f"v{number}", **{role.value: str(path) for role, path in zip(files, row, strict=True)})
        for number, row in enumerate(zip(*files.values(), strict=True))
    ]
    path_of = {name: str(folder / f"{name}.ttl") for name in ("full", "gold", "nothing")}
    return Plan(path_of["full"], tuple(variants), path_of["gold"], path_of["nothing"], 0.8)


def build(folder: Path, roles: Sequence[Role]) -> None:
    """Build the board of a folder, and say what it is in the columns of the table."""
    plan = plan_of(folder, roles)
    board = build_board(plan, roles=roles).board
    drawn = "together" if all(drawn.joint for drawn in board.resampling.values()) else "apart"
    print(f"{len(set(plan.paths)):>6} {len(board.columns):>7} {len(board.joint_bags):>10,} {drawn:>9}")


def _told(roles: Sequence[Role]) -> str:
    return "all roles" if len(roles) > 1 else roles[0].value


if __name__ == "__main__":
    build(Path(sys.argv[1]), tuple(map(Role, sys.argv[2:])))
