"""Keys that are added in the help."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from coala.gui.dialogs.help import HelpDialog
from coala.model.bag import Verdict
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    press,
    spoken_name,
    verdicts,
)


def test_added_key_judges_like_the_old_one(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(6))
    press(qtbot, Key.Key_F1)
    dialog = window.dialogs.current
    assert isinstance(dialog, HelpDialog)
    # Enter in the search field is not the button that closes.
    press(qtbot, Key.Key_Return)
    assert dialog.isVisible()
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
