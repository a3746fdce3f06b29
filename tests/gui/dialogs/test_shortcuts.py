"""The list of keys: complete, changeable, and outspoken about conflicts."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.shortcuts import ShortcutsDialog, without_needless_shift
from coala.gui.session.actions import SPECS, VERDICT_ACTIONS, Actions, is_known_key
from tests.support.windows import part_of

NAMES = [spec.name for spec in SPECS]


@pytest.fixture
def dialog(qtbot: QtBot) -> ShortcutsDialog:
    dialog = ShortcutsDialog({})
    qtbot.addWidget(dialog)
    return dialog


def choose(dialog: ShortcutsDialog, name: str) -> None:
    part_of(dialog, QtWidgets.QTableWidget).setCurrentCell(NAMES.index(name), 0)


def click(dialog: ShortcutsDialog, name: str) -> None:
    part_of(dialog, QtWidgets.QPushButton, name).click()


def keys_in_table(dialog: ShortcutsDialog) -> dict[str, str]:
    table = part_of(dialog, QtWidgets.QTableWidget)
    return {name: table.model().index(row, 1).data() for row, name in enumerate(NAMES)}


def test_every_action_stands_once_with_a_text_a_tip_and_a_menu() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(spec.text and spec.tip for spec in SPECS)
    assert set(VERDICT_ACTIONS) <= set(NAMES)


def test_no_two_actions_have_the_same_key() -> None:
    counted = Counter(QtGui.QKeySequence(key).toString() for spec in SPECS for key in spec.keys)
    assert [key for key, number in counted.items() if number > 1] == []


def test_every_action_is_listed_with_its_keys(dialog: ShortcutsDialog) -> None:
    listed = keys_in_table(dialog)
    assert (listed["judge_better"], listed["filter"], listed["warnings"]) == ("+", "Ctrl+F, /", "")


def test_a_key_can_be_changed_removed_and_put_back(dialog: ShortcutsDialog) -> None:
    choose(dialog, "next")
    assert dialog.set_current_key("Ctrl+Down")
    assert keys_in_table(dialog)["next"] == "Ctrl+Down"
    click(dialog, "Remove")
    assert dialog.keys == {"next": []}
    click(dialog, "Use default")
    assert (dialog.keys, keys_in_table(dialog)["next"]) == ({}, "J")


def test_a_key_that_another_action_has_is_refused_with_its_name(dialog: ShortcutsDialog) -> None:
    choose(dialog, "next")
    assert not dialog.set_current_key("Shift++")
    assert "+ is the key of “Better”" in dialog.message()
    assert dialog.keys == {}


def test_a_default_that_was_given_away_is_not_taken_back(dialog: ShortcutsDialog) -> None:
    choose(dialog, "next")
    dialog.set_current_key("X")
    choose(dialog, "note")
    dialog.set_current_key("J")
    choose(dialog, "next")
    click(dialog, "Use default")
    assert dialog.keys == {"next": ["X"], "note": ["J"]}
    assert "“Write a note”" in dialog.message()


def test_a_key_is_recorded_by_pressing_it(dialog: ShortcutsDialog, qtbot: QtBot) -> None:
    dialog.show()
    choose(dialog, "note")
    qtbot.keyClick(part_of(dialog, QtWidgets.QKeySequenceEdit), QtCore.Qt.Key.Key_F4)
    click(dialog, "Set")
    assert dialog.keys == {"note": ["F4"]}
    dialog.close()


@pytest.mark.parametrize(
    ("pressed", "key"),
    [("Shift++", "+"), ("Shift+?", "?"), ("Shift+N", "Shift+N"), ("Ctrl+Shift+/", "Ctrl+Shift+/")],
)
def test_shift_is_dropped_where_a_keyboard_decides_about_it(pressed: str, key: str) -> None:
    assert without_needless_shift(pressed) == key


@pytest.mark.parametrize("key", ["", "nonsense", "Ctrl+", "J, K", "\x00", "Hyper+Ü+9"])
def test_keys_that_qt_does_not_know_are_ignored(key: str) -> None:
    assert not is_known_key(key)
    actions = Actions({"next": [key], "no such action": ["X"]}, QtWidgets.QApplication.instance())  # type: ignore[arg-type]
    assert actions["next"].shortcuts() == []
    actions.deleteLater()
