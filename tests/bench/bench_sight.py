"""The share of bags that a reviewer can decide without scrolling, in real windows, and what is in sight.

A bag can be decided when its claim and the answers are in sight, and with them every mention that differs,
or for each chain that differs one of its sentences. "M a bag" is how often the key that shows more must be
pressed until so much has been in sight, "never" how many bags it does not help.

In two windows the bags are also counted whose headline is whole, whose answers and first changed mention are
in sight, and of whose changed chains each has a sentence in sight; and the height that is left empty between
the last line of the evidence and the answers is measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coala.engine.compare import compare
from coala.review.writing import write_review
from tests.bench.goals import Goal

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
NEWSWIRE = Path(__file__).parents[2] / "sample_graphs" / "newswire"
PAIRS = {
    "ECB+": (SHARED / "ecbplus" / "lemma-delta.ttl", SHARED / "ecbplus" / "feature0.ttl"),
    "newswire": (NEWSWIRE / "baseline.ttl", NEWSWIRE / "changed.ttl"),
}
SIZES = ("800x600", "1280x800", "1600x1000", "1920x1080")
POINTS = (9, 12, 14)
# What is counted in sight: the review, each how many bags, the window, and the goals in bags.
IN_SIGHT = (
    ("newswire", 1, "1280x800", 10, {"headline": 28, "answers": 28, "mention": 28}),
    ("ECB+", 5, "1280x800", 10, {"headline": 30, "answers": 30, "mention": 30}),
    ("newswire", 1, "800x600", 14, {"headline": 28, "answers": 28, "chains": 24}),
)
# The most bags, in percent, that may need scrolling, by the size of the window and of the type.
GOALS = {
    "ECB+": {("1280x800", 9): 0.0, ("800x600", 9): 10.0, ("1280x800", 12): 10.0, ("1280x800", 14): 20.0},
    "newswire": {("1280x800", 9): 3.0, ("800x600", 9): 10.0, ("1280x800", 12): 10.0, ("1280x800", 14): 20.0},
}


def main(*, whole: bool) -> list[Goal]:
    print(f"{'review':<10} {'window':>10} {'type':>6} {'bags':>5} {'at once':>9} {'M a bag':>8} {'never':>6}")
    goals = []
    reviews: dict[str, Path] = {}
    with TemporaryDirectory() as name:
        for title, pair in PAIRS.items():
            if not all(path.exists() for path in pair):
                continue
            review = reviews[title] = Path(name) / f"{title}.coala"
            comparison = compare(*map(str, pair))
            write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
            for points in POINTS:
                for size, found in zip(SIZES, _look(review, points, *SIZES), strict=True):
                    _show(title, size, points, *found)
                    bags, decided = found[:2]
                    most = GOALS[title].get((size, points))
                    if most is not None:
                        what = f"{title}, {size}, {points} pt: bags that need scrolling"
                        goals.append(Goal(what, most, 100 * (1 - decided / bags), "%"))
        for title, every, size, points, wanted in IN_SIGHT:
            if title in reviews:
                (counts,) = _look(reviews[title], points, f"{size}/{every}")
                print(f"{title}, {size}, {points} pt: {counts}")
                where, bags = f"{title}, {size}, {points} pt", counts["bags"]
                goals += [
                    Goal(f"{where}: bags without {part}", bags - least, bags - counts[part], "")
                    for part, least in wanted.items()
                ]
                goals.append(Goal(f"{where}: empty lines above the answers", 2, counts["empty"], ""))
    return goals


def _look(review: Path, points: int, *sizes: str) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.sight_window", str(review), str(points), *sizes],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(review.parent)},
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def _show(title: str, size: str, points: int, bags: int, decided: int, presses: int, never: int) -> None:
    share = f"{100 * decided / bags:.1f} %"
    line = f"{title:<10} {size:>10} {points:>3} pt {bags:>5} {share:>9} {presses / bags:>8.2f} {never:>6}"
    print(line, flush=True)
