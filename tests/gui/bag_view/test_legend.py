"""The legend of the first run: below the answers until it is closed, and never again."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.legend import Legend, write_legend
from coala.gui.session.preferences import Preferences
from coala.gui.sidebar.verdict_bar import VerdictBar
from coala.gui.widgets.tool_button import ToolButton
from coala.gui.window.main_window import MainWindow
from tests.support.windows import Key, Modifier, Windows, page_of, part_of, press

FORMS = write_legend(("baseline", "changed graph"))


def close(legend: Legend) -> None:
    part_of(legend, ToolButton).click()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_closing_the_legend_moves_nothing(window_of: Windows, review: Path, size: tuple[int, int]) -> None:
    window = window_of()
    window.offer_legend()
    assert window.open_review(review)
    window.resize(*size)
    QtWidgets.QApplication.processEvents()
    page = page_of(window)
    kept = (page.pane, page.bar, page.header, page.reasons)
    before = [part.geometry() for part in kept]
    # The whole form that is shown fits, and so does the button that closes it.
    assert page.legend.text() in FORMS
    button = part_of(page.legend, ToolButton)
    assert button.mapTo(window, button.rect().bottomRight()).x() < window.width()
    (label,) = page.legend.findChildren(QtWidgets.QLabel)
    assert label.width() >= label.fontMetrics().horizontalAdvance(page.legend.text())
    close(page.legend)
    QtWidgets.QApplication.processEvents()
    assert [part.geometry() for part in kept] == before


def test_an_answer_takes_the_place_of_the_legend_until_it_is_undone(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    window = window_of()
    window.offer_legend()
    assert window.open_review(review)
    page = page_of(window)
    qtbot.wait(50)
    place = part_of(page, VerdictBar).geometry()
    press(qtbot, Key.Key_1)
    assert not page.legend.isVisible()
    assert page.reasons.text()
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert page.legend.isVisible()
    qtbot.wait(50)
    assert part_of(page, VerdictBar).geometry() == place


def test_closed_legend_is_gone_for_good_and_remembered(
    window_of: Windows, review: Path, tmp_path: Path
) -> None:
    preferences = Preferences()
    window = window_of(preferences=preferences)
    window.offer_legend()
    assert window.open_review(review)
    legend = page_of(window).legend
    assert legend.isVisible()
    close(legend)
    assert not legend.isVisible()
    assert window.focusWidget() is not None
    stored, problem = Preferences.load(tmp_path / "settings" / "preferences.json")
    assert (stored.legend_closed, problem) == (True, None)
    later = window_of(preferences=stored)
    later.offer_legend()
    assert window.close()
    assert later.open_review(review)
    assert not page_of(later).legend.isVisible()


def test_legend_is_shown_once_it_is_offered_and_again_with_the_next_review(
    window: MainWindow, review: Path, tmp_path: Path
) -> None:
    assert not page_of(window).legend.isVisible()
    window.offer_legend()
    for name in ("one", "two"):
        assert window.open_review(copyfile(review, tmp_path / f"{name}.coala"))
        assert page_of(window).legend.isVisible()
