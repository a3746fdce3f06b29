"""Recall and precision of a board's systems are painted side by side, one picture a metric."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.spoken import show_tip
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.presentation.board.label_places import Box, PlacedName, leader_end, place_names
from coala.presentation.board.rates_picture import (
    FULL_NAME,
    RatesPicture,
    SystemPoint,
    target_words,
    tick_words,
    ticks,
)

_RADIUS = 4
_NEAR = 2 * GRID
"""So near to a point, in pixels, the pointer means it."""


class RatesView(QtWidgets.QWidget):
    """One picture. A click on a point chooses its component."""

    chosen = QtCore.Signal(int)  # a column of the board

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture: RatesPicture | None = None
        self._column = -1
        self._ground: QtGui.QPixmap | None = None
        self._placed: list[PlacedName | None] = []
        self.setMinimumSize(20 * GRID, 16 * GRID)
        self.setAccessibleName("Recall and precision")

    def show_picture(self, picture: RatesPicture) -> None:
        self._picture, self._ground = picture, None
        self.setAccessibleName(f"Recall and precision, {picture.title}")
        self.setAccessibleDescription("; ".join(point.words for point in picture.points))
        self.update()

    def choose(self, column: int) -> None:
        """Make the point of a column stand out."""
        if column != self._column:
            self._column = column
            self.update()

    def named(self) -> list[str]:
        """The names that stand in the picture."""
        if self._picture is None:
            return []
        placed = self._names(self._picture)
        return [point.name for point, name in zip(self._picture.points, placed, strict=True) if name]

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        if self._picture is None:
            return
        # Two hundred points take longer than a key may: they are painted once, and the chosen one on them.
        if self._ground is None:
            self._ground = self._paint_ground(self._picture)
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._ground)
        for number, point in enumerate(self._picture.points):
            if point.column >= 0 and point.column == self._column:
                self._draw_chosen(painter, self._picture, number, Theme.of(self.palette()))

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ground = None

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QtCore.QEvent.Type.PaletteChange, QtCore.QEvent.Type.FontChange):
            self._ground = None

    def _paint_ground(self, picture: RatesPicture) -> QtGui.QPixmap:
        """All but the chosen point."""
        theme = Theme.of(self.palette())
        ground = QtGui.QPixmap(self.size() * self.devicePixelRatioF())
        ground.setDevicePixelRatio(self.devicePixelRatioF())
        ground.fill(theme.base)
        painter = QtGui.QPainter(ground)
        painter.setFont(self.font())
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        self._placed = self._names(picture)
        self._draw_axes(painter, picture, theme)
        self._draw_target(painter, picture, theme)
        self._draw_path(painter, picture, theme)
        self._draw_points(painter, picture, theme)
        painter.end()
        return ground

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        point = self._point_at(event.position())
        if point is not None and point.column >= 0:
            self.chosen.emit(point.column)

    def event(self, event: QtCore.QEvent) -> bool:
        if event.type() == QtCore.QEvent.Type.ToolTip and isinstance(event, QtGui.QHelpEvent):
            point = self._point_at(QtCore.QPointF(event.pos()))
            if point is None:
                QtWidgets.QToolTip.hideText()
            else:
                show_tip(event.globalPos(), self, point.words)
            return True
        return super().event(event)

    def plot(self) -> QtCore.QRectF:
        """Where the points are, within the axes."""
        line = self.fontMetrics().lineSpacing()
        left = self.fontMetrics().horizontalAdvance(".888") + 2 * GRID
        return QtCore.QRectF(self.rect()).adjusted(left, line + GRID, -GRID, -2 * line - GRID)

    def place(
        self, picture: RatesPicture, recall: float, precision: float, within: QtCore.QRectF | None = None
    ) -> QtCore.QPointF:
        """Where a system is, in pixels."""
        plot = within or self.plot()
        across = _part(recall, picture.recalls)
        up = _part(precision, picture.precisions)
        return QtCore.QPointF(plot.left() + across * plot.width(), plot.bottom() - up * plot.height())

    def _points(self, picture: RatesPicture) -> list[QtCore.QPointF]:
        plot = self.plot()
        return [self.place(picture, point.recall, point.precision, plot) for point in picture.points]

    def _names(self, picture: RatesPicture) -> list[PlacedName | None]:
        metrics = QtGui.QFontMetrics(bold(self.font()))
        plot = self.plot()
        points = [(point.x(), point.y()) for point in self._points(picture)]
        sizes = [
            (metrics.horizontalAdvance(point.name) + 2, metrics.height() - 2) for point in picture.points
        ]
        taken = []
        if picture.target is not None:
            height = self.place(picture, picture.recalls[0], picture.target).y()
            words = metrics.horizontalAdvance(target_words(picture.target)) + GRID
            taken = [
                Box(plot.left(), height - 2, plot.width(), 4),
                Box(plot.right() - words, height - metrics.height(), words, metrics.height()),
            ]
        room = Box(plot.left(), plot.top(), plot.width(), plot.height())
        path = list(pairwise(points[number] for number in picture.path))
        return place_names(points, sizes, room, taken, path)

    def _draw_axes(self, painter: QtGui.QPainter, picture: RatesPicture, theme: Theme) -> None:
        plot, metrics = self.plot(), self.fontMetrics()
        line = metrics.lineSpacing()
        painter.setFont(bold(self.font()))
        painter.setPen(theme.text)
        painter.drawText(QtCore.QRectF(plot.left(), 0, plot.width(), line + 2), picture.title)
        painter.setFont(self.font())
        painter.setPen(theme.quiet)
        painter.drawText(
            QtCore.QRectF(plot.left(), plot.bottom() + line + 2, plot.width(), line),
            Qt.AlignmentFlag.AlignRight,
            "recall →",
        )
        painter.drawText(
            QtCore.QRectF(plot.left(), 0, plot.width(), line + 2), Qt.AlignmentFlag.AlignRight, "↑ precision"
        )
        for recall in ticks(*picture.recalls, most=max(2, round(plot.width() / 56))):
            x = self.place(picture, recall, picture.precisions[0]).x()
            painter.setPen(theme.line)
            painter.drawLine(QtCore.QPointF(x, plot.top()), QtCore.QPointF(x, plot.bottom()))
            painter.setPen(theme.quiet)
            width = metrics.horizontalAdvance("8.888")
            box = QtCore.QRectF(x - width / 2, plot.bottom() + 2, width, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, tick_words(recall))
        for precision in ticks(*picture.precisions, most=max(2, round(plot.height() / 32))):
            y = self.place(picture, picture.recalls[0], precision).y()
            painter.setPen(theme.line)
            painter.drawLine(QtCore.QPointF(plot.left(), y), QtCore.QPointF(plot.right(), y))
            painter.setPen(theme.quiet)
            box = QtCore.QRectF(0, y - line / 2, plot.left() - GRID // 2, line)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tick_words(precision)
            )
        painter.setPen(theme.quiet)
        painter.drawRect(plot)

    def _draw_target(self, painter: QtGui.QPainter, picture: RatesPicture, theme: Theme) -> None:
        if picture.target is None:
            return
        plot = self.plot()
        y = self.place(picture, picture.recalls[0], picture.target).y()
        pen = QtGui.QPen(theme.text, 1.5)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(QtCore.QPointF(plot.left(), y), QtCore.QPointF(plot.right(), y))
        height = self.fontMetrics().lineSpacing()
        painter.drawText(
            QtCore.QRectF(plot.left(), y - height, plot.width() - GRID // 2, height),
            Qt.AlignmentFlag.AlignRight,
            target_words(picture.target),
        )

    def _draw_path(self, painter: QtGui.QPainter, picture: RatesPicture, theme: Theme) -> None:
        points = self._points(picture)
        painter.setPen(QtGui.QPen(theme.quiet, 1.5))
        path = [points[place] for place in picture.path]
        for begin, end in pairwise(path):
            painter.drawLine(begin, end)
            _draw_arrow(painter, begin, end)

    def _draw_points(self, painter: QtGui.QPainter, picture: RatesPicture, theme: Theme) -> None:
        for point, place, name in zip(picture.points, self._points(picture), self._placed, strict=True):
            if name is not None and name.led:
                painter.setPen(theme.quiet)
                painter.drawLine(place, QtCore.QPointF(*leader_end((place.x(), place.y()), name.box)))
            painter.setPen(QtGui.QPen(theme.stroke(0), 2))
            painter.setBrush(theme.stroke(0) if point.column < 0 else theme.base)
            if point.column < 0:
                side = 2 * _RADIUS
                painter.drawRect(QtCore.QRectF(place.x() - _RADIUS, place.y() - _RADIUS, side, side))
            else:
                painter.drawEllipse(place, _RADIUS, _RADIUS)
            if name is not None:
                painter.setFont(bold(self.font()) if point.name == FULL_NAME else self.font())
                painter.setPen(theme.text)
                _draw_name(painter, QtCore.QRectF(*name.box), place, point.name)

    def _draw_chosen(self, painter: QtGui.QPainter, picture: RatesPicture, number: int, theme: Theme) -> None:
        """The chosen point, larger and full, with its name even where others have none."""
        point, points = picture.points[number], self._points(picture)
        place, name = points[number], self._placed[number]
        if name is None:
            name = self._place_beside(points, number, picture)
            if name is not None and name.led:
                painter.setPen(theme.text)
                painter.drawLine(place, QtCore.QPointF(*leader_end((place.x(), place.y()), name.box)))
        painter.setPen(QtGui.QPen(theme.stroke(0), 2))
        painter.setBrush(theme.stroke(0))
        painter.drawEllipse(place, _RADIUS + 2, _RADIUS + 2)
        painter.setFont(bold(self.font()))
        if name is not None:
            box = QtCore.QRectF(*name.box)
        else:
            metrics = QtGui.QFontMetrics(painter.font())
            size = QtCore.QSizeF(metrics.horizontalAdvance(point.name) + 2, metrics.height())
            box = QtCore.QRectF(place + QtCore.QPointF(GRID, -size.height() / 2), size)
            plot = self.plot()
            if box.right() > plot.right():
                box.moveRight(place.x() - GRID)
            box.moveTop(max(plot.top(), min(box.top(), plot.bottom() - box.height())))
        painter.fillRect(box, theme.base)
        painter.setPen(theme.text)
        _draw_name(painter, box, place, point.name)

    def _place_beside(
        self, points: Sequence[QtCore.QPointF], number: int, picture: RatesPicture
    ) -> PlacedName | None:
        """A place for the name of one of many points, near it, on none of them, and on no name if it can."""
        place, name = points[number], picture.points[number].name
        metrics = QtGui.QFontMetrics(bold(self.font()))
        size = (metrics.horizontalAdvance(name) + 2, metrics.height() - 2)
        around = [Box(at.x() - _RADIUS, at.y() - _RADIUS, 2 * _RADIUS, 2 * _RADIUS) for at in points]
        plot = self.plot()
        room = Box(plot.left(), plot.top(), plot.width(), plot.height())
        named = [name.box for name in self._placed if name is not None]
        (found,) = place_names([(place.x(), place.y())], [size], room, [*around, *named])
        if found is None:
            (found,) = place_names([(place.x(), place.y())], [size], room, around)
        return found

    def _point_at(self, where: QtCore.QPointF) -> SystemPoint | None:
        if self._picture is None:
            return None
        near = [
            (math.hypot(place.x() - where.x(), place.y() - where.y()), number)
            for number, place in enumerate(self._points(self._picture))
        ]
        distance, number = min(near, default=(math.inf, -1))
        return self._picture.points[number] if distance <= _NEAR else None


class RatesPanel(QtWidgets.QWidget):
    """The pictures of all metrics side by side, or why there is none."""

    chosen = QtCore.Signal(int)  # a column of the board

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.views: list[RatesView] = []
        self._row = QtWidgets.QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID)

    def show_pictures(self, pictures: Sequence[RatesPicture]) -> None:
        """Replace them all."""
        while len(self.views) > len(pictures):
            view = self.views.pop()
            self._row.removeWidget(view)
            view.deleteLater()
        while len(self.views) < len(pictures):
            view = RatesView()
            view.chosen.connect(self.chosen)
            self.views.append(view)
            self._row.addWidget(view, 1)
        for view, picture in zip(self.views, pictures, strict=True):
            view.show_picture(picture)
        self.setVisible(bool(pictures))

    def choose(self, column: int) -> None:
        for view in self.views:
            view.choose(column)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        # Two that are too narrow for their names say less than one.
        for view in self.views[1:]:
            view.setVisible(self.width() >= _ROOM_FOR_TWO)


_ROOM_FOR_TWO = 50 * GRID


def _draw_name(painter: QtGui.QPainter, box: QtCore.QRectF, point: QtCore.QPointF, name: str) -> None:
    """A name with its end that is nearer to the point at that end of its box."""
    side = Qt.AlignmentFlag.AlignHCenter
    if box.left() > point.x():
        side = Qt.AlignmentFlag.AlignLeft
    elif box.right() < point.x():
        side = Qt.AlignmentFlag.AlignRight
    # A box is a little lower than the letters may be.
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, name)


def _part(value: float, reach: tuple[float, float]) -> float:
    low, high = reach
    return (value - low) / (high - low) if high > low else 0.5


def _draw_arrow(painter: QtGui.QPainter, begin: QtCore.QPointF, end: QtCore.QPointF) -> None:
    """Which way the path goes, in the middle of a piece that is long enough."""
    line = QtCore.QLineF(begin, end)
    if line.length() < 3 * GRID:
        return
    middle, angle = line.pointAt(0.55), math.radians(line.angle())
    for turn in (math.radians(150), math.radians(-150)):
        painter.drawLine(
            middle,
            middle + QtCore.QPointF(math.cos(angle + turn), -math.sin(angle + turn)) * (GRID * 0.75),
        )
