"""A page is shown as text: mentions are underlined and filled, the chosen ones framed.

Positions come from the page alone: the widget's text is never read back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.offsets import Ruler
from coala.gui.widgets.painting import UNDERLINE
from coala.gui.widgets.theme import GRID, Theme, tooltip
from coala.presentation import phrases
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.source_page import Page, Run, Stretch, runs

# Each small number that is made quiet costs 30 microseconds; a bag of thousands of mentions opens without.
_MOST_ASIDES = 2_000


class SourceText(QtWidgets.QPlainTextEdit):
    """Shows a page; ``span_chosen`` tells that the reviewer clicked on a mention."""

    span_chosen = QtCore.Signal(int)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Source text")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(GRID)
        self._theme = theme
        self._displayed: DisplayedBag | None = None
        self._page = Page(())
        self._ruler = Ruler("", "utf-16")
        self._runs: list[Run] = []
        self._underlines: list[Line] = []
        self._frames: list[Line] = []
        self._chosen: tuple[int, ...] = ()

    def show_page(self, page: Page, displayed: DisplayedBag) -> None:
        """Replace everything; the chosen mentions of the same bag stay chosen."""
        if self._displayed is None or displayed.bag is not self._displayed.bag:
            self._chosen = ()
        self._page, self._displayed = page, displayed
        self._ruler = Ruler(page.text, "utf-16")
        self._runs = runs(page, displayed.numbering)
        # Every selection's cursor would follow the old text out, one by one.
        self.setExtraSelections([])
        self.setPlainText(page.text)
        self._embolden_titles()
        self._paint()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._theme = theme
        self._paint()

    def show_spans(self, spans: Sequence[int]) -> None:
        """Frame these mentions and bring the first into sight, if the text can show it."""
        self._chosen = tuple(spans)
        self._frames = self._framed(self._chosen)
        self.viewport().update()
        if self._frames:
            first = min(self._frames)
            self._bring_into_sight(first.begin)

    def chosen(self) -> tuple[int, ...]:
        """The mentions that are framed."""
        return self._chosen

    def frames(self) -> Sequence[Line]:
        """Where the chosen mentions are framed, in the order of the text."""
        return self._frames

    def tip(self, span: int) -> str:
        """What is said of a mention under the pointer."""
        if self._displayed is None:
            return ""
        bag, numbering = self._displayed.bag, self._displayed.numbering
        old, new = (
            [pair[side] for pair in (numbering.pairs[number] for number in numbers[span])]
            for side, numbers in enumerate((numbering.baseline_rows, numbering.changed_rows))
        )
        before = [bag.baseline[index].label for index in old if index is not None]
        after = [bag.changed[index].label for index in new if index is not None]
        return tooltip(
            f"Baseline: {', '.join(before) or 'not a mention'}",
            f"Changed: {', '.join(after) or 'not a mention'}",
            bag.spans[span].document,
            offsets=phrases.both_offsets(self._displayed.extents, span),
        )

    def show_document(self, number: int) -> None:
        """Scroll until the title of that document of the page is the first line."""
        cursor = self._cursor(self._page.titles[number])
        if cursor is not None:
            self.setTextCursor(_collapsed(cursor))
            self.verticalScrollBar().setValue(cursor.block().firstLineNumber())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QtGui.QPainter(self.viewport())
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        block = self.firstVisibleBlock()
        bottom = event.rect().bottom()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > bottom:
                break
            for line in clip_lines(self._underlines, block):
                for ink in outline_characters(block, line):
                    bar = QtCore.QRectF(ink.left(), ink.bottom() - 1, ink.width(), UNDERLINE)
                    painter.fillRect(bar.translated(place.topLeft()), self._theme.stroke(line.number))
            painter.setPen(QtGui.QPen(self._theme.text, 1.5))
            for line in clip_lines(self._frames, block):
                for ink in outline_characters(block, line):
                    frame = ink.adjusted(-1, -0.5, 1, 2.5).translated(place.topLeft())
                    painter.drawRoundedRect(frame, 2, 2)
            block = block.next()

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # A drag selects words to copy; only a plain click chooses.
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            span = self._span_at(event.position().toPoint())
            if span is not None:
                self.span_chosen.emit(span)

    def viewportEvent(self, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent) and event.type() is QtCore.QEvent.Type.ToolTip:
            span = self._span_at(event.pos())
            if span is None:
                QtWidgets.QToolTip.hideText()
            else:
                QtWidgets.QToolTip.showText(event.globalPos(), self.tip(span), self.viewport())
            return True
        return super().viewportEvent(event)

    def _span_at(self, point: QtCore.QPoint) -> int | None:
        """The innermost mention under a point."""
        cursor = self.cursorForPosition(point)
        at = self._ruler.code_points(cursor.position())
        if at is None:
            # Half of a character, where Qt's cursor does not stop.
            return None
        # The cursor stands between characters: of the two, the one whose rectangle the point is in.
        if point.x() < self.cursorRect(cursor).left():
            at -= 1
        hits = [
            (stretch.end - stretch.begin, span)
            for span in range(len(self._page.places))
            for stretch in self._page.around(span)
            if stretch.begin <= at < stretch.end
        ]
        return min(hits)[1] if hits else None

    def _bring_into_sight(self, unit: int) -> None:
        cursor = QtGui.QTextCursor(self.document())
        cursor.setPosition(unit)
        seen = self.viewport().rect().adjusted(0, 0, 0, -2 * GRID).contains(self.cursorRect(cursor).topLeft())
        self.setTextCursor(cursor)
        if not seen:
            self.centerCursor()

    def _embolden_titles(self) -> None:
        bold = QtGui.QTextCharFormat()
        bold.setFontWeight(QtGui.QFont.Weight.Bold)
        edit = QtGui.QTextCursor(self.document())
        edit.beginEditBlock()
        for title in self._page.titles:
            cursor = self._cursor(title)
            if cursor is not None:
                cursor.mergeCharFormat(bold)
        edit.endEditBlock()

    def _paint(self) -> None:
        theme = self._theme
        selections = []
        title = QtGui.QTextCharFormat()
        title.setBackground(theme.band)
        title.setProperty(QtGui.QTextFormat.Property.FullWidthSelection, True)
        aside = QtGui.QTextCharFormat()
        aside.setForeground(theme.quiet)
        asides = self._page.asides if len(self._page.asides) <= _MOST_ASIDES else []
        for stretches, shape in ((self._page.titles, title), (asides, aside)):
            selections += [self._selection(stretch, shape) for stretch in stretches]
        fills: dict[int, QtGui.QTextCharFormat] = {}
        for run in self._runs:
            if run.changed is not None:
                colour = theme.fill(run.changed)
                shape = fills.setdefault(colour.rgb(), QtGui.QTextCharFormat())
                shape.setBackground(colour)
                selections.append(self._selection(Stretch(run.begin, run.end), shape))
        self.setExtraSelections([selection for selection in selections if selection is not None])
        self._underlines = [
            Line(self._ruler.units(run.begin), self._ruler.units(run.end), run.baseline)
            for run in self._runs
            if run.baseline is not None
        ]
        self._frames = self._framed(self._chosen)
        self.viewport().update()

    def _framed(self, spans: Iterable[int]) -> list[Line]:
        return sorted(
            Line(self._ruler.units(stretch.begin), self._ruler.units(stretch.end), 0)
            for span in spans
            for stretch in self._page.around(span)
        )

    def _selection(
        self, stretch: Stretch, shape: QtGui.QTextCharFormat
    ) -> QtWidgets.QTextEdit.ExtraSelection | None:
        cursor = self._cursor(stretch)
        if cursor is None:
            return None
        selection = QtWidgets.QTextEdit.ExtraSelection()
        if shape.hasProperty(QtGui.QTextFormat.Property.FullWidthSelection):
            cursor = _collapsed(cursor)
        selection.cursor = cursor
        selection.format = shape
        return selection

    def _cursor(self, stretch: Stretch) -> QtGui.QTextCursor | None:
        """A cursor over a part of the page; Qt would only warn and light up something else."""
        if not 0 <= stretch.begin < stretch.end <= len(self._page.text):
            return None
        cursor = QtGui.QTextCursor(self.document())
        cursor.setPosition(self._ruler.units(stretch.begin))
        cursor.setPosition(self._ruler.units(stretch.end), QtGui.QTextCursor.MoveMode.KeepAnchor)
        return cursor


def _collapsed(cursor: QtGui.QTextCursor) -> QtGui.QTextCursor:
    start = QtGui.QTextCursor(cursor)
    start.setPosition(cursor.selectionStart())
    return start


class Line(NamedTuple):
    """Coloured or framed characters in UTF-16 units; ``number`` is that of their instance."""

    begin: int
    end: int
    number: int


def clip_lines(lines: Sequence[Line], block: QtGui.QTextBlock) -> Iterable[Line]:
    """Cut out the parts of sorted lines that lie in a block, counted from its first character."""
    first, last = block.position(), block.position() + block.length() - 1
    # A line that began before the block is at most as many entries back as lines can cross: look at all
    # that begin before the block's end, from the first that may reach into it.
    stop = bisect_left(lines, (last,))
    start = bisect_right(lines, (first,)) - 1
    while start > 0 and lines[start - 1].end > first:
        start -= 1
    for line in lines[max(0, start) : stop]:
        begin, end = max(line.begin, first) - first, min(line.end, last) - first
        if begin < end:
            yield Line(begin, end, line.number)


def outline_characters(block: QtGui.QTextBlock, line: Line) -> list[QtCore.QRectF]:
    """Find where characters of a block stand, one rectangle for each visual line that they are on.

    Taken from the glyphs themselves, so that it holds for right-to-left text as well.
    """
    rectangles = []
    layout = block.layout()
    first = layout.lineForTextPosition(line.begin)
    last = layout.lineForTextPosition(line.end - 1)
    if not (first.isValid() and last.isValid()):
        return []
    for number in range(first.lineNumber(), last.lineNumber() + 1):
        row = layout.lineAt(number)
        begin = max(line.begin, row.textStart())
        end = min(line.end, row.textStart() + row.textLength())
        # Asked for each visual line: over a line end Qt bounds the glyphs from the line's beginning.
        inked = [glyphs.boundingRect() for glyphs in row.glyphRuns(begin, end - begin)]
        # The space at which a line was broken hangs over its end.
        edge = row.naturalTextRect()
        left = max(edge.left(), min((box.left() for box in inked), default=edge.right()))
        right = min(edge.right(), max((box.right() for box in inked), default=edge.left()))
        if left < right:
            rectangles.append(QtCore.QRectF(left, row.y(), right - left, row.ascent() + row.descent()))
    return rectangles
