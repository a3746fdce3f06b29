"""Earlier verdicts, shown above the bag and found in the list."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.query_menu import QueryMenu
from coala.gui.bag_view.claim_bar import ChangeList
from coala.gui.bag_view.history_bar import HistoryBar
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.values import Span
from coala.present.history import PastLine
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.graphs_by_hand import DOC_1, DOC_2, graph
from tests.support.reviews import put_comparison, put_with_verdicts
from tests.support.windows import (
    Key,
    Reviews,
    Windows,
    choose,
    look,
    numbers_in,
    page_of,
    part_of,
    press,
    status,
    verdicts,
)

TEXTS = {DOC_1: "Ann saw Bob, and she told him that he had it.", DOC_2: "Eve left. She slept. So did Ann."}
ANN, BOB, SHE, HIM, HE = (Span(DOC_1, *place) for place in ((0, 3), (8, 11), (17, 20), (26, 29), (35, 37)))
EVE, SHE_2, ANN_2 = (Span(DOC_2, *place) for place in ((0, 3), (10, 13), (28, 31)))
ALL, OTHERS = [ANN, BOB, SHE, HIM, HE], [EVE, SHE_2, ANN_2]


def chains(**found: list[Span]) -> Graph:
    return graph(found, texts=TEXTS)


BASELINE = chains(x=ALL, y=OTHERS)
BEFORE = chains(a=[ANN, HE, BOB, HIM], b=[SHE], c=[EVE, SHE_2], d=[ANN_2])
NOW = chains(a=[ANN, HE, BOB], b=[SHE], h=[HIM], c=[EVE, SHE_2], d=[ANN_2])


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a review of two bags with one split each, the first judged worse and the second better."""
    path = tmp_path / "old.coala"
    put_comparison(path, BASELINE, BEFORE)
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, State(Verdict.WORSE, Comment("he is <b>not</b> she")))
        review.judge(1, State(Verdict.BETTER))
    return path


@pytest.fixture
def window(window_of: Windows, old: Path) -> MainWindow:
    """Return a window on a review whose first bag has one more split; the second is unchanged."""
    new = old.with_name("new.coala")
    put_with_verdicts(new, BASELINE, NOW, old)
    return window_of(new, preferences=Preferences(reviewer="Ann"))


def bar_of(window: MainWindow) -> HistoryBar:
    return page_of(window).pane.history


def click_fold(window: MainWindow) -> None:
    fold = part_of(bar_of(window), QtWidgets.QToolButton, "What was judged before, and what is different now")
    QTest.mouseClick(fold, QtCore.Qt.MouseButton.LeftButton)


def test_a_bag_that_changed_says_so_in_one_line_and_the_rest_by_key_and_by_mouse(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert numbers_in(status(window)) == ["1", "1", "0"]
    assert "old.coala" in status(window)
    assert page_of(window).session.current == 0
    assert "worse" in bar_of(window).text()
    assert numbers_in(bar_of(window).text()) == ["1", "1"]
    assert bar_of(window).lines() == []
    click_fold(window)
    lines = bar_of(window).lines()
    assert "worse" in lines[0]
    assert "old.coala" in lines[0]
    assert lines[0].endswith(": he is <b>not</b> she")
    assert [line.partition(": ")[2] for line in lines[1:]] == ["she split from Ann", "him split from Ann"]
    assert [line.startswith("new") for line in lines[1:]] == [False, True]
    click_fold(window)
    assert bar_of(window).lines() == []
    click_fold(window)
    assert len(bar_of(window).lines()) == 3


def test_what_was_taken_over_says_from_where_and_its_key_makes_it_ones_own(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    assert verdicts(window) == ".+"
    for words, found in (("Carried over", [1]), ("Changed since judged", [0])):
        choose(window, "Show only bags with one verdict", words)
        assert list(page.session.shown) == found
        choose(window, "Show only bags with one verdict", "All verdicts")
    press(qtbot, Key.Key_J)
    assert "old.coala" in bar_of(window).text()
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    assert page.session.progress.state(1) == State(Verdict.BETTER)
    page.session.show(1)
    assert not bar_of(window).isVisible()


def test_earlier_verdicts_are_hidden_from_another_reviewer(window_of: Windows, old: Path) -> None:
    new = old.with_name("new.coala")
    put_with_verdicts(new, BASELINE, NOW, old)
    window = window_of(new, preferences=Preferences(reviewer="Bob"))
    assert bar_of(window).text() == ""


def test_history_bar_is_hidden_without_earlier_verdicts(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(2))
    assert not bar_of(window).isVisible()
    actions = part_of(window, QueryMenu, "Show only bags with one verdict").menu().actions()
    assert "Changed since judged" not in [action.text() for action in actions]


def test_what_is_unfolded_has_the_room_that_it_is_left_and_is_scrolled_to_beyond(
    window: MainWindow, qtbot: QtBot
) -> None:
    click_fold(window)
    bar = bar_of(window)
    line = bar.height_of_lines() // len(bar.lines())
    bar.show_lines([PastLine("new", f"change {number}") for number in range(20)])
    for room, lines in ((0, 2), (4 * line, 4), (100 * line, 6)):
        bar.leave_room(room)
        assert bar.height_of_lines() == lines * line
    # A long note is broken, and read whole.
    bar.show_lines([PastLine("judged", "word " * 100)])
    assert bar.height_of_lines() > 2 * line
    click_fold(window)
    assert bar.height_of_lines() == 0


def test_in_a_low_window_the_list_that_was_opened_last_closes_the_other(
    window_of: Windows, old: Path, qtbot: QtBot
) -> None:
    both = old.with_name("both.coala")
    put_with_verdicts(both, BASELINE, NOW, old)
    window = window_of(both, preferences=Preferences(reviewer="Ann"))
    letters = window.font()
    letters.setPointSizeF(1.5 * letters.pointSizeF())
    window.setFont(letters)
    window.resize(800, 600)
    QtWidgets.QApplication.processEvents()
    changes = part_of(page_of(window), ChangeList)
    for _ in range(2):
        click_fold(window)
        QtWidgets.QApplication.processEvents()
        assert (bar_of(window).height_of_lines() > 0, changes.isVisible()) == (True, False)
        page_of(window).pane.choose_change(0)
        QtWidgets.QApplication.processEvents()
        assert (bar_of(window).height_of_lines() > 0, changes.isVisible()) == (False, True)
