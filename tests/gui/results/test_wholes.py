"""Bags that are judged as wholes, and answers that moved no part, in the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.parted_bags import OF_BAG_1, OF_BAG_2, make_parted_review
from tests.support.windows import Windows, page_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_parted_review(tmp_path / "parts.coala")


def find_buttons(window: MainWindow) -> list[QtWidgets.QPushButton]:
    """Return the visible buttons with a sentence on bags judged as wholes."""
    buttons = page_of(window).results.verdicts.findChildren(QtWidgets.QPushButton)
    return [button for button in buttons if button.isVisible() and "judged as" in button.text()]


def judge(window: MainWindow, *states: State) -> None:
    for number, state in enumerate(states):
        page_of(window).controller.review.judge(number, state)
        page_of(window).controller.progress.update(number)


def test_the_results_list_the_bags_that_were_judged_as_wholes(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(path)
    page = page_of(window)
    page.show_results()
    assert find_buttons(window) == []
    page.hide_results()
    # Bag 1 has two links, bag 2 has four, bag 3 has one, which its verdict decides.
    judge(window, State(Verdict.BETTER), State(Verdict.SAME), State(Verdict.WORSE))
    page.show_results()
    (button,) = find_buttons(window)
    assert button.text().startswith("1 bag was judged as a whole, and 4 links rest on that.")
    button.click()
    assert not page.shows_results()
    assert list(page.controller.shown) == [1]
    assert page.controller.current == 1
    assert "1 of 3 bags" in page.list.count_text()


def test_who_is_who_is_no_verdict_on_a_whole(path: Path, window_of: Windows, qtbot: QtBot) -> None:
    window = window_of(path)
    judge(window, State(Verdict.SAME, groups=OF_BAG_1), State(Verdict.SAME, groups=OF_BAG_2))
    page_of(window).show_results()
    assert find_buttons(window) == []


def test_the_results_count_answers_that_moved_no_part(path: Path, window_of: Windows) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.SAME, groups=OF_BAG_1._replace(moved=0)))
        review.judge(1, State(Verdict.SAME, groups=OF_BAG_2._replace(start=1, moved=3)))
    page = page_of(window_of(path))
    page.show_results()
    sentence = "1 of 2 answers to who is who was stored without moving a part"
    assert sentence in page.results.verdicts.figures()
    page.controller.review.judge(0, State(Verdict.SAME, groups=OF_BAG_1))
    page.results.refresh()
    assert not any("without moving" in line for line in page.results.verdicts.figures())
