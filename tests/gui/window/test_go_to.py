"""The action "Go to bag" by number or fingerprint, also for a bag that the filter hides."""

from __future__ import annotations

from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.window.main_window import MainWindow
from tests.support.windows import Key, Modifier, Reviews, Windows, page_of, part_of, press


def go_to(window: MainWindow, qtbot: QtBot, words: str) -> None:
    press(qtbot, Key.Key_G, Modifier.ControlModifier)
    dialog = window.dialogs.current
    assert dialog is not None
    field = part_of(dialog, QtWidgets.QLineEdit)
    qtbot.keyClicks(field, words)
    qtbot.keyClick(field, Key.Key_Return)
    assert not dialog.isVisible()


def test_a_bag_is_gone_to_although_the_filter_hides_it(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    for words in ("3", "#3", "test.coala#3", "0" * 63 + "2"):
        press(qtbot, Key.Key_Slash)
        field = QtWidgets.QApplication.focusWidget()
        assert isinstance(field, QtWidgets.QLineEdit)
        field.clear()
        qtbot.keyClicks(field, "#1")
        press(qtbot, Key.Key_Return)
        assert list(page.session.shown) == [0]
        go_to(window, qtbot, words)
        assert page.session.current == 2
        assert len(page.session.shown) == 4
        assert not window.notice.isVisible()
