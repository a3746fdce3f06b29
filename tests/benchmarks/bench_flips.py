"""A thousand files of each version with one flipped bit each: what is refused, what a repair saves."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from coala.review.storage import schema
from tests.benchmarks.goals import Goal
from tests.support.board_flips import OriginalBoard, a_full_board
from tests.support.flips import Original, a_full_review, flipped
from tests.support.older_reviews import make_older
from tests.support.reviews import judge_as, put_comparison, three_splits

FLIPS, FEWER_FLIPS = 1_000, 250


def main(*, whole: bool) -> list[Goal]:
    print("  version     bytes   flips  unhurt  repaired  lost  shown as valid")
    flips = FLIPS if whole else FEWER_FLIPS
    lies = 0
    with tempfile.TemporaryDirectory() as name:
        for version in (1, 2, 3):
            path = Path(name) / f"{version}.coala"
            put_comparison(path, *three_splits())
            judge_as(path, "Ann", "+-", note="a note")
            make_older(path, version)
            lies += _measure(version, path, Original(path), flips)
        path = a_full_review(Path(name) / "review.coala")
        lies += _measure(schema.VERSION, path, Original(path), flips)
        path = a_full_board(Path(name) / "board.coala")
        lies += _measure(schema.BOARD_VERSION, path, OriginalBoard(path), flips)
    return [Goal("flipped bits after which a change is shown as valid", 0, lies, "")]


def _measure(version: int, path: Path, original: Original | OriginalBoard, flips: int) -> int:
    whole = path.read_bytes()
    outcomes: Counter[str] = Counter()
    for damaged in flipped(whole, 20261122 + version, flips):
        path.write_bytes(damaged)
        try:
            outcomes[original.try_damaged(path, path.with_name("repaired.coala"))] += 1
        except AssertionError:
            outcomes["shown as valid"] += 1
    counts = [outcomes[name] for name in ("unhurt", "repaired", "lost", "shown as valid")]
    unhurt, repaired, lost, lies = counts
    sizes = f"{version:>9}{len(whole):>10,}{flips:>8,}"
    print(f"{sizes}{unhurt:>8,}{repaired:>10,}{lost:>6,}{lies:>16,}", flush=True)
    return lies
