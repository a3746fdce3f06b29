"""The narrow window, whose list is behind a button, and pushes the bag aside while it is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.bags_button import BagsButton
from coala.gui.bag_view.claim_bar import ClaimBar
from coala.gui.session.bag_filter import BagFilter
from coala.gui.sidebar.verdict_bar import QuestionLine
from coala.gui.widgets.labels import FittingButton, FittingLabel
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.present.judged_changes import QUESTIONS
from coala.verdicts.comment import Comment
from tests.support.corpora import write_newswire
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    part_of,
    press,
    status,
    verdicts,
)


@pytest.fixture
def narrow(window_of: Windows, review_of: Reviews) -> MainWindow:
    """Return a small window on a review of five bags."""
    window = window_of(review_of(5))
    resize(window, 800)
    return window


def resize(window: MainWindow, width: int) -> None:
    window.resize(width, 600)
    for _ in range(2):  # the layouts of the window, then those in the columns
        QtWidgets.QApplication.processEvents()


def test_small_window_shows_bag_and_results_within_its_size_also_in_large_letters(
    narrow: MainWindow, qtbot: QtBot
) -> None:
    assert narrow.size() == QtCore.QSize(800, 600)
    page = page_of(narrow)
    assert not page.list.isVisible()
    for part in (page.pane, page.bar, page.header):
        assert part.mapTo(narrow, part.rect().bottomRight()).x() < 800
    assert page.bar.mapTo(narrow, page.bar.rect().bottomLeft()).y() < 600
    press(qtbot, Key.Key_R)
    QtWidgets.QApplication.processEvents()
    assert narrow.width() == 800
    results = page.results
    for section in (results.verdicts, results.scores, results.effects):
        assert section.isVisible()
        assert section.mapTo(narrow, section.rect().bottomRight()).x() < 800
    page.hide_results()
    letters = narrow.font()
    letters.setPointSizeF(1.5 * letters.pointSizeF())
    narrow.setFont(letters)
    QtWidgets.QApplication.processEvents()
    resize(narrow, 800)
    assert narrow.width() == 800
    question = part_of(narrow, QuestionLine)
    assert question.text() in QUESTIONS
    assert question.width() >= question.fontMetrics().horizontalAdvance(question.text())
    assert question.accessibleName() == QUESTIONS[0]


def test_the_button_names_the_bag_steps_with_arrows_and_opens_the_list(
    narrow: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(narrow)
    button = part_of(page, BagsButton)
    assert QtWidgets.QApplication.focusWidget() is button
    assert button.text() == "Bag 1"
    press(qtbot, Key.Key_Down)
    assert (button.text(), button.accessibleName()) == ("Bag 2", "List of bags: bag 2, not judged")
    press(qtbot, Key.Key_Return)
    assert page_of(narrow).list.isVisible()
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_Down)
    assert page.session.current == 2
    assert page_of(narrow).list.isVisible()
    press(qtbot, Key.Key_Return)
    assert not page_of(narrow).list.isVisible()
    assert button.hasFocus()


def test_list_opens_by_click_or_key_and_closes_by_a_row_or_escape(narrow: MainWindow, qtbot: QtBot) -> None:
    page = page_of(narrow)
    for key, modifier in ((Key.Key_Slash, Modifier.NoModifier), (Key.Key_F, Modifier.ControlModifier)):
        press(qtbot, key, modifier)
        assert page_of(narrow).list.isVisible()
        press(qtbot, Key.Key_Escape)
        if page_of(narrow).list.isVisible():  # from the field first into the list
            press(qtbot, Key.Key_Escape)
        assert not page_of(narrow).list.isVisible()
    qtbot.mouseClick(part_of(page, BagsButton), QtCore.Qt.MouseButton.LeftButton)
    view = page.list.view
    place = view.visualRect(view.model().index(3, 0)).center()
    qtbot.mouseClick(view.viewport(), QtCore.Qt.MouseButton.LeftButton, pos=place)
    assert page.session.current == 3
    assert not page_of(narrow).list.isVisible()
    # A verdict key closes the open list, and judges nothing.
    look(qtbot, page)
    qtbot.mouseClick(part_of(narrow, BagsButton), QtCore.Qt.MouseButton.LeftButton)
    press(qtbot, Key.Key_Plus)
    assert verdicts(narrow) == "....."
    assert not page_of(narrow).list.isVisible()
    assert status(narrow)
    press(qtbot, Key.Key_Plus)
    assert verdicts(narrow) == "...+."


def test_list_opens_next_to_the_bag_also_in_large_letters_and_the_window_stays_small(
    narrow: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(narrow)
    closed = page.pane.width()
    for times in (1, 1.5):
        letters = narrow.font()
        letters.setPointSizeF(times * letters.pointSizeF())
        narrow.setFont(letters)
        resize(narrow, 800)
        press(qtbot, Key.Key_Return)
        resize(narrow, 800)
        assert page.list.isVisible()
        edges = [part.mapTo(narrow, QtCore.QPoint(0, 0)).x() for part in (page.list, page.pane)]
        assert edges[0] + page.list.width() < edges[1] < 800
        assert narrow.size() == QtCore.QSize(800, 600)
        # The answers are as wide as they need, if need be out of the window.
        assert page.bar.width() >= page.bar.minimumSizeHint().width()
        press(qtbot, Key.Key_Escape)
        resize(narrow, 800)
        assert page.pane.width() == closed


def test_menus_and_count_of_the_open_list_are_words_and_no_bags_match_is_said_once(
    narrow: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(narrow)
    letters = narrow.font()
    letters.setPointSizeF(1.5 * letters.pointSizeF())
    narrow.setFont(letters)
    page.open_filter()
    resize(narrow, 800)
    for query in ("kind:split verdict:none", "zzz"):
        part_of(page.list, QtWidgets.QLineEdit).setText(query)
        page.list.leave_search()
        page.session.set_filter(BagFilter(query))
        resize(narrow, 800)
        fitting = [*page.list.findChildren(FittingButton), *page.list.findChildren(FittingLabel)]
        assert len(fitting) == 3
        assert all(part.width() >= part.minimumSizeHint().width() for part in fitting)
    said = [label.text() for label in page.findChildren(QtWidgets.QLabel) if label.isVisible()]
    assert [text for text in said if "match" in text] == [page.pane.message().strip()]


def test_window_stays_small_after_a_verdict_with_gold_in_large_letters(
    window_of: Windows, tmp_path: Path
) -> None:
    window = window_of(write_newswire(tmp_path / "news.coala", gold=True))
    letters = window.font()
    letters.setPointSizeF(14)
    window.setFont(letters)
    resize(window, 800)
    page = page_of(window)
    page.session.judge(Verdict.UNSURE, Comment())
    resize(window, 800)
    assert page.reasons.gold_text()
    assert window.size() == QtCore.QSize(800, 600)


def test_answers_follow_the_last_line_of_short_evidence_and_give_the_room_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    for size in ((1280, 800), (1280, 1000), (800, 600)):
        window.resize(*size)
        page.session.show(1)
        qtbot.wait(50)
        text = page.pane.evidence.text
        free = text.height() - text.blockBoundingGeometry(text.document().lastBlock()).bottom()
        assert text.verticalScrollBar().maximum() == 0
        assert free < 3 * text.fontMetrics().lineSpacing()
        answers = page.bar.mapTo(window, page.bar.rect().bottomLeft()).y()
        assert answers < size[1] - 100
        assert window.size() == QtCore.QSize(*size)
    page.pane.show_message("No bag", "")
    assert page.pane.height() > size[1] // 2


def test_last_answer_stays_below_each_place_of_the_answers(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    page.session.judge(Verdict.BETTER, Comment())
    places = []
    for size in ((1280, 800), (1280, 1000), (800, 600)):
        window.resize(*size)
        qtbot.wait(50)
        places.append((size[1] - page.reasons.mapTo(window, page.reasons.rect().bottomLeft()).y(), size))
        assert page.reasons.y() > page.bar.geometry().bottom() + page.reasons.height()
    # A second click where an answer was in a longer bag must not give it a tag, or show its bag.
    assert max(below for below, _ in places) < 2 * page.reasons.height()


def test_list_closes_where_the_focus_leaves_it_and_opens_for_its_orders(
    narrow: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(narrow)
    press(qtbot, Key.Key_Return)
    assert page.list.isVisible()
    page.pane.setFocus()
    assert not page.list.isVisible()
    assert page.pane.hasFocus()
    opened: list[bool] = []
    monkeypatch.setattr(page.list, "choose_order", lambda: opened.append(page.list.isVisible()))
    page.choose_order()
    assert opened == [True]
    page.show_results()
    assert not page.list.isVisible()


def test_list_returns_next_to_the_bag_with_its_width(window: MainWindow, qtbot: QtBot) -> None:
    resize(window, 1280)
    page = page_of(window)
    before = page.list.width(), page.state().columns
    resize(window, 800)
    page.list.clear_filter()
    resize(window, 1280)
    assert page.list.isVisible()
    assert (page.list.width(), page.state().columns) == before
    assert page.list.view.hasFocus()
    assert not part_of(page, BagsButton).isVisible()


def test_a_headline_of_two_lines_is_shown_in_both(narrow: MainWindow) -> None:
    bar = part_of(page_of(narrow), ClaimBar)
    headline = next(
        part for part in bar.findChildren(QtWidgets.QWidget) if part.sizePolicy().hasHeightForWidth()
    )
    letters = headline.font()
    letters.setPointSizeF(4 * letters.pointSizeF())
    headline.setFont(letters)
    headline.updateGeometry()
    resize(narrow, 810)
    needed = headline.heightForWidth(headline.width())
    assert headline.height() == needed > headline.fontMetrics().lineSpacing()
