"""The newswire sample to the pictures of the window: a review for the README, light and dark, and a board.

    python docs/picture.py

Drawn from the real window without a display; ``make picture`` runs it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.board.plan import read_plan
from coala.board.run import build_board
from coala.engine.compare import compare
from coala.gui.run import save_picture
from coala.model.bag import Verdict
from coala.review.board.writing import write_board
from coala.review.writing import write_review

DOCS = Path(__file__).parent
SAMPLE = DOCS.parent / "sample_graphs" / "newswire"

# Of the first bags; the bag after them has a move and merges, in four short texts.
VERDICTS = "++-++?+++=+++--+"

# On the bags of the board's first component.
BOARD_VERDICTS = "+++-++=+?+++"


def main(target: Path = DOCS) -> int:
    with TemporaryDirectory() as folder:
        review = Path(folder) / "newswire.coala"
        baseline, changed, gold = (str(SAMPLE / f"{name}.ttl") for name in ("baseline", "changed", "gold"))
        comparison = compare(baseline, changed, gold=gold)
        write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
        judged = [Verdict(sign) for sign in VERDICTS]
        for name, dark in (("review-window.png", False), ("review-window-dark.png", True)):
            save_picture(review, target / name, judged=judged, show=len(judged), dark=dark)
        _draw_board(Path(folder), target / "board-page.png")
    return 0


def _draw_board(folder: Path, target: Path) -> None:
    """Draw the page of the board of the sample's resolver, whose components its script switches off."""
    subprocess.run([sys.executable, str(SAMPLE / "resolve.py"), "--board", str(folder)], check=True)
    built = build_board(read_plan(str(folder / "board.toml")))
    board = folder / "board.coala"
    write_board(board, built.board, built.comparisons)
    save_picture(board, target, judged=[Verdict(sign) for sign in BOARD_VERDICTS])


if __name__ == "__main__":
    sys.exit(main())
