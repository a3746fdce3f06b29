"""A page is shown as text: mentions are underlined and filled, the chosen ones framed.

Positions come from the page alone: the widget's text is never read back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.offsets import Ruler
from coala.gui.widgets.painting import UNDERLINE
from coala.gui.widgets.theme import GRID, Theme, tooltip
from coala.presentation import phrases
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.source_page import Page, Run, Stretch, runs

_TO_THE_ENDS = {
    QtGui.QKeySequence.StandardKey.SelectAll: 0,
    QtGui.QKeySequence.StandardKey.MoveToStartOfDocument: -1,
    QtGui.QKeySequence.StandardKey.MoveToEndOfDocument: 1,
    QtGui.QKeySequence.StandardKey.SelectStartOfDocument: 0,
    QtGui.QKeySequence.StandardKey.SelectEndOfDocument: 0,
}
"""Keys that reach beyond the page: to the beginning or end, or so that all must be there."""

_Part = TypeVar("_Part", Stretch, Run)

# So many characters before and after what is in sight are painted as well, for the next few lines.
_MARGIN = 4_000


class SourceText(QtWidgets.QPlainTextEdit):
    """Shows a page; ``span_chosen`` tells that the reviewer clicked on a mention.

    Where the page is only a part of its bag, ``more_wanted`` tells that what is in sight comes near its
    beginning (-1) or its end (1), and ``all_wanted`` that the reviewer asks for everything (0), or goes to
    the very beginning (-1) or end (1).
    """

    span_chosen = QtCore.Signal(int)
    more_wanted = QtCore.Signal(int)
    all_wanted = QtCore.Signal(int)

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
        self._painted = range(0)
        self._replacing = False
        # Not at once: what moved the text is still at work with it.
        self._near = QtCore.QTimer(self)
        self._near.setSingleShot(True)
        self._near.timeout.connect(self._ask_for_more)
        self.verticalScrollBar().valueChanged.connect(self._follow_scroll)

    def page(self) -> Page:
        """What is shown."""
        return self._page

    def show_page(self, page: Page, displayed: DisplayedBag) -> None:
        """Replace everything; the chosen mentions of the same bag stay chosen."""
        if self._displayed is None or displayed.bag is not self._displayed.bag:
            self._chosen = ()
        self._page, self._displayed = page, displayed
        self._painted = range(0)
        self._ruler = Ruler(page.text, "utf-16")
        self._runs = runs(page, displayed.numbering)
        # Every selection's cursor would follow the old text out, one by one.
        self._replacing = True
        self.setExtraSelections([])
        self.setPlainText(page.text)
        self._embolden_titles()
        self._replacing = False
        self._paint()
        self._near.start()

    def slide_to(self, page: Page, displayed: DisplayedBag) -> None:
        """Show another part of the same bag; what is in sight, and the cursor, stay where they are."""
        top, cursor = self.firstVisibleBlock(), self.textCursor()
        marks = [self._mark(unit) for unit in (top.position(), cursor.anchor(), cursor.position())]
        # Above the first title there is only the line that says so.
        lines = top.firstLineNumber()
        above = max(0, self._block_of(0).firstLineNumber() - lines)
        self.show_page(page, displayed)
        sight, anchor, position = (self._unit(*mark) for mark in marks)
        if sight is None:
            return
        moved = self.textCursor()
        moved.setPosition(sight if anchor is None else anchor)
        moved.setPosition(sight if position is None else position, QtGui.QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(moved)
        self.verticalScrollBar().setValue(self.document().findBlock(sight).firstLineNumber() - above)
        self._paint_in_sight()

    def documents_in_use(self) -> range:
        """The numbers of the documents that are in sight, or in the selection."""
        cursor = self.textCursor()
        units = [self.firstVisibleBlock().position(), self._last_in_sight().position()]
        if cursor.hasSelection():
            units += [cursor.anchor(), cursor.position()]
        numbers = [self._mark(unit)[0] for unit in units]
        return range(min(numbers), max(numbers) + 1)

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
        """Scroll until the title of that document, which must be on the page, is the first line."""
        cursor = self._cursor(self._page.titles[number - self._page.first])
        if cursor is not None:
            self.setTextCursor(_collapsed(cursor))
            self.verticalScrollBar().setValue(cursor.block().firstLineNumber())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow_scroll()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        for key, end in _TO_THE_ENDS.items():
            if event.matches(key) and len(self._page.documents) < self._documents():
                self.all_wanted.emit(end)
        super().keyPressEvent(event)

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
            for span in self._page.spans
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
        self._painted = range(0)
        self._paint_in_sight()
        self._underlines = [
            Line(self._ruler.units(run.begin), self._ruler.units(run.end), run.baseline)
            for run in self._runs
            if run.baseline is not None
        ]
        self._frames = self._framed(self._chosen)
        self.viewport().update()

    def _paint_in_sight(self) -> None:
        """A selection costs Qt so much that only what is in sight, and a little around it, gets them."""
        last = self._last_in_sight()
        first, end = self.firstVisibleBlock().position(), last.position() + last.length()
        if self._painted and first in self._painted and end - 1 in self._painted:
            return
        self._painted = range(max(0, first - _MARGIN), end + _MARGIN)
        theme = self._theme
        title = QtGui.QTextCharFormat()
        title.setBackground(theme.band)
        title.setProperty(QtGui.QTextFormat.Property.FullWidthSelection, True)
        aside = QtGui.QTextCharFormat()
        aside.setForeground(theme.quiet)
        selections = [
            self._selection(stretch, shape)
            for stretches, shape in ((self._page.titles, title), (self._page.asides, aside))
            for stretch in self._near_sight(stretches)
        ]
        fills: dict[int, QtGui.QTextCharFormat] = {}
        for run in self._near_sight(self._runs):
            if run.changed is not None:
                colour = theme.fill(run.changed)
                shape = fills.setdefault(colour.rgb(), QtGui.QTextCharFormat())
                shape.setBackground(colour)
                selections.append(self._selection(Stretch(run.begin, run.end), shape))
        self.setExtraSelections([selection for selection in selections if selection is not None])

    def _near_sight(self, parts: Sequence[_Part]) -> Sequence[_Part]:
        """Those of sorted parts of the page, which do not overlap, that are to be painted."""
        # A place in units is never before the same place in code points.
        units = self._ruler.units
        first = bisect_left(parts, self._painted.start, key=lambda part: units(part.end))
        last = bisect_left(parts, self._painted.stop, lo=first, key=lambda part: units(part.begin))
        return parts[first:last]

    def _last_in_sight(self) -> QtGui.QTextBlock:
        return self.cursorForPosition(self.viewport().rect().bottomLeft()).block()

    @QtCore.Slot()
    def _follow_scroll(self) -> None:
        if self._replacing:
            return
        self._paint_in_sight()
        if len(self._page.documents) < self._documents():
            self._near.start()

    @QtCore.Slot()
    def _ask_for_more(self) -> None:
        bar, part = self.verticalScrollBar(), self._page.part
        if bar.value() >= bar.maximum() and part.stop < self._documents():
            self.more_wanted.emit(1)
        elif bar.value() <= bar.minimum() and part.start:
            self.more_wanted.emit(-1)

    def _documents(self) -> int:
        return 0 if self._displayed is None else len(self._displayed.documents)

    def _mark(self, unit: int) -> tuple[int, int]:
        """The number of the document that a place is in, and how far it is from the document's title."""
        titles = self._page.titles
        at = bisect_right(titles, unit, key=lambda title: self._ruler.units(title.begin)) - 1
        at = max(0, at)
        begin = self._ruler.units(titles[at].begin) if titles else 0
        return self._page.first + at, max(0, unit - begin)

    def _unit(self, document: int, distance: int) -> int | None:
        """The inverse of ``_mark``; None where the document is not on the page."""
        if document not in self._page.part:
            return None
        begin = self._ruler.units(self._page.titles[document - self._page.first].begin)
        return min(begin + distance, self.document().characterCount() - 1)

    def _block_of(self, title: int) -> QtGui.QTextBlock:
        titles = self._page.titles
        return self.document().findBlock(self._ruler.units(titles[title].begin) if titles else 0)

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
