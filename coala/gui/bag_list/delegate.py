"""A row of the list of bags is painted in three lines: who is at stake, and the words around a mention."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_list.model import BAG_ROLE, BagRow
from coala.gui.widgets.painting import Index
from coala.gui.widgets.short_text import break_lines, draw_words
from coala.gui.widgets.theme import GRID, Theme, bold, mix

_LINES = 3
# Also where the window reads from right to left: the words beside it are drawn from the left.
_RIGHT = int(QtCore.Qt.AlignmentFlag.AlignRight | QtCore.Qt.AlignmentFlag.AlignAbsolute)
# Between two names; a title of two lines is broken here.
_SIGNS = ("⊕", "⊖")


class BagDelegate(QtWidgets.QStyledItemDelegate):
    """Paints rows of one height, so that the view need not ask each of 100,000 rows for its own."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._theme: tuple[tuple[int, QtGui.QPalette.ColorGroup], Theme] | None = None

    def row_height(self, metrics: QtGui.QFontMetrics) -> int:
        return _LINES * metrics.lineSpacing() + GRID

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
        verdict = row.coloured
        painter.setFont(bold(option.font))
        painter.setPen(theme.quiet if verdict is None else theme.verdicts[verdict])
        painter.drawText(sign, QtCore.Qt.AlignmentFlag.AlignCenter, row.sign)
        painter.setFont(option.font)
        body = area.adjusted(sign.width() + GRID // 2, 0, 0, 0)
        used = self._paint_title(painter, option, body, row, theme)
        self._paint_rest(painter, option, body.adjusted(0, used * line, 0, 0), row, theme, _LINES - used)
        painter.restore()

    def _paint_title(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        body: QtCore.QRect,
        row: BagRow,
        theme: Theme,
    ) -> int:
        """The names at stake, the bag's number and what it is worth; returns how many lines they take."""
        painter.setPen(theme.quiet)
        painter.drawText(body, _RIGHT, row.number)
        taken = option.fontMetrics.horizontalAdvance(row.number) + GRID
        if row.worth:
            painter.setPen(theme.text)
            painter.drawText(body.adjusted(0, 0, -taken, 0), _RIGHT, row.worth)
            taken += option.fontMetrics.horizontalAdvance(row.worth) + GRID
        lines = break_lines(row.title, option.font, (body.width() - taken, body.width()), _SIGNS)
        painter.setPen(theme.text)
        draw_words(painter, body, lines)
        return len(lines)

    def _paint_rest(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        body: QtCore.QRect,
        row: BagRow,
        theme: Theme,
        lines: int,
    ) -> None:
        """The words around the first mention at stake, or the kinds and sizes of a bag without them."""
        painter.setPen(theme.quiet)
        if row.excerpt is None:
            draw_words(
                painter, body, break_lines(f"{row.details} · {row.size}", option.font, (body.width(),))
            )
            return
        last = body.width()
        if row.marks:
            below = body.adjusted(0, (lines - 1) * option.fontMetrics.lineSpacing(), 0, 0)
            painter.drawText(below, _RIGHT, row.marks)
            last -= option.fontMetrics.horizontalAdvance(row.marks) + GRID
        widths = (*[body.width()] * (lines - 1), last)
        shown = break_lines(row.excerpt.text, option.font, widths)
        draw_words(painter, body, shown, (row.excerpt.words, mix(theme.text, theme.base, 0.85)))

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
