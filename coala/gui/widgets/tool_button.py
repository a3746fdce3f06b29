"""A tool button that shows when it has the focus; Qt's own style shows no focus on one."""

from __future__ import annotations

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.theme import Theme

_FRAME = 2
"""The width of the frame in pixels."""


class ToolButton(QtWidgets.QToolButton):
    """A button that is reached with Tab, with a frame while it has the focus; usually a flat one."""

    def __init__(self, parent: QtWidgets.QWidget | None = None, *, flat: bool = True) -> None:
        super().__init__(parent)
        self.setAutoRaise(flat)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def initStyleOption(self, option: QtWidgets.QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        if self.autoRaise():
            # The words of a flat button say that it opens a menu; the arrow that Qt would add is too small.
            option.features &= ~QtWidgets.QStyleOptionToolButton.ToolButtonFeature.HasMenu

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        self.paint_focus()

    def paint_focus(self) -> None:
        """Paint the frame of the focus, if the button has it."""
        if self.hasFocus():
            painter = QtGui.QPainter(self)
            painter.setPen(QtGui.QPen(Theme.from_palette(self.palette()).focus, _FRAME))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
