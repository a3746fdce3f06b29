"""The file of a board: seconds to write, read and open it, and the time of a verdict.

A reviewer who answers by gold judges all bags, change by change. What is wanted: the marks of a whole matrix
after a verdict in less than 50 ms at 10 columns of the newswire sample.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from coala.board.plan import Role
from coala.board.run import build_board
from coala.diff.row_keys import row_keys
from coala.model.bag import Bag, Direction, Verdict
from coala.review.board.board_file import StoredBoard, read_board
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.verdicts.state import State
from tests.bench.bench_board import plan_of, write_plan
from tests.bench.goals import Goal

_SAID = {
    Direction.TOWARDS: Verdict.BETTER,
    Direction.AWAY: Verdict.WORSE,
    Direction.NEITHER: Verdict.SAME,
    Direction.UNKNOWN: Verdict.UNSURE,
}
_Made = TypeVar("_Made")


def main(*, whole: bool) -> list[Goal]:
    print(
        f"{'board':<22} {'columns':>7} {'bags':>6} {'once':>6} {'MB':>5} {'write':>7} {'read':>7}"
        f" {'column':>7} {'a verdict: median':>18} {'p99':>7} {'most':>7}",
        flush=True,
    )
    goals = []
    for title, corpus, variants, roles in (
        ("newswire, without", "newswire", 10, (Role.WITHOUT,)),
        ("newswire, all roles", "newswire", 10, tuple(Role)),
        ("ECB+, without", "ecbplus", 20, (Role.WITHOUT,)),
    ):
        with TemporaryDirectory() as folder:
            write_plan(Path(folder), corpus, variants, roles)
            slowest = measure(title, Path(folder), roles)
            if corpus == "newswire":
                goals.append(
                    Goal(f"marks of a board after a verdict, worst, {title}", 50, 1000 * slowest, "ms")
                )
    return goals


def measure(title: str, folder: Path, roles: Sequence[Role]) -> float:
    """Print a row; the seconds of the slowest verdict."""
    built = build_board(plan_of(folder, roles), roles=roles)
    path = folder / "board.coala"
    written, _ = _timed(lambda: write_board(path, built.board, built.comparisons))
    read, stored = _timed(lambda: read_board(path, "gold"))
    opened, review = _timed(lambda: Review.open(path, column=stored.addresses[0]))
    review.close()
    took = judge_by_gold(stored)
    print(
        f"{title:<22} {len(stored.addresses):>7} {len(stored.board.places):>6,} {len(stored.questions):>6,}"
        f" {path.stat().st_size / 1e6:>5.1f} {written:>5.2f} s {read:>5.2f} s {opened:>5.2f} s"
        f" {_milliseconds(statistics.median(took)):>18} {_milliseconds(took[int(0.99 * len(took))]):>7}"
        f" {_milliseconds(took[-1]):>7}",
        flush=True,
    )
    return took[-1]


def judge_by_gold(stored: StoredBoard) -> list[float]:
    """Return the seconds that each verdict took, the longest last."""
    took = []
    judged: set[str] = set()
    for address in stored.addresses:
        with Review.open(stored.path, read_only=True, column=address) as review:
            for entry in review.entries:
                if entry.fingerprint in judged:
                    continue
                judged.add(entry.fingerprint)
                bag = review.bag(entry.number)
                state = state_by_gold(bag)
                begin = time.perf_counter()
                stored.marks.update(entry.fingerprint, state, bag)
                took.append(time.perf_counter() - begin)
    return sorted(took)


def state_by_gold(bag: Bag) -> State:
    """Return the state of a reviewer who judges each change by gold, and the bag by most of its changes."""
    said = [_SAID[row.direction] for row in bag.divergences]
    rows = tuple(sorted(dict(zip(row_keys(bag), said, strict=True)).items()))
    net = said.count(Verdict.BETTER) - said.count(Verdict.WORSE)
    verdict = Verdict.BETTER if net > 0 else Verdict.WORSE if net < 0 else Verdict.SAME
    return State(verdict, rows=rows)


def _timed(make: Callable[[], _Made]) -> tuple[float, _Made]:
    begin = time.perf_counter()
    made = make()
    return time.perf_counter() - begin, made


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
