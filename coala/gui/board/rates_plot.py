"""The plot of precision against recall of a board's systems; imported only when a board is opened.

Each point is labelled by a mark with the number of its component. Points that are too close for two labels
share one, such as "2, 5". A `RatesPicture` has the points and axes; this module draws them with pyqtgraph.
"""

from __future__ import annotations

import pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.plot import PlotView
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme
from coala.present.rates_picture import Box, Mark, RatesPicture, group_marks, target_label

_MARGIN = 2
"""The room between the letters of a mark and its frame, in pixels."""


class RatesPlot(PlotView):
    """A plot with numbered marks. A click on a mark chooses its component, or the next of its components."""

    chosen = QtCore.Signal(int)  # the index of a column of the board
    # A class attribute, since Qt reports font changes before `__init__` has run.
    _picture: RatesPicture | None = None

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        # The column of the chosen point; -1 for no column.
        self._column = -1
        self._marks: list[tuple[Mark, pyqtgraph.TextItem]] = []
        # A horizontal and a vertical line through the chosen point.
        self._cross: list[pyqtgraph.InfiniteLine] = []
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(20 * GRID, 16 * GRID)
        self.setAccessibleName("Recall and precision")
        self._plot.getViewBox().sigResized.connect(self._place_marks)

    def show_picture(self, picture: RatesPicture) -> None:
        """Show another picture."""
        self._picture = picture
        theme = Theme.from_palette(self.palette())
        self._marks = []
        self.start("", theme)
        self.name_axis("left", f"{picture.title} precision", theme)
        self.name_axis("bottom", f"{picture.title} recall", theme)
        self._plot.showGrid(x=True, y=True, alpha=0.2)
        self._plot.setRange(xRange=picture.recalls, yRange=picture.precisions, padding=0)
        thin = pyqtgraph.mkPen(theme.stroke(0), width=1)
        self._cross = [pyqtgraph.InfiniteLine(angle=angle, pen=thin) for angle in (0, 90)]
        for line in self._cross:
            line.hide()
            self._plot.addItem(line)
        if picture.target is not None:
            self._draw_target(picture.target, theme)
        if picture.path:
            # A line from step to step, for systems that were built up step by step.
            path = [picture.points[number] for number in picture.path]
            self._plot.plot(
                [point.recall for point in path],
                [point.precision for point in path],
                pen=pyqtgraph.mkPen(theme.quiet, width=1.5),
            )
        self.setAccessibleName(f"Recall and precision, {picture.title}")
        self.setAccessibleDescription("; ".join(point.words for point in picture.points))
        self._place_marks()

    def choose(self, column: int) -> None:
        """Highlight the point of a column."""
        if column != self._column:
            self._column = column
            self._show_chosen()

    def marks(self) -> list[Mark]:
        """Return the marks of the picture."""
        return [mark for mark, _ in self._marks]

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        where = self.mapToScene(event.position().toPoint())
        pointer = Box(where.x(), where.y(), 1, 1)
        found = next((mark for mark in self.marks() if mark.box.meets(pointer)), None)
        if found is None or self._picture is None:
            return
        # The whole system and the one without components have no column, so they cannot be chosen.
        columns = [self._picture.points[number].column for number in found.members]
        columns = [column for column in columns if column >= 0]
        if columns:
            following = columns.index(self._column) + 1 if self._column in columns else 0
            self.chosen.emit(columns[following % len(columns)])

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        changes = (QtCore.QEvent.Type.PaletteChange, QtCore.QEvent.Type.FontChange)
        if event.type() in changes and self._picture is not None:
            self.show_picture(self._picture)

    def _draw_target(self, target: float, theme: Theme) -> None:
        """Draw the precision that every component should reach as a dashed line."""
        pen = pyqtgraph.mkPen(theme.text, width=1.5, style=Qt.PenStyle.DashLine)
        self._plot.addItem(
            pyqtgraph.InfiniteLine(
                target,
                angle=0,
                pen=pen,
                label=target_label(target),
                labelOpts={"position": 0.98, "anchors": [(1, 1), (1, 1)], "color": theme.text},
            )
        )

    @QtCore.Slot()
    def _place_marks(self) -> None:
        """Write the marks again for the current size, since it decides which points share a mark."""
        picture, view = self._picture, self._plot.getViewBox()
        if picture is None or view.width() <= 0:
            return
        for _, item in self._marks:
            self._plot.removeItem(item)
        places = [
            view.mapViewToScene(QtCore.QPointF(point.recall, point.precision)) for point in picture.points
        ]
        metrics, room = self.fontMetrics(), view.sceneBoundingRect()
        marks = group_marks(
            [(place.x(), place.y()) for place in places],
            [point.sign for point in picture.points],
            Box(room.left(), room.top(), room.width(), room.height()),
            lambda text: max(metrics.horizontalAdvance(text), metrics.height()) + 2 * _MARGIN,
            metrics.height() + 2 * _MARGIN,
        )
        self._marks = [(mark, self._write_mark(mark, picture)) for mark in marks]
        self._show_chosen()

    def _write_mark(self, mark: Mark, picture: RatesPicture) -> pyqtgraph.TextItem:
        item = pyqtgraph.TextItem(mark.text, anchor=(0.5, 0.5))
        item.setFont(self.font())
        item.textItem.document().setDocumentMargin(_MARGIN)
        set_tip(item, *(picture.points[number].words for number in mark.members))
        left, top, width, height = mark.box
        middle = QtCore.QPointF(left + width / 2, top + height / 2)
        item.setPos(self._plot.getViewBox().mapSceneToView(middle))
        self._plot.addItem(item)
        return item

    def _show_chosen(self) -> None:
        """Fill the mark of the chosen point, and draw lines through the point to both axes."""
        if self._picture is None:
            return
        theme = Theme.from_palette(self.palette())
        points = self._picture.points
        chosen = next((point for point in points if 0 <= point.column == self._column), None)
        for line in self._cross:
            line.setVisible(chosen is not None)
        if chosen is not None:
            for line, value in zip(self._cross, (chosen.precision, chosen.recall), strict=True):
                line.setValue(value)
        for mark, item in self._marks:
            # Points without a column have -1, which is also the value for no chosen column.
            has_chosen = any(0 <= points[number].column == self._column for number in mark.members)
            item.fill = pyqtgraph.mkBrush(theme.selection if has_chosen else theme.base)
            item.border = pyqtgraph.mkPen(theme.stroke(0), width=3 if has_chosen else 1.5)
            item.setColor(theme.text)
            item.update()
