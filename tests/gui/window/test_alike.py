"""Bags with the same change: said at the bag, walked, listed, ordered, and answered together."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.group_answer import GroupAnswerDialog
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.report.tally import render_tally_text
from coala.review.file import Review
from coala.review.storage.seals import seal
from coala.verdicts.state import Manner, State
from tests.support.reviews import a_great_review
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
    turn_to,
    verdicts,
)

# Moved, split, merged, and again: a bag has the change of the third one behind it.
BAGS = 9
GROUP = "one of 3 with the same change"


@pytest.fixture
def window(window_of: Windows, review_of: Reviews) -> MainWindow:
    return window_of(review_of(BAGS))


def offered(window: MainWindow, qtbot: QtBot) -> GroupAnswerDialog:
    """The list of what an answer would touch, after its key."""
    press(qtbot, Key.Key_A, Modifier.ShiftModifier)
    dialog = page_of(window).alike.dialog
    assert dialog is not None
    turn_to(qtbot, dialog)
    return dialog


def button_of(dialog: QtWidgets.QDialog, text: str) -> QtWidgets.QPushButton:
    return next(button for button in dialog.findChildren(QtWidgets.QPushButton) if button.text() == text)


def states(window: MainWindow) -> list[State]:
    review = window.review
    assert review is not None
    return [review.state(entry.fingerprint) for entry in review.entries]


def test_the_bag_says_how_many_have_its_change_and_a_key_walks_them(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    assert part_of(page.pane, QtWidgets.QToolButton, GROUP).isVisible()
    walked = []
    for _ in range(3):
        press(qtbot, Key.Key_S)
        walked.append(page.controller.current)
    assert walked == [3, 6, 0]
    assert status(window) == "Bag 1 of 3 with the same change."


def test_the_button_at_the_bag_offers_what_the_keys_do(window: MainWindow, qtbot: QtBot) -> None:
    button = part_of(page_of(window).pane, QtWidgets.QToolButton, GROUP)
    assert [action.objectName() for action in button.actions()] == [
        "next_alike",
        "list_alike",
        "answer_alike",
    ]
    button.actions()[0].trigger()
    assert page_of(window).controller.current == 3


def test_only_the_bags_with_the_same_change_can_be_listed(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_S, Modifier.ShiftModifier)
    assert list(page_of(window).controller.shown) == [0, 3, 6]
    press(qtbot, Key.Key_R, Modifier.ControlModifier)
    assert len(page_of(window).controller.shown) == BAGS


def test_in_their_order_the_bags_stand_together_with_a_count(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_O)
    menu = QtWidgets.QApplication.activePopupWidget()
    assert isinstance(menu, QtWidgets.QMenu)
    action = next(action for action in menu.actions() if action.text() == "Same changes together")
    QTest.mouseClick(menu, QtCore.Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert list(page.controller.shown) == [0, 3, 6, 1, 4, 7, 2, 5, 8]
    model = page.list.view.model()
    rows = [model.row(row) for row in range(4)]  # type: ignore[attr-defined]
    assert [row.worth for row in rows] == ["×3", "”", "”", "×3"]
    assert "one of 3 with the same change" in rows[1].spoken
    assert page.list.counted() == "9 bags, same changes together"
    assert page.state().order.code.startswith("alike")


def test_the_rest_of_a_group_is_answered_after_its_list_was_shown_and_is_one_step(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    dialog = offered(window, qtbot)
    assert dialog.chosen() == [3, 6]
    items = part_of(dialog, QtWidgets.QListWidget)
    assert '7   "he" moved from Bob Smith to John Doe' in items.item(1).text()
    assert "Bob Smith met John Doe and then he left." in items.item(1).text()
    button_of(dialog, "&Judge 2 bags +").click()
    assert verdicts(window) == "+..+..+.."
    assert [state.manner for state in states(window)][:7:3] == [Manner.ALONE, Manner.GROUP, Manner.GROUP]
    assert status(window).startswith("Judged better by group: 2 bags with the same change, undo with Ctrl+Z")
    turn_to(qtbot, window)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window) == "+........"
    press(qtbot, Key.Key_Y, Modifier.ControlModifier)
    assert verdicts(window) == "+..+..+.."


def test_what_is_unticked_by_key_is_left_to_be_judged_by_itself(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_K)
    dialog = offered(window, qtbot)
    items = part_of(dialog, QtWidgets.QListWidget)
    qtbot.keyClick(items, Key.Key_Space)
    assert dialog.chosen() == [6]
    # Enter judges nothing that has not been looked at.
    qtbot.keyClick(items, Key.Key_Return)
    assert dialog.isVisible()
    button_of(dialog, "&Judge 1 bag −").click()
    assert verdicts(window) == "-.....-.."


def test_all_can_be_unticked_and_then_nothing_is_judged(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Equal)
    press(qtbot, Key.Key_K)
    dialog = offered(window, qtbot)
    button_of(dialog, "Tick &none").click()
    assert not button_of(dialog, "&Judge 0 bags =").isEnabled()
    button_of(dialog, "Tick &all").click()
    assert dialog.chosen() == [3, 6]
    qtbot.keyClick(dialog, Key.Key_Escape)
    assert verdicts(window) == "=........"


def test_nothing_is_offered_before_the_bag_itself_is_judged_or_when_none_is_left(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_A, Modifier.ShiftModifier)
    assert page_of(window).alike.dialog is None
    assert status(window).startswith("Judge this bag first")
    for _ in range(3):
        press(qtbot, Key.Key_Plus)
        press(qtbot, Key.Key_K)
        press(qtbot, Key.Key_S)
        look(qtbot, page_of(window))
    press(qtbot, Key.Key_A, Modifier.ShiftModifier)
    assert page_of(window).alike.dialog is None
    assert status(window) == "All 3 bags with the same change are judged."


def test_after_a_restart_the_group_is_taken_back_as_one_step(
    window: MainWindow, window_of: Windows, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    button_of(offered(window, qtbot), "&Judge 2 bags +").click()
    assert window.review is not None
    path: Path = window.review.path
    window.close()
    again = window_of(path)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(again) == "+........"
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(again) == "........."


def test_an_answer_of_ones_own_replaces_one_given_by_group(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    button_of(offered(window, qtbot), "&Judge 2 bags +").click()
    turn_to(qtbot, window)
    press(qtbot, Key.Key_S)
    press(qtbot, Key.Key_Plus)
    assert [state.manner for state in states(window)][3] is Manner.ALONE
    assert "judged better by itself" in status(window).lower()


def test_the_row_of_a_bag_says_that_its_verdict_was_given_by_group(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    button_of(offered(window, qtbot), "&Judge 2 bags +").click()
    model = page_of(window).list.view.model()
    assert "by group" in model.row(3).marks  # type: ignore[attr-defined]


def test_a_review_from_before_groups_says_what_to_do(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM header WHERE key = 'same_changes'")
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
    window = window_of(path)
    press(qtbot, Key.Key_S)
    assert "compare again (Ctrl+Shift+N)" in status(window)


def test_verdicts_by_group_are_told_apart_in_the_tally(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    button_of(offered(window, qtbot), "&Judge 2 bags +").click()
    assert window.review is not None
    path = window.review.path
    window.close()
    with Review.open(path, read_only=True) as review:
        assert review.judged()[0].verdict is Verdict.BETTER
        assert any("2 given for a group" in line for line in render_tally_text([review]))


def test_of_a_great_group_as_many_bags_are_offered_as_somebody_looks_at(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(a_great_review(tmp_path / "great.coala", 1_500))
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    dialog = offered(window, qtbot)
    assert len(dialog.chosen()) == 1_000
    labels = [label.text() for label in dialog.findChildren(QtWidgets.QLabel)]
    assert any("The first 1,000 of 1,499 bags below wait" in text for text in labels)
    button_of(dialog, "&Judge 1,000 bags +").click()
    assert verdicts(window).count("+") == 1_001


def test_where_there_is_little_room_the_group_is_named_in_fewer_words(window: MainWindow) -> None:
    button = part_of(page_of(window).pane, QtWidgets.QToolButton, GROUP)
    window.resize(1600, 800)
    QtWidgets.QApplication.processEvents()
    assert button.text() == GROUP
    letters = window.font()
    letters.setPointSizeF(1.8 * letters.pointSizeF())
    window.setFont(letters)
    window.resize(800, 600)
    QtWidgets.QApplication.processEvents()
    assert button.text() == "one of 3"
    assert button.accessibleName() == GROUP
    assert button.width() >= button.sizeHint().width()
    assert 0 <= button.height() - button.fontMetrics().lineSpacing() <= 4
