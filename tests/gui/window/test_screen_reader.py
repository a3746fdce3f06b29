"""Texts for a screen reader: names, roles and tips of all controls, and events without the focus."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.session.preferences import Preferences
from coala.gui.widgets import labels, status_line
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.present.judged_changes import QUESTIONS
from coala.present.link_question import LINK_QUESTION
from coala.review.drawing import draw
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.corpora import write_newswire
from tests.support.novels import write_novel
from tests.support.windows import Key, Modifier, Reviews, Windows, page_of, press

Role = QtGui.QAccessible.Role
Text = QtGui.QAccessible.Text


def spoken(widget: QtWidgets.QWidget) -> tuple[str, str, Role]:
    """Name, description and role as a screen reader gets them."""
    told = QtGui.QAccessible.queryAccessibleInterface(widget)
    return told.text(Text.Name), told.text(Text.Description), told.role()


def shown(parent: QtWidgets.QWidget) -> list[QtWidgets.QWidget]:
    return [widget for widget in parent.findChildren(QtWidgets.QWidget) if widget.isVisible()]


def takes_keys(widget: QtWidgets.QWidget) -> bool:
    outer = QtWidgets.QComboBox | QtWidgets.QAbstractSpinBox | QtWidgets.QKeySequenceEdit
    inner = isinstance(widget.parentWidget(), outer)
    tab = QtCore.Qt.FocusPolicy.TabFocus
    return bool(widget.focusPolicy() & tab) and widget.isEnabled() and not inner


def is_nameless(widget: QtWidgets.QWidget) -> bool:
    """Return True if a screen reader gets no name, or only the value that the widget has now."""
    told = QtGui.QAccessible.queryAccessibleInterface(widget)
    value = told.text(Text.Value)
    # The older Qt says the name of a list or a table as its value, too.
    if isinstance(widget, QtWidgets.QMenu | QtWidgets.QAbstractButton | QtWidgets.QAbstractItemView):
        value = ""
    # Qt names a list by its value on Linux, where a screen reader speaks the label first.
    # The older Qt finds it only next to the list, and not in front of a list with a button.
    labels = [
        label.text() for label in widget.window().findChildren(QtWidgets.QLabel) if label.buddy() is widget
    ]
    return not any(name.strip(" :") not in ("", value) for name in (told.text(Text.Name), *labels))


def list_nameless(whole: QtWidgets.QWidget) -> list[str]:
    """Return the classes of the widgets in a window that take keys and have no name."""
    found = [widget for widget in shown(whole) if takes_keys(widget)]
    assert found
    return [type(widget).__name__ for widget in found if is_nameless(widget)]


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the announcements of the status line."""
    heard: list[str] = []
    monkeypatch.setattr(status_line, "announce", lambda widget, sentence: heard.append(sentence))
    return heard


WITH_DIALOGS = (
    *("about", "compare", "compare_again", "export", "first_steps", "go_to", "history"),
    *("reviewer", "search_actions", "shortcuts", "warnings", "document", "why"),
)
"""The actions that open a dialog or a tool window of our own; the font dialog is Qt's."""


def test_every_widget_that_takes_keys_has_a_name_that_is_more_than_its_value(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    path = write_newswire(tmp_path / "news.coala", gold=True)
    with Review.open(path) as review:
        for number in range(1, len(review.entries)):
            review.judge(number, State(Verdict.BETTER))
    window = window_of(path, preferences=Preferences(reviewer="Ann"))
    page, nameless = page_of(window), {"review": list_nameless(window)}
    press(qtbot, Key.Key_Plus)
    for name in ("tags", "note"):
        window.actions_by_name[name].trigger()
        nameless[name] = list_nameless(page)
    for name in WITH_DIALOGS:
        others = set(windows())
        window.actions_by_name[name].trigger()
        opened = [each for each in windows() if each not in others]
        assert len(opened) == 1, name
        for button in opened[0].findChildren(QtWidgets.QAbstractButton):
            if button.isCheckable() and button.isEnabled():
                button.setChecked(True)
        nameless[name] = list_nameless(opened[0])
        opened[0].close()
    page.who.open()
    nameless["who is who"] = list_nameless(page)
    page.who.leave()
    page.show_results()
    for button in page.results.findChildren(QtWidgets.QToolButton):
        button.setChecked(button.isCheckable())
    nameless["results"] = list_nameless(page)
    nameless["start page"] = list_nameless(window_of())
    put_board(tmp_path / "board.coala")
    nameless["board"] = list_nameless(window_of(tmp_path / "board.coala"))
    assert {where: found for where, found in nameless.items() if found} == {}


def windows() -> list[QtWidgets.QWidget]:
    return [widget for widget in QtWidgets.QApplication.topLevelWidgets() if widget.isVisible()]


def test_no_tip_is_read_with_its_markup(window_of: Windows, review_of: Reviews) -> None:
    for page in (window_of(), window_of(review_of(6, gold=True))):
        assert [spoken(widget) for widget in shown(page) if "<" in spoken(widget)[1]] == []


def test_the_claim_and_the_question_are_text_to_a_screen_reader(
    window_of: Windows, review_of: Reviews
) -> None:
    page = page_of(window_of(review_of(1)))
    labels = [spoken(widget)[0] for widget in shown(page) if spoken(widget)[2] is Role.StaticText]
    assert QUESTIONS[0] in labels
    assert any("John Doe" in label for label in labels)


def test_the_text_names_the_chains_and_documents_of_its_sentences(
    window_of: Windows, review_of: Reviews
) -> None:
    page = page_of(window_of(review_of(1)))
    text = next(widget for widget in shown(page) if spoken(widget)[0] == "Source text")
    assert spoken(text)[1].startswith("A")


def test_a_verdict_is_spoken_in_words_and_so_is_the_next_bag_where_the_list_has_no_focus(
    window: MainWindow, qtbot: QtBot, announced: list[str]
) -> None:
    announced.clear()
    press(qtbot, Key.Key_Plus)
    # The list has the focus, and its row is spoken by itself.
    qtbot.waitUntil(lambda: len(announced) == 1)
    assert "judged better" in announced[0]
    assert "bag 2" not in announced[0].casefold()
    page_of(window).pane.evidence.text.setFocus()
    press(qtbot, Key.Key_Question)
    qtbot.waitUntil(lambda: len(announced) == 2)
    verdict, _, bag = announced[1].partition(". ")
    assert verdict.endswith("judged not sure")
    assert "Ctrl+Z" in bag
    assert "Bag 3, not judged: “" in bag
    assert "; 3 of 3 " in bag
    assert window.statusBar().currentMessage() == ""


def test_what_gold_says_of_the_bag_follows_a_verdict(
    window_of: Windows, tmp_path: Path, review_of: Reviews, qtbot: QtBot, announced: list[str]
) -> None:
    page = page_of(window_of(write_newswire(tmp_path / "news.coala", gold=True)))
    page.session.show(15)
    announced.clear()
    press(qtbot, Key.Key_Plus)
    qtbot.waitUntil(lambda: len(announced) == 1)
    assert re.search(r"Ctrl\+Z.* bag 16: better \+0\.92", announced[0])
    window_of(review_of(2))
    announced.clear()
    press(qtbot, Key.Key_Plus)
    qtbot.waitUntil(lambda: len(announced) == 1)
    assert "Ctrl+Z" in announced[0]
    assert "Gold" not in announced[0]


def test_drawn_link_is_asked_about_at_once_and_its_answer_is_spoken_before_the_next_one(
    window_of: Windows, tmp_path: Path, qtbot: QtBot, announced: list[str]
) -> None:
    path = write_novel(tmp_path / "novel.coala")
    with Review.open(path) as review:
        draw(review, 3)
    window = window_of(path)
    first = page_of(window).pane.link.spoken()
    qtbot.waitUntil(lambda: len(announced) == 1)
    assert first.startswith(LINK_QUESTION)
    assert announced == [first]
    part = page_of(window).pane.link.shown_part().split()[0]
    press(qtbot, Key.Key_3)
    qtbot.waitUntil(lambda: len(announced) == 2)
    second = page_of(window).pane.link.spoken()
    assert second != first
    assert announced[1].startswith(f"{part}: ")
    assert announced[1].endswith(f". {second}")
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    qtbot.waitUntil(lambda: len(announced) == 3)
    assert announced[2].startswith(first)
    assert len(announced[2]) > len(first)


def test_failed_verdict_is_announced_once_without_the_previous_one(
    window_of: Windows,
    review_of: Reviews,
    qtbot: QtBot,
    announced: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full_disk(number: int, state: State) -> Act:
        raise ReviewError("test.coala: the disk is full; nothing was changed.")

    def warn(widget: QtWidgets.QWidget, sentence: str, *, urgent: bool) -> None:
        announced.append(f"at once: {sentence}" if urgent else sentence)

    monkeypatch.setattr(labels, "announce", warn)
    window = window_of(review_of(3))
    press(qtbot, Key.Key_Plus)
    qtbot.waitUntil(lambda: any("judged better" in sentence for sentence in announced))
    announced.clear()
    assert window.review is not None
    monkeypatch.setattr(window.review, "judge", full_disk)
    press(qtbot, Key.Key_Plus)
    # What waits to be spoken is spoken in its order, so nothing else is after this.
    window.say("Something else")
    qtbot.waitUntil(lambda: "Something else." in announced)
    assert announced == ["at once: test.coala: the disk is full; nothing was changed.", "Something else."]
    window.say("Judged better")
    press(qtbot, Key.Key_Plus)
    assert window.statusBar().currentMessage() == ""


def test_a_search_speaks_how_many_bags_it_leaves(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, announced: list[str]
) -> None:
    window_of(review_of(6))
    press(qtbot, Key.Key_Slash)
    announced.clear()
    qtbot.keyClicks(QtWidgets.QApplication.focusWidget(), "#2")
    qtbot.waitUntil(lambda: any("1 of 6 bags" in sentence for sentence in announced))


def test_what_the_cell_in_the_focus_tells_is_not_spoken_twice(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, announced: list[str]
) -> None:
    window = window_of(review_of(2))
    row = page_of(window).list.view.currentIndex().data(QtCore.Qt.ItemDataRole.AccessibleTextRole)
    window.say(row)
    qtbot.waitUntil(lambda: announced == [""])
    window.say("Something else")
    window.say(row)
    qtbot.waitUntil(lambda: announced == ["", "Something else."])
    assert window.statusBar().currentMessage() == row
