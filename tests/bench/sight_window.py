"""Figures of the visible part of a review: a child process of ``bench_sight``, at one font size.

``python -m tests.bench.sight_window REVIEW POINTS WIDTHxHEIGHT …`` prints JSON: for each window how many
bags there are, how many can be decided at once, how often the key for more is pressed in all, and how many
bags it does not decide. For WIDTHxHEIGHT/N it prints what is in sight of every N-th bag at first: the number
of bags whose headline, answers, changed mention and changed chains are, and the most lines that are left
empty above the answers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6 import QtWidgets

from coala.gui import engine
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.labels import TwoLineLabel
from coala.gui.window.main_window import MainWindow
from coala.gui.window.review_page import ReviewPage
from coala.model.bag import BASELINE, CHANGED
from coala.model.sides import VERDICT_WORDS
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag

# A reviewer who has pressed a key so often reads the document.
MOST_PRESSES = 40


def main(review: Path, points: int, sizes: list[str]) -> None:
    application = QtWidgets.QApplication([])
    font = application.font()
    font.setPointSize(points)
    application.setFont(font)
    found = [
        count_in_sight(review, int(every), *map(int, size.split("x")))
        if every
        else look_through(review, *map(int, size.split("x")))
        for size, _, every in (wanted.partition("/") for wanted in sizes)
    ]
    sys.stdout.write(json.dumps(found))


def look_through(review: Path, width: int, height: int) -> tuple[int, int, int, int]:
    """Show every bag of a review in a window of this size and count what is in sight."""
    with _open(review, width, height) as page:
        presses = [count_presses(page, number) for number in range(page.session.progress.total)]
    known = [found for found in presses if found is not None]
    return len(presses), known.count(0), sum(known), len(presses) - len(known)


@contextmanager
def _open(review: Path, width: int, height: int) -> Iterator[ReviewPage]:
    """Open a review in a window of this size, and close it again."""
    window = MainWindow(Preferences(), review.parent / "preferences.json", engine.make_review)
    window.resize(width, height)
    window.show()
    window.open_review(review)
    if window.dialogs.current is not None:
        window.dialogs.current.close()  # the page of warnings
    assert window.page is not None
    yield window.page
    window.close()
    window.deleteLater()
    settle()


def count_in_sight(review: Path, every: int, width: int, height: int) -> dict[str, float]:
    """Count what is in sight at first in each ``every``-th bag, and measure the lines left empty."""
    counts: dict[str, float] = dict.fromkeys(("bags", "headline", "answers", "mention", "chains", "empty"), 0)
    with _open(review, width, height) as page:
        for number in range(0, page.session.progress.total, every):
            page.session.show(number)
            settle()
            displayed = page.pane.displayed()
            assert displayed is not None
            seen = set(page.pane.spans_in_sight())
            mentions, chains = _wanted(displayed)
            headline = page.pane.claim.findChildren(TwoLineLabel)[0]
            in_sight = page.window().rect()
            counts["bags"] += 1
            counts["headline"] += headline._break(headline.width()).replace("\n", " ") == headline.sentence()
            counts["answers"] += (page.window().width(), page.window().height()) == (width, height) and all(
                in_sight.contains(button.mapTo(page.window(), button.rect().bottomRight()))
                for button in map(page.bar.button, VERDICT_WORDS)
            )
            counts["mention"] += any(seen & group for group in mentions)
            counts["chains"] += all(seen & group for group in chains)
            text = page.pane.evidence.text
            last = text.blockBoundingGeometry(text.document().lastBlock()).translated(text.contentOffset())
            lines = (text.height() - last.bottom()) / text.fontMetrics().lineSpacing()
            counts["empty"] = max(counts["empty"], round(lines, 1))
    return counts


def count_presses(page: ReviewPage, number: int) -> int | None:
    """Count the presses of M until the bag can be decided; return None if that is impossible."""
    page.session.show(number)
    settle()
    displayed = page.pane.displayed()
    assert displayed is not None
    wanted = list(_wanted(displayed))
    seen: set[int] = set()
    for pressed in range(MOST_PRESSES):
        seen.update(page.pane.spans_in_sight())
        if any(all(seen & group for group in groups) for groups in wanted):
            return pressed
        page.pane.show_more()
        settle()
    return None


def settle() -> None:
    """Let the window lay out what it shows."""
    for _ in range(3):
        QtWidgets.QApplication.processEvents()


def _wanted(displayed: DisplayedBag) -> Iterator[list[set[int]]]:
    """Return the two ways to decide a bag: groups of mentions; one of each group must be visible."""
    chains = Chains(displayed)
    differing = [shown for side in (BASELINE, CHANGED) for shown in chains.divergent(side)]
    spans = range(len(displayed.bag.spans))
    moved = {span for span in spans if chains.is_divergent(span)}
    # A chain that differs only in types or statements has no mention that differs.
    others = [set(shown.spans) for shown in differing if shown.properties]
    yield [*({span} for span in moved), *others]
    yield [set(shown.spans) for shown in differing]


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
