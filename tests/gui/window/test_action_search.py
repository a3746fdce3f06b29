"""The action search: finds what can be done now, runs it, and leaves the window as it was otherwise."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.panel import OrderButton
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import SPECS, Situation
from coala.gui.window import action_search
from coala.gui.window.action_search import ActionSearch, find_commands, list_commands
from coala.gui.window.action_synonyms import ACTION_SYNONYMS
from coala.gui.window.main_window import MainWindow
from tests.support.windows import (
    Key,
    Modifier,
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
    return search_here(window, qtbot, query)


def search_here(window: MainWindow, qtbot: QtBot, query: str) -> ActionSearch:
    press(qtbot, Key.Key_K, Modifier.ControlModifier)
    dialog = part_of(window, ActionSearch)
    qtbot.waitUntil(dialog.isActiveWindow)
    if query:
        qtbot.keyClicks(part_of(dialog, QtWidgets.QLineEdit), query)
    return dialog


def choose(dialog: ActionSearch, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.destroyed):
        qtbot.keyClick(part_of(dialog, QtWidgets.QLineEdit), Key.Key_Return)


def test_search_shows_actions_that_apply_with_menu_and_key_and_runs_the_first(
    window: MainWindow, qtbot: QtBot
) -> None:
    page_of(window).session.show(0)
    dialog = search(window, qtbot)
    texts = {*dialog.texts()}
    assert "Undo" in texts
    assert not {"Settle disagreements", "Unblind the review", "Next component", "Find an action"} & texts
    assert not any("gold" in text.lower() for text in texts)
    qtbot.keyClicks(part_of(dialog, QtWidgets.QLineEdit), "next bag")
    table = part_of(dialog, QtWidgets.QTableWidget, "Actions found")
    assert [table.model().index(0, column).data() for column in range(3)] == ["Next bag", "View", "J"]
    choose(dialog, qtbot)
    assert page_of(window).session.current == 1


def test_arrows_choose_another_action_and_escape_runs_none(window: MainWindow, qtbot: QtBot) -> None:
    page_of(window).session.show(1)
    dialog = search(window, qtbot, "previous")
    field = part_of(dialog, QtWidgets.QLineEdit)
    second = dialog.texts()[1]
    qtbot.keyClick(field, Key.Key_Down)
    table = part_of(dialog, QtWidgets.QTableWidget, "Actions found")
    assert table.model().index(table.currentRow(), 0).data() == second
    qtbot.keyClick(field, Key.Key_Escape)
    assert page_of(window).session.current == 1
    assert not dialog.isVisible()
    dialog = search(window, qtbot, "undo")
    assert part_of(dialog, QtWidgets.QLineEdit).accessibleName() == "Find an action"
    index = part_of(dialog, QtWidgets.QTableWidget).model().index(0, 0)
    assert index.data(QtCore.Qt.ItemDataRole.AccessibleTextRole) == "Undo, Edit menu, shortcut Ctrl+Z"


def test_search_goes_to_a_bag_by_its_number(window: MainWindow, qtbot: QtBot) -> None:
    dialog = search(window, qtbot, "#3")
    assert dialog.texts()[0].startswith("Go to bag 3: ")
    choose(dialog, qtbot)
    assert page_of(window).session.current == 2
    assert not any(text.startswith("Go to bag 4") for text in search(window, qtbot, "#4").texts())


def test_search_opens_from_a_text_field_and_leaves_its_text(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, QtCore.Qt.Key.Key_C)
    for field in (part_of(page.reasons, QtWidgets.QPlainTextEdit), part_of(page.list, QtWidgets.QLineEdit)):
        turn_to(qtbot, window)
        field.setFocus()
        qtbot.keyClicks(field, "b")
        if isinstance(field, QtWidgets.QLineEdit):
            field.home(False)
        else:
            field.moveCursor(QtGui.QTextCursor.MoveOperation.Start)
        QtGui.QGuiApplication.clipboard().clear()
        choose(search_here(window, qtbot, "report a problem"), qtbot)
        assert (field.text() if isinstance(field, QtWidgets.QLineEdit) else field.toPlainText()) == "b"
        assert status(window)
        assert "coala lint" in QtGui.QGuiApplication.clipboard().text()


def test_search_opens_a_recent_file(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_name["close"].trigger()
    window.start_page.menu.setFocus()
    dialog = search(window, qtbot, "test.coala")
    choose(dialog, qtbot)
    assert verdicts(window) == "..."


ACTION_OF_A_WORD = {
    "dark mode": "Dark theme",
    "night": "Dark theme",
    "colors": "System theme",
    "font size": "Larger",
    "zoom": "Larger",
    "comment": "Write a note",
    "why": "Why is this one bag?",
    "sort": "Sort the list",
    "changes": "Who is who?",
    "statistics": "Results",
    "shortcuts": "Keys and words",
    "help": "Keys and words",
    "settings": "Keys and words",
    "tutorial": "First steps",
    "exit": "Quit",
    "skip": "Next unjudged bag",
    "back": "Back to the bag",
    "previous": "Previous unjudged bag",
    "browser": "Share as a page",
    "print": "Share as a page",
    "csv": "Export",
    "excel": "Export",
    "backup": "Save a copy",
    "reset": "Show all bags",
    "undo": "Undo",
    "revert": "Undo",
    "delete": "Remove verdict",
    "search": "Find",
    "jump": "Go to bag",
    "gold": "Gold chains in the text",
    "blind": "Compare two graphs",
    "who": "Who is who?",
    "groups": "Who is who?",
    "cluster": "Who is who?",
    "same person": "Who is who?",
    "split": "Who is who?",
    "merge": "Who is who?",
    "coreference": "Who is who?",
    "conflicts": "Settle disagreements",
    "adjudicate": "Settle disagreements",
    "two people": "Settle disagreements",
    "precision": "Results",
    "rename": "Reviewer\N{RIGHT SINGLE QUOTATION MARK}s name",
    "random": "Draw a sample",
    "sample": "Draw a sample",
    "bug": "Report a problem",
    "reload": "Compare again",
}
"""The action that is found first, by the word that users say."""


def test_a_word_that_users_say_finds_its_action_first(qtbot: QtBot) -> None:
    actions = Actions({}, owner := QtCore.QObject())
    actions.fit(Situation(review=True, writable=True, gold=True, links=True, others=True))
    commands = list_commands(actions, ())
    found = {word: find_commands(word, commands)[0].text for word in ACTION_OF_A_WORD}
    assert found == ACTION_OF_A_WORD
    actions.fit(Situation(review=True, writable=True, blind=True))
    assert find_commands("blind", list_commands(actions, ()))[0].text == "Unblind the review"
    assert owner.children()


def test_each_synonym_is_of_an_action_and_finds_it(qtbot: QtBot) -> None:
    actions = Actions({}, owner := QtCore.QObject())
    assert not ACTION_SYNONYMS.keys() - {spec.name for spec in SPECS}
    actions.fit(Situation(review=True, writable=True, gold=True, links=True, others=True))
    commands = {
        str(command.target.objectName()): command
        for command in list_commands(actions, ())
        if isinstance(command.target, QtGui.QAction)
    }
    for name in ACTION_SYNONYMS.keys() & commands.keys():
        for word in ACTION_SYNONYMS[name].split():
            assert commands[name] in find_commands(word, commands.values()), (name, word)
    assert owner.children()


@pytest.mark.qt_log_ignore("grabbing the keyboard")  # the offscreen platform cannot, for a menu
def test_sort_opens_the_orders_of_the_list(window: MainWindow, qtbot: QtBot) -> None:
    choose(search(window, qtbot, "sort"), qtbot)
    menu = part_of(page_of(window).list, OrderButton).menu()
    assert menu.isVisible()
    menu.close()


def test_each_newly_chosen_action_is_announced_once(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(action_search, "announce", lambda widget, sentence: heard.append(sentence))
    dialog = search(window, qtbot)
    heard.clear()
    field, texts = part_of(dialog, QtWidgets.QLineEdit), dialog.texts()
    for key in (Key.Key_Up, Key.Key_Down, Key.Key_Down, Key.Key_Up):
        qtbot.keyClick(field, key)
    assert [sentence.partition(", ")[0] for sentence in heard] == [texts[1], texts[2], texts[1]]
