"""A painter that notes what is drawn with it, for delegates and lines that are painted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from PySide6 import QtCore, QtGui, QtWidgets


class NotingPainter(QtGui.QPainter):
    """Paints into an image, and notes the texts, the filled areas and the outlines with their colours.

    ``texts`` has each text with its colour by its name (#rrggbb), ``fills`` each filled area, as x, y, width
    and height, with its colour, ``outlines`` the same for lines and frames.
    """

    def __init__(self, width: int = 300, height: int = 100) -> None:
        self.image = QtGui.QImage(width, height, QtGui.QImage.Format.Format_RGB32)
        self.image.fill(QtCore.Qt.GlobalColor.white)
        self.texts: list[tuple[str, str]] = []
        self.fills: list[tuple[tuple[int, ...], str]] = []
        self.outlines: list[tuple[tuple[int, ...], str]] = []
        super().__init__(self.image)

    def drawText(self, *args: Any) -> None:  # type: ignore[override]  # any of its many forms
        (text,) = [each for each in args if isinstance(each, str)]
        self.texts.append((text, self.pen().color().name()))
        super().drawText(*args)

    def fillRect(self, *args: Any) -> None:
        *place, colour = args
        self.fills.append((_edges(place), QtGui.QColor(colour).name()))
        super().fillRect(*args)

    def drawRect(self, *args: Any) -> None:
        self._note_outline(_edges(args))
        super().drawRect(*args)

    def drawRoundedRect(self, *args: Any) -> None:
        self._note_outline(_edges(args[:1]))
        super().drawRoundedRect(*args)

    def drawLine(self, *args: Any) -> None:
        line = args[0] if len(args) == 1 else QtCore.QLineF(*args)
        self._note_outline(_edges([line.x1(), line.y1(), line.x2(), line.y2()]))
        super().drawLine(*args)

    def drawPath(self, path: QtGui.QPainterPath) -> None:
        self._note_outline(_edges([path.boundingRect()]))
        super().drawPath(path)

    def drawControl(self, *args: Any) -> None:
        """Draw nothing: a button without its text looks as the style wants."""

    def _note_outline(self, edges: tuple[int, ...]) -> None:
        self.outlines.append((edges, self.pen().color().name()))


def _edges(place: Sequence[Any]) -> tuple[int, ...]:
    """Return the rounded x, y, width and height of a rectangle, given as one or by these."""
    return tuple(map(round, place[0].getRect() if len(place) == 1 else place))


def paint_noted(widget: QtWidgets.QWidget, monkeypatch: pytest.MonkeyPatch) -> NotingPainter:
    """Return the painter with which a widget has painted itself; what Qt paints itself is not noted."""
    painters: list[NotingPainter] = []

    class Painter(NotingPainter):
        def __init__(self, painted: QtWidgets.QWidget) -> None:
            super().__init__(painted.width(), painted.height())
            painters.append(self)

    try:
        with monkeypatch.context() as patched:
            patched.setattr(QtGui, "QPainter", Painter)
            patched.setattr(QtWidgets, "QStylePainter", Painter)
            widget.paintEvent(QtGui.QPaintEvent(widget.rect()))
    finally:
        # A painter that outlives its image ends the process.
        for painter in painters:
            if painter.isActive():
                painter.end()
    return painters[0]
