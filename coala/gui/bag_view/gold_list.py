"""The list of gold's chains below the chain map, in neutral colours.

Gold is a reference graph. A row is a gold chain with mentions in the bag: its sign (a Greek letter) and name,
and which chains of each side have its mentions. The row "α Obama | A: 3 | 1: 2, 2: 1 | 3 mentions" means that
the baseline has all three in its chain A, and the changed graph has them in its chains 1 and 2.
"""

from __future__ import annotations

from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base import numerals
from coala.gui.widgets.painting import Index, line_height, read_only_table
from coala.gui.widgets.theme import tooltip
from coala.model.nouns import IN_TEXTS
from coala.present.chain_map import GoldLine, write_gold_line
from coala.present.chains import Chains
from coala.present.evidence.facts import GoldSigns

# The most visible lines; the reviewer scrolls to more.
_MOST_LINES = 4
_NO_PARENT = QtCore.QModelIndex()
_HEADS = ("", "baseline", "changed", "mentions of the bag")


class GoldListModel(QtCore.QAbstractTableModel):
    """A model with one row for each gold chain; a row is written when it is needed."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._signs: GoldSigns | None = None
        self._chains: Chains | None = None
        self._lines: dict[int, GoldLine] = {}

    def show_gold(self, signs: GoldSigns | None, chains: Chains | None) -> None:
        """Show gold's chains in a bag; `chains` are those of both sides, and None for both shows nothing."""
        self.beginResetModel()
        self._signs, self._chains, self._lines = signs, chains, {}
        self.endResetModel()

    def line(self, row: int) -> GoldLine | None:
        """Return the line in a row, or None."""
        if self._signs is None or self._chains is None or not 0 <= row < self.rowCount():
            return None
        if row not in self._lines:
            self._lines[row] = write_gold_line(*self._signs.chain(row), self._chains)
        return self._lines[row]

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() or self._signs is None else len(self._signs)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(_HEADS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                words = (f"{line.sign}  {line.label}", line.baseline, line.changed, line.size)
                return words[index.column()]
            case Qt.ItemDataRole.AccessibleTextRole:
                return line.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(line.spoken)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                nouns = IN_TEXTS if self._chains is None else self._chains.nouns
                head = f"Gold  {numerals.count(self.rowCount(), nouns.chain)}"
                return nouns.say(_HEADS[section]) or head
        return None


class GoldList(QtWidgets.QTableView):
    """Shows gold's chains while gold is shown; a click or Enter emits the mentions of a chain."""

    spans_chosen = QtCore.Signal(object)  # the mentions, by their indices in the bag

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("What gold has")
        self._model = GoldListModel(self)
        self.setModel(self._model)
        read_only_table(self)
        heads = self.horizontalHeader()
        heads.setSectionsClickable(False)
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        heads.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._choose)
        self.hide()

    def show_gold(self, signs: GoldSigns | None, chains: Chains | None) -> None:
        """Show gold's chains of a bag; hide the list if both are None."""
        self._model.show_gold(signs, chains)
        self.setVisible(signs is not None)
        self.fit()

    def fit(self) -> None:
        """Set the height of the list to that of its lines, at most four."""
        height = line_height(self.fontMetrics())
        self.verticalHeader().setDefaultSectionSize(height)
        lines = min(_MOST_LINES, self._model.rowCount())
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + height * lines)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    @QtCore.Slot(QtCore.QModelIndex)
    def _choose(self, index: QtCore.QModelIndex) -> None:
        line = self._model.line(index.row())
        if line is not None:
            self.spans_chosen.emit(line.spans)
