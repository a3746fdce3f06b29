"""The pictures of the documentation and the page of a review, made from the newswire sample.

    python docs/picture.py

Drawn from the real window without a display; ``make picture`` runs it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from coala.base.output import write_text
from coala.board.plan import read_plan
from coala.board.run import build_board
from coala.engine.compare import compare
from coala.gui.run import save_picture
from coala.model.bag import Verdict
from coala.output.judged import collect_answers
from coala.output.registry import EXPORTS
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SAMPLE = ROOT / "sample_graphs" / "newswire"

# Of the first bags; the bag after them has a move and merges, in four short texts.
VERDICTS = "++-++?+++=+++--+"

# On the bags of "Your first review", which shows the first bag, one in the middle, and the end.
FIRST_VERDICTS = "++++---++-?---+-+++++?---+=+"

# Of another reviewer, on the first bags of the example page, and notes of the first one.
SECOND_VERDICTS = "+-++--"
NOTES = {1: "Both are called KPA; one of eight new links mixes the two.", 4: "Two people with one name."}

# On the bags of the board's first component.
BOARD_VERDICTS = "+++-++=+?+++"


def main(target: Path = DOCS) -> int:
    target = target.absolute()
    # The page names the graphs as they are given.
    with TemporaryDirectory() as folder, chdir(ROOT):
        review = Path(folder) / "newswire.coala"
        baseline, changed, gold = (
            f"sample_graphs/newswire/{name}.ttl" for name in ("baseline", "changed", "gold")
        )
        comparison = compare(baseline, changed, gold=gold)
        write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
        judged = [Verdict(sign) for sign in VERDICTS]
        for name, dark in (("review-window.png", False), ("review-window-dark.png", True)):
            save_picture(review, target / name, judged=judged, show=len(judged), dark=dark)
        _draw_first_review(review, target)
        _write_example(Path(folder), review, target / "example-review.html")
        _draw_board(Path(folder), target / "board-page.png")
    return 0


def _draw_first_review(review: Path, target: Path) -> None:
    """Draw the pictures of "Your first review": the first bag, one in the middle, and the end."""
    verdicts = [Verdict(sign) for sign in FIRST_VERDICTS]
    for number, judged in enumerate((0, 16, len(verdicts)), start=1):
        save_picture(
            review,
            target / f"first-review-{number}.png",
            size=(1180, 760) if judged < len(verdicts) else (1480, 760),
            judged=verdicts[:judged],
            show=min(judged, len(verdicts) - 1),
            results=judged == len(verdicts),
        )


def _write_example(folder: Path, review: Path, target: Path) -> None:
    """Write the page of the review after some verdicts of two reviewers."""
    judged = folder / "example.coala"
    shutil.copyfile(review, judged)
    for reviewer, verdicts in (("Ann", FIRST_VERDICTS), ("Ben", SECOND_VERDICTS)):
        with Review.open(judged, reviewer=reviewer) as opened:
            for number, sign in enumerate(verdicts):
                note = NOTES.get(number, "") if reviewer == "Ann" else ""
                opened.judge(number, State(Verdict(sign), Comment(note)))
    with Review.open(judged, read_only=True) as opened:
        write_text(str(target), EXPORTS["html"].write(collect_answers(opened)))


def _draw_board(folder: Path, target: Path) -> None:
    """Draw the page of the board of the sample's resolver, whose components its script switches off."""
    subprocess.run([sys.executable, str(SAMPLE / "resolve.py"), "--board", str(folder)], check=True)
    built = build_board(read_plan(str(folder / "board.toml")))
    board = folder / "board.coala"
    write_board(board, built.board, built.comparisons)
    save_picture(board, target, judged=[Verdict(sign) for sign in BOARD_VERDICTS])


if __name__ == "__main__":
    sys.exit(main())
