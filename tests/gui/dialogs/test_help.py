"""The field that searches keys, marks and words."""

from __future__ import annotations

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import HelpDialog
from coala.model.bag import Verdict
from coala.present.help import MARKS, WORDS
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    part_of,
    press,
    spoken_name,
    verdicts,
)


@pytest.fixture
def dialog(qtbot: QtBot) -> HelpDialog:
    dialog = HelpDialog({}, blind=False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def search(dialog: HelpDialog, qtbot: QtBot, query: str) -> None:
    field = part_of(dialog, QtWidgets.QLineEdit, "Search keys, marks and words")
    field.selectAll()
    qtbot.keyClicks(field, query)


def shown(table: QtWidgets.QTableWidget) -> list[str]:
    """Return the first column of the visible rows."""
    rows = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    return [table.model().index(row, 0).data() for row in rows]


def test_a_search_counts_what_it_finds_and_goes_to_the_first_tab_that_has_any(
    dialog: HelpDialog, qtbot: QtBot
) -> None:
    assert dialog.titles() == ["Keys", "Marks", "Words"]
    assert (dialog.marks.rowCount(), dialog.words.rowCount()) == (len(MARKS), len(WORDS))
    search(dialog, qtbot, "95")
    assert dialog.titles() == ["Keys (0)", "Marks (0)", "Words (1)"]
    assert dialog.words.isVisible()
    assert shown(dialog.words) == ["net, mean"]
    press(qtbot, Key.Key_Return)
    assert dialog.isVisible()
    search(dialog, qtbot, "qwertz")
    assert dialog.titles() == ["Keys (0)", "Marks (0)", "Words (0)"]
    dialog.close()


def test_added_key_judges_like_the_old_one(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(6))
    press(qtbot, Key.Key_F1)
    dialog = window.dialogs.current
    assert isinstance(dialog, HelpDialog)
    dialog.editor.search("better 3")
    assert dialog.editor.add_key("Ctrl+B")
    dialog.accept()
    window.activateWindow()
    page_of(window).list.focus_list()
    for key in (Key.Key_3, Key.Key_Plus, Key.Key_1, Key.Key_2, Key.Key_4):
        press(qtbot, key)
    assert verdicts(window) == "++-=?."
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_B, Modifier.ControlModifier)
    assert verdicts(window) == "++-=?+"
    assert spoken_name(page_of(window).bar.button(Verdict.BETTER)) == "Better, key 3 or plus or Ctrl+B"
