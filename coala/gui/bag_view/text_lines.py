"""The layout of the evidence text, and the underlines and frames of its mentions.

Qt lays out a text in blocks, one for each line of the page; a block is broken into visual lines that fit the
width. Here, a row is a block with a label in the gutter and those after it without one; a gap is above each
row. A `Line` is not a line of the text but a range of marked characters: Line(12, 17, 3) marks the characters
12 to 16 as a mention of chain 3. One that crosses blocks or visual lines is drawn in several parts.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple, overload

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import has_right_to_left
from coala.gui.widgets.painting import UNDERLINE
from coala.gui.widgets.theme import GRID, Theme
from coala.model.bag import BASELINE, CHANGED
from coala.present.evidence.page import Page

# The widths of the pens for frames of moved mentions, for dots and hits, and for chosen mentions, in pixels.
_THIN, _FRAME, _THICK = 1.0, 1.5, 2.0
ROW_GAP = GRID // 2
"""The room between two rows, in pixels."""


class Line(NamedTuple):
    """Marked characters in UTF-16 units, end exclusive; `number` is that of their chain, and its colour."""

    begin: int
    end: int
    number: int


class SortedLines(Sequence[Line]):
    """Lines in the order of their begin, which may overlap; finds those that reach into a block."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._lines = sorted(lines)
        # The furthest end of each line and all lines before it: ascending, so that it can be searched.
        self._reaches = list(accumulate(map(attrgetter("end"), self._lines), max))

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> Line: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Line]: ...
    def __getitem__(self, place: int | slice) -> Line | Sequence[Line]:
        return self._lines[place]

    def clip(self, block: QtGui.QTextBlock) -> Iterator[Line]:
        """Yield the parts of the lines inside a block, counted from its first character."""
        # Without the line feed at the end.
        first, last = block.position(), block.position() + block.length() - 1
        # All lines before the first of these end before the block; a later one may do so too, behind a
        # longer line that does not.
        start, stop = bisect_right(self._reaches, first), bisect_left(self._lines, (last,))
        for line in self._lines[start:stop]:
            begin, end = max(line.begin, first) - first, min(line.end, last) - first
            if begin < end:
                yield Line(begin, end, line.number)


class TextMarks(NamedTuple):
    """The marks of a text."""

    # The mentions of the baseline in the bag, which have a background, and those of the changed graph.
    filled: SortedLines
    underlines: SortedLines
    # Mentions of other bags: of the baseline, of the changed graph, of gold.
    others: Sequence[SortedLines]
    # Mentions that moved, or that only one graph has.
    moved: SortedLines
    # Chosen and highlighted mentions.
    frames: SortedLines
    # Words that are searched for.
    hits: SortedLines


class RowLayout(QtWidgets.QPlainTextDocumentLayout):
    """Lays out a text with a gap above each block that begins a row; right-to-left blocks are flush right."""

    begins: Set[int] = frozenset()
    """The places where rows begin, in UTF-16 units."""

    def __init__(self, parent: QtCore.QObject) -> None:
        document = QtGui.QTextDocument(parent)
        super().__init__(document)
        self._has_right_to_left = False
        document.setDocumentLayout(self)

    def documentChanged(self, position: int, removed: int, added: int) -> None:
        # Qt asks for boxes thousands of times a page, and for the direction of each block it takes as long.
        self._has_right_to_left = has_right_to_left(self.document().toPlainText())
        super().documentChanged(position, removed, added)

    def blockBoundingRect(self, block: QtGui.QTextBlock) -> QtCore.QRectF:
        # Here Qt breaks the block into lines. It reads their alignment again whenever it draws them.
        box = super().blockBoundingRect(block)
        if self._has_right_to_left and block.textDirection() is Qt.LayoutDirection.RightToLeft:
            option = block.layout().textOption()
            option.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
            block.layout().setTextOption(option)
        # Qt draws a block at the top of its box, so the gap is at the bottom of the block before.
        if block.position() + block.length() in self.begins:
            box.setHeight(box.height() + ROW_GAP)
        return box


class LineHeights:
    """The heights of blocks of text for a font and a width; each text is measured once."""

    def __init__(self, font: QtGui.QFont, width: int) -> None:
        self.font, self.width = font, width
        self._known: dict[str, float] = {}

    def measure_page(self, page: Page, most: float) -> float:
        """Return the height of a page in pixels; the measurement stops above the height `most`."""
        row_begins = {label.begin for label in page.labels}
        height, at = 0.0, 0
        for block in page.text.split("\n"):
            height += self._measure_block(block) + (ROW_GAP if at and at in row_begins else 0)
            if height > most:
                break
            at += len(block) + 1
        return height

    def _measure_block(self, block: str) -> float:
        """Return the height of a block, which is broken into lines as the widget does it."""
        known = self._known.get(block)
        if known is None:
            layout = QtGui.QTextLayout(block, self.font)
            option = QtGui.QTextOption()
            option.setWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            layout.setTextOption(option)
            layout.beginLayout()
            height = 0.0
            while (line := layout.createLine()).isValid():
                line.setLeadingIncluded(True)
                line.setLineWidth(self.width)
                height += line.height()
            layout.endLayout()
            known = self._known[block] = height
        return known


def paint_marks(
    painter: QtGui.QPainter,
    marks: TextMarks,
    block: QtGui.QTextBlock,
    corner: QtCore.QPointF,
    theme: Theme,
    edge: float = math.inf,
) -> None:
    """Paint the marks of a block above an `edge`; `corner` is its upper left corner."""
    for line, ink in find_boxes(marks.filled, block, corner, edge):
        # A fill may be paler than 3 : 1 against the page; so would be a line between two pixels.
        painter.setPen(theme.stroke(line.number))
        painter.drawRect(QtCore.QRectF(ink.toRect()).adjusted(-0.5, 0.5, 0.5, 0.5))
    for line, ink in find_boxes(marks.underlines, block, corner, edge):
        bar = QtCore.QRectF(ink.left(), ink.bottom() - 1, ink.width(), UNDERLINE)
        painter.fillRect(bar, theme.stroke(line.number))
    painter.setPen(QtGui.QPen(theme.quiet, 1))
    for side, lines in enumerate(marks.others):
        for _, ink in find_boxes(lines, block, corner, edge):
            # Other bags' mentions: a thin box around the baseline's, a thin line under the changed graph's.
            if side == BASELINE:
                painter.drawRect(ink.adjusted(-0.5, 0.5, 0.5, 0.5))
            elif side == CHANGED:
                painter.drawLine(ink.bottomLeft(), ink.bottomRight())
            else:
                # Gold's: dots above.
                painter.setPen(QtGui.QPen(theme.text, _FRAME, Qt.PenStyle.DotLine))
                painter.drawLine(ink.topLeft(), ink.topRight())
    # Hits of a search: a thick box in the colour of the focus, which no chain has.
    painter.setPen(QtGui.QPen(theme.focus, 2 * _FRAME))
    for _, ink in find_boxes(marks.hits, block, corner, edge):
        painter.drawRect(ink.adjusted(-1, 1, 1, 0))
    for lines, width in ((marks.moved, _THIN), (marks.frames, _THICK)):
        painter.setPen(QtGui.QPen(theme.text, width))
        for _, ink in find_boxes(lines, block, corner, edge):
            painter.drawRoundedRect(ink.adjusted(-1, -0.5, 1, 2.5), 2, 2)


def find_boxes(
    lines: SortedLines, block: QtGui.QTextBlock, corner: QtCore.QPointF, edge: float = math.inf
) -> Iterator[tuple[Line, QtCore.QRectF]]:
    """Yield the boxes of lines in a block above an `edge`; `corner` is its upper left corner."""
    for line in lines.clip(block):
        for box in outline_characters(block, line):
            if corner.y() + box.top() < edge:
                yield line, box.translated(corner)


def outline_characters(block: QtGui.QTextBlock, line: Line) -> list[QtCore.QRectF]:
    """Return the rectangles of characters of a block, one for each visual line.

    They are measured on the glyphs, so that they also hold for right-to-left text.
    """
    rectangles = []
    layout = block.layout()
    first = layout.lineForTextPosition(line.begin)
    last = layout.lineForTextPosition(line.end - 1)
    if not (first.isValid() and last.isValid()):
        return []
    for number in range(first.lineNumber(), last.lineNumber() + 1):
        visual = layout.lineAt(number)
        begin = max(line.begin, visual.textStart())
        end = min(line.end, visual.textStart() + visual.textLength())
        # Ask for each visual line: across a line end, Qt bounds the glyphs from the beginning of the line.
        inked = [glyphs.boundingRect() for glyphs in visual.glyphRuns(begin, end - begin)]
        # The space at which a line was broken extends beyond its end; without glyphs, left is not < right.
        edge = visual.naturalTextRect()
        left = max(edge.left(), min((box.left() for box in inked), default=edge.right()))
        right = min(edge.right(), max((box.right() for box in inked), default=edge.left()))
        if left < right:
            height = visual.ascent() + visual.descent()
            rectangles.append(QtCore.QRectF(left, visual.y(), right - left, height))
    return rectangles
