"""Helpers to set up tables, to break and draw lines of text, and to fit a window on its screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.theme import GRID, Theme
from coala.model.bag import BASELINE

Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex
"""The index that Qt passes to a model or a delegate."""

UNDERLINE = 2
"""The thickness of an underline in pixels: the colour of a hairline cannot be recognised."""


def line_height(metrics: QtGui.QFontMetrics) -> int:
    """Return the height of a line in lists: half a grid step above and below the words, within a pixel."""
    return max(5 * GRID // 2, metrics.height() + GRID - 2)


def read_only_table(table: QtWidgets.QTableView) -> None:
    """Let one row of a table be selected but not edited, and show no grid, no frame and no row numbers."""
    table.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.horizontalHeader().setHighlightSections(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)


def draw_blank_button(painter: QtWidgets.QStylePainter, button: QtWidgets.QPushButton) -> None:
    """Draw a button without its text, for buttons that draw their text themselves."""
    ground = QtWidgets.QStyleOptionButton()
    button.initStyleOption(ground)
    ground.text = ""
    painter.drawControl(QtWidgets.QStyle.ControlElement.CE_PushButton, ground)


def mark_chains(
    painter: QtGui.QPainter, box: QtCore.QRect, side: int, numbers: Sequence[int], theme: Theme
) -> None:
    """Fill a box in the colours of baseline chains and outline it; underline it for changed chains."""
    last = len(numbers) - 1
    for place, number in enumerate(numbers):
        begin, end = (box.left() + box.width() * at // len(numbers) for at in (place, place + 1))
        part = QtCore.QRect(begin, box.top(), end - begin, box.height())
        if side == BASELINE:
            painter.fillRect(part, theme.stroke(number))
            painter.fillRect(part.adjusted(place == 0, 1, -(place == last), -1), theme.fill(number))
        else:
            part.setTop(box.bottom() - UNDERLINE + 1)
            painter.fillRect(part, theme.stroke(number))


def draw_line(
    painter: QtGui.QPainter,
    rect: QtCore.QRect,
    words: str,
    colour: QtGui.QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
) -> None:
    """Draw one line of plain text, elided where it does not fit."""
    painter.setPen(colour)
    fitting = painter.fontMetrics().elidedText(words, elide, rect.width())
    flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
    # As in ``draw_words``: figures at an end of English words must stay there.
    direction = painter.layoutDirection()
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.drawText(rect, flags | Qt.TextFlag.TextSingleLine, fitting)
    painter.setLayoutDirection(direction)


# In UTF-16 units, in which Qt counts: a few short lines have room for no more.
_MOST_UNITS = 600


# The share of a line that the words behind the sign of a pair may take from those before it.
_SHARE_OF_SECOND = 0.45
# What follows a name in a sentence: ", and 3 more", "; she added to Eve" or " (in doc 2)".
_AFTER_NAME = re.compile(r"[,;]| \(")


def break_lines(
    text: str, font: QtGui.QFont, widths: Sequence[int], before: Sequence[str] = (), pair: str = ""
) -> list[str]:
    """Break a text into at most `len(widths)` lines; elide the last one where it is too long.

    `widths` are the widths of the lines in pixels. A text of more than one line is broken before the first of
    the signs in `before` that it contains, if the words before the sign fit: "Ann Smith → Eve" becomes
    "Ann Smith" and "→ Eve". If the last line is elided and has the sign `pair`, the words before and behind
    it are both elided, so that two names can be seen.
    """
    metrics = QtGui.QFontMetrics(font)
    text = text[:_MOST_UNITS]
    if not widths or not text:
        return []
    elide = Qt.TextElideMode.ElideRight
    if len(widths) == 1 or metrics.horizontalAdvance(text) <= widths[0]:
        return [metrics.elidedText(_elide_first(text, metrics, widths[0], pair), elide, widths[0])]
    for sign in before:
        head, found, tail = text.partition(f" {sign} ")
        if found and metrics.horizontalAdvance(head) <= widths[0]:
            return [head, *break_lines(f"{sign} {tail}", font, widths[1:], pair=pair)]
    # Qt measures in UTF-16 units, so cut the text there: each unit has two bytes.
    length = max(1, _count_fitting_units(text, font, widths[0]))
    encoded = text.encode("utf-16-le", "surrogatepass")
    first, rest = (
        part.decode("utf-16-le", "surrogatepass") for part in (encoded[: 2 * length], encoded[2 * length :])
    )
    return [
        metrics.elidedText(first.rstrip(), elide, widths[0]),
        *break_lines(rest.lstrip(), font, widths[1:], pair=pair),
    ]


def _elide_first(text: str, metrics: QtGui.QFontMetrics, width: int, pair: str) -> str:
    """Return a text with the words before the sign `pair` elided, if the name behind it would not fit."""
    first, sign, second = text.partition(f" {pair} ")
    if not (pair and sign) or metrics.horizontalAdvance(text) <= width:
        return text
    room = width - metrics.horizontalAdvance(sign)
    name = _AFTER_NAME.split(second, 1)[0]
    needed = min(metrics.horizontalAdvance(f"{name}…"), int(room * _SHARE_OF_SECOND))
    return metrics.elidedText(first, Qt.TextElideMode.ElideRight, room - needed) + sign + second


def draw_words(
    painter: QtGui.QPainter,
    rect: QtCore.QRect,
    lines: Sequence[str],
    mention: tuple[str, QtGui.QColor] | None = None,
    begin: int = 0,
    fill: QtGui.QColor | None = None,
) -> None:
    """Draw lines below each other in the painter's font and colour.

    `mention` is a text with its colour: its first occurrence in the lines is drawn in this colour, on the
    `fill` if there is one; in the first line from the character `begin` on.
    """
    height = painter.fontMetrics().lineSpacing()
    pending = mention
    for number, line in enumerate(lines):
        layout = QtGui.QTextLayout(line, painter.font())
        option = QtGui.QTextOption(Qt.AlignmentFlag.AlignLeft)
        # The text is English: signs at its ends must stay there in a right-to-left window too.
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QtGui.QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        place = -1 if pending is None else line.find(pending[0], 0 if number else begin)
        if pending is not None and place >= 0:
            stretch = _format_mention(line, *pending, place)
            if fill is not None:
                stretch.format.setBackground(fill)
            layout.setFormats([stretch])
            pending = None
        layout.beginLayout()
        row = layout.createLine()
        row.setLineWidth(rect.width())
        layout.endLayout()
        layout.draw(painter, QtCore.QPointF(rect.left(), rect.top() + number * height))


def _count_fitting_units(text: str, font: QtGui.QFont, width: int) -> int:
    """Return how many UTF-16 units of a text fit on a line, broken between words where possible."""
    layout = QtGui.QTextLayout(text, font)
    option = QtGui.QTextOption()
    option.setWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    return line.textLength()


def _format_mention(line: str, words: str, colour: QtGui.QColor, place: int) -> QtGui.QTextLayout.FormatRange:
    """Return the format that draws the `words` at a place of the line in a colour."""
    stretch = QtGui.QTextLayout.FormatRange()
    stretch.start = _count_units(line[:place])
    stretch.length = _count_units(words)
    stretch.format.setForeground(colour)
    return stretch


def _count_units(text: str) -> int:
    """Return the length of a text in UTF-16 units: 2 for a character beyond U+FFFF."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


TITLE_BAR = 32
"""The height that is left free for the title bar, in pixels."""


def resize_on_screen(window: QtWidgets.QWidget, width: int, height: int) -> None:
    """Resize a window, but not beyond its screen: its buttons are at the bottom."""
    room = window.screen().availableGeometry().adjusted(0, TITLE_BAR, 0, 0)
    window.resize(QtCore.QSize(width, height).boundedTo(room.size()))
