"""The dialog with the history of a bag: each verdict and note with its time and reviewer, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.painting import resize_on_screen
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.present.history import HistoryLine


class HistoryDialog(QtWidgets.QDialog):
    """A table with a row for each line of the history; the dialog is deleted when it is closed."""

    def __init__(
        self, title: str, lines: Sequence[HistoryLine], parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        resize_on_screen(self, 88 * GRID, 40 * GRID)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        if lines:
            column.addWidget(_make_table(lines), 1)
        else:
            column.addWidget(PlainLabel("You have not judged this bag or written a note yet.", wrap=True))
            column.addStretch(1)
        buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def _make_table(lines: Sequence[HistoryLine]) -> QtWidgets.QTableWidget:
    table = QtWidgets.QTableWidget(len(lines), 3)
    table.setAccessibleName("What was done to this bag, the newest first")
    table.setHorizontalHeaderLabels(["When", "Who", "What"])
    table.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(True)
    table.verticalHeader().hide()
    table.horizontalHeader().setDefaultAlignment(QtCore.Qt.AlignmentFlag.AlignLeft)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setSectionResizeMode(2, QtWidgets.QHeaderView.ResizeMode.Stretch)
    table.setColumnWidth(0, table.fontMetrics().horizontalAdvance("2026-12-31 00:00:00") + 3 * GRID)
    table.setColumnWidth(1, 14 * GRID)
    top = QtCore.Qt.AlignmentFlag.AlignTop | QtCore.Qt.AlignmentFlag.AlignLeft
    for row, line in enumerate(lines):
        for place, text in enumerate(line):
            item = QtWidgets.QTableWidgetItem(text)
            item.setTextAlignment(top)
            set_tip(item, text)
            table.setItem(row, place, item)
    table.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.ResizeToContents)
    return table
