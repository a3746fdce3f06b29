"""The table of the chosen fact below the chain map: role, before, now; roles that differ come first."""

from __future__ import annotations

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.painting import line_height, read_only_table
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import bold
from coala.model.bag import FactDifference
from coala.model.sides import GRAPHS
from coala.present.fact_table import list_fact_rows

# The most visible rows; the reviewer scrolls to more.
_MOST_ROWS = 5
_TIMES = ("Before", "Now")


class FactView(QtWidgets.QTableWidget):
    """Shows a fact, or is hidden without one."""

    def __init__(self) -> None:
        super().__init__(0, 3)
        self.setAccessibleName("The fact, before and now")
        read_only_table(self)
        heads = self.horizontalHeader()
        heads.setSectionsClickable(False)
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        heads.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
        self.hide()

    def show_fact(self, fact: FactDifference | None, sides: tuple[str, str] = GRAPHS.names) -> None:
        """Show a fact, or none; `sides` are the words for the sides, which are neutral in a blind review."""
        self.setVisible(fact is not None)
        if fact is None:
            return
        rows = list_fact_rows(fact)
        heads = _TIMES if sides == GRAPHS.names else tuple(map(str.capitalize, sides))
        self.setHorizontalHeaderLabels(["Role", *heads])
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, words in enumerate((row.role, row.before, row.now)):
                item = QtWidgets.QTableWidgetItem(words)
                item.setData(
                    Qt.ItemDataRole.AccessibleTextRole,
                    row.spoken if words == row.role else f"{words}; {row.spoken}",
                )
                set_tip(item, row.role, words)
                if row.differs:
                    item.setFont(bold(self.font()))
                self.setItem(place, column, item)
        self.scrollToTop()
        self.fit()

    def fit(self) -> None:
        """Set the height of the table to that of its rows, at most five."""
        height = line_height(self.fontMetrics())
        self.verticalHeader().setDefaultSectionSize(height)
        lines = min(_MOST_ROWS, self.rowCount())
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + height * lines)

    def height_of_rows(self) -> int:
        """Return the height of the table in pixels, 0 while it is hidden."""
        return 0 if self.isHidden() else self.height()

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentRow() < 0 and self.rowCount():
            self.setCurrentCell(0, 0)
