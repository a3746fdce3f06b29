"""Tool windows next to the page: their places, keys, and memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.session.preferences import Preferences
from coala.gui.window.tool_window_launcher import place_next_to
from tests.support.graphs_by_hand import A, B, C, graph
from tests.support.reviews import put_comparison
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
    verdicts,
)

Rect = QtCore.QRect
ROOM = Rect(0, 0, 1920, 1080)
SIZE = QtCore.QSize(600, 400)


@pytest.mark.parametrize(
    ("main", "place"),
    [
        (Rect(0, 40, 1280, 800), Rect(1280, 40, 600, 400)),
        (Rect(640, 700, 1280, 300), Rect(40, 680, 600, 400)),
        (Rect(100, 0, 1800, 1000), Rect(1320, 0, 600, 400)),
        (ROOM, Rect(1320, 0, 600, 400)),
    ],
)
def test_tool_window_is_next_to_the_main_window_if_there_is_room(main: Rect, place: Rect) -> None:
    found = place_next_to(SIZE, main, ROOM)
    assert found == place
    assert ROOM.contains(found)


def test_keys_of_the_page_work_in_a_tool_window(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    page.tool_windows.show_connectivity()
    beside = page.tool_windows.connectivity
    assert beside is not None
    qtbot.waitUntil(beside.isActiveWindow)
    # Not in a field for words, which takes the keys.
    part_of(beside, QtWidgets.QPlainTextEdit).setFocus()
    beside.move(window.frameGeometry().right() + 40, 0)
    press(qtbot, Key.Key_J)
    assert page.session.current == 1
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    assert verdicts(window) == ".+.."
    beside.move(page.pane.mapToGlobal(QtCore.QPoint(10, 10)))
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    assert verdicts(window) == ".+.."
    assert status(window)
    press(qtbot, Key.Key_Escape)
    assert not beside.isVisible()
    assert window.review is not None


def test_main_window_stays_as_it_is_while_a_tool_window_is_open(
    window_of: Windows, review_of: Reviews
) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    window.setGeometry(window.screen().availableGeometry())
    before = window.geometry(), page.list.geometry(), page.pane.width()
    for open_window in (page.tool_windows.show_document, page.tool_windows.show_connectivity):
        open_window()
        QtWidgets.QApplication.processEvents()
        assert (window.geometry(), page.list.geometry(), page.pane.width()) == before
    page.tool_windows.close()
    assert (window.geometry(), page.list.geometry(), page.pane.width()) == before


def test_where_a_window_was_is_remembered(window_of: Windows, review_of: Reviews) -> None:
    preferences = Preferences()
    path = review_of(2)
    first = window_of(path, preferences=preferences)
    page_of(first).tool_windows.show_connectivity()
    connectivity = page_of(first).tool_windows.connectivity
    assert connectivity is not None
    connectivity.setGeometry(5, 30, 500, 400)
    first.close()
    assert preferences.page.places[connectivity.windowTitle()] == (5, 30, 500, 400)


def test_a_key_shows_the_whole_document_of_the_bag_and_follows_it(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path
) -> None:
    together, apart = graph({"x": [A, B, C]}), graph({"x": [A, C], "y": [B]})
    put_comparison(tmp_path / "r.coala", together, apart)
    window = window_of(tmp_path / "r.coala")
    page = page_of(window)
    press(qtbot, Key.Key_D)
    document = page.tool_windows.document
    assert document is not None
    assert document.isVisible()
    assert [document.text.page().copy_text(*found[:2]) for found in document.text.find_runs_shown()] == [
        "Bob Smith",
        "John Doe",
        "he",
    ]
    assert document.card.text().startswith("John Doe\nBaseline: A ")
    qtbot.waitUntil(document.isActiveWindow)
    press(qtbot, Key.Key_Up, Modifier.AltModifier)
    assert page.pane.evidence.text.chosen() == (0,)


def test_mentions_of_other_bags_are_not_marked_on_the_next_page(
    window_of: Windows, review_of: Reviews
) -> None:
    window, path = window_of(), review_of(2)
    copy = path.with_name("copy.coala")
    copy.write_bytes(path.read_bytes())
    assert window.open_review(path)
    action = window.actions_by_name["all_mentions"]
    action.trigger()
    assert action.isChecked()
    assert window.open_review(copy)
    assert not action.isChecked()
