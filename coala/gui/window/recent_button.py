"""A recent review becomes a button that says how far it is and when it was written, or that it is gone."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.gui.widgets.painting import draw_ground
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme, bold

_BAR = 6


class RecentButton(QtWidgets.QPushButton):
    """Name and progress above, folder and date below; one whose file is gone says so."""

    def __init__(self, action: QtGui.QAction, progress: tuple[int, int] | None) -> None:
        """``action`` has the path as its data; ``progress`` is answered bags and all, where that is known."""
        super().__init__()
        path = Path(action.data())
        self._name = one_line(path.name)
        self._folder = one_line(str(path.parent))
        self._progress = progress
        self._date = last_change(path)
        told = f"{progress[0]:,} of {progress[1]:,} answered" if progress else ""
        self._told = told
        self.setAccessibleName("; ".join(part for part in (self._name, told, self._when()) if part))
        set_tip(self, action.data())
        self.setAutoDefault(True)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(action.trigger)

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(40 * GRID, 2 * self.fontMetrics().lineSpacing() + 2 * GRID)

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(30 * GRID, self.sizeHint().height())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtWidgets.QStylePainter(self)
        draw_ground(painter, self)
        palette = QtGui.QPalette(self.palette())
        palette.setColor(QtGui.QPalette.ColorRole.Base, palette.color(QtGui.QPalette.ColorRole.Button))
        theme = Theme.of(palette)
        line = self.fontMetrics().lineSpacing()
        above = self.rect().adjusted(2 * GRID, GRID, -2 * GRID, 0)
        above.setHeight(line)
        below = above.translated(0, line)
        ink = theme.text if self._date else theme.quiet
        words = above
        if self._progress is not None and self._progress[1]:
            # At the edge, so that the bars of all buttons can be compared.
            words = above.adjusted(0, 0, -_bar_width() - GRID, 0)
            self._draw_bar(painter, above, theme)
        self._write(painter, words, bold(self.font()), ink, self._name, self._told)
        elide = QtCore.Qt.TextElideMode.ElideLeft
        self._write(painter, below, self.font(), theme.quiet, self._folder, self._when(), elide)

    def _when(self) -> str:
        return self._date or "not there any more"

    def _write(
        self,
        painter: QtGui.QPainter,
        area: QtCore.QRect,
        font: QtGui.QFont,
        colour: QtGui.QColor,
        left: str,
        right: str,
        elide: QtCore.Qt.TextElideMode = QtCore.Qt.TextElideMode.ElideMiddle,
    ) -> None:
        align = QtCore.Qt.AlignmentFlag
        painter.setPen(colour)
        painter.setFont(self.font())
        painter.drawText(area, int(align.AlignRight | align.AlignVCenter), right)
        painter.setFont(font)
        room = area.width() - self.fontMetrics().horizontalAdvance(right) - 2 * GRID
        shown = QtGui.QFontMetrics(font).elidedText(left, elide, room)
        painter.drawText(area, int(align.AlignLeft | align.AlignVCenter), shown)

    def _draw_bar(self, painter: QtGui.QPainter, area: QtCore.QRect, theme: Theme) -> None:
        assert self._progress is not None
        answered, total = self._progress
        left = area.right() + 1 - _bar_width()
        frame = QtCore.QRect(left, area.center().y() - _BAR // 2, _bar_width(), _BAR)
        painter.fillRect(frame, theme.line)
        frame.setWidth(_bar_width() * min(answered, total) // total)
        painter.fillRect(frame, theme.focus)


def last_change(path: Path, now: datetime | None = None) -> str:
    """When a file was last written, in few words; "" where there is none."""
    try:
        then = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError):
        return ""
    days = ((now or datetime.now().astimezone()).date() - then.date()).days
    if days == 0:
        return f"today, {then:%H:%M}"
    return f"yesterday, {then:%H:%M}" if days == 1 else f"{then:%Y-%m-%d, %H:%M}"


def _bar_width() -> int:
    return 8 * GRID
