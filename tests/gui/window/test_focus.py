"""The focus is visible on every control that Tab reaches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import HelpDialog
from coala.gui.session.preferences import Preferences
from coala.gui.sidebar.verdict_bar import ChangesLink
from coala.gui.window.main_window import MainWindow
from coala.gui.window.start_page import StartPage
from tests.support.palettes import dark, light
from tests.support.windows import Key, Windows, page_of, press, spoken_name


def list_controls(window: QtWidgets.QWidget) -> list[QtWidgets.QWidget]:
    """Return what Tab reaches in a window, each once."""
    found = []
    for widget in window.findChildren(QtWidgets.QWidget):
        by_tab = widget.focusPolicy() & QtCore.Qt.FocusPolicy.TabFocus
        if by_tab and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None:
            found.append(widget)
    return found


def paint(widget: QtWidgets.QWidget) -> QtGui.QImage:
    """Return the picture of a control after Tab."""
    # As the Tab key sets it; it tells styles to paint the focus, and setFocus removes it.
    widget.window().setAttribute(QtCore.Qt.WidgetAttribute.WA_KeyboardFocusChange)
    return widget.grab().toImage()


def find_unmarked(window: QtWidgets.QWidget) -> list[str]:
    """Return the controls of a window that look the same with and without the focus."""
    rest = QtWidgets.QWidget(window)
    rest.show()
    unmarked = []
    for control in list_controls(window):
        rest.setFocus()
        before = paint(control)
        control.setFocus(QtCore.Qt.FocusReason.TabFocusReason)
        assert control.hasFocus()
        # Fusion frames the default button of a dialog in any case: Enter presses it from most places.
        is_default = isinstance(control, QtWidgets.QPushButton) and control.isDefault()
        if paint(control) == before and not is_default:
            unmarked.append(f"{type(control).__name__} {spoken_name(control)!r}")
    rest.setParent(None)
    rest.deleteLater()
    return unmarked


@pytest.fixture(params=[light, dark])
def theme(request: pytest.FixtureRequest, qapp: QtWidgets.QApplication) -> Iterator[None]:
    before = qapp.palette()
    qapp.setPalette(request.param())
    yield
    qapp.setPalette(before)


@pytest.mark.usefixtures("theme")
def test_every_control_of_a_review_looks_different_with_the_focus(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    window = window_of()
    window.offer_legend()
    assert window.open_review(review)
    for size in ((1280, 800), (800, 600)):
        window.resize(*size)
        QtWidgets.QApplication.processEvents()
        assert len(list_controls(window)) > 10
        assert find_unmarked(window) == []
    page_of(window).take_focus()
    press(qtbot, Key.Key_1)
    assert find_unmarked(window) == []
    page_of(window).show_results()
    assert find_unmarked(window) == []


@pytest.mark.usefixtures("theme")
def test_every_control_of_the_start_page_looks_different_with_the_focus(
    window_of: Windows, review: Path
) -> None:
    window: MainWindow = window_of(preferences=Preferences(recent=[str(review)]))
    assert window.findChildren(StartPage)
    assert find_unmarked(window) == []


@pytest.mark.usefixtures("theme")
def test_every_control_of_the_help_looks_different_with_the_focus(qtbot: QtBot) -> None:
    dialog = HelpDialog({}, blind=False)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    assert find_unmarked(dialog) == []


def test_link_to_the_changes_is_painted_with_the_focus(qtbot: QtBot) -> None:
    link = ChangesLink()
    qtbot.addWidget(link)
    link.offer(("2 types",), "Judge each", "")
    link.show()
    qtbot.waitUntil(link.isActiveWindow)
    link.setFocus(QtCore.Qt.FocusReason.TabFocusReason)
    assert link.hasFocus()
    assert not link.grab().isNull()
