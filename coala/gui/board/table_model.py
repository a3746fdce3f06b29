"""The table of a board becomes Qt's model of it, in which every cell also has its words."""

from __future__ import annotations

from enum import Enum

from PySide6 import QtCore
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.model.bag import Verdict
from coala.presentation.board.board_verdicts import BoardVerdicts, JudgedBags
from coala.presentation.board.table import BoardLine, BoardTable, describe_line
from coala.presentation.board.worth import part_of_one
from coala.presentation.phrases import VERDICT_SIGNS

_NO_INDEX = QtCore.QModelIndex()
_Role = Qt.ItemDataRole


class BoardField(Enum):
    """What a column of the table shows."""

    LINKS = "links"
    RECALL = "recall"
    PRECISION = "precision"
    FIRST = "first metric"
    SECOND = "second metric"
    BAGS = "bags"
    JUDGED = "judged"


class BoardTableModel(QtCore.QAbstractTableModel):
    """One row a component, and only the fields that the board has."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._table: BoardTable | None = None
        self._verdicts = BoardVerdicts()
        self._fields: tuple[BoardField, ...] = ()
        # Of what was painted, until another verdict is given.
        self._counted: dict[int, JudgedBags] = {}

    @property
    def table(self) -> BoardTable | None:
        return self._table

    @property
    def fields(self) -> tuple[BoardField, ...]:
        """The columns, in their order."""
        return self._fields

    def show(self, table: BoardTable, verdicts: BoardVerdicts) -> None:
        """Replace everything."""
        self.beginResetModel()
        self._table, self._verdicts = table, verdicts
        self._counted.clear()
        with_rates = any(line.recall is not None for line in table.lines)
        with_links = any(line.links is not None for line in table.lines)
        self._fields = (
            *((BoardField.LINKS,) if with_links else ()),
            *((BoardField.RECALL, BoardField.PRECISION) if with_rates else ()),
            *(BoardField.FIRST, BoardField.SECOND)[: len(table.metrics)],
            BoardField.BAGS,
            BoardField.JUDGED,
        )
        self.endResetModel()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        """The same table after something was judged."""
        self._verdicts = verdicts
        self._counted.clear()
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def judged(self, line: BoardLine) -> JudgedBags:
        if line.column not in self._counted:
            self._counted[line.column] = self._verdicts.count(line.fingerprints)
        return self._counted[line.column]

    def words(self, row: int) -> str:
        """A line in words."""
        if self._table is None or not 0 <= row < len(self._table.lines):
            return ""
        line = self._table.lines[row]
        judged = self.judged(line)
        return f"{describe_line(self._table, line)}{f'; {say_judged(judged)}' if judged.total else ''}"

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._table is None else len(self._table.lines)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._fields)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if self._table is None or not index.isValid():
            return None
        line, field = self._table.lines[index.row()], self._fields[index.column()]
        if role == _Role.DisplayRole:
            return self.text(line, field)
        if role == _Role.UserRole:
            return line
        if role == _Role.ToolTipRole:
            return tooltip(line.name, self._in_words(line, field))
        if role == _Role.AccessibleTextRole:
            return f"{line.name}, {self._in_words(line, field)}"
        return None

    def _in_words(self, line: BoardLine, field: BoardField) -> str:
        return f"{self.title(field)}: {self._cell_words(line, field)}"

    def text(self, line: BoardLine, field: BoardField) -> str:
        """What a cell says, without its bar."""
        if field is BoardField.LINKS:
            return "" if line.links is None else f"{line.links.text}  {line.links.precision_text}"
        if field in (BoardField.RECALL, BoardField.PRECISION):
            worth = line.recall if field is BoardField.RECALL else line.precision
            return "" if worth is None else worth.text
        if field in (BoardField.FIRST, BoardField.SECOND):
            worth = line.f1[field is BoardField.SECOND]
            return "  ".join(part for part in (worth.text, worth.interval, worth.certainty) if part)
        if not line.has_bags:
            return "–"
        return f"{len(line.fingerprints):,}" if field is BoardField.BAGS else say_counts(self.judged(line))

    def short_counts(self, line: BoardLine) -> str:
        """How many of its bags are judged, where there is no room for how."""
        judged = self.judged(line)
        return f"{judged.judged:,}/{judged.total:,}"

    def title(self, field: BoardField) -> str:
        """What stands above a column."""
        if self._table is None:
            return ""
        titles = self._table.titles
        change = "Δ" if self._table.shows_change else ""
        metric = f" {titles[0]}" if titles else ""
        if field in (BoardField.FIRST, BoardField.SECOND):
            title = titles[field is BoardField.SECOND]
            change = "Δ" if self._table.changes[field is BoardField.SECOND] else ""
            return f"{title} similarity" if not self._table.has_gold else f"{change}{title} F1"
        return {
            BoardField.LINKS: "Links right/made",
            BoardField.RECALL: f"{change}R{metric}",
            BoardField.PRECISION: f"{change}P{metric}",
            BoardField.BAGS: "Bags",
            BoardField.JUDGED: "Judged",
        }[field]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if self._table is None:
            return None
        if orientation is Qt.Orientation.Vertical:
            # The words of a line are made for who asks for them: names are read by each painting.
            if role == _Role.ToolTipRole:
                return tooltip(self.words(section))
            return self._numbered(section) if role == _Role.DisplayRole else None
        if role == _Role.ToolTipRole:
            return tooltip(self._meaning(self._fields[section]))
        return self.title(self._fields[section]) if role == _Role.DisplayRole else None

    def _numbered(self, row: int) -> str:
        """Return the name after its number, which marks the component in the pictures."""
        if self._table is None:
            return ""
        number = str(row + 1).rjust(len(str(len(self._table.lines))), "\N{FIGURE SPACE}")
        return f"{number} {self._table.lines[row].name}"

    def _meaning(self, field: BoardField) -> str:
        """What a column tells, for who asks its head."""
        if field in _MEANINGS or self._table is None:
            return _MEANINGS.get(field, "")
        figure = _RATES.get(field, "F1")
        if not self._table.has_gold:
            return "How alike the two graphs of a row are, from 0 to 1"
        if not self._table.changes[field is BoardField.SECOND]:
            return f"The {figure} of the row’s graph against gold, from 0 to 1"
        if field in _RATES:
            return f"What it changes {figure} by, in points (hundredths)"
        return "What it changes F1 by, in points, with the 95 % interval, and p adjusted for all rows (Holm)"

    def _cell_words(self, line: BoardLine, field: BoardField) -> str:
        if field is BoardField.LINKS and line.links is not None and self._table is not None:
            target = self._table.target
            missed = (
                "" if target is None or not line.links.misses else f", below the target {part_of_one(target)}"
            )
            return f"{line.links.text} right, marginal precision {line.links.precision_text}{missed}"
        if field in (BoardField.FIRST, BoardField.SECOND):
            return line.f1[field is BoardField.SECOND].words
        if field is BoardField.JUDGED:
            return say_judged(self.judged(line))
        return self.text(line, field)


_MEANINGS = {
    BoardField.LINKS: "Links that it adds: how many of them are right, of how many that are made, and "
    "their quotient",
    BoardField.BAGS: "Interesting bags: those in which the two graphs diverge",
    BoardField.JUDGED: "Your verdicts on these bags",
}
_RATES = {BoardField.RECALL: "recall", BoardField.PRECISION: "precision"}


def say_counts(judged: JudgedBags) -> str:
    """The verdicts in a few signs: "+18 −2"."""
    signs = [
        f"{VERDICT_SIGNS[verdict]}{judged.verdicts[verdict]}"
        for verdict in Verdict
        if judged.verdicts[verdict]
    ]
    return "  ".join(signs) if signs or not judged.total else "none yet"


def say_judged(judged: JudgedBags) -> str:
    """The same in words."""
    said = f"{judged.judged:,} of {count(judged.total, 'bag')} judged"
    if judged.judged:
        said += f" ({say_counts(judged)})"
    return said
