"""The lines of a chain map become the rows of a table, which a screen reader can read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any

from PySide6 import QtCore
from PySide6.QtCore import Qt

from coala.base import numerals
from coala.base.plain_text import plain_words
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.model.bag import BASELINE, CHANGED, Verdict
from coala.presentation.chain_map.lines import ChainMap, LineRole, MapLine, speak
from coala.presentation.chains import ChainPlace, ShownChain
from coala.presentation.judged_changes import say_verdicts

LINE_ROLE = Qt.ItemDataRole.UserRole
"""The ``MapLine`` of a cell."""
VERDICTS_ROLE = Qt.ItemDataRole.UserRole + 2
"""The verdicts on changes of the chains of a cell, as a tuple."""
HEAD_ROLE = Qt.ItemDataRole.UserRole + 1
"""Of a head: the side's word, how many chains it has, and the name of its file."""

SIDES_BY_COLUMN = {0: BASELINE, 2: CHANGED}
"""The sides by their columns; between them are the curves."""
CURVES = 1
# Longer names than this are told apart in the file, not in a tooltip.
_LONGEST_NAME = 400
_NO_PARENT = QtCore.QModelIndex()


class ChainMapModel(QtCore.QAbstractTableModel):
    """Three columns: the baseline's lines, nothing, and the changed graph's lines."""

    def __init__(self, words: Mapping[Verdict, str], parent: QtCore.QObject | None = None) -> None:
        """``words`` are what verdicts are called."""
        super().__init__(parent)
        self.words = words
        self._map: ChainMap | None = None
        self._labels: tuple[str, str] = ("", "")
        self._paths: tuple[str, str] = ("", "")
        self._verdicts: Mapping[ChainPlace, Collection[Verdict]] = {}

    def chain_map(self) -> ChainMap | None:
        """The lines that are shown."""
        return self._map

    def show_map(self, chain_map: ChainMap) -> None:
        """Replace everything; of no chain a change is judged."""
        self.beginResetModel()
        self._map = chain_map
        self._verdicts = {}
        self.endResetModel()

    def show_verdicts(self, verdicts: Mapping[ChainPlace, Collection[Verdict]]) -> None:
        """Say of which chains changes have verdicts of their own."""
        self._verdicts = verdicts
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 2))

    def set_names(self, baseline: str, changed: str) -> None:
        """Which files the two sides are."""
        self._paths = (baseline, changed)
        self._labels = (PurePath(baseline).name or baseline, PurePath(changed).name or changed)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)

    def toggle(self, index: Index) -> bool:
        """Open or close the fold in a cell; whether there is one."""
        if self._map is None or index.column() not in SIDES_BY_COLUMN:
            return False
        side, row = SIDES_BY_COLUMN[index.column()], index.row()
        line = self._map.line(side, row)
        if line is None or line.is_open is None:
            return False
        self.beginResetModel()
        self._map.toggle(side, row)
        self.endResetModel()
        return True

    def line(self, index: Index) -> MapLine | None:
        """What stands in a cell."""
        if self._map is None or not index.isValid() or index.column() not in SIDES_BY_COLUMN:
            return None
        return self._map.line(SIDES_BY_COLUMN[index.column()], index.row())

    def chain(self, index: Index) -> ShownChain | None:
        """The one chain that a cell is about."""
        if self._map is None or not index.isValid() or index.column() not in SIDES_BY_COLUMN:
            return None
        return self._map.chain_of(SIDES_BY_COLUMN[index.column()], index.row())

    def place_of(self, chain: ShownChain) -> QtCore.QModelIndex:
        """The cell of a chain, or of the fold in which it is."""
        row = None if self._map is None else self._map.row_of(chain.side, chain.number)
        return QtCore.QModelIndex() if row is None else self.index(row, _column(chain.side))

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() or self._map is None else len(self._map)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else 3

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.line(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line(index)
        if line is None or self._map is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return " ".join(part for part in (line.sign, line.words, line.size, line.note) if part)
            case Qt.ItemDataRole.AccessibleTextRole:
                return "; ".join(filter(None, (speak(self._map, line.side, index.row()), self._judged(line))))
            case Qt.ItemDataRole.ToolTipRole:
                spoken = speak(self._map, line.side, index.row())
                return tooltip(self._name(index, line), spoken, self._judged(line))
        if role == VERDICTS_ROLE:
            return self._verdicts_on(line)
        return line if role == LINE_ROLE else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section not in SIDES_BY_COLUMN:
            return None
        side = SIDES_BY_COLUMN[section]
        chains = 0 if self._map is None else self._map.chains.count(side)
        word = "" if self._map is None else self._map.chains.sides[side].capitalize()
        head = (word, numerals.count(chains, "chain"), plain_words(self._labels[side]))
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in head if part)
            case Qt.ItemDataRole.ToolTipRole:
                marks = ("A mention of its chains is underlined.", "A mention of its chains is filled.")
                return tooltip(self._paths[side], marks[side])
        return head if role == HEAD_ROLE else None

    def _verdicts_on(self, line: MapLine) -> tuple[Verdict, ...]:
        """How changes of the chains of a line are judged; what stands below its chain has none."""
        if not self._verdicts or line.role not in (LineRole.CHAIN, LineRole.FOLD):
            return ()
        said = {verdict for number in line.numbers for verdict in self._verdicts.get((line.side, number), ())}
        return tuple(verdict for verdict in Verdict if verdict in said)

    def _judged(self, line: MapLine) -> str:
        said = say_verdicts(self._verdicts_on(line), self.words)
        return said and f"changes judged {said}"

    def _name(self, index: Index, line: MapLine) -> str:
        """The whole name of a chain, of which its line may have only the ends."""
        chain = self.chain(index)
        if chain is None or self._map is None:
            return ""
        return plain_words(self._map.chains.name(chain), _LONGEST_NAME)


def _column(side: int) -> int:
    return 2 if side == CHANGED else 0
