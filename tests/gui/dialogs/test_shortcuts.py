"""The list of keys: complete, changeable, and with clear messages about conflicts."""

from __future__ import annotations

import re

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import KEY_ROWS, KeysEditor
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


def test_a_key_is_recorded_by_pressing_it(dialog: KeysEditor, qtbot: QtBot) -> None:
    dialog.show()
    choose(dialog, "note")
    qtbot.keyClick(part_of(dialog, QtWidgets.QKeySequenceEdit), QtCore.Qt.Key.Key_F4)
    click(dialog, "Add")
    assert dialog.keys == {"note": ["C", "F4"]}
    dialog.close()
