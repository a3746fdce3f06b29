"""The pictures of the documentation and the page of a review, made from the newswire sample.

    python docs/picture.py

Drawn from the real window without a display; ``make picture`` runs it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6 import QtGui, QtWidgets
from PySide6.QtTest import QTest

import coala
from coala.base.output import write_text
from coala.board.plan import read_plan
from coala.board.run import build_board
from coala.engine.compare import compare
from coala.exports.registry import EXPORTS
from coala.gui.run import save_picture
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.results.verdicts.judged import collect_answers
from coala.review.board.writing import write_board
from coala.review.drawing import draw
from coala.review.file import Review
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.reviewer_kinds import ReviewerKind
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

# The size of a picture of one view.
VIEW = (1180, 760)

# The bag in which two guards and a politician have one name, and who is who in it by two reviewers.
NAMESAKES = 16
GROUPS = {"Anna": ("A1 B1 C1 D1 E1 F1", "G1 H1"), "Ben": ("A1 B1 C1 D1 E1 H1", "F1", "G1")}

# The chapters of a novel in which people have one name: who comes, by the number of the chapter.
CHAPTERS = 46
NEWCOMERS = {6: "The guard", 13: "The guard", 21: "Old Sand", 30: "The baker"}
# A sample that begins with a guard.
GUARD_FIRST = 3
DEEDS = (
    "missed the last ferry",
    "burnt the letter",
    "lit a lamp",
    "walked down to the quay",
    "sold the boat",
    "looked for the dog",
    "sat by the stove",
)
REASONS = (
    ("because {} feet were wet", "his"),
    ("before {} went to sleep", "he"),
    ("but the ferryman did not see {}", "the teacher"),
    ("since {} brother was away", "his"),
    ("when {} heard the news", "he"),
)


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
        _draw_who_is_who(Path(folder), review, target)
        _draw_large_bag(Path(folder), target)
    return 0


def _draw_first_review(review: Path, target: Path) -> None:
    """Draw the pictures of "Your first review": the first bag, one in the middle, and the end."""
    verdicts = [Verdict(sign) for sign in FIRST_VERDICTS]
    for number, judged in enumerate((0, 16, len(verdicts)), start=1):
        save_picture(
            review,
            target / f"first-review-{number}.png",
            size=VIEW if judged < len(verdicts) else (1480, 760),
            judged=verdicts[:judged],
            show=min(judged, len(verdicts) - 1),
            act=_show_results if judged == len(verdicts) else None,
        )


def _show_results(window: MainWindow) -> None:
    assert window.page is not None
    window.page.show_results()


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


def _draw_who_is_who(folder: Path, review: Path, target: Path) -> None:
    """Draw the bag of the namesakes with one group placed, and as two reviewers leave it to settle."""
    save_picture(
        review,
        target / "who-is-who.png",
        size=VIEW,
        judged=[Verdict(sign) for sign in VERDICTS[: NAMESAKES - 1]],
        show=NAMESAKES - 1,
        act=_press("E", "2", "2"),
    )
    both = folder / "both.coala"
    shutil.copyfile(review, both)
    for reviewer, groups in GROUPS.items():
        with coala.open_review(both, reviewer=reviewer, kind=ReviewerKind.PERSON) as opened:
            opened.judge(NAMESAKES, groups=[group.split() for group in groups])
    save_picture(
        both,
        target / "who-is-who-settling.png",
        size=VIEW,
        judged=[Verdict(sign) for sign in VERDICTS[:4]],
        act=_press("Ctrl+J", "E"),
    )


def _draw_large_bag(folder: Path, target: Path) -> None:
    """Draw a bag with too many parts for a sample: the question about a drawn link, and who is who."""
    sides = folder / "chapters", folder / "people"
    for side in sides:
        side.mkdir()
        _write_novel(side / "novel.sacr", by_chapter=side is sides[0])
    comparison = compare(*map(str, sides))
    review = folder / "novel.coala"
    write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
    with Review.open(review) as opened:
        draw(opened, 10, seed=GUARD_FIRST)
    save_picture(review, target / "drawn-link.png", size=VIEW)
    save_picture(review, target / "who-is-who-large.png", size=VIEW, act=_press("E", "2"))


def _write_novel(path: Path, *, by_chapter: bool) -> None:
    """Write the novel with a chain for each chapter, or with one chain in all."""
    chapters = []
    for chapter in range(CHAPTERS):
        chain = f"C{chapter if by_chapter else 0}"
        name = NEWCOMERS.get(chapter, "Peter Sand")
        reason, again = REASONS[chapter % len(REASONS)]
        sentence = f"{DEEDS[chapter % len(DEEDS)]} {reason.format(f'{{{chain} {again}}}')}"
        chapters.append(f"{{{chain} {name}}} {sentence}.")
    path.write_text("\n\n".join(chapters), encoding="utf-8")


def _press(*keys: str) -> Callable[[MainWindow], None]:
    """Return what presses keys as a reviewer does, each as soon as the bag can be judged."""

    def press(window: MainWindow) -> None:
        page = window.page
        assert page is not None
        for key in keys:
            while not page.answers.gate.is_open():
                QTest.qWait(50)
            focus = QtWidgets.QApplication.focusWidget() or window
            QTest.keySequence(focus, QtGui.QKeySequence(key))

    return press


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
