"""Words on few short lines: broken between words and before a sign, cut off at the end."""

from __future__ import annotations

import re

import pytest
from PySide6 import QtCore, QtGui
from pytestqt.qtbot import QtBot

from coala.gui.widgets.painting import break_lines, draw_line, draw_words

SIGNS = ("⊕",)


def width(text: str) -> int:
    return QtGui.QFontMetrics(QtGui.QFont()).horizontalAdvance(text)


@pytest.mark.parametrize(
    ("sentence", "room", "expected"),
    [
        # Both names are cut where both are long.
        ("from Lindqvist Museum to Mercer & Holt", "from Lindqvist Museum to", r"from L.*… to M.*…"),
        # A short second name is kept whole, and the first is cut as little as possible.
        ("from Lindqvist Museum to Eve", "from Lindqvist Museum", r"from Lin.+… to Eve"),
        # What follows the second name is cut before a name is.
        ("from Ann to Eve, and 12 more moved", "from Ann to Eve, …", r"from Ann to Eve.*…"),
        ("from Ann to Eve (in document 2)", "from Ann to Eve…", r"from Ann to Eve.*…"),
        ("from nowhere in particular", "from nowhere…", r"from nowh.*…"),
        ("from Ann to Eve", "from Ann to Eve", r"from Ann to Eve"),
    ],
)
def test_both_names_of_a_pair_are_in_sight(qtbot: QtBot, sentence: str, room: str, expected: str) -> None:
    lines = break_lines(
        f"it ⊕ {sentence}", QtGui.QFont(), [width("it") + 1, width(f"⊕ {room}") + 1], SIGNS, "to"
    )
    assert lines[0] == "it"
    assert re.fullmatch(f"⊕ {expected}", lines[1])
    assert width(lines[1]) <= width(f"⊕ {room}") + 1


@pytest.mark.parametrize("text", ["😀" * 300, "א" * 900, "x" * 5000, "\ud800 y " * 99])
def test_odd_words_are_broken_and_drawn(qtbot: QtBot, text: str) -> None:
    lines = break_lines(text, QtGui.QFont(), (60, 60, 60), pair="y")
    assert len(lines) == 3
    picture = QtGui.QPixmap(80, 80)
    painter = QtGui.QPainter(picture)
    draw_words(painter, picture.rect(), lines, (lines[1], QtGui.QColor("red")))
    painter.end()


def test_figures_stay_at_their_end_of_a_line_in_a_right_to_left_window(qtbot: QtBot) -> None:
    drawn = []
    for direction in (QtCore.Qt.LayoutDirection.LeftToRight, QtCore.Qt.LayoutDirection.RightToLeft):
        picture = QtGui.QImage(300, 30, QtGui.QImage.Format.Format_RGB32)
        picture.fill(QtGui.QColor("white"))
        painter = QtGui.QPainter(picture)
        painter.setLayoutDirection(direction)
        draw_line(painter, picture.rect(), "6 of the 7 new links", QtGui.QColor("black"))
        assert painter.layoutDirection() is direction
        painter.end()
        drawn.append(picture)
    assert drawn[0] == drawn[1]
    blank = QtGui.QImage(drawn[0].size(), drawn[0].format())
    blank.fill(QtGui.QColor("white"))
    assert drawn[0] != blank


def test_mention_is_drawn_on_its_fill(qtbot: QtBot) -> None:
    found = []
    for fill in (None, QtGui.QColor("#123456")):
        picture = QtGui.QImage(300, 30, QtGui.QImage.Format.Format_RGB32)
        picture.fill(QtGui.QColor("white"))
        painter = QtGui.QPainter(picture)
        draw_words(painter, picture.rect(), ["Ann met Eve"], ("Eve", QtGui.QColor("black")), 0, fill)
        painter.end()
        filled = [x for x in range(300) if picture.pixelColor(x, 2).name() == "#123456"]
        found.append((filled[0], filled[-1]) if filled else None)
    assert found[0] is None
    assert found[1] is not None
    begin, end = found[1]
    # To a pixel.
    assert abs(begin - width("Ann met ")) <= 1
    assert abs(end + 1 - width("Ann met Eve")) <= 1
