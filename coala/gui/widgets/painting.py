"""All lists share their manner and the way a line of words is drawn, and mentions the width of a line."""

from __future__ import annotations

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


def draw_ground(painter: QtWidgets.QStylePainter, button: QtWidgets.QPushButton) -> None:
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
