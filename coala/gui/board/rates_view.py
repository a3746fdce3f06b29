"""The plots of precision against recall, one for each metric, with the chosen point in words below them.

A point is a system: one column of a board, such as the system without one of its components.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.labels import ElidedLabel
from coala.gui.widgets.theme import GRID
from coala.present.board_table import part_of_one
from coala.present.rates_picture import RatesPicture

if TYPE_CHECKING:
    from coala.gui.board.rates_plot import RatesPlot

_ROOM_FOR_TWO = 50 * GRID


class RatesPanel(QtWidgets.QWidget):
    """The plots of all metrics side by side; hidden if there are no plots."""

    chosen = QtCore.Signal(int)  # the index of a column of the board

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.views: list[RatesPlot] = []
        self._pictures: Sequence[RatesPicture] = ()
        self._caption = ElidedLabel()
        self._row = QtWidgets.QHBoxLayout()
        self._row.setSpacing(GRID)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(self._row, 1)
        column.addWidget(self._caption)

    def show_pictures(self, pictures: Sequence[RatesPicture]) -> None:
        """Show other pictures, in as many plots as there are pictures."""
        # Imported here: pyqtgraph takes 0.2 s to load, and a review without a board does not need it.
        from coala.gui.board.rates_plot import RatesPlot

        self._pictures = pictures
        while len(self.views) > len(pictures):
            view = self.views.pop()
            self._row.removeWidget(view)
            view.deleteLater()
        while len(self.views) < len(pictures):
            view = RatesPlot()
            view.chosen.connect(self.chosen)
            self.views.append(view)
            self._row.addWidget(view, 1)
        for view, picture in zip(self.views, pictures, strict=True):
            view.show_picture(picture)
        self.setVisible(bool(pictures))

    def choose(self, column: int) -> None:
        """Highlight the point of a column in all plots, and show its figures below them."""
        for view in self.views:
            view.choose(column)
        # A system may be missing in a plot, where its recall or precision is undefined.
        found = [
            (picture.title, point)
            for picture in self._pictures
            for point in picture.points
            if point.column == column
        ]
        figures = (
            f"{title} R {part_of_one(point.recall)} P {part_of_one(point.precision)}"
            for title, point in found
        )
        words = f"{', '.join(figures)}: {found[0][1].sign} {found[0][1].name}" if found else ""
        self._caption.set_full_text(words)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        # Two plots that are too narrow for their marks are less useful than one.
        for view in self.views[1:]:
            view.setVisible(self.width() >= _ROOM_FOR_TWO)
