"""A thousand reviews and boards with one flipped bit each: counts of refusals and repairs."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from tests.bench.goals import Goal
from tests.support.board_flips import OriginalBoard, a_full_board
from tests.support.flips import Original, a_full_review, flipped

FLIPS, FEWER_FLIPS = 1_000, 250


def main(*, whole: bool) -> list[Goal]:
    print("     file     bytes   flips  unhurt  repaired  lost  shown as valid")
    flips = FLIPS if whole else FEWER_FLIPS
    lies = 0
    with tempfile.TemporaryDirectory() as name:
        path = a_full_review(Path(name) / "review.coala")
        lies += _measure("review", path, Original(path), flips)
        path = a_full_board(Path(name) / "board.coala")
        lies += _measure("board", path, OriginalBoard(path), flips)
    return [Goal("flipped bits after which a change is shown as valid", 0, lies, "")]


def _measure(kind: str, path: Path, original: Original | OriginalBoard, flips: int) -> int:
    whole = path.read_bytes()
    outcomes: Counter[str] = Counter()
    for damaged in flipped(whole, 20261122, flips):
        path.write_bytes(damaged)
        try:
            outcomes[original.try_damaged(path, path.with_name("repaired.coala"))] += 1
        except AssertionError:
            outcomes["shown as valid"] += 1
    counts = [outcomes[name] for name in ("unhurt", "repaired", "lost", "shown as valid")]
    unhurt, repaired, lost, lies = counts
    sizes = f"{kind:>9}{len(whole):>10,}{flips:>8,}"
    print(f"{sizes}{unhurt:>8,}{repaired:>10,}{lost:>6,}{lies:>16,}", flush=True)
    return lies
