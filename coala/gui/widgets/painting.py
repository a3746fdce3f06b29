"""All lists share their manner and the way a line of words is drawn, and mentions the width of a line.

A few words are broken into as many short lines as there is room for, and a mention in them stands out.

A window that is wished for becomes one that fits on its screen, title bar and all.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.theme import GRID

Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex
"""What Qt hands to a model or a delegate."""

# Thick enough that its colour can be told; a hairline has none.
UNDERLINE = 2


def line_height(metrics: QtGui.QFontMetrics) -> int:
    """The height of a line in lists: half a grid step above and below the words, give or take a pixel."""
    return max(5 * GRID // 2, metrics.height() + GRID - 2)


def read_only_table(table: QtWidgets.QTableView) -> None:
    """Rows to pick and nothing to edit, without a grid or a frame."""
    table.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    # A scroll bar that comes and goes would move the columns from bag to bag.
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)


def draw_blank_button(painter: QtWidgets.QStylePainter, button: QtWidgets.QPushButton) -> None:
    """The button without its words, for one that writes them in a way of its own."""
    ground = QtWidgets.QStyleOptionButton()
    button.initStyleOption(ground)
    ground.text = ""
    painter.drawControl(QtWidgets.QStyle.ControlElement.CE_PushButton, ground)


def draw_line(
    painter: QtGui.QPainter,
    rect: QtCore.QRect,
    words: str,
    colour: QtGui.QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
) -> None:
    """One line of plain text, part of it left out where it does not fit."""
    painter.setPen(colour)
    fitting = painter.fontMetrics().elidedText(words, elide, rect.width())
    flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
    painter.drawText(rect, flags | Qt.TextFlag.TextSingleLine, fitting)


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


TITLE_BAR = 32


def resize_on_screen(window: QtWidgets.QWidget, width: int, height: int) -> None:
    """Give a window this size, or what its screen has: the buttons are at the bottom."""
    room = window.screen().availableGeometry().adjusted(0, TITLE_BAR, 0, 0)
    window.resize(QtCore.QSize(width, height).boundedTo(room.size()))
