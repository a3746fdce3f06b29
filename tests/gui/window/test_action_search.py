"""The action search: finds what can be done now, runs it, and leaves the window as it was otherwise."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.window.action_search import ActionSearch, Command, find_commands
from coala.gui.window.main_window import MainWindow
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    part_of,
    press,
    status,
    turn_to,
    verdicts,
)


def search(window: MainWindow, qtbot: QtBot, query: str = "") -> ActionSearch:
    """Open the search by its key and type a query."""
    turn_to(qtbot, window)
    press(qtbot, Key.Key_K, Modifier.ControlModifier)
    dialog = part_of(window, ActionSearch)
    qtbot.waitUntil(dialog.isActiveWindow)
    if query:
        qtbot.keyClicks(part_of(dialog, QtWidgets.QLineEdit), query)
    return dialog


def choose(dialog: ActionSearch, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.chosen):
        qtbot.keyClick(part_of(dialog, QtWidgets.QLineEdit), Key.Key_Return)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("", "Next bag"),
        ("und", "Undo"),
        ("bag next", "Next bag"),
        ("dark", "Dark theme"),
        ("view", "Next bag"),
        ("nxtb", "Next bag"),
        ("colours", "Dark theme"),
        ("qwertz", None),
    ],
)
def test_find_commands_puts_the_best_match_first(query: str, first: str | None) -> None:
    action = QtGui.QAction()
    commands = [
        Command("Next bag", "View", ("J",), "Go to the next row of the list", action),
        Command("Redo", "Edit", (), "Do again what was undone", action),
        Command("Undo", "Edit", ("Ctrl+Z",), "", action),
        Command("Dark theme", "View", (), "Other colours", action),
    ]
    found = find_commands(query, commands)
    assert (found[0].text if found else None) == first


def test_search_shows_actions_with_menu_and_key_and_runs_the_first(window: MainWindow, qtbot: QtBot) -> None:
    page_of(window).controller.show(0)
    dialog = search(window, qtbot, "next bag")
    table = part_of(dialog, QtWidgets.QTableWidget, "Actions found")
    assert [table.model().index(0, column).data() for column in range(3)] == ["Next bag", "View", "J"]
    choose(dialog, qtbot)
    assert page_of(window).controller.current == 1


def test_search_finds_only_what_applies(window: MainWindow, qtbot: QtBot) -> None:
    texts = search(window, qtbot).texts()
    assert "Undo" in texts
    assert not {"Settle disagreements", "Unblind the review", "Next component", "Find an action"} & {*texts}
    assert not any("gold" in text.lower() for text in texts)


def test_arrows_choose_another_action_and_escape_runs_none(window: MainWindow, qtbot: QtBot) -> None:
    page_of(window).controller.show(1)
    dialog = search(window, qtbot, "previous")
    field = part_of(dialog, QtWidgets.QLineEdit)
    second = dialog.texts()[1]
    qtbot.keyClick(field, Key.Key_Down)
    table = part_of(dialog, QtWidgets.QTableWidget)
    assert table.model().index(table.currentRow(), 0).data() == second
    qtbot.keyClick(field, Key.Key_Escape)
    assert page_of(window).controller.current == 1
    assert not dialog.isVisible()


def test_search_goes_to_a_bag_by_its_number(window: MainWindow, qtbot: QtBot) -> None:
    dialog = search(window, qtbot, "#3")
    assert dialog.texts()[0].startswith("Go to bag 3: ")
    choose(dialog, qtbot)
    assert page_of(window).controller.current == 2
    assert not any(text.startswith("Go to bag 4") for text in search(window, qtbot, "#4").texts())


@pytest.mark.parametrize("what", [QtWidgets.QLineEdit, QtWidgets.QPlainTextEdit])
def test_search_opens_from_a_text_field_and_leaves_its_text(
    window: MainWindow, qtbot: QtBot, what: type[QtWidgets.QLineEdit] | type[QtWidgets.QPlainTextEdit]
) -> None:
    page = page_of(window)
    if what is QtWidgets.QPlainTextEdit:
        press(qtbot, QtCore.Qt.Key.Key_C)
    field = part_of(page.list, what) if what is QtWidgets.QLineEdit else page.last_answer.editor.note
    assert isinstance(field, QtWidgets.QLineEdit | QtWidgets.QPlainTextEdit)
    field.setFocus()
    qtbot.keyClicks(field, "b")
    if isinstance(field, QtWidgets.QLineEdit):
        field.home(False)
    else:
        field.moveCursor(QtGui.QTextCursor.MoveOperation.Start)
    dialog = search(window, qtbot, "report a problem")
    choose(dialog, qtbot)
    assert (field.text() if isinstance(field, QtWidgets.QLineEdit) else field.toPlainText()) == "b"
    assert "bug report" in status(window)
    assert "coala lint" in QtGui.QGuiApplication.clipboard().text()


def test_search_opens_a_recent_file(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(3))
    window.actions_by_name["close"].trigger()
    window.start_page.menu.setFocus()
    dialog = search(window, qtbot, "test.coala")
    choose(dialog, qtbot)
    assert verdicts(window) == "..."


def test_search_judges_the_bag_that_was_looked_at(window: MainWindow, qtbot: QtBot) -> None:
    look(qtbot, page_of(window))
    choose(search(window, qtbot, "better"), qtbot)
    assert verdicts(window) == "+.."


def test_search_is_named_for_a_screen_reader(window: MainWindow, qtbot: QtBot) -> None:
    dialog = search(window, qtbot, "undo")
    assert part_of(dialog, QtWidgets.QLineEdit).accessibleName() == "Find an action"
    table = part_of(dialog, QtWidgets.QTableWidget, "Actions found")
    index = table.model().index(0, 0)
    assert index.data(QtCore.Qt.ItemDataRole.AccessibleTextRole) == "Undo, Edit menu, shortcut Ctrl+Z"


@pytest.mark.parametrize(
    ("keys", "spoken"),
    [
        ((",",), "Do it, View menu, shortcut comma"),
        (("Ctrl++", "Ctrl+="), "Do it, View menu, shortcut Ctrl+plus or Ctrl+equals"),
        (("J",), "Do it, View menu, shortcut J"),
        ((), "Do it, View menu"),
    ],
)
def test_a_screen_reader_hears_the_names_of_signs(keys: tuple[str, ...], spoken: str) -> None:
    assert Command("Do it", "View", keys, "", 0).spoken == spoken
