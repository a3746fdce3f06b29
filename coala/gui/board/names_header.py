"""Names become headers: beside the rows of a table, and upright above the columns of a matrix."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.painting import draw_line
from coala.gui.widgets.theme import GRID, Theme, bold

_MOST_UPRIGHT = 16 * GRID
_LEAST_UPRIGHT = 8 * GRID
MOST_BESIDE = 36 * GRID
"""Names are longer than this only where there is nothing else to show."""
# Names that are measured: of more, those that are longer are cut.
_MEASURED = 200


class NamesHeader(QtWidgets.QHeaderView):
    """Names at the left, cut in the middle where they are long; those of headings are bold."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionsClickable(True)
        self.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)
        self._needed = 0

    def reset(self) -> None:
        super().reset()
        self._needed = 0

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._needed = 0

    def needed_width(self) -> int:
        """The width in which the names stand whole."""
        # Asked for several times whenever the window has another size.
        self._needed = self._needed or self._measure()
        return self._needed

    def _measure(self) -> int:
        model = self.model()
        metrics = QtGui.QFontMetrics(bold(self.font()))
        names = (model.headerData(row, self.orientation()) for row in range(min(model.rowCount(), _MEASURED)))
        width = max((metrics.horizontalAdvance(name) for name in names if name), default=10 * GRID)
        return width + 2 * GRID

    def fit(self, share: float, unused: int = 0, most: int = MOST_BESIDE) -> None:
        """Make it as wide as the names, but never wider than a part of the table, or than what is unused.

        ``most`` is what all else leaves, which is less in a narrow window.
        """
        table = self.parentWidget()
        part = MOST_BESIDE if table is None else min(MOST_BESIDE, round(share * table.width()))
        self.setFixedWidth(min(self.needed_width(), max(10 * GRID, min(part, most), unused)))

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        # Below the last name there is the ground of the table.
        beyond = self.viewport().rect().adjusted(0, self.length() - self.offset(), 0, 0)
        QtGui.QPainter(self.viewport()).fillRect(beyond, self.palette().base())

    def paintSection(self, painter: QtGui.QPainter, rect: QtCore.QRect, section: int) -> None:
        theme = Theme.of(self.palette())
        view = self.parentWidget()
        chosen = isinstance(view, QtWidgets.QTableView) and view.currentIndex().row() == section
        name = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.DisplayRole)
        heading = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.UserRole)
        painter.save()
        painter.fillRect(rect, theme.selection if chosen else theme.band if heading else theme.base)
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(bold(self.font()) if heading or chosen else self.font())
        draw_line(painter, rect.adjusted(GRID // 2, 0, -GRID // 2, 0), name or "", theme.text)
        painter.restore()


class UprightHeader(QtWidgets.QHeaderView):
    """Names above narrow columns, written upwards; the chosen one is bold."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    def sizeHint(self) -> QtCore.QSize:
        model = self.model()
        metrics = QtGui.QFontMetrics(bold(self.font()))
        names = (
            model.headerData(place, self.orientation())
            for place in range(min(model.columnCount(), _MEASURED))
        )
        view = self.parentWidget()
        most = _MOST_UPRIGHT if view is None else min(_MOST_UPRIGHT, max(_LEAST_UPRIGHT, view.height() // 3))
        height = max((metrics.horizontalAdvance(name) for name in names if name), default=4 * GRID)
        height = max(min(height + 2 * GRID, most), self.minimumHeight())
        return QtCore.QSize(super().sizeHint().width(), height)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        # Beside the last column the style would draw a head without a column.
        beyond = self.viewport().rect().adjusted(self.length() - self.offset(), 0, 0, 0)
        QtGui.QPainter(self.viewport()).fillRect(beyond, self.palette().base())

    def paintSection(self, painter: QtGui.QPainter, rect: QtCore.QRect, section: int) -> None:
        theme = Theme.of(self.palette())
        view = self.parentWidget()
        chosen = isinstance(view, QtWidgets.QTableView) and view.currentIndex().column() == section
        name = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.DisplayRole)
        painter.save()
        painter.fillRect(rect, theme.selection if chosen else theme.base)
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(bold(self.font()) if chosen else self.font())
        painter.translate(rect.left(), rect.bottom())
        painter.rotate(-90)
        upright = QtCore.QRect(GRID // 2, 0, rect.height() - GRID, rect.width())
        draw_line(painter, upright, name or "", theme.text)
        painter.restore()
