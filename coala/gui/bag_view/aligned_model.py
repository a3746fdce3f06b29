"""The rows of a bag become a table of two columns, baseline and changed, whose folds open in place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from PySide6 import QtCore
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.presentation import phrases
from coala.presentation.aligned_rows import AlignedBlocks, AlignedCell, AlignedRow, Mark, Role
from coala.presentation.displayed_bag import DisplayedBag

ROW_ROLE = Qt.ItemDataRole.UserRole
"""The ``AlignedRow`` of an index."""
OPEN_ROLE = Qt.ItemDataRole.UserRole + 1
"""Whether the fold of an index is open."""
SIDE_ROLE = Qt.ItemDataRole.UserRole + 2
"""Of a column head: which side, and the name of its file."""

_SIDES = ("Baseline", "Changed")
_NO_PARENT = QtCore.QModelIndex()
# So many instances are kept made: those of a few screens.
_BLOCKS = 256


class _Line(NamedTuple):
    row: AlignedRow
    depth: int
    is_open: bool = False


def _no_lines(block: int) -> Sequence[_Line]:
    """What is on the lines of a block while there is no bag."""
    return ()


class AlignedModel(QtCore.QAbstractTableModel):
    """Column 0 is the baseline, column 1 the changed graph. It never changes a bag.

    The lines stand in blocks: one for each aligned instance, and one line between them, the fold of those
    that are equal, which have no lines while it is closed. A block is made when one of its lines is shown.
    """

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._displayed: DisplayedBag | None = None
        self._names = ("", "")
        self._paths = ("", "")
        self._starts = [0]
        self._fold = 0
        self._fold_is_open = False
        self._closed: Callable[[int], Sequence[_Line]] = _no_lines
        self._touched: dict[int, list[_Line]] = {}

    def show_bag(self, displayed: DisplayedBag) -> None:
        """Replace everything; all folds are closed."""
        self.beginResetModel()
        self._displayed = displayed
        self._aligned = AlignedBlocks(displayed)
        self._touched = {}
        self._fold = len(self._aligned) - self._aligned.folded
        self._fold_is_open = False
        self._closed = lru_cache(_BLOCKS)(self._make)
        sizes = [self._aligned.size(number) for number in range(self._fold)]
        if self._aligned.folded:
            sizes += [1, *[0] * self._aligned.folded]
        self._starts = list(accumulate(sizes, initial=0))
        self.endResetModel()

    def set_names(self, names: tuple[str, str], paths: tuple[str, str]) -> None:
        """What the column heads call the two sides, and where they came from."""
        self._names, self._paths = names, paths
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)

    def row(self, line: int) -> AlignedRow:
        """The row on a line."""
        return self._line(line).row

    def block(self, line: int) -> range:
        """The lines of the instance to which a line belongs, its head included."""
        block = self._block_at(line)
        return range(self._starts[block], self._starts[block + 1])

    def toggle(self, line: int) -> bool:
        """Open or close the fold on a line; False when there is none."""
        row, depth, is_open = self._line(line)
        if row.role is not Role.FOLD:
            return False
        block = self._block_at(line)
        if block == self._fold:
            self._toggle_equal()
        else:
            lines = self._touched.setdefault(block, list(self._closed(block)))
            at = line - self._starts[block]
            if is_open:
                last = at + 1
                while last < len(lines) and lines[last].depth > depth:
                    last += 1
                self.beginRemoveRows(_NO_PARENT, line + 1, line + last - at - 1)
                del lines[at + 1 : last]
                self._shift(block, at + 1 - last)
                self.endRemoveRows()
            else:
                self.beginInsertRows(_NO_PARENT, line + 1, line + len(row.folded))
                lines[at + 1 : at + 1] = [_Line(inner, depth + 1) for inner in row.folded]
                self._shift(block, len(row.folded))
                self.endInsertRows()
            lines[at] = _Line(row, depth, not is_open)
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
            return [line for line, row in self._rows_of(numbers) if row.role is role and row.differs]
        lines = self._lines_of(set(divergence.spans), numbers)
        return lines or [line for span in divergence.spans[:1] for line in self.reveal(span)]

    def reveal(self, span: int) -> list[int]:
        """The lines of a mention, after opening the folds that hide it."""
        if self._displayed is None:
            return []
        numbering = self._displayed.numbering
        numbers = {*numbering.baseline_rows[span], *numbering.changed_rows[span]}
        if not self._fold_is_open and any(self._block_of(number) > self._fold for number in numbers):
            self.toggle(self._starts[self._fold])
        for number in numbers:
            block = self._block_of(number)
            line = self._starts[block]
            while line < self._starts[block + 1]:
                row, _, is_open = self._line(line)
                if row.role is Role.FOLD and not is_open and _holds(row, span):
                    self.toggle(line)
                line += 1
        return self._lines_of({span}, numbers)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else self._starts[-1]

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(_SIDES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, _, is_open = self._line(index.row())
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

    def _block_at(self, line: int) -> int:
        return bisect_right(self._starts, line) - 1

    def _block_of(self, number: int) -> int:
        """Where an instance is: the equal ones stand behind their fold."""
        return number + 1 if self._aligned.folded and number >= self._fold else number

    def _line(self, line: int) -> _Line:
        block = self._block_at(line)
        return self._lines(block)[line - self._starts[block]]

    def _lines(self, block: int) -> Sequence[_Line]:
        return self._touched.get(block) or self._closed(block)

    def _make(self, block: int) -> list[_Line]:
        if not self._aligned.folded or block < self._fold:
            return [_Line(row, 0) for row in self._aligned.block(block)]
        if block == self._fold:
            return [_Line(self._aligned.fold(), 0)]
        return [_Line(row, 1) for row in self._aligned.block(block - 1)]

    def _shift(self, block: int, lines: int) -> None:
        """A block has got more lines, or lost some."""
        self._starts[block + 1 :] = [start + lines for start in self._starts[block + 1 :]]

    def _toggle_equal(self) -> None:
        """Open or close the fold of the equal instances; what is open in them closes with it."""
        line = self._starts[self._fold]
        first = line + 1
        (fold,) = self._lines(self._fold)
        if self._fold_is_open:
            self.beginRemoveRows(_NO_PARENT, first, self._starts[-1] - 1)
            self._starts[self._fold + 1 :] = [first] * (self._aligned.folded + 1)
            self._touched = {block: lines for block, lines in self._touched.items() if block < self._fold}
            self._fold_is_open = False
            self.endRemoveRows()
        else:
            sizes = map(self._aligned.size, range(self._fold, len(self._aligned)))
            starts = list(accumulate(sizes, initial=first))
            self.beginInsertRows(_NO_PARENT, first, starts[-1] - 1)
            self._starts[self._fold + 1 :] = starts
            self._fold_is_open = True
            self.endInsertRows()
        self._touched[self._fold] = [fold._replace(is_open=self._fold_is_open)]

    def _rows_of(self, numbers: Iterable[int]) -> Iterator[tuple[int, AlignedRow]]:
        """Every line of some instances, and its row."""
        for block in sorted(map(self._block_of, numbers)):
            # Their fold is closed.
            if self._starts[block] == self._starts[block + 1]:
                continue
            for line, shown in enumerate(self._lines(block), self._starts[block]):
                yield line, shown.row

    def _lines_of(self, spans: set[int], numbers: Iterable[int]) -> list[int]:
        return [
            line for line, row in self._rows_of(numbers) if row.role is Role.MENTION and row.span in spans
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
    return any(inner.span == span for inner in row.folded)


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
