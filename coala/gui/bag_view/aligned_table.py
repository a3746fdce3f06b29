"""The aligned rows of a bag are shown in two columns of short lines that select, fold and open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.bag_view.aligned_model import OPEN_ROLE, ROW_ROLE, SIDE_ROLE, AlignedModel
from coala.gui.widgets.painting import (
    UNDERLINE,
    Index,
    draw_line,
    line_height,
    paint_mention,
    read_only_table,
)
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.model.bag import Divergence
from coala.presentation.aligned_rows import AlignedCell, AlignedRow, Mark, Role
from coala.presentation.displayed_bag import DisplayedBag


class AlignedTable(QtWidgets.QTableView):
    """Shows one bag; ``span_chosen`` tells that the reviewer picked a mention."""

    span_chosen = QtCore.Signal(int)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Baseline and changed side by side")
        self._model = AlignedModel(self)
        self._delegate = _Delegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        for rows_changed in (self._model.modelReset, self._model.rowsInserted, self._model.rowsRemoved):
            rows_changed.connect(self._delegate.measure_again)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.ExtendedSelection)
        read_only_table(self)
        # By whole lines: half a line at the top looks like a mistake.
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerItem)
        self._heads = _SideHeads(theme, self)
        self.setHorizontalHeader(self._heads)
        self._heads.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
        lines = self.verticalHeader()
        lines.setVisible(False)
        lines.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self._fit_lines()
        # Not ``activated``: a double click would send it after a click has already opened the fold.
        self.clicked.connect(self._choose)

    def aligned_model(self) -> AlignedModel:
        """The table behind the view."""
        return self._model

    def show_bag(self, displayed: DisplayedBag) -> None:
        """Replace everything, folded and scrolled to the top."""
        self._model.show_bag(displayed)
        self.scrollToTop()

    def show_divergence(self, divergence: Divergence) -> None:
        """Select the lines of a change, and scroll to the first."""
        self._select(self._model.lines_of_divergence(divergence))

    def show_span(self, span: int) -> None:
        """Select the lines of one mention, opening the folds that hide it."""
        self._select(self._model.reveal(span))

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._delegate.theme = self._heads.theme = theme
        self.viewport().update()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_lines()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _fit_lines(self) -> None:
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))

    def _select(self, lines: Sequence[int]) -> None:
        selection = QtCore.QItemSelection()
        for first, last in _runs(lines):
            selection.select(self._model.index(first, 0), self._model.index(last, 1))
        self.selectionModel().select(selection, QtCore.QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if lines:
            target = self._model.index(lines[0], 0)
            self.selectionModel().setCurrentIndex(target, QtCore.QItemSelectionModel.SelectionFlag.NoUpdate)
            self._bring_into_sight(lines)

    def _bring_into_sight(self, lines: Sequence[int]) -> None:
        """Scroll as little as shows the first line, and the last as well where both fit."""
        height = self.verticalHeader().defaultSectionSize()
        if (lines[-1] - lines[0] + 1) * height <= self.viewport().height():
            self.scrollTo(self._model.index(lines[-1], 0))
        self.scrollTo(self._model.index(lines[0], 0))

    @QtCore.Slot(QtCore.QModelIndex)
    def _choose(self, index: QtCore.QModelIndex) -> None:
        row = self._model.row(index.row())
        if row.span is not None:
            self.span_chosen.emit(row.span)
        else:
            self._model.toggle(index.row())


def _runs(lines: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring lines as (first, last): a selection of thousands of single lines is slow."""
    runs: list[tuple[int, int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], line)
        else:
            runs.append((line, line))
    return runs


# Badges and marks share the first column of a cell, so that all words begin at the same edge.
_BADGE = 2 * GRID
_INDENT = GRID + _BADGE + GRID
# Five or six letters.
_LEAST_PLACE = 7 * GRID


class _Delegate(QtWidgets.QStyledItemDelegate):
    """Paints rows; all lines are of one height."""

    def __init__(self, theme: Theme, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._brief: dict[tuple[int, int, str], bool] = {}

    @QtCore.Slot()
    def measure_again(self) -> None:
        """Other rows are shown: what fitted before says nothing."""
        self._brief.clear()

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(20 * GRID, line_height(option.fontMetrics))

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        row: AlignedRow = index.data(ROW_ROLE)
        cell = (row.baseline, row.changed)[index.column()]
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        painter.save()
        painter.setFont(option.font)
        self._paint_ground(painter, rect, row, index, bool(state & QtWidgets.QStyle.StateFlag.State_Selected))
        if cell is not None:
            inner = rect.adjusted(_INDENT, 0, -GRID, 0)
            if row.role is Role.FOLD:
                sign = "▾" if index.data(OPEN_ROLE) else "▸"
                self._paint_mark(painter, rect, sign, self.theme.quiet)
                draw_line(painter, inner, cell.text, self.theme.quiet)
            elif row.role is Role.INSTANCE:
                self._paint_badge(painter, rect, row.number, filled=index.column() == 1)
                self._paint_words(painter, inner, row, cell, index)
            else:
                ink = self.theme.text if cell.mark.stands_alone else self.theme.quiet
                self._paint_mark(painter, rect, cell.mark.value, ink)
                self._paint_words(painter, inner, row, cell, index)
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            painter.setPen(QtGui.QPen(self.theme.focus, 1, Qt.PenStyle.DotLine))
            painter.drawRect(rect.adjusted(1, 0, -1, -1))
        painter.restore()

    def _paint_ground(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, row: AlignedRow, index: Index, selected: bool
    ) -> None:
        if selected:
            # The view has painted its own selection; an empty side has nothing to select.
            empty = (row.baseline, row.changed)[index.column()] is None
            painter.fillRect(rect, self.theme.base if empty else self.theme.selection)
        elif row.role is Role.INSTANCE:
            painter.fillRect(rect, self.theme.band)
        painter.setPen(self.theme.line)
        if row.role is Role.INSTANCE and index.row():
            painter.drawLine(rect.topLeft(), rect.topRight())
        if index.column():
            painter.drawLine(rect.topLeft(), rect.bottomLeft())

    def _paint_mark(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, mark: str, colour: QtGui.QColor
    ) -> None:
        painter.setPen(colour)
        place = QtCore.QRect(rect.left() + GRID, rect.top(), _BADGE, rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, mark)

    def _paint_badge(self, painter: QtGui.QPainter, rect: QtCore.QRect, number: int, *, filled: bool) -> None:
        """The number of the instance, underlined on the left and filled on the right, as in the text."""
        box = QtCore.QRect(rect.left() + GRID, rect.center().y() - GRID + 1, _BADGE, _BADGE)
        if filled:
            painter.fillRect(box, self.theme.fill(number))
        else:
            bar = QtCore.QRect(box.left(), box.bottom() - 1, box.width(), 3)
            painter.fillRect(bar, self.theme.stroke(number))
        painter.setPen(self.theme.text)
        words = str(number + 1)
        if painter.fontMetrics().horizontalAdvance(words) > box.width():
            # Four digits are wider than a badge; the last two tell neighbours apart.
            words = f"…{words[-2:]}"
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, words)

    def _paint_words(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, row: AlignedRow, cell: AlignedCell, index: Index
    ) -> None:
        theme = self.theme
        font, column = painter.font(), index.column()
        head = row.role is Role.INSTANCE
        differs = cell.mark.stands_alone
        note = cell.brief if cell.brief and self._is_brief(index, font, rect.width()) else cell.note
        if cell.mark is Mark.JOINED and not _fits(font, rect.width(), row, cell):
            # The mark says it as well, and the words of the extent are what matters.
            note = ""
        widths = _widths(font, rect.width(), row, cell, note)
        if widths.place:
            place = QtCore.QRect(rect.right() - widths.place, rect.top(), widths.place + 1, rect.height())
            draw_line(painter, place, cell.place, theme.quiet)
        words = QtCore.QRect(rect.left(), rect.top(), widths.words + 1, rect.height())
        if differs and row.role is Role.MENTION:
            sides = (row.number, None) if column == 0 else (None, row.number)
            paint_mention(painter, theme, words, *sides)
        painter.setFont(bold(font) if head else font)
        draw_line(painter, words, cell.text, theme.text if head or differs else theme.quiet)
        painter.setFont(font)
        if widths.note:
            beside = QtCore.QRect(words.right() + GRID, rect.top(), widths.note + 1, rect.height())
            draw_line(painter, beside, note, theme.text if differs and not head else theme.quiet)

    def _is_brief(self, index: Index, font: QtGui.QFont, room: int) -> bool:
        """Whether the notes of an instance stand in their brief form: all do where one would not fit."""
        rows = index.model()
        assert isinstance(rows, AlignedModel)
        block = rows.block(index.row())
        key = (block.start, room, font.key())
        if key not in self._brief:
            self._brief[key] = any(
                not _fits(font, room, row, cell)
                for row in map(rows.row, block)
                for cell in (row.baseline, row.changed)
                if cell is not None and cell.brief
            )
        return self._brief[key]


class _Widths(NamedTuple):
    words: int
    note: int
    place: int


def _fits(font: QtGui.QFont, room: int, row: AlignedRow, cell: AlignedCell) -> bool:
    """Whether the words and the full note of a cell can stand beside as much of its place as it gets."""
    metrics = QtGui.QFontMetrics(font)
    words, note, place = map(metrics.horizontalAdvance, (cell.text, cell.note, cell.place))
    return words + GRID + note + (GRID + min(place, _place_room(room)) if place else 0) <= room


def _place_room(room: int) -> int:
    """What a mention's place may claim: a quarter, unless that is too narrow to read anything in."""
    return room // 4 if room >= 4 * _LEAST_PLACE else 0


def _widths(font: QtGui.QFont, room: int, row: AlignedRow, cell: AlignedCell, note: str) -> _Widths:
    """How much room words, note and place of a cell get, in this order of importance."""
    metrics = QtGui.QFontMetrics(font)
    head = row.role is Role.INSTANCE
    words_width = QtGui.QFontMetrics(bold(font) if head else font).horizontalAdvance(cell.text)
    note_width = metrics.horizontalAdvance(note)
    full_place = metrics.horizontalAdvance(cell.place)
    left = room - words_width - note_width - 2 * GRID
    place_width = min(full_place, max(room * 3 // 10, left) if head else max(_place_room(room), left))
    if 2 * place_width < full_place and not head:
        # Less than half of a name tells nothing; the tooltip has it.
        place_width = 0
    if place_width:
        room -= place_width + GRID
    if note_width:
        note_width = min(note_width, max(room * 3 // 5, room - words_width - GRID))
        words_width = min(words_width, room - note_width - GRID)
    return _Widths(min(words_width, room), note_width, place_width)


class _SideHeads(QtWidgets.QHeaderView):
    """The two column heads: which side, how it looks in the text, and which file it is."""

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(super().sizeHint().width(), line_height(self.fontMetrics()) + GRID // 2)

    def paintSection(self, painter: QtGui.QPainter, rect: QtCore.QRect, section: int) -> None:
        theme = self.theme
        side, name = self.model().headerData(section, Qt.Orientation.Horizontal, SIDE_ROLE)
        painter.save()
        painter.fillRect(rect, theme.base)
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if section:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        metrics = painter.fontMetrics()
        words = rect.adjusted(_INDENT, 0, -GRID, 0)
        words.setWidth(metrics.horizontalAdvance(side) + 1)
        box = QtCore.QRect(words.left() - 2, 0, words.width() + 4, metrics.height() + 1)
        box.moveTop(words.center().y() - metrics.height() // 2)
        if section:
            painter.fillRect(box, theme.line)
        else:
            painter.fillRect(box.left(), box.bottom() - UNDERLINE + 1, box.width(), UNDERLINE, theme.quiet)
        draw_line(painter, words, side, theme.text)
        rest = rect.adjusted(words.right() + 2 * GRID - rect.left(), 0, -GRID, 0)
        draw_line(painter, rest, name, theme.quiet)
        painter.restore()
