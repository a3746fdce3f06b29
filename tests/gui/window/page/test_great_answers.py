"""One answer for a bag with many changes offers to say who is who."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.widgets.tool_button import ToolButton
from coala.gui.window.main_window import MainWindow
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.windows import Key, look, page_of, press, verdicts


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return a bag of twelve changes, one of three changes, and another one of three."""
    return write_bags(
        tmp_path / "great.coala",
        [a_wide_bag(number, mentions) for number, mentions in enumerate((120, 30, 30))],
    )


def hint(window: MainWindow) -> ToolButton:
    """Return the button that offers to say who is who, or to judge each change, after an answer."""
    (button,) = [
        button
        for button in page_of(window).reasons.findChildren(ToolButton)
        if button.accessibleName().endswith(("Who is who?", "Judge each?"))
    ]
    return button


def test_answer_for_many_changes_offers_who_is_who_once(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    total = page.pane.verdicts().total
    assert total > 8
    assert not hint(window).isVisible()
    press(qtbot, Key.Key_Minus)
    assert verdicts(window) == "-.."
    assert hint(window).isVisible()
    assert hint(window).accessibleName().endswith(" Who is who?")
    press(qtbot, Key.Key_Plus)
    # The next bag has three changes.
    assert not hint(window).isVisible()


def test_click_on_the_offer_asks_who_is_who_in_that_bag(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_Minus)
    assert page.session.current == 1
    hint(window).click()
    assert (page.session.current, page.who.is_open()) == (0, True)
    look(qtbot, page)
    press(qtbot, Key.Key_Return)
    # With who is who, the bag is no longer judged at one glance.
    assert page.session.progress.state(0).groups is not None
    assert not hint(window).isVisible()


def test_offer_does_not_widen_a_small_window_with_large_letters(window: MainWindow, qtbot: QtBot) -> None:
    letters = window.font()
    letters.setPointSizeF(1.5 * letters.pointSizeF())
    window.setFont(letters)
    window.resize(800, 600)
    QtWidgets.QApplication.processEvents()
    press(qtbot, Key.Key_Minus)
    QtWidgets.QApplication.processEvents()
    assert window.width() == 800
