"""The legend of the first run: shown until it is closed, and never again."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile

from PySide6 import QtWidgets

from coala.gui.bag_view.legend import Legend, write_legend
from coala.gui.session.actions import SPECS
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from tests.support.windows import Windows, page_of

LINES = write_legend(("baseline", "changed graph"), ["worse", "same", "better", "not sure"])


def close(legend: Legend) -> None:
    (button,) = legend.findChildren(QtWidgets.QPushButton)
    button.click()


def test_legend_names_both_sides_and_the_answers() -> None:
    assert LINES == [
        "Underlined: the chain in the baseline, named by a letter.",
        "Filled: the chain in the changed graph, named by a number.",
        "Press 1 to 4 to answer: worse, same, better, not sure. The next bag follows.",
    ]


def test_keys_1_to_4_give_the_answers_of_the_legend() -> None:
    answers = {spec.keys[0]: spec.verdict for spec in SPECS if spec.verdict is not None}
    expected = (Verdict.WORSE, Verdict.SAME, Verdict.BETTER, Verdict.UNSURE)
    assert [answers[str(key)] for key in range(1, 5)] == list(expected)


def test_window_without_an_offer_shows_no_legend(window: MainWindow) -> None:
    assert not page_of(window).legend.isVisible()


def test_closed_legend_is_gone_for_good_and_remembered(
    window_of: Windows, review: Path, tmp_path: Path
) -> None:
    preferences = Preferences()
    window = window_of(preferences=preferences)
    window.offer_legend()
    assert window.open_review(review)
    legend = page_of(window).legend
    assert legend.isVisible()
    close(legend)
    assert not legend.isVisible()
    assert window.focusWidget() is not None
    stored, problem = Preferences.load(tmp_path / "settings" / "preferences.json")
    assert (stored.legend_closed, problem) == (True, None)
    later = window_of(preferences=stored)
    later.offer_legend()
    assert window.close()
    assert later.open_review(review)
    assert not page_of(later).legend.isVisible()


def test_open_legend_comes_again_with_the_next_review(
    window_of: Windows, review: Path, tmp_path: Path
) -> None:
    window = window_of()
    window.offer_legend()
    assert window.open_review(review)
    assert page_of(window).legend.isVisible()
    assert window.open_review(copyfile(review, tmp_path / "other.coala"))
    assert page_of(window).legend.isVisible()


def test_legend_of_a_blind_review_names_no_side() -> None:
    lines = write_legend(("left graph", "right graph"), ["left better", "same", "right better", "not sure"])
    assert not any(re.search("baseline|changed", line) for line in lines)
