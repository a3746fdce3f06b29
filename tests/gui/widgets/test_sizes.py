"""Sizes of windows, which must fit on the screen."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import HelpDialog
from coala.gui.widgets.painting import TITLE_BAR


def test_the_buttons_of_the_help_are_on_a_screen_of_600_lines(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QtGui.QScreen, "availableGeometry", lambda screen: QtCore.QRect(0, 0, 800, 600))
    dialog = HelpDialog({}, blind=False)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.height() <= 600 - TITLE_BAR
