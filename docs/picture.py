"""The newswire sample to the pictures of the review window in the README, one light and one dark.

    python docs/picture.py

Drawn from the real window without a display; ``make picture`` runs it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.engine.compare import compare
from coala.gui.app.screenshot import save_picture
from coala.model.bag import Verdict
from coala.review.writing import write_review

DOCS = Path(__file__).parent
SAMPLE = DOCS.parent / "sample_graphs" / "newswire"

# Of the first bags; the bag after them has a move and merges, in four short texts.
VERDICTS = "++-++?+++=+++--+"


def main(target: Path = DOCS) -> int:
    with TemporaryDirectory() as folder:
        review = Path(folder) / "newswire.coala"
        baseline, changed, gold = (str(SAMPLE / f"{name}.ttl") for name in ("baseline", "changed", "gold"))
        comparison = compare(baseline, changed, gold=gold)
        write_review(review, comparison.summary, comparison.interesting(), comparison.texts())
        judged = [Verdict(sign) for sign in VERDICTS]
        for name, dark in (("review-window.png", False), ("review-window-dark.png", True)):
            save_picture(review, target / name, judged=judged, show=len(judged), dark=dark)
    return 0


if __name__ == "__main__":
    sys.exit(main())
