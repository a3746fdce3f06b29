"""The button with all menus of the window."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.tool_button import ToolButton


class MenuButton(ToolButton):
    """The button at the right of a page that opens the menus of the window."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setText("\N{TRIGRAM FOR HEAVEN}")
        self.setAccessibleName("Menu")
        set_tip(self, "All menus (F10)")

    def open(self) -> None:
        """Open the menu below the button, with the right edges in line."""
        if self.menu() is not None:
            place = QtCore.QPoint(self.width() - self.menu().sizeHint().width(), self.height())
            self.menu().popup(self.mapToGlobal(place))
