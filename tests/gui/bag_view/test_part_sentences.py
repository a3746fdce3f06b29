"""The sentence of a part on one line: which words are in sight and marked."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.part_sentences import draw_sentence
from coala.gui.widgets.theme import Theme, make_palette


@pytest.mark.parametrize(
    ("sentence", "letters", "marked"),
    [
        (("He saw ", "Ann", "."), 40, "Ann"),
        (("", "the chief executive of the company that owns the dam", " left."), 24, "the chief"),
        (("Then ", "the chief executive of the company that owns the dam", " left."), 24, "the chief"),
    ],
)
def test_the_part_of_a_mention_that_is_in_sight_is_marked(
    sentence: tuple[str, str, str], letters: int, marked: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str, int]] = []

    def draw(
        painter: QtGui.QPainter,
        rect: QtCore.QRect,
        lines: list[str],
        mention: tuple[str, QtGui.QColor],
        begin: int,
        fill: QtGui.QColor | None,
    ) -> None:
        drawn.append((lines[0], mention[0], begin))

    monkeypatch.setattr("coala.gui.bag_view.part_sentences.draw_words", draw)
    image = QtGui.QImage(800, 40, QtGui.QImage.Format.Format_RGB32)
    painter = QtGui.QPainter(image)
    room = QtCore.QRect(0, 0, letters * painter.fontMetrics().averageCharWidth(), 40)
    draw_sentence(painter, room, sentence, Theme.from_palette(make_palette(dark=False)))
    painter.end()
    ((line, mention, begin),) = drawn
    assert mention.startswith(marked)
    assert line.find(mention, begin) == begin
