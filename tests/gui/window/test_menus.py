"""The menu button with all menus, the texts of the help menu, and a notice that goes with its bag."""

from __future__ import annotations

import pytest
from PySide6 import QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala import __version__
from coala.gui.session.actions import SPECS
from coala.gui.widgets.menu_button import MenuButton
from coala.gui.window.main_window import MainWindow
from coala.verdicts.comment import Comment
from tests.support.board_files import put_board
from tests.support.windows import Key, Reviews, Windows, page_of, part_of, press, status, turn_to

IGNORED = "grabbing the keyboard"  # the offscreen platform cannot, for a menu


def list_menus(menu: QtWidgets.QMenu) -> list[str]:
    """Return the titles of the menus in a menu, as they are shown."""
    return [action.text().replace("&", "") for action in menu.actions() if action.isVisible()]


@pytest.mark.qt_log_ignore(IGNORED)
def test_f10_opens_all_menus_at_the_button_of_the_page(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of()
    menu = window.start_page.menu.menu()
    press_f10(window, qtbot)
    assert menu.isVisible()
    assert list_menus(menu) == ["File", "Edit", "Verdict", "View", "Help"]
    menu.close()
    window.open_review(review_of(2))
    assert part_of(page_of(window).header, MenuButton).menu() is menu
    assert not window.menuBar().isVisible()


def press_f10(window: MainWindow, qtbot: QtBot) -> None:
    turn_to(qtbot, window)
    window.start_page.menu.setFocus()
    press(qtbot, Key.Key_F10)


def test_every_action_has_a_place_in_a_menu(window: MainWindow) -> None:
    found: set[str] = set()

    def walk(menu: QtWidgets.QMenu) -> None:
        for action in menu.actions():
            found.add(action.objectName())
            inner = action.menu()
            if isinstance(inner, QtWidgets.QMenu):
                walk(inner)

    menu = page_of(window).header.menu.menu()
    assert isinstance(menu, QtWidgets.QMenu)
    walk(menu)
    assert {spec.name for spec in SPECS} <= found


def test_the_menu_of_the_board_comes_with_a_board(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(1).with_name("board.coala")
    put_board(path)
    window = window_of(path)
    page = window.boards.page
    assert page is not None
    assert "Board" in list_menus(page.menu.menu())
    window.actions_by_name["close"].trigger()
    assert "Board" not in list_menus(window.start_page.menu.menu())


def test_texts_of_the_help_menu_name_keys_and_version_as_they_are(window: MainWindow) -> None:
    window.actions_by_name.set_keys({"judge_better": ["F4"], "note": []})
    window.actions_by_name["first_steps"].trigger()
    box = window.dialogs.current
    assert isinstance(box, QtWidgets.QMessageBox)
    assert "F4 better" in box.text()
    assert "note" not in box.text()
    assert len(box.text().splitlines()) <= 9
    box.close()
    window.actions_by_name["about"].trigger()
    box = window.dialogs.current
    assert isinstance(box, QtWidgets.QMessageBox)
    assert f"COALA {__version__}" in box.text()
    box.close()
    window.actions_by_name["report"].trigger()
    copied = QtGui.QGuiApplication.clipboard().text()
    assert f"COALA {__version__}, Python 3." in copied
    assert "coala lint" in copied
    assert window.review is not None
    assert str(window.review.path.parent) not in copied
    assert status(window)


def test_a_note_that_came_back_is_announced_for_its_bag_only(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    page.session.show(1)
    page.session.review.keep_draft(0, Comment("half"))
    assert not page.notice.isVisible()
    page.session.show(0)
    assert page.notice.isVisible()
    page.session.show(2)
    assert not page.notice.isVisible()
    page.notice.warn("The disk is full.")
    page.session.show(1)
    assert page.notice.isVisible()
