"""Copying of a bag by key, menu and context menu, with a confirmation."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page.bag_copies import COPY_ACTIONS
from tests.support.bags_by_hand import PARIS, TEXAS, linked, seed
from tests.support.graphs_by_hand import SEED
from tests.support.reviews import make_review, put_comparison
from tests.support.windows import Key, Modifier, Reviews, Windows, page_of, press, status

BOTH = Modifier.ControlModifier | Modifier.ShiftModifier


def copied() -> str:
    return QtGui.QGuiApplication.clipboard().text()


def test_key_copies_the_bag_that_is_looked_at_and_menus_offer_it(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_C, BOTH)
    assert "Bag: test.coala#2" in copied()
    assert "test.coala#2" in status(window)
    press(qtbot, Key.Key_M, BOTH)
    assert "- Bag: `test.coala#2`" in copied()
    for part in (page.list.view, page.pane):
        assert part.contextMenuPolicy() == QtCore.Qt.ContextMenuPolicy.ActionsContextMenu
        names = [action.objectName() for action in part.actions() if action.objectName() in COPY_ACTIONS]
        assert names == list(COPY_ACTIONS)
    # The text offers them below what a text offers.
    text = page.pane.findChildren(QtWidgets.QPlainTextEdit)[0]
    place = text.viewport().rect().center()
    reason = QtGui.QContextMenuEvent.Reason.Mouse
    event = QtGui.QContextMenuEvent(reason, place, text.viewport().mapToGlobal(place))
    QtWidgets.QApplication.sendEvent(text.viewport(), event)
    menu = QtWidgets.QApplication.activePopupWidget()
    assert isinstance(menu, QtWidgets.QMenu)
    names = [action.objectName() for action in menu.actions() if action.objectName()]
    texts = [action.text() for action in menu.actions()]
    menu.close()
    assert names[-len(COPY_ACTIONS) - 1 :] == [*COPY_ACTIONS, "history"]
    assert any(words.replace("&", "").startswith("Copy\t") for words in texts)
    # There are no changed links.
    assert not window.actions_by_name["copy_entry"].isVisible()


def test_name_that_is_copied_is_said(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(2))
    window.actions_by_name["copy_more"].trigger()
    menu = page_of(window).copies.more
    name = menu.actions()[0]
    assert name.text() == "Name: test.coala#1"
    name.trigger()
    menu.close()
    assert copied() == "test.coala#1"
    assert "test.coala#1" in status(window)


def test_an_iri_is_chosen_from_the_chains_and_documents_of_the_bag(
    window_of: Windows, tmp_path: Path
) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, SEED["X"], SEED["Z"])
    window = window_of(path)
    page = page_of(window)
    window.actions_by_name["copy_more"].trigger()
    menu = page.copies.more
    shown = {action.text(): action for action in menu.actions()[1:] if action.text()}
    assert [text.split()[0] for text in shown] == ["A:", "B:", "1:", "2:", "doc1", "doc2"]
    shown["1: Bob Smith http://example.org/z1"].trigger()
    menu.close()
    assert copied() == "http://example.org/z1"
    assert "http://example.org/z1" in status(window)


def test_a_bag_that_cannot_be_read_is_not_copied_and_that_is_said(
    window_of: Windows, review_of: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    QtGui.QGuiApplication.clipboard().setText("before")

    def damaged(number: int) -> None:
        raise ReviewError("Bag 1 is damaged.")

    assert window.review is not None
    with monkeypatch.context() as broken:
        broken.setattr(window.review, "bag", damaged)
        for name in COPY_ACTIONS:
            window.actions_by_name[name].trigger()
    assert copied() == "before"
    assert page.problem().endswith("Bag 1 is damaged.")
    page.list.focus_filter()
    focused = QtWidgets.QApplication.focusWidget()
    assert isinstance(focused, QtWidgets.QLineEdit)
    focused.setText("nobody")
    page.session.show(-1)
    window.actions_by_name["copy_text"].trigger()
    assert status(window)


def test_the_iris_of_a_changed_link_or_of_the_chain_at_the_cursor_are_copied(
    window_of: Windows, tmp_path: Path
) -> None:
    window = window_of(make_review(tmp_path / "r.coala", [linked([TEXAS], [PARIS]), seed()]))
    copy = window.actions_by_name["copy_entry"]
    copy.trigger()
    assert copied() == f"{TEXAS.name}\n{PARIS.name}"
    assert "2" in status(window)
    chains = page_of(window).pane.findChild(ChainMapView)
    assert chains is not None
    chains.setCurrentIndex(chains.map_model().index(0, 2))
    copy.trigger()
    assert copied() == PARIS.name
    assert PARIS.name in status(window)
    window.actions_by_name["next"].trigger()
    copy.trigger()
    assert copied() == PARIS.name
    assert status(window)
