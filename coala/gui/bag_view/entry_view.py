"""The entries of a changed link below the chain map, each side below its chains.

Its columns are those of the map, so that a description is below the link that it describes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import is_right_to_left
from coala.gui.bag_view.chain_map import CURVES_COLUMN, SIDES_BY_COLUMN, fit_curves_column
from coala.gui.widgets.painting import Index, break_lines, read_only_table
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.model.sides import GRAPHS
from coala.present.entry_table import EntryCell, EntryRow

# The most lines of an entry, and of the table; the reviewer scrolls to more.
_LINES_OF_ENTRY = 2
_MOST_LINES = 6
_ROLE = Qt.ItemDataRole.UserRole


class _ShownEntry(NamedTuple):
    """An entry as a cell shows it: its name only where a side has several."""

    name: str
    description: str
    differs: bool


class EntryView(QtWidgets.QTableWidget):
    """Shows the entries of a changed link, or is hidden where no entry has a description."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(0, 3)
        self.setAccessibleName("The linked entries on both sides")
        read_only_table(self)
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectItems)
        self._delegate = _Delegate(self, theme)
        self.setItemDelegate(self._delegate)
        heads = self.horizontalHeader()
        heads.setVisible(False)
        heads.setMinimumSectionSize(1)
        sizes = QtWidgets.QHeaderView.ResizeMode
        for column, mode in enumerate((sizes.Stretch, sizes.Fixed, sizes.Stretch)):
            heads.setSectionResizeMode(column, mode)
        self.verticalHeader().setMinimumSectionSize(1)
        self.hide()

    def show_entries(self, rows: Sequence[EntryRow], sides: tuple[str, str] = GRAPHS.names) -> None:
        """Show these rows if any entry has a description; `sides` are the words for the sides."""
        is_shown = any(cell.description for row in rows for cell in (row.before, row.now))
        self.setVisible(is_shown)
        if not is_shown:
            return
        several = len(rows) > 1
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, side in SIDES_BY_COLUMN.items():
                self.setItem(
                    place, column, _make_item((row.before, row.now)[side], row, sides[side], several)
                )
            # Qt keeps the items of a former bag.
            between = QtWidgets.QTableWidgetItem()
            between.setFlags(Qt.ItemFlag.NoItemFlags)
            self.setItem(place, CURVES_COLUMN, between)
        self.scrollToTop()
        self.fit()

    def fit(self) -> None:
        """Set the heights of the rows and of the table for its width."""
        fit_curves_column(self)
        line = self.fontMetrics().lineSpacing()
        for row in range(self.rowCount()):
            lines = max(
                self._delegate.count_lines(self.model().index(row, column)) for column in SIDES_BY_COLUMN
            )
            self.setRowHeight(row, lines * line + GRID // 2)
        height = sum(map(self.rowHeight, range(self.rowCount())))
        self.setFixedHeight(min(height, _MOST_LINES * line + GRID))

    def height_of_rows(self) -> int:
        """Return the height of the table in pixels, 0 while it is hidden."""
        return 0 if self.isHidden() else self.height()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._delegate.theme = theme
        self.viewport().update()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentRow() < 0 and self.rowCount():
            self.setCurrentCell(0, 0)

    def moveCursor(
        self, action: QtWidgets.QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QtCore.QModelIndex:
        """Move left and right between the sides, over the empty column."""
        actions = QtWidgets.QAbstractItemView.CursorAction
        if action in (actions.MoveLeft, actions.MoveRight) and self.currentIndex().isValid():
            return self.model().index(self.currentRow(), 0 if action == actions.MoveLeft else 2)
        return super().moveCursor(action, modifiers)


def _make_item(cell: EntryCell, row: EntryRow, side: str, several: bool) -> QtWidgets.QTableWidgetItem:
    item = QtWidgets.QTableWidgetItem(cell.spoken)
    item.setData(_ROLE, _ShownEntry(cell.name if several else "", cell.description, row.differs))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{side}: {cell.spoken}")
    set_tip(item, cell.name, cell.description, cell.iri)
    return item


class _Delegate(QtWidgets.QStyledItemDelegate):
    """Paints an entry: its name in bold on a line of its own, then at most two lines of its description."""

    def __init__(self, view: EntryView, theme: Theme) -> None:
        super().__init__(view)
        self._view = view
        self.theme = theme

    def count_lines(self, index: Index) -> int:
        """Return the number of lines that an entry needs in its column."""
        shown: _ShownEntry = index.data(_ROLE)
        return max(1, bool(shown.name) + len(self._break(shown, self._view.columnWidth(index.column()))))

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        shown: _ShownEntry | None = index.data(_ROLE)
        if shown is None:
            return
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        painter.save()
        if state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self.theme.row)
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), self.theme.focus)
        line = self._view.fontMetrics().lineSpacing()
        place = QtCore.QRect(rect.left() + 3 * GRID, rect.top(), rect.width() - 4 * GRID, line)
        painter.setPen(self.theme.text if shown.differs else self.theme.quiet)
        texts = [(text, self._view.font()) for text in self._break(shown, rect.width())]
        if shown.name:
            font = bold(self._view.font())
            texts.insert(0, (break_lines(shown.name, font, [place.width()])[0], font))
        for text, font in texts:
            painter.setFont(font)
            side = Qt.AlignmentFlag.AlignRight if is_right_to_left(text) else Qt.AlignmentFlag.AlignLeft
            flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(place, flags | Qt.TextFlag.TextSingleLine, text)
            place.translate(0, line)
        painter.restore()

    def _break(self, shown: _ShownEntry, width: int) -> list[str]:
        """Return the lines of the description in a column of this width."""
        widths = [max(1, width - 4 * GRID)] * _LINES_OF_ENTRY
        return break_lines(shown.description, self._view.font(), widths)
