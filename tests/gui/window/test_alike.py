"""Similar bags: shown at the bag, visited in turn, listed, and ordered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.session.actions import SPECS
from coala.gui.session.bag_filter import BagFilter
from coala.gui.window.main_window import MainWindow
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    page_of,
    part_of,
    press,
    status,
    verdicts,
)

# Moved, split, merged, and again: a bag has the change of the third one behind it.
BAGS = 9
GROUP = "2 similar bags"


@pytest.fixture
def review(review_of: Reviews) -> Path:
    return review_of(BAGS)


def test_similar_bags_are_counted_at_the_bag_walked_by_a_key_and_listed(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    button = part_of(page.pane, QtWidgets.QToolButton, GROUP)
    assert button.isVisible()
    walked = []
    for _ in range(3):
        press(qtbot, Key.Key_S)
        walked.append(page.session.current)
    assert walked == [3, 6, 0]
    assert re.findall(r"\d+", status(window)) == ["1", "3"]
    assert [action.objectName() for action in button.actions()] == ["next_alike", "list_alike"]
    button.actions()[0].trigger()
    assert page.session.current == 3
    press(qtbot, Key.Key_S, Modifier.ShiftModifier)
    assert list(page.session.shown) == [0, 3, 6]
    press(qtbot, Key.Key_R, Modifier.ControlModifier)
    assert len(page.session.shown) == BAGS
    page.session.set_filter(BagFilter("verdict:none doe 3"))
    press(qtbot, Key.Key_S, Modifier.ShiftModifier)
    assert (page.session.filter.text, list(page.session.shown)) == ("verdict:none doe 3", [3])
    page.show_results()
    press(qtbot, Key.Key_F, Modifier.ControlModifier)
    assert page.shows_results()


def test_no_key_judges_a_bag_that_is_not_shown(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    for modifier in (Modifier.NoModifier, Modifier.ShiftModifier):
        for key in (Key.Key_A, Key.Key_I):
            press(qtbot, key, modifier)
            assert QtWidgets.QApplication.activeModalWidget() is None
    assert verdicts(window) == "+........"
    assert not {"answer_alike", "accept_implied", "implied"} & {spec.name for spec in SPECS}
    assert not {"Shift+A", "I", "Shift+I"} & {key for spec in SPECS for key in spec.keys}
