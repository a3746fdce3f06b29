"""The list of keys: complete, changeable, and with clear messages about conflicts."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import KEY_ROWS, KeysEditor, remove_needless_shift
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import DEFAULT_KEYS, SPECS, VERDICT_ACTIONS, find_active_keys, is_known_key
from coala.model.nouns import IN_TEXTS
from tests.support.windows import part_of

NAMES = [spec.name for spec in KEY_ROWS]


@pytest.fixture
def dialog(qtbot: QtBot) -> KeysEditor:
    dialog = KeysEditor({}, IN_TEXTS, blind=False)
    qtbot.addWidget(dialog)
    return dialog


def choose(dialog: KeysEditor, name: str) -> None:
    part_of(dialog, QtWidgets.QTableWidget).setCurrentCell(NAMES.index(name), 0)


def click(dialog: KeysEditor, name: str) -> None:
    part_of(dialog, QtWidgets.QPushButton, name).click()


def remove(dialog: KeysEditor, key: str) -> None:
    QtWidgets.QApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    part_of(dialog, QtWidgets.QToolButton, f"Remove the key {key}").click()


def keys_in_table(dialog: KeysEditor) -> dict[str, str]:
    table = part_of(dialog, QtWidgets.QTableWidget)
    return {name: table.model().index(row, 1).data() for row, name in enumerate(NAMES)}


def test_every_action_is_listed_once_with_text_tip_and_menu() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(spec.text and spec.tip for spec in SPECS)
    assert set(VERDICT_ACTIONS) <= set(NAMES)


def test_no_two_actions_have_the_same_key() -> None:
    counted = Counter(QtGui.QKeySequence(key).toString() for spec in SPECS for key in spec.keys)
    assert [key for key, number in counted.items() if number > 1] == []


def test_every_action_is_listed_with_its_keys(dialog: KeysEditor) -> None:
    listed = keys_in_table(dialog)
    assert (listed["judge_better"], listed["filter"], listed["warnings"]) == ("3, +", "Ctrl+F, /", "")


def test_each_key_of_an_action_can_be_removed_and_restored(dialog: KeysEditor) -> None:
    choose(dialog, "next")
    assert dialog.add_key("Ctrl+Down")
    assert dialog.add_key("Ctrl+U")
    assert keys_in_table(dialog)["next"] == "J, Ctrl+Down, Ctrl+U"
    remove(dialog, "J")
    assert dialog.keys == {"next": ["Ctrl+Down", "Ctrl+U"]}
    remove(dialog, "Ctrl+Down")
    remove(dialog, "Ctrl+U")
    assert dialog.keys == {"next": []}
    # One sentence more than for the others.
    assert (dialog.message().split()[0], dialog.message().count(".")) == ("Ctrl+U", 2)
    click(dialog, "Use default")
    assert (dialog.keys, keys_in_table(dialog)["next"]) == ({}, "J")


def test_what_comes_to_the_default_again_is_no_choice(dialog: KeysEditor) -> None:
    choose(dialog, "judge_better")
    remove(dialog, "+")
    assert dialog.keys == {"judge_better": ["3"]}
    assert dialog.add_key("+")
    assert dialog.keys == {}


def test_a_key_that_another_action_has_is_said_with_its_name(dialog: KeysEditor) -> None:
    choose(dialog, "next")
    assert not dialog.add_key("Shift++")
    assert "“Better”" in dialog.message()
    assert dialog.keys == {}
    assert not dialog.add_key("J")
    assert dialog.message().startswith("J ")
    assert "“" not in dialog.message()


def test_a_key_can_be_taken_over_from_the_action_that_has_it(dialog: KeysEditor, qtbot: QtBot) -> None:
    dialog.show()
    choose(dialog, "next")
    edit = part_of(dialog, QtWidgets.QKeySequenceEdit)
    qtbot.keyClick(edit, QtCore.Qt.Key.Key_3)
    assert dialog.message().startswith("\N{WARNING SIGN} 3 ")
    assert "“Better”" in dialog.message()
    click(dialog, "Reassign")
    assert dialog.keys == {"judge_better": ["+"], "next": ["J", "3"]}
    assert dialog.message().startswith("3 ")
    assert re.search(r"“Better”.*\+", dialog.message())
    click(dialog, "All defaults")
    assert dialog.keys == {}
    dialog.close()


@pytest.mark.parametrize("key", ["Down", "Return", "Space", "Esc", "PgDown", "F10"])
def test_a_key_of_lists_and_fields_is_refused(dialog: KeysEditor, key: str) -> None:
    choose(dialog, "judge_better")
    assert not dialog.add_key(key)
    assert dialog.message().startswith("\N{WARNING SIGN}")
    assert "“" not in dialog.message()
    assert dialog.keys == {}


def test_a_default_that_was_given_away_stays_where_it_is_and_that_is_said(dialog: KeysEditor) -> None:
    choose(dialog, "next")
    dialog.add_key("X")
    choose(dialog, "note")
    assert dialog.add_key("J", take_over=True)
    choose(dialog, "next")
    click(dialog, "Use default")
    assert dialog.keys == {"note": ["C", "J"]}
    assert keys_in_table(dialog)["next"] == ""
    assert "“Write a note”" in dialog.message()


def test_a_key_is_recorded_by_pressing_it(dialog: KeysEditor, qtbot: QtBot) -> None:
    dialog.show()
    choose(dialog, "note")
    qtbot.keyClick(part_of(dialog, QtWidgets.QKeySequenceEdit), QtCore.Qt.Key.Key_F4)
    click(dialog, "Add")
    assert dialog.keys == {"note": ["C", "F4"]}
    dialog.close()


def test_keys_of_older_preferences_count_before_defaults_that_are_new() -> None:
    old = {"why": ["1"], "next": ["J", "Ctrl+1"], "previous": ["J"], "judge_same": []}
    keys = find_active_keys(old, DEFAULT_KEYS)
    assert (keys["why"], keys["judge_worse"]) == (["1"], ["-"])
    assert (keys["next"], keys["previous"], keys["judge_same"]) == (["J", "Ctrl+1"], [], [])
    counted = Counter(QtGui.QKeySequence(key).toString() for each in keys.values() for key in each)
    assert set(counted.values()) == {1}


@pytest.mark.parametrize(
    ("pressed", "key"),
    [("Shift++", "+"), ("Shift+?", "?"), ("Shift+N", "Shift+N"), ("Ctrl+Shift+/", "Ctrl+Shift+/")],
)
def test_shift_is_dropped_where_a_keyboard_decides_about_it(pressed: str, key: str) -> None:
    assert remove_needless_shift(pressed) == key


@pytest.mark.parametrize("key", ["", "nonsense", "Ctrl+", "J, K", "\x00", "Hyper+Ü+9"])
def test_keys_that_qt_does_not_know_are_ignored(key: str) -> None:
    assert not is_known_key(key)
    actions = Actions({"next": [key], "no such action": ["X"]}, QtWidgets.QApplication.instance())  # type: ignore[arg-type]
    assert actions["next"].shortcuts() == []
    actions.deleteLater()
