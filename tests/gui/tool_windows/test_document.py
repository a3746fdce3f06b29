"""The window on a whole document."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.tool_windows.document import DocumentWindow
from coala.model.bag import BASELINE, Bag, DocumentMentions
from coala.model.values import Span
from coala.present.chains import PreparedBags
from tests.present.test_whole_document import MENTIONS
from tests.support.bags_by_hand import DOC_1, PARIS, TEXAS, TEXTS, linked, seed
from tests.support.palettes import PALETTES


def read_mentions(document: str) -> DocumentMentions | None:
    return MENTIONS if document == DOC_1 else None


@pytest.fixture
def chosen() -> list[Span]:
    """Return the mentions that the window shows in the review."""
    return []


@pytest.fixture
def window(qtbot: QtBot, chosen: list[Span]) -> DocumentWindow:
    made = DocumentWindow(None, TEXTS.get, read_mentions, chosen.append)
    qtbot.addWidget(made)
    made.show()
    return made


def show(window: DocumentWindow, bag: Bag, *spans: int) -> None:
    prepared = PreparedBags().prepare(bag, ("baseline", "changed"))
    window.show_bag(prepared.displayed, prepared.chains, spans)


def marked(window: DocumentWindow) -> list[str]:
    return [window.text.page().text[run.begin : run.end] for run in window.text.find_runs_shown()]


def switch(window: DocumentWindow, row: int) -> None:
    window.types.setFocus()
    window.types.setCurrentRow(row)
    QTest.keyClick(window.types, Qt.Key.Key_Space)


def test_types_and_sides_are_switched_and_stay_so_with_the_next_bag(window: DocumentWindow) -> None:
    show(window, linked([TEXAS], [PARIS]))
    switch(window, 0)
    assert marked(window) == ["John Doe", "he"]
    switch(window, 2)
    assert marked(window) == ["John Doe"]
    show(window, replace(linked([TEXAS], [PARIS]), fingerprint="2" * 64))
    assert marked(window) == ["John Doe"]
    buttons = {button.text(): button for button in window.findChildren(QtWidgets.QPushButton)}
    buttons["&None"].click()
    assert marked(window) == []
    buttons["&All"].click()
    assert marked(window) == ["Bob Smith", "John Doe", "he"]
    boxes = {box.text(): box for box in window.findChildren(QtWidgets.QCheckBox)}
    boxes["Baseline: filled"].setChecked(False)
    assert window.text.shown_sides == {1}
    assert all(run.baseline is None for run in window.text.find_runs_shown())


def test_keys_go_from_mention_to_mention_and_tell_the_review(
    window: DocumentWindow, chosen: list[Span], qtbot: QtBot
) -> None:
    show(window, linked([TEXAS], [PARIS]), 0)
    with qtbot.waitActive(window):
        window.activateWindow()
    for key, words in ((Qt.Key.Key_Down, "John Doe"), (Qt.Key.Key_Down, "he"), (Qt.Key.Key_Up, "John Doe")):
        QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
        assert window.card.text().splitlines()[0] == words
    assert chosen == [
        MENTIONS.baseline[1],
        MENTIONS.baseline[2],
        MENTIONS.baseline[1],
    ]
    # Enter chooses the mention at the cursor.
    cursor = QtGui.QTextCursor(window.text.document())
    cursor.setPosition(2)
    window.text.setTextCursor(cursor)
    QTest.keyClick(window.text, Qt.Key.Key_Return)
    assert window.card.text().splitlines()[0] == "Bob Smith"
    assert window.isVisible()


def test_what_cannot_be_shown_of_a_document_is_said_in_its_place(
    qtbot: QtBot, window: DocumentWindow
) -> None:
    def fail(document: str) -> str:
        raise ReviewError(f"{document} is damaged.")

    show(window, seed(), 3)
    said = [window.message()]
    for text_of in (lambda _: None, fail):
        silent = DocumentWindow(None, text_of, read_mentions, lambda place: None)
        qtbot.addWidget(silent)
        show(silent, seed())
        said.append(silent.message())
    assert said[2] == f"{DOC_1} is damaged."
    silent.show_nothing()
    said.append(silent.message())
    # Without mentions, without a text, with a damaged one, and without a bag.
    assert len({"", *said}) == 5


@pytest.mark.parametrize("name", PALETTES)
def test_it_is_painted_in_light_and_dark(window: DocumentWindow, name: str) -> None:
    palette = PALETTES[name]()
    window.setPalette(palette)
    show(window, linked([TEXAS], [PARIS]), 0)
    image = window.card.grab().toImage()
    assert image.pixelColor(2, 2) == palette.color(QtGui.QPalette.ColorRole.Base)


def test_twenty_thousand_mentions_are_shown_and_found(qtbot: QtBot) -> None:
    text = "ab " * 20_000
    spans = tuple(Span(DOC_1, 3 * place, 3 * place + 2) for place in range(20_000))
    chains = tuple((place % 700,) for place in range(20_000))
    mentions = DocumentMentions(spans, spans, (), (chains, chains))
    window = DocumentWindow(None, lambda _: text, lambda _: mentions, lambda place: None)
    qtbot.addWidget(window)
    show(window, seed())
    page = window.text.page()
    assert len(page.spans) == 20_000
    assert page.span_at(30_001) == 10_000
    assert page.span_at(30_002) is None
    assert len(window.text.find_runs_shown()) == 20_000
    assert BASELINE in window.text.shown_sides
