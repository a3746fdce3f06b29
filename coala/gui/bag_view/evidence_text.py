"""The text of a page of evidence, with marked mentions, a gutter on its left and ticks on its scroll bar.

The evidence of a bag is one text with sentences of several documents, a `Page`. It says where each mention
is: a span (the index of a mention in the bag) has stretches, which are ranges of characters on the page;
several if the mention is discontinuous or shown twice. Baseline mentions are filled, changed ones underlined;
mentions that moved, are new or are gone have a thin frame, chosen and highlighted ones a thick frame. The
gutter shows the signs of chains and the names of documents.

The page counts code points, and Qt counts UTF-16 units; a `Ruler` converts one to the other. Positions come
from the page only: the text of the widget is never read back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.offsets import Ruler
from coala.base.plain_text import plain_words
from coala.gui.bag_view.text_lines import (
    Line,
    LineHeights,
    RowLayout,
    SortedLines,
    TextMarks,
    paint_marks,
)
from coala.gui.widgets.painting import mark_chains
from coala.gui.widgets.spoken import show_tip
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.model.bag import BASELINE, CHANGED
from coala.model.nouns import OF_RECORDS
from coala.present import phrases
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.page import Label, Page, Run, Stretch, find_runs
from coala.present.evidence.record_columns import align_records
from coala.review.search import find_sought_words

# The largest part of the width of the text for the gutter.
_MOST_GUTTER = 0.3
# The longest name of a document in the gutter, in letters.
_LONGEST_NAME = 16
# A page is measured up to this multiple of the height of the text.
_MOST_MEASURED = 3
# The height of a tick in pixels.
_TICK = 2


# Pixels between the sign of a chain and where its mentions went.
_TARGET_GAP = 3
# The most signs of mentions that stayed in the gutter of a row; the label has them all.
_MOST_OTHERS = 2


class GutterLine(NamedTuple):
    """A label of the page, and where it is written: its typographic baseline, in pixels from the top."""

    label: Label
    baseline: int


class Gutter(QtWidgets.QWidget):
    """The labels on the left of a text: signs of chains, such as A and 2, and names of documents."""

    def __init__(
        self, theme: Theme, lines: Callable[[], Sequence[GutterLine]], parent: QtWidgets.QWidget
    ) -> None:
        """Create a gutter without labels; `lines` returns the visible labels and their places."""
        super().__init__(parent)
        self._text = parent
        self.setAccessibleName("Signs and documents of the sentences")
        self._lines = lines
        self._theme = theme
        self._sign_font = self._name_font = self.font()
        self._labels: Sequence[Label] = ()
        self._displayed: DisplayedBag | None = None
        # The widths of the two columns of the labels, in pixels.
        self._signs_width = self._names_width = 0

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._theme = theme
        self.update()

    def set_fonts(self, reading: QtGui.QFont, window: QtGui.QFont) -> None:
        """Set the font of the text for signs, and the font of the window for names."""
        self._sign_font, self._name_font = bold(reading), window
        self._measure()

    def show_labels(self, labels: Sequence[Label], displayed: DisplayedBag) -> None:
        """Show other labels; leave the names out if the bag has only one document."""
        self._labels, self._displayed = labels, displayed
        self.setAccessibleDescription("; ".join(map(self._describe_label, labels)))
        self._measure()

    def needed_width(self, width: int) -> int:
        """Return the width of the labels, in pixels, next to a text of this total width."""
        return _labels_width(self._signs_width, self._names_width, width)

    def measure_width(self, labels: Sequence[Label], displayed: DisplayedBag, width: int) -> int:
        """Return the width that other labels would take."""
        return _labels_width(*self._measure_labels(labels, displayed), width)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.fillRect(self.rect(), self._theme.base)
        if self._text.hasFocus():
            # The focus of the text; its cursor is thin and blinks.
            painter.fillRect(0, 0, 3, self.height(), self._theme.focus)
        for line in self._lines():
            self._paint_signs(painter, line)
            name = _document_name(line.label, self._displayed)
            room = self.width() - self._signs_width - GRID
            painter.setFont(self._name_font)
            if name and room >= min(2 * GRID, painter.fontMetrics().horizontalAdvance(name)):
                painter.setPen(self._theme.quiet)
                words = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideLeft, room)
                painter.drawText(self._signs_width, line.baseline, words)

    def event(self, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent) and event.type() is QtCore.QEvent.Type.ToolTip:
            # The tooltip is that of the last label above the pointer, or on its line.
            above = [line for line in self._lines() if line.baseline - GRID * 3 <= event.pos().y()]
            if above and self._displayed is not None:
                label = above[-1].label
                names = (f"{shown.sign} {shown.label}" for shown in label.chains)
                show_tip(event.globalPos(), self, *names, self._displayed.documents[label.document])
            return True
        return super().event(event)

    def _paint_signs(self, painter: QtGui.QPainter, line: GutterLine) -> None:
        painter.setFont(self._sign_font)
        metrics = painter.fontMetrics()
        left = GRID
        for shown in line.label.chains:
            width = metrics.horizontalAdvance(shown.sign)
            if left + width > self._signs_width:
                break
            box = QtCore.QRect(left - 2, line.baseline - metrics.ascent(), width + 4, metrics.height())
            mark_chains(painter, box, shown.side, [shown.number], self._theme)
            painter.setPen(self._theme.text)
            painter.drawText(left, line.baseline, shown.sign)
            left += width + GRID
        more = _write_more(line.label)
        if more:
            painter.setFont(self._name_font)
            painter.setPen(self._theme.quiet)
            painter.drawText(left - GRID + _TARGET_GAP, line.baseline, more)

    def _measure(self) -> None:
        self._signs_width, self._names_width = self._measure_labels(self._labels, self._displayed)
        self.update()

    def _measure_labels(self, labels: Sequence[Label], displayed: DisplayedBag | None) -> tuple[int, int]:
        """Return the widths of the signs and of the names."""
        signs, names = QtGui.QFontMetrics(self._sign_font), QtGui.QFontMetrics(self._name_font)
        widest = max((self._measure_signs(label, signs, names) for label in labels), default=0)
        signs_width = min(widest, 8 * signs.averageCharWidth() + 4 * GRID) + 2 * GRID
        widest = max(
            (names.horizontalAdvance(_document_name(label, displayed)) for label in labels), default=0
        )
        if not widest:
            return signs_width, 0
        # Drawn text may be a pixel wider than measured text.
        return signs_width, min(widest + 2, _LONGEST_NAME * names.averageCharWidth()) + GRID

    def _measure_signs(self, label: Label, signs: QtGui.QFontMetrics, names: QtGui.QFontMetrics) -> int:
        width = sum(signs.horizontalAdvance(shown.sign) + GRID for shown in label.chains) - GRID
        more = _write_more(label)
        return width + (names.horizontalAdvance(more) + _TARGET_GAP if more else 0)

    def _describe_label(self, label: Label) -> str:
        return f"{label.words} {plain_words(_document_name(label, self._displayed))}".strip()


def _write_more(label: Label) -> str:
    """Return what follows the signs of a label in the gutter: "→1", and the signs of mentions that stayed."""
    rest = "…" if len(label.others) > _MOST_OTHERS else ""
    return " ".join(filter(None, (label.target, *label.others[:_MOST_OTHERS], rest)))


def _labels_width(signs: int, names: int, width: int) -> int:
    """Return the width of the labels; names are shortened where it is more than the gutter may take."""
    return signs + min(names, max(0, int(_MOST_GUTTER * width) - signs))


def _document_name(label: Label, displayed: DisplayedBag | None) -> str:
    if displayed is None or len(displayed.documents) < 2:
        return ""
    return displayed.short_name(label.document)


class TickBar(QtWidgets.QScrollBar):
    """A scroll bar with ticks at the mentions; ticks of mentions that differ are darker and longer."""

    def __init__(self, theme: Theme, places: Callable[[], Sequence[tuple[float, bool]]]) -> None:
        """Create a bar; `places` returns the mentions by height, 0 to 1, and whether they differ."""
        super().__init__(Qt.Orientation.Vertical)
        self._theme = theme
        self._places = places

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        if self.maximum() <= self.minimum():
            # Its place stays free, so that lines are not broken again when there is something to scroll.
            QtGui.QPainter(self).fillRect(self.rect(), self._theme.base)
            return
        super().paintEvent(event)
        painter = QtGui.QPainter(self)
        for place, differs in self._places():
            length = self.width() // 2 if differs else self.width() // 4
            y = round(place * (self.height() - _TICK))
            colour = self._theme.text if differs else self._theme.quiet
            painter.fillRect(QtCore.QRect(self.width() - length, y, length, _TICK), colour)


_Part = TypeVar("_Part", Stretch, Run)
"""A part of the page with a begin and an end; a run also has the chains that its characters belong to."""

# Characters before and after the visible part that are coloured as well, for the next few lines.
_MARGIN = 1_000
MEASURE = 90
"""The longest line in characters; longer lines are hard to read."""


class EvidenceText(QtWidgets.QPlainTextEdit):
    """Shows a page; emits the mention or link that is clicked and the mention under the pointer."""

    span_chosen = QtCore.Signal(int)
    link_chosen = QtCore.Signal(object)  # a Link
    span_hovered = QtCore.Signal(object)  # a span, or None
    hits_counted = QtCore.Signal()  # the page, or the words that are searched for, are others
    zoom_wanted = QtCore.Signal(int)  # larger (1) or smaller (-1)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Source text")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._rows = RowLayout(self)
        self.setDocument(self._rows.document())
        self._ticks = TickBar(theme, self.tick_places)
        self.setVerticalScrollBar(self._ticks)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(GRID // 2)
        self.viewport().setMouseTracking(True)
        # The background also fills the room next to lines of the longest measure.
        self.setBackgroundRole(QtGui.QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self._gutter = Gutter(theme, self.gutter_lines, self)
        self._theme = theme
        self._displayed: DisplayedBag | None = None
        self._page = Page()
        self._ruler = Ruler("", "utf-16")
        # The parts of the page in the same chains; the lines and frames to paint, in UTF-16 units.
        self._runs: list[Run] = []
        self._quiet: list[Stretch] = []
        self._filled = self._underlines = SortedLines()
        self._moved = SortedLines()
        self._frames = SortedLines()
        # The words that are searched for, and their places on the page.
        self._sought: tuple[str, ...] = ()
        self._hits = SortedLines()
        # Mentions of other bags: of the baseline, of the changed graph, of gold.
        self._others: list[SortedLines] = []
        # Mentions (spans) with a frame, and the one under the pointer.
        self._chosen: tuple[int, ...] = ()
        self._highlighted: tuple[int, ...] = ()
        self._hovered: int | None = None
        # The characters whose colours have been set, in UTF-16 units.
        self._coloured = range(0)
        # True while `show_page` replaces the text, which makes Qt scroll.
        self._replacing = False
        self._heights = LineHeights(self.font(), 0)
        # The size of the viewport for which Qt has broken the lines.
        self._laid_out = self.viewport().size()
        self.verticalScrollBar().valueChanged.connect(self._follow_scroll)

    def page(self) -> Page:
        """Return the page that is shown."""
        return self._page

    def show_page(
        self, page: Page, displayed: DisplayedBag, others: Sequence[Sequence[Stretch]] = ()
    ) -> None:
        """Show another page; if it is of the same bag, keep the place of the text and the chosen mentions.

        `others` are mentions of other bags: those of the baseline, of the changed graph and of gold.
        """
        same_bag = self._displayed is displayed
        scroll_place = self._first_in_sight() if same_bag else None
        if not same_bag:
            self._chosen = self._highlighted = ()
        self._page, self._displayed = page, displayed
        self._coloured = range(0)
        self._ruler = Ruler(page.text, "utf-16")
        self._runs = self.find_runs(page, displayed)
        self._moved = self._make_lines(page.find_frames(self.find_moved(page, displayed)))
        self._quiet = page.find_quiet()
        self._others = [self._make_lines(side) for side in others]
        # Qt keeps colours as selections, and each would follow the removal of the old text: drop them first.
        self._replacing = True
        self.setExtraSelections([])
        self._rows.begins = {self._ruler.units(label.begin) for label in page.labels}
        if displayed.bag.nouns == OF_RECORDS:
            self._show_records(page)
        else:
            self.setPlainText(page.text)
        self._gutter.show_labels(page.labels, displayed)
        # The keyboard reaches only the text, so it has the description of the gutter.
        self.setAccessibleDescription(self._gutter.accessibleDescription())
        self._fit()
        if scroll_place is not None:
            self._scroll_back(*scroll_place)
        self._replacing = False
        self._find_hits()
        self._mark_mentions()

    def _show_records(self, page: Page) -> None:
        """Show the fields of records in columns, with those in bold that differ from the first record's."""
        strong = bold(self.font())
        width = self.viewport().width() - 2 * self.document().documentMargin()
        columns = align_records(page, QtGui.QFontMetricsF(strong).horizontalAdvance, width)
        option, left = QtGui.QTextOption(), QtGui.QTextOption.TabType.LeftTab
        option.setTabs([QtGui.QTextOption.Tab(stop, left) for stop in columns.stops])
        self.document().setDefaultTextOption(option)
        self.setPlainText(columns.text)
        bold_format = QtGui.QTextCharFormat()
        bold_format.setFontWeight(strong.weight())
        for stretch in columns.differing:
            if selection := self._selection(stretch, bold_format):
                selection.cursor.mergeCharFormat(bold_format)

    def find_runs(self, page: Page, displayed: DisplayedBag) -> list[Run]:
        """Return the parts of the page by chain, whose number gives the colour."""
        return find_runs(page, displayed.numbering)

    def find_moved(self, page: Page, displayed: DisplayedBag) -> list[int]:
        """Return the mentions on the page that moved to another chain, or that only one graph has."""
        moved = displayed.numbering.moved
        return [span for span in page.spans if moved[span]]

    def seek(self, words: Sequence[str]) -> None:
        """Box the words of the text that begin with one of these folded words."""
        self._sought = tuple(words)
        self._find_hits()

    def hits(self) -> int:
        """Return the number of words on the page that are sought."""
        return len(self._hits)

    def _find_hits(self) -> None:
        found = self._page.keep_sources(find_sought_words(self._page.text, self._sought))
        self._hits = self._make_lines(found)
        self.viewport().update()
        self.hits_counted.emit()

    def free_height(self, page: Page, displayed: DisplayedBag) -> float:
        """Return the height in pixels that a page would leave free; negative if it needs more room."""
        margin = 2 * round(self.document().documentMargin())
        left = self._gutter.measure_width(page.labels, displayed, self.width())
        width = self.width() - left - self._right_margin(left) - self._ticks.sizeHint().width() - margin
        if self._heights.width != width or self._heights.font != self.font():
            self._heights = LineHeights(self.font(), width)
        return self.height() - margin - self._heights.measure_page(page, _MOST_MEASURED * self.height())

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._theme = theme
        self._gutter.set_theme(theme)
        self._ticks.set_theme(theme)
        self._mark_mentions()

    def set_reading_font(self, font: QtGui.QFont, window: QtGui.QFont) -> None:
        """Set the font of the text, and that of the window for names; keep the line length in characters."""
        self.setFont(font)
        self._gutter.set_fonts(font, window)
        self._fit()
        self._mark_mentions()

    def show_spans(self, spans: Sequence[int]) -> None:
        """Frame these mentions, and scroll to the first one that is on the page."""
        self.choose_spans(spans)
        self.bring_into_sight(spans)

    def bring_into_sight(self, spans: Iterable[int]) -> None:
        """Scroll to the first of these mentions that is on the page, unless it is visible already."""
        begins = [
            self._page.begin(span) for span in self._page.keep_shown(spans) if self._page.find_stretches(span)
        ]
        if not begins:
            return
        first = self._ruler.units(min(begins))
        cursor = QtGui.QTextCursor(self.document())
        cursor.setPosition(first)
        sight = self.viewport().rect().adjusted(0, 0, 0, -2 * GRID)
        is_seen = sight.contains(self.cursorRect(cursor).topLeft())
        self.setTextCursor(cursor)
        if not is_seen:
            self.centerCursor()

    def choose_spans(self, spans: Sequence[int]) -> None:
        """Frame these mentions until others are chosen; do not scroll."""
        self._chosen = tuple(spans)
        self._frame()

    def highlight(self, spans: Iterable[int]) -> None:
        """Frame these mentions until others are highlighted; do not scroll."""
        self._highlighted = tuple(spans)
        self._frame()

    def chosen(self) -> tuple[int, ...]:
        """Return the chosen mentions."""
        return self._chosen

    def frames(self) -> Sequence[Line]:
        """Return the places of thick frames, in the order of the text."""
        return self._frames

    def thin_frames(self) -> Sequence[Line]:
        """Return the places of thin frames, in the order of the text."""
        return self._moved

    def spans_in_sight(self) -> tuple[int, ...]:
        """Return the mentions that are visible from begin to end without scrolling."""
        return tuple(
            span
            for span in self._page.spans
            if any(self._is_in_sight(stretch) for stretch in self._page.find_stretches(span))
        )

    def is_at_end(self) -> bool:
        """Return True if the end of the page is visible."""
        return self.verticalScrollBar().value() >= self.verticalScrollBar().maximum()

    def turn_page(self, step: int) -> None:
        """Scroll by the visible lines minus one, down (1) or up (-1)."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + step * max(1, bar.pageStep() - 1))

    def tip(self, span: int) -> tuple[tuple[str, ...], str]:
        """Return the lines of the tooltip of a mention, and its offsets."""
        if self._displayed is None:
            return (), ""
        before, after = (", ".join(self._displayed.names_at(side, span)) for side in (BASELINE, CHANGED))
        baseline, changed = map(str.capitalize, self._displayed.sides)
        noun = self._displayed.bag.nouns.mention
        lines = (
            f"{baseline}: {before or f'not a {noun}'}",
            f"{changed}: {after or f'not a {noun}'}",
            self._displayed.bag.spans[span].document,
        )
        return lines, phrases.both_offsets(self._displayed.extents, span, self._displayed.sides)

    def gutter_lines(self) -> list[GutterLine]:
        """Return the visible labels and their places."""
        top = self._ruler.code_points(self.firstVisibleBlock().position()) or 0
        labels = self._page.labels
        found = []
        # Begin with the last label at or above the top: its row may reach into the visible part.
        first_label = max(0, bisect_right(labels, top, key=lambda label: label.begin) - 1)
        for label in labels[first_label:]:
            block = self.document().findBlock(self._ruler.units(label.begin))
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            first = block.layout().lineAt(0)
            if box.top() + first.height() > self.viewport().height() + 1:
                break
            ascent = first.ascent() if first.isValid() else self.fontMetrics().ascent()
            found.append(GutterLine(label, round(box.top() + ascent)))
        height, margin = self.fontMetrics().height(), self.fontMetrics().ascent() + GRID // 2
        if found and found[0].baseline < margin and (len(found) < 2 or found[1].baseline > margin + height):
            # The label of a row that begins above the visible part stays at the top.
            found[0] = found[0]._replace(baseline=margin)
        return found

    def tick_places(self) -> list[tuple[float, bool]]:
        """Return the mentions by height on the page, 0 to 1, and whether they differ."""
        if self._displayed is None:
            return []
        numbering, lines = self._displayed.numbering, max(1, self.document().lineCount())
        # Mentions on one line share a tick, which is dark if one of them differs.
        found: dict[float, bool] = {}
        for span in self._page.spans:
            differs = numbering.baseline_rows[span] != numbering.changed_rows[span]
            for stretch in self._page.find_stretches(span):
                place = (self._line_of(stretch.begin) + 0.5) / lines
                found[place] = found.get(place, False) or differs
        return sorted(found.items())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._laid_out = event.size()
        self._fit()
        self._follow_scroll()

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        self._gutter.update()

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._gutter.update()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            at = self._ruler.code_points(self.textCursor().position())
            if at is not None:
                self._choose(at)
            return
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
            marks = TextMarks(
                self._filled, self._underlines, self._others, self._moved, self._frames, self._hits
            )
            edge = self._find_edge(block, place)
            # Half a line would look like a fault.
            painter.fillRect(QtCore.QRectF(0, edge, self.width(), self.height()), self._theme.base)
            paint_marks(painter, marks, block, place.topLeft(), self._theme, edge)
            block = block.next()

    def _find_edge(self, block: QtGui.QTextBlock, place: QtCore.QRectF) -> float:
        """Return where the lines of a block end that are visible in full, or else the lower edge."""
        edge = self.viewport().height()
        lines = block.layout().lineCount() if place.bottom() > edge else 0
        boxes = (block.layout().lineAt(number).rect().translated(place.topLeft()) for number in range(lines))
        return next((box.top() for box in boxes if box.bottom() > edge + 1), edge)

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        at = self._place_at(event.position().toPoint())
        shape = Qt.CursorShape.PointingHandCursor if self._page.link_at(at) else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        self._hover(self._page.span_at(at))

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if step := event.angleDelta().y():
                self.zoom_wanted.emit(1 if step > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def leaveEvent(self, event: QtCore.QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # A drag selects words to copy; only a plain click chooses.
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            at = self._place_at(event.position().toPoint())
            if at is not None:
                self._choose(at)

    def viewportEvent(self, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent) and event.type() is QtCore.QEvent.Type.ToolTip:
            at = self._place_at(event.pos())
            link, span = self._page.link_at(at), self._page.span_at(at)
            lines: tuple[str, ...] = ()
            offsets = ""
            if link is not None:
                lines = (link.tip,)
            elif span is not None:
                lines, offsets = self.tip(span)
            show_tip(event.globalPos(), self.viewport(), *lines, offsets=offsets)
            return True
        return super().viewportEvent(event)

    def createMimeDataFromSelection(self) -> QtCore.QMimeData:
        """Return the selected words without signs and folds, for the clipboard."""
        # Reuse Qt's object: one that Python creates must not stay in a clipboard that outlives Python.
        data = super().createMimeDataFromSelection()
        cursor = self.textCursor()
        begin, end = (
            self._ruler.code_points(unit) for unit in (cursor.selectionStart(), cursor.selectionEnd())
        )
        # Qt fills the object at the first access, in several formats and with signs; replace that content.
        data.text()
        data.clear()
        if begin is not None and end is not None:
            data.setText(self._page.copy_text(begin, end))
        return data

    def _choose(self, at: int) -> None:
        link, span = self._page.link_at(at), self._page.span_at(at)
        if link is not None:
            self.link_chosen.emit(link)
        elif span is not None:
            self.span_chosen.emit(span)

    def _hover(self, span: int | None) -> None:
        if span != self._hovered:
            self._hovered = span
            self.span_hovered.emit(span)

    def _place_at(self, point: QtCore.QPoint) -> int | None:
        """Return the code point under a position in the widget, or None."""
        cursor = self.cursorForPosition(point)
        at = self._ruler.code_points(cursor.position())
        if at is None:
            # The middle of a surrogate pair, where Qt's cursor does not stop.
            return None
        # The cursor is between two characters; return the one under the point.
        return at - 1 if point.x() < self.cursorRect(cursor).left() else at

    def _is_in_sight(self, stretch: Stretch) -> bool:
        sight = self.viewport().rect()
        cursor = QtGui.QTextCursor(self.document())
        for place in stretch:
            cursor.setPosition(self._ruler.units(place))
            box = self.cursorRect(cursor)
            if not (sight.contains(box.topLeft()) and box.bottom() <= sight.bottom() + 1):
                return False
        return True

    def _first_in_sight(self) -> tuple[int, int] | None:
        """Return the first mention at or below the top, and its distance from the top in lines."""
        top = self.firstVisibleBlock()
        at = self._ruler.code_points(top.position()) or 0
        for span in self._page.reading_order():
            begin = self._page.begin(span)
            if begin >= at:
                return span, self._line_of(begin) - self.verticalScrollBar().value()
        return None

    def _scroll_back(self, span: int, below: int) -> None:
        """Scroll to where a mention is `below` lines below the top."""
        if self._page.find_stretches(span):
            self.verticalScrollBar().setValue(self._line_of(self._page.begin(span)) - below)

    def _line_of(self, place: int) -> int:
        """Return the number of the visual line of a place of the page."""
        unit = self._ruler.units(place)
        block = self.document().findBlock(unit)
        line = block.layout().lineForTextPosition(unit - block.position())
        return block.firstLineNumber() + (line.lineNumber() if line.isValid() else 0)

    def _fit(self) -> None:
        """Set the margins: room for the gutter, and no line longer than `MEASURE`."""
        left = self._gutter.needed_width(self.width())
        self.setViewportMargins(left, 0, self._right_margin(left), 0)
        view = self.viewport().geometry()
        if view.width() != self._laid_out.width():
            # While the widget is shown for the first time, Qt sends no event for a second size.
            self.resizeEvent(QtGui.QResizeEvent(view.size(), self._laid_out))
        self._gutter.setGeometry(view.left() - left, view.top(), left, view.height())

    def _right_margin(self, left: int) -> int:
        """Return the right margin that keeps lines short enough next to a gutter of the width `left`."""
        measure = MEASURE * self.fontMetrics().averageCharWidth() + 2 * GRID
        return max(0, self.width() - left - self._ticks.sizeHint().width() - measure)

    def _frame(self) -> None:
        """Compute the frames of chosen and highlighted mentions."""
        framed = self._page.find_frames(self._page.keep_shown((*self._chosen, *self._highlighted)))
        self._frames = self._make_lines(framed)
        self.viewport().update()

    def _make_lines(self, stretches: Iterable[Stretch]) -> SortedLines:
        """Return stretches of the page as lines that belong to no chain."""
        return SortedLines(
            Line(self._ruler.units(begin), self._ruler.units(end), 0) for begin, end in stretches
        )

    def _mark_mentions(self) -> None:
        """Set the colours in sight again, and compute underlines and frames, which `paintEvent` draws."""
        self._coloured = range(0)
        self._colour_sight()
        self._filled, self._underlines = (
            SortedLines(
                Line(self._ruler.units(run.begin), self._ruler.units(run.end), number)
                for run in self._runs
                if (number := (run.baseline, run.changed)[side]) is not None
            )
            for side in (BASELINE, CHANGED)
        )
        self._frame()
        self._gutter.update()
        self._ticks.update()

    def _colour_sight(self) -> None:
        """Colour baseline mentions and quiet text in sight and a margin around it: selections are slow in Qt.

        Quiet are the parts that are no text of a document, such as links, and those that are only context.
        """
        last = self.cursorForPosition(self.viewport().rect().bottomLeft()).block()
        first, end = self.firstVisibleBlock().position(), last.position() + last.length()
        if self._coloured and first in self._coloured and end - 1 in self._coloured:
            return
        self._coloured = range(max(0, first - _MARGIN), end + _MARGIN)
        quiet_format = QtGui.QTextCharFormat()
        quiet_format.setForeground(self._theme.quiet)
        selections = [self._selection(stretch, quiet_format) for stretch in self._near_sight(self._quiet)]
        fills: dict[int, QtGui.QTextCharFormat] = {}
        for run in self._near_sight(self._runs):
            if run.baseline is not None:
                colour = self._theme.fill(run.baseline)
                fill = fills.setdefault(colour.rgb(), QtGui.QTextCharFormat())
                fill.setBackground(colour)
                # A mention in the context is as readable as elsewhere.
                fill.setForeground(self._theme.text)
                selections.append(self._selection(Stretch(run.begin, run.end), fill))
        self.setExtraSelections([selection for selection in selections if selection is not None])

    def _near_sight(self, parts: Sequence[_Part]) -> Sequence[_Part]:
        """Return the parts to be coloured; `parts` are sorted and do not overlap."""
        units = self._ruler.units
        first = bisect_left(parts, self._coloured.start, key=lambda part: units(part.end))
        last = bisect_left(parts, self._coloured.stop, lo=first, key=lambda part: units(part.begin))
        return parts[first:last]

    @QtCore.Slot()
    def _follow_scroll(self) -> None:
        if not self._replacing:
            self._colour_sight()
            self._gutter.update()

    def _selection(
        self, stretch: Stretch, text_format: QtGui.QTextCharFormat
    ) -> QtWidgets.QTextEdit.ExtraSelection | None:
        # Outside the text, Qt would warn and select something else.
        if not 0 <= stretch.begin < stretch.end <= len(self._page.text):
            return None
        selection = QtWidgets.QTextEdit.ExtraSelection()
        selection.cursor = QtGui.QTextCursor(self.document())
        selection.cursor.setPosition(self._ruler.units(stretch.begin))
        selection.cursor.setPosition(self._ruler.units(stretch.end), QtGui.QTextCursor.MoveMode.KeepAnchor)
        selection.format = text_format
        return selection
