"""A tool button with an outline, so that it does not look like the text next to it."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.theme import Theme
from coala.gui.widgets.tool_button import ToolButton


class OutlinedButton(ToolButton):
    """A tool button with a thin outline; Qt's own style outlines a flat one only under the pointer."""

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        paint_outline(self)


def paint_outline(button: ToolButton) -> None:
    """Paint the outline of a button that is painted, and the frame of the focus on top of it."""
    painter = QtWidgets.QStylePainter(button)
    painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
    painter.setPen(QtGui.QPen(Theme.from_palette(button.palette()).quiet, 1))
    painter.drawRoundedRect(QtCore.QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.end()
    button.paint_focus()
