"""The rows of a bag become a table of two columns, baseline and changed, whose folds open in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from PySide6 import QtCore
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.presentation import phrases
from coala.presentation.aligned_rows import AlignedCell, AlignedRow, Mark, Role, align_rows
from coala.presentation.displayed_bag import DisplayedBag

ROW_ROLE = Qt.ItemDataRole.UserRole
"""The ``AlignedRow`` of an index."""
OPEN_ROLE = Qt.ItemDataRole.UserRole + 1
"""Whether the fold of an index is open."""
SIDE_ROLE = Qt.ItemDataRole.UserRole + 2
"""Of a column head: which side, and the name of its file."""

_SIDES = ("Baseline", "Changed")
_NO_PARENT = QtCore.QModelIndex()


class _Line(NamedTuple):
    row: AlignedRow
    depth: int
    is_open: bool = False


class AlignedModel(QtCore.QAbstractTableModel):
    """Column 0 is the baseline, column 1 the changed graph. It never changes a bag."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[_Line] = []
        self._displayed: DisplayedBag | None = None
        self._names = ("", "")
        self._paths = ("", "")

    def show_bag(self, displayed: DisplayedBag) -> None:
        """Replace everything; all folds are closed."""
        self.beginResetModel()
        self._displayed = displayed
        self._lines = [_Line(row, 0) for row in align_rows(displayed)]
        self.endResetModel()

    def set_names(self, names: tuple[str, str], paths: tuple[str, str]) -> None:
        """What the column heads call the two sides, and where they came from."""
        self._names, self._paths = names, paths
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)

    def row(self, line: int) -> AlignedRow:
        """The row on a line."""
        return self._lines[line].row

    def block(self, line: int) -> range:
        """The lines of the instance to which a line belongs, its head included."""
        first = line
        while first and self._lines[first].row.role is not Role.INSTANCE:
            first -= 1
        end = line + 1
        while end < len(self._lines) and self._lines[end].row.role is not Role.INSTANCE:
            end += 1
        return range(first, end)

    def toggle(self, line: int) -> bool:
        """Open or close the fold on a line; False when there is none."""
        row, depth, is_open = self._lines[line]
        if row.role is not Role.FOLD:
            return False
        if is_open:
            last = line + 1
            while last < len(self._lines) and self._lines[last].depth > depth:
                last += 1
            self.beginRemoveRows(QtCore.QModelIndex(), line + 1, last - 1)
            del self._lines[line + 1 : last]
            self.endRemoveRows()
        else:
            self.beginInsertRows(QtCore.QModelIndex(), line + 1, line + len(row.folded))
            self._lines[line + 1 : line + 1] = [_Line(inner, depth + 1) for inner in row.folded]
            self.endInsertRows()
        self._lines[line] = _Line(row, depth, not is_open)
        self.dataChanged.emit(self.index(line, 0), self.index(line, 1))
        return True

    def lines_of_divergence(self, divergence: Divergence) -> list[int]:
        """The lines that show a change, within its instances; a fold is opened only when all are hidden."""
        if self._displayed is None:
            return []
        old, new = self._displayed.numbering.of(divergence.baseline, divergence.changed)
        numbers = {*old, *new}
        role = {Kind.TYPE: Role.TYPE, Kind.STATEMENT: Role.STATEMENT}.get(divergence.kind)
        if role is not None:
            return [
                line
                for line, row in self._rows()
                if row.role is role and row.number in numbers and row.differs
            ]
        lines = self._lines_of(set(divergence.spans), numbers)
        return lines or [line for span in divergence.spans[:1] for line in self.reveal(span)]

    def reveal(self, span: int) -> list[int]:
        """The lines of a mention, after opening the folds that hide it."""
        line = 0
        while line < len(self._lines):
            row, _, is_open = self._lines[line]
            if row.role is Role.FOLD and not is_open and _holds(row, span):
                self.toggle(line)
            line += 1
        return self._lines_of({span}, None)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(_SIDES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, _, is_open = self._lines[index.row()]
        cell = (row.baseline, row.changed)[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return "" if cell is None else cell.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return _speak(row, cell, _SIDES[index.column()], is_open=is_open)
            case Qt.ItemDataRole.ToolTipRole:
                return None if cell is None else self._tip(row, cell, index.column())
        if role == ROW_ROLE:
            return row
        if role == OPEN_ROLE:
            return is_open
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(_SIDES):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{_SIDES[section]} {self._names[section]}".rstrip()
            case Qt.ItemDataRole.ToolTipRole:
                how = ("underlined in the text", "filled in the text")[section]
                return tooltip(f"{_SIDES[section]}: {self._paths[section]}", how)
        return (_SIDES[section], plain_words(self._names[section])) if role == SIDE_ROLE else None

    def _rows(self) -> Iterator[tuple[int, AlignedRow]]:
        """Every line and its row."""
        return ((line, shown.row) for line, shown in enumerate(self._lines))

    def _lines_of(self, spans: set[int], numbers: set[int] | None) -> list[int]:
        return [
            line
            for line, row in self._rows()
            if row.role is Role.MENTION and row.span in spans and (numbers is None or row.number in numbers)
        ]

    def _tip(self, row: AlignedRow, cell: AlignedCell, column: int) -> str:
        if self._displayed is None or row.role is Role.FOLD:
            return tooltip("Click or press Enter to open or close")
        if row.span is not None:
            extents = self._displayed.extents
            words = extents.words(column, row.span) or cell.text
            document = self._displayed.bag.spans[row.span].document
            return tooltip(words, cell.note, document, offsets=phrases.both_offsets(extents, row.span))
        if row.role is Role.INSTANCE:
            return tooltip(cell.text, cell.place, *_identifiers(self._displayed.bag, row, column))
        return tooltip(cell.text, cell.note)


def _holds(row: AlignedRow, span: int) -> bool:
    return any(inner.span == span or _holds(inner, span) for inner in row.folded)


def _identifiers(bag: Bag, row: AlignedRow, column: int) -> list[str]:
    """The IRIs behind a head: a row carries words only."""
    number = row.instances[column]
    if number is None:
        return []
    instance = (bag.baseline, bag.changed)[column][number]
    return [instance.name, *(term.name for term in instance.types)]


def _speak(row: AlignedRow, cell: AlignedCell | None, side: str, *, is_open: bool) -> str:
    """A cell for a screen reader."""
    if row.role is Role.FOLD:
        return "" if cell is None else f"{cell.text}, {'open' if is_open else 'folded'}"
    if cell is None:
        return f"{side}: nothing"
    sign = {Mark.ADDED: "added", Mark.DROPPED: "dropped"}.get(cell.mark, "")
    what = f"instance {row.number + 1}" if row.role is Role.INSTANCE else row.role.value
    return ", ".join(part for part in (f"{side}: {cell.text}", what, sign, cell.note, cell.place) if part)
