"""Sizes of windows, which must fit on the screen."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import HelpDialog
from coala.gui.widgets.painting import TITLE_BAR, resize_on_screen


def test_a_window_is_as_large_as_it_is_wished_unless_the_screen_is_smaller(qtbot: QtBot) -> None:
    window = QtWidgets.QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableGeometry().size()
    resize_on_screen(window, 200, 100)
    assert window.size() == QtCore.QSize(200, 100)
    resize_on_screen(window, 200, 10_000)
    assert window.size() == QtCore.QSize(200, room.height() - TITLE_BAR)


def test_the_buttons_of_the_help_are_on_a_screen_of_600_lines(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QtGui.QScreen, "availableGeometry", lambda screen: QtCore.QRect(0, 0, 800, 600))
    dialog = HelpDialog({}, blind=False)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.height() <= 600 - TITLE_BAR
