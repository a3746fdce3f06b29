"""A row of the list of bags is painted in two lines: sign and title, then kinds and sizes."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_list.model import BAG_ROLE, BagRow
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import GRID, Theme, bold, mix


class BagDelegate(QtWidgets.QStyledItemDelegate):
    """Paints rows of one height, so that the view need not ask each of 100,000 rows for its own."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._theme: tuple[tuple[int, QtGui.QPalette.ColorGroup], Theme] | None = None

    def row_height(self, metrics: QtGui.QFontMetrics) -> int:
        return 2 * metrics.lineSpacing() + GRID

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(25 * GRID, self.row_height(option.fontMetrics))

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        row = index.data(BAG_ROLE)
        if not isinstance(row, BagRow):
            return
        theme = self._theme_of(option.palette)
        painter.save()
        self._paint_ground(painter, option, theme)
        line = option.fontMetrics.lineSpacing()
        area = option.rect.adjusted(GRID, GRID // 2, -GRID, -GRID // 2)
        sign = QtCore.QRect(area.left(), area.top(), 2 * GRID, line)
        title = QtCore.QRect(
            sign.right() + GRID // 2, area.top(), area.right() - sign.right() - GRID // 2, line
        )
        verdict = row.state.verdict
        painter.setFont(bold(option.font))
        painter.setPen(theme.quiet if verdict is None else theme.verdicts[verdict])
        painter.drawText(sign, QtCore.Qt.AlignmentFlag.AlignCenter, row.sign)
        painter.setFont(option.font)
        painter.setPen(theme.text)
        details = title.translated(0, line)
        if row.worth:
            painter.drawText(title, int(QtCore.Qt.AlignmentFlag.AlignRight), row.worth)
            title.setRight(title.right() - option.fontMetrics.horizontalAdvance(row.worth) - GRID)
        _write(painter, option.fontMetrics, title, row.title, QtCore.Qt.TextElideMode.ElideMiddle)
        painter.setPen(theme.quiet)
        painter.drawText(details, int(QtCore.Qt.AlignmentFlag.AlignRight), row.size)
        details.setRight(details.right() - option.fontMetrics.horizontalAdvance(row.size) - GRID)
        _write(painter, option.fontMetrics, details, row.details, QtCore.Qt.TextElideMode.ElideRight)
        painter.restore()

    def _theme_of(self, palette: QtGui.QPalette) -> Theme:
        # A theme takes longer than the rest of a row, and a page of the list is twenty rows.
        key = palette.cacheKey(), palette.currentColorGroup()
        if self._theme is None or self._theme[0] != key:
            self._theme = key, Theme.of(palette)
        return self._theme[1]

    def _paint_ground(
        self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, theme: Theme
    ) -> None:
        state = QtWidgets.QStyle.StateFlag
        if option.state & state.State_Selected:
            painter.fillRect(option.rect, theme.selection)
            # A bar at the edge, because a tint alone is a colour alone.
            edge = QtCore.QRect(option.rect.topLeft(), QtCore.QSize(3, option.rect.height()))
            painter.fillRect(edge, theme.focus if option.state & state.State_HasFocus else theme.quiet)
        elif option.state & state.State_MouseOver:
            painter.fillRect(option.rect, theme.band)
        painter.setPen(mix(theme.line, theme.base, 0.5))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())


def _write(
    painter: QtGui.QPainter,
    metrics: QtGui.QFontMetrics,
    area: QtCore.QRect,
    text: str,
    elide: QtCore.Qt.TextElideMode,
) -> None:
    shown = metrics.elidedText(text, elide, area.width())
    flags = QtCore.Qt.AlignmentFlag.AlignLeft | QtCore.Qt.AlignmentFlag.AlignVCenter
    painter.drawText(area, int(flags | QtCore.Qt.TextFlag.TextSingleLine), shown)
