"""The page to judge on: processor time and size for each bag of a large review.

A child process writes the page, as ``coala export --to judging-page`` does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.engine.compare import compare
from coala.review.writing import write_review
from tests.bench.goals import Goal
from tests.bench.made_up import write_pair
from tests.bench.processes import processor_seconds

BAGS, FEWER_BAGS = 100_000, 5_000
MICROSECONDS, BYTES = 300, 1_000
"""For each bag: 30 s and 100 MB for a page of 100,000 bags."""


def main(*, whole: bool) -> list[Goal]:
    bags = BAGS if whole else FEWER_BAGS
    with TemporaryDirectory() as name:
        folder = Path(name)
        comparison = compare(*map(str, write_pair(folder, bags)))
        review, page = folder / "r.coala", folder / "r.html"
        write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
        before = processor_seconds()
        words = ["export", str(review), "--to", "judging-page", "-o", str(page)]
        subprocess.run([sys.executable, "-m", "coala.cli", *words], check=True)
        seconds, size = processor_seconds() - before, page.stat().st_size
    print(f"{bags:,} bags: {seconds:.1f} s of processor time, {size / 1e6:.1f} MB")
    return [
        Goal("a bag on the judging page", MICROSECONDS, 1e6 * seconds / bags, "µs"),
        Goal("size of a bag on the judging page", BYTES, size / bags, "bytes"),
    ]
