"""The mark of a group of "Who is who?": its number on its colour.

A colour is never the only sign of a group. The first eight groups have one, each its own.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui
from PySide6.QtCore import Qt

from coala.gui.widgets.painting import draw_line
from coala.gui.widgets.theme import Theme, bold
from coala.present.part_lines import mark_group


def find_fill(theme: Theme, group: int) -> QtGui.QColor | None:
    """Return the background colour of a group, None for one without a colour."""
    return theme.fills[group - 1] if 0 < group <= len(theme.fills) else None


def find_stroke(theme: Theme, group: int) -> QtGui.QColor:
    """Return the line colour of a group, grey for one without a colour."""
    return theme.stroke(group - 1) if group > 0 else theme.quiet


def paint_group(painter: QtGui.QPainter, rect: QtCore.QRect, group: int, theme: Theme) -> None:
    """Paint the number of a group, or its sign, in a box."""
    painter.save()
    painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
    painter.setBrush(find_fill(theme, group) or Qt.BrushStyle.NoBrush)
    painter.setPen(QtGui.QPen(find_stroke(theme, group), 1))
    painter.drawRoundedRect(QtCore.QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setFont(bold(painter.font()))
    draw_line(painter, rect, mark_group(group), theme.text, Qt.AlignmentFlag.AlignHCenter)
    painter.restore()
