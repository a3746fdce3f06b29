"""Bags that are judged as wholes, and answers that moved no part, in the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from coala.gui.widgets.labels import SentenceButton
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.parted_bags import OF_BAG_1, OF_BAG_2, make_parted_review
from tests.support.windows import Windows, numbers_in, page_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_parted_review(tmp_path / "parts.coala")


def list_buttons(window: MainWindow) -> list[SentenceButton]:
    """Return the visible buttons with a sentence on bags judged as wholes."""
    buttons = page_of(window).results.verdicts.findChildren(SentenceButton)
    return [button for button in buttons if button.isVisible()]


def judge(window: MainWindow, *states: State) -> None:
    for number, state in enumerate(states):
        page_of(window).session.review.judge(number, state)
        page_of(window).session.progress.update(number)


def test_the_results_list_the_bags_that_were_judged_as_wholes(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(path)
    page = page_of(window)
    page.show_results()
    assert list_buttons(window) == []
    page.hide_results()
    # Bag 1 has two links, bag 2 has four, bag 3 has one, which its verdict decides.
    judge(window, State(Verdict.BETTER), State(Verdict.SAME), State(Verdict.WORSE))
    page.show_results()
    (button,) = list_buttons(window)
    assert numbers_in(button.text()) == ["1", "4"]
    button.click()
    assert not page.shows_results()
    assert list(page.session.shown) == [1] == page.session.review.search("judged:whole")
    assert page.session.current == 1
    assert numbers_in(page.list.count_text()) == ["1", "3"]


def test_the_results_count_answers_that_moved_no_part(path: Path, window_of: Windows) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.SAME, groups=OF_BAG_1._replace(moved=0)))
        review.judge(1, State(Verdict.SAME, groups=OF_BAG_2._replace(start=1, moved=3)))
    window = window_of(path)
    page = page_of(window)
    page.show_results()
    figures = page.results.verdicts.figures()
    assert ["1", "2"] in [numbers_in(line) for line in figures]
    # Who is who is no verdict on a whole.
    assert not list_buttons(window)
    assert not page.session.review.search("judged:whole")
    page.session.review.judge(0, State(Verdict.SAME, groups=OF_BAG_1))
    page.results.refresh()
    assert len(page.results.verdicts.figures()) == len(figures) - 1
