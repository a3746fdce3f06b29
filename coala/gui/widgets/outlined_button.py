"""A tool button with an outline, so that it does not look like the text next to it."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.theme import Theme
from coala.gui.widgets.tool_button import ToolButton


class OutlinedButton(ToolButton):
    """A tool button with a thin outline; Qt's own style outlines a flat one only under the pointer."""

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QtWidgets.QStylePainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(QtGui.QPen(Theme.from_palette(self.palette()).quiet, 1))
        painter.drawRoundedRect(QtCore.QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        # The frame of the focus is on top.
        painter.end()
        self.paint_focus()
