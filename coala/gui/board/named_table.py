"""The base class of both tables of a board: the table of components, and the matrix of bags by components.

Each row has a name in the header on the left: a component, or the title of a bag.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.theme import GRID

WIDEST_NAMES = 36 * GRID
"""The largest width of the names in pixels, unless there is unused room."""


class NamedTable(QtWidgets.QTableView):
    """A table with row names and one chosen cell. Subclasses define Enter and the widths of the columns."""

    def __init__(
        self,
        model: QtCore.QAbstractTableModel,
        spoken_name: str,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        model.setParent(self)
        self.setModel(model)
        names = self.verticalHeader()
        names.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        names.setTextElideMode(Qt.TextElideMode.ElideRight)
        names.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self.setAccessibleName(spoken_name)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setHorizontalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.doubleClicked.connect(self._enter_clicked)

    def enter(self) -> None:
        """Act on Enter or a double click on the chosen cell."""
        raise NotImplementedError

    def measure(self) -> None:
        """Set the sizes of rows and columns for the font."""
        raise NotImplementedError

    def fit_names(self, share: float, unused: int = 0, most: int = WIDEST_NAMES) -> None:
        """Set the width of the names in pixels: what they need, within limits.

        The limit is the part `share` of the table, at most `WIDEST_NAMES` and `most`, the width that the
        figures leave. They may be wider than that where `unused` room would be empty otherwise.
        """
        names = self.verticalHeader()
        part = min(WIDEST_NAMES, round(share * self.width()))
        limit = max(10 * GRID, min(part, most), unused)
        names.setFixedWidth(min(names.sizeHint().width(), limit))

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif event.key() == Qt.Key.Key_Escape or event.text():
            # Letters are shortcuts of the window, not a search.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self.measure()

    @QtCore.Slot(QtCore.QModelIndex)
    def _enter_clicked(self, index: QtCore.QModelIndex) -> None:
        self.enter()
