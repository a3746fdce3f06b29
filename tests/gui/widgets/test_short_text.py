"""Words on few short lines: broken between words and before a sign, cut off at the end."""

from __future__ import annotations

import pytest
from PySide6 import QtGui
from pytestqt.qtbot import QtBot

from coala.gui.widgets.painting import break_lines, draw_words

SIGNS = ("⊕",)


def width(text: str) -> int:
    return QtGui.QFontMetrics(QtGui.QFont()).horizontalAdvance(text)


def test_what_fits_is_one_line(qtbot: QtBot) -> None:
    assert break_lines("Ann ⊕ Eve", QtGui.QFont(), (400, 400), SIGNS) == ["Ann ⊕ Eve"]
    assert break_lines("", QtGui.QFont(), (400,)) == []


def test_two_names_stand_on_two_lines(qtbot: QtBot) -> None:
    names = "Kittiwake Pilots’ Association ⊕ Kellan Port Authority"
    room = width("Kittiwake Pilots’ Association") + 4
    assert break_lines(names, QtGui.QFont(), (room, room), SIGNS) == names.replace(" ⊕", "\n⊕").split("\n")


def test_a_sentence_is_broken_between_words_and_its_rest_cut_off(qtbot: QtBot) -> None:
    lines = break_lines("one two three four five six", QtGui.QFont(), [width("one two th")] * 2)
    assert lines[0] == "one two"
    assert lines[1].startswith("three")
    assert lines[1].endswith("…")


@pytest.mark.parametrize("text", ["😀" * 300, "א" * 900, "x" * 5000, "\ud800 y " * 99])
def test_odd_words_are_broken_and_drawn(qtbot: QtBot, text: str) -> None:
    lines = break_lines(text, QtGui.QFont(), (60, 60, 60))
    assert len(lines) == 3
    picture = QtGui.QPixmap(80, 80)
    painter = QtGui.QPainter(picture)
    draw_words(painter, picture.rect(), lines, (lines[1], QtGui.QColor("red")))
    painter.end()
