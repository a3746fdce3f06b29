"""Figures of the visible part of a review: a child process of ``bench_sight``, at one font size.

``python -m tests.bench.sight_window REVIEW POINTS WIDTHxHEIGHT …`` prints JSON: for each window how many
bags there are, how many can be decided at once, how often the key for more is pressed in all, and how many
bags it does not decide.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6 import QtWidgets

from coala.gui import engine
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.gui.window.review_page import ReviewPage
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag

# A reviewer who has pressed a key so often reads the document.
MOST_PRESSES = 40


def main(review: Path, points: int, sizes: list[str]) -> None:
    application = QtWidgets.QApplication([])
    font = application.font()
    font.setPointSize(points)
    application.setFont(font)
    found = [look_through(review, *map(int, size.split("x"))) for size in sizes]
    sys.stdout.write(json.dumps(found))


def look_through(review: Path, width: int, height: int) -> tuple[int, int, int, int]:
    """Show every bag of a review in a window of this size and count what is in sight."""
    preferences = review.parent / "preferences.json"
    window = MainWindow(Preferences(), preferences, engine.make_review)
    window.resize(width, height)
    window.show()
    window.open_review(review)
    if window.dialogs.current is not None:
        window.dialogs.current.close()  # the page of warnings
    page = window.page
    assert page is not None
    presses = [count_presses(page, number) for number in range(page.session.progress.total)]
    window.close()
    window.deleteLater()
    settle()
    known = [found for found in presses if found is not None]
    return len(presses), known.count(0), sum(known), len(presses) - len(known)


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
