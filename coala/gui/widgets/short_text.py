"""A few words are broken into as many short lines as there is room for, and a mention in them stands out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui
from PySide6.QtCore import Qt

# Units of Qt's strings: more never stand on a few short lines.
_MOST = 600


def break_lines(text: str, font: QtGui.QFont, widths: Sequence[int], before: Sequence[str] = ()) -> list[str]:
    """Break a text into at most so many lines as there are widths, the last cut off where it is too long.

    Where the text has more than one line, it is broken before the first of the signs ``before`` in it.
    """
    metrics = QtGui.QFontMetrics(font)
    text = text[:_MOST]
    if not widths or not text:
        return []
    elide = Qt.TextElideMode.ElideRight
    if len(widths) == 1 or metrics.horizontalAdvance(text) <= widths[0]:
        return [metrics.elidedText(text, elide, widths[0])]
    for sign in before:
        head, found, tail = text.partition(f" {sign} ")
        if found and metrics.horizontalAdvance(head) <= widths[0]:
            return [head, *break_lines(f"{sign} {tail}", font, widths[1:])]
    length = max(1, _first_line(text, font, widths[0]))
    units = text.encode("utf-16-le", "surrogatepass")
    first, rest = (
        part.decode("utf-16-le", "surrogatepass") for part in (units[: 2 * length], units[2 * length :])
    )
    return [
        metrics.elidedText(first.rstrip(), elide, widths[0]),
        *break_lines(rest.lstrip(), font, widths[1:]),
    ]


def draw_words(
    painter: QtGui.QPainter,
    rect: QtCore.QRect,
    lines: Sequence[str],
    mention: tuple[str, QtGui.QColor] | None = None,
) -> None:
    """Draw lines one below the other in the painter's font and colour; the first ``mention`` in its own."""
    height = painter.fontMetrics().lineSpacing()
    waits = mention
    for number, line in enumerate(lines):
        layout = QtGui.QTextLayout(line, painter.font())
        option = QtGui.QTextOption(Qt.AlignmentFlag.AlignLeft)
        # These words are English, whichever way the window reads: signs at their ends stay there.
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QtGui.QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        if waits is not None and waits[0] in line:
            layout.setFormats([_colour(line, *waits)])
            waits = None
        layout.beginLayout()
        row = layout.createLine()
        row.setLineWidth(rect.width())
        layout.endLayout()
        layout.draw(painter, QtCore.QPointF(rect.left(), rect.top() + number * height))


def _first_line(text: str, font: QtGui.QFont, width: int) -> int:
    """How many units of the text stand on a line of this width, broken between words where that can be."""
    layout = QtGui.QTextLayout(text, font)
    option = QtGui.QTextOption()
    option.setWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    return line.textLength()


def _colour(line: str, words: str, colour: QtGui.QColor) -> QtGui.QTextLayout.FormatRange:
    stretch = QtGui.QTextLayout.FormatRange()
    stretch.start = _units(line[: line.index(words)])
    stretch.length = _units(words)
    stretch.format.setForeground(colour)
    return stretch


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
