"""The dialog "Why is this one bag?": its words, its two mentions, and large bags."""

from __future__ import annotations

import re

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.evidence_text import EvidenceText
from coala.gui.session.bag_filter import BagFilter
from coala.gui.session.changes import Changes
from coala.gui.tool_windows.connectivity import ConnectivityWindow
from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.bag_connectivity import name_mentions
from coala.present.displayed_bag import display_bag
from tests.support.bags_by_hand import TEXTS, bag, seed
from tests.support.windows import Reviews, Windows, numbers_in, page_of, part_of


@pytest.fixture
def dialog(qtbot: QtBot) -> ConnectivityWindow:
    made = ConnectivityWindow(None, lambda span: None, blind=False)
    qtbot.addWidget(made, before_close_func=ConnectivityWindow.drain)
    return made


def show(dialog: ConnectivityWindow, made: Bag, qtbot: QtBot) -> None:
    dialog.show_bag(display_bag(made))
    answered(dialog, qtbot)


def answered(dialog: ConnectivityWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.is_running())


def boxes(dialog: ConnectivityWindow) -> list[QtWidgets.QComboBox]:
    return dialog.findChildren(QtWidgets.QComboBox)


def way(dialog: ConnectivityWindow) -> str:
    return part_of(dialog, QtWidgets.QPlainTextEdit, "How they are connected").toPlainText()


def quoted(sentence: str) -> list[str]:
    """Return the mentions and chains that a sentence names."""
    return re.findall('"([^"]*)"', sentence)


def chain(length: int) -> Bag:
    """Return a bag in which mention 0 meets 1 in the baseline, 1 meets 2 in the changed graph, and so on."""
    text = "it " * length
    pairs = [(number, number + 1) for number in range(length - 1)]
    baseline = {f"a{first}": pair for first, pair in enumerate(pairs) if first % 2 == 0}
    changed = {f"b{first}": pair for first, pair in enumerate(pairs) if first % 2}
    spans = [Span("http://example.org/d", 3 * number, 3 * number + 2) for number in range(length)]
    rows = [(Kind.MERGED, 0, 0, (1,), '"it" merged into b1')]
    return bag(spans, baseline, changed, [], rows, {"http://example.org/d": text})


def test_the_seed_is_held_together_by_the_mention_that_moved_and_two_chosen_ones_are_connected(
    dialog: ConnectivityWindow, qtbot: QtBot
) -> None:
    show(dialog, seed(), qtbot)
    counts, holding, *steps = dialog.text().splitlines()
    # 4 mentions in 2 documents, and 1 that holds them together.
    assert (numbers_in(counts), holding) == (["4", "2", "1"], '"he" in doc1')
    names = [quoted(step) for step in steps]
    assert names == [["Bob Smith", "he", "Bob Smith"], ["he", "John Doe", "John Doe"]]
    assert ["baseline" in step for step in steps] == [True, False]
    assert ["changed" in step for step in steps] == [False, True]
    first, second = boxes(dialog)
    first.setCurrentIndex(3)
    first.activated.emit(3)
    answered(dialog, qtbot)
    assert quoted(way(dialog).splitlines()[0]) == ["R. Smith", "he", "Bob Smith"]
    second.setCurrentIndex(3)
    second.activated.emit(3)
    answered(dialog, qtbot)
    # From and to are the same mention.
    assert len(way(dialog).splitlines()) == 1
    assert quoted(way(dialog)) == []


def test_mentions_are_named_with_their_place_and_nothing_in_them_is_markup(
    dialog: ConnectivityWindow, qtbot: QtBot
) -> None:
    assert name_mentions(seed())[2:] == ['"he" – doc1, 32–34', '"R. Smith" – doc2, 0–8']
    text = "<b>it</b>\n\u202eit"
    hostile = bag(
        [Span("d", 0, 9), Span("d", 10, 13)], {"<i>": [0, 1]}, {"<i>": [0]}, [(0, 0)], [], {"d": text}
    )
    show(dialog, hostile, qtbot)
    assert '"<b>it</b>"' in dialog.text()
    assert "\u202e" not in dialog.text()
    # No single mention holds this bag together.
    assert numbers_in(dialog.text().splitlines()[0]) == ["2", "1"]


@pytest.mark.qt_log_ignore("grabbing the keyboard")  # the offscreen platform cannot, for the list of matches
def test_a_mention_is_found_by_typing_a_part_of_it(dialog: ConnectivityWindow, qtbot: QtBot) -> None:
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    show(dialog, seed(), qtbot)
    first, second = boxes(dialog)
    first.setFocus()
    qtbot.keyClicks(first.lineEdit(), "r. sm")
    finder = first.completer()
    assert finder is not None
    popup = finder.popup()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    qtbot.keyClick(first, Qt.Key.Key_Return)
    answered(dialog, qtbot)
    assert dialog.isVisible()
    assert first.currentIndex() == 3
    assert '"R. Smith" and "he"' in dialog.text()
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    first.setFocus()
    qtbot.keyClicks(first.lineEdit(), "nobody")
    second.setFocus()
    assert first.currentText() == '"R. Smith" – doc2, 0–8'


def test_only_the_last_of_many_questions_is_answered(dialog: ConnectivityWindow, qtbot: QtBot) -> None:
    for made in (chain(600), seed(), chain(8)):
        dialog.show_bag(display_bag(made))
    answered(dialog, qtbot)
    assert numbers_in(dialog.text().splitlines()[0]) == ["8", "1", "6"]


def test_a_bag_of_five_thousand_spans_does_not_hold_the_window_up(
    dialog: ConnectivityWindow, qtbot: QtBot
) -> None:
    made = chain(5000)
    dialog.show_bag(display_bag(made))
    answered(dialog, qtbot)
    assert "4,998" in numbers_in(dialog.text().splitlines()[0])


def test_the_page_opens_the_window_and_it_follows_the_bag(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(1))
    page = page_of(window)

    def show_on_page(made: Bag) -> None:
        monkeypatch.setattr(page.session.review, "bag", lambda number: made)
        page.session.changed.emit(Changes(bag=True))

    monkeypatch.setattr(page.session.review, "text", TEXTS.get)
    show_on_page(seed())
    window.actions_by_name["why"].trigger()
    dialog = part_of(page, ConnectivityWindow)
    answered(dialog, qtbot)
    assert dialog.isVisible()
    assert not dialog.isModal()
    holding = part_of(dialog, QtWidgets.QListView, "Mentions that hold the bag together")
    holding.setCurrentIndex(holding.model().index(0, 0))
    assert part_of(page.pane, EvidenceText).chosen() == (2,)
    show_on_page(chain(5))
    answered(dialog, qtbot)
    assert numbers_in(dialog.text())[0] == "5"
    page.session.set_filter(BagFilter(text="nowhere"))
    assert numbers_in(dialog.text()) == []
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    page.session.set_filter(BagFilter())
    show_on_page(seed())
    page.tool_windows.show_connectivity()
    answered(dialog, qtbot)
    assert numbers_in(dialog.text())[0] == "4"
