"""Both tables of a board behave alike: names at the left, one chosen cell, and letters left to the window."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.board.names_header import NamesHeader


class NamedTable(QtWidgets.QTableView):
    """A table with names beside its rows. What Enter does, and how wide its columns are, is another's."""

    def __init__(
        self,
        model: QtCore.QAbstractTableModel,
        spoken_name: str,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        model.setParent(self)
        self.names = NamesHeader(self)
        self.setModel(model)
        self.setVerticalHeader(self.names)
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
        """Enter was pressed on the chosen cell, or it was clicked twice."""
        raise NotImplementedError

    def measure(self) -> None:
        """Give rows and columns their sizes in the font."""
        raise NotImplementedError

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif event.key() == Qt.Key.Key_Escape or event.text():
            # Letters are keys of the window, never a search.
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
