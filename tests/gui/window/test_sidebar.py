"""The sidebar, which folds into one line of the header and comes back."""

from __future__ import annotations

from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.session.preferences import Preferences
from tests.support.windows import Key, Reviews, Windows, look, page_of, part_of, press


def test_the_numbers_are_one_line_in_the_head_until_they_are_unfolded(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(3))
    page = page_of(window)
    for key in (Key.Key_Plus, Key.Key_Minus):
        look(qtbot, page)
        press(qtbot, key)
    assert not page.sidebar.isVisible()
    button = part_of(page.header, QtWidgets.QToolButton, "Results")
    assert not button.isChecked()
    width = page.pane.width()
    press(qtbot, Key.Key_R)
    QtWidgets.QApplication.processEvents()
    assert page.sidebar.isVisible()
    assert button.isChecked()
    assert page.pane.width() < width
    button.click()
    assert not page.sidebar.isVisible()


def test_unfolded_numbers_are_remembered_with_their_width(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    preferences = Preferences()
    path = review_of(1)
    first = window_of(path, preferences=preferences)
    press(qtbot, Key.Key_R)
    QtWidgets.QApplication.processEvents()
    first.close()
    assert preferences.page.sidebar
    again = window_of(path, preferences=preferences)
    assert page_of(again).sidebar.isVisible()
    QtWidgets.QApplication.processEvents()
    assert page_of(again).state().columns == preferences.page.columns
    press(qtbot, Key.Key_R)
    again.close()
    assert not preferences.page.sidebar
    assert preferences.page.columns[-1] > 0
