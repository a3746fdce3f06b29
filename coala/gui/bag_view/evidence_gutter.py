"""Beside the text of the evidence stand the signs of chains and the names of documents, and ticks.

Both are drawn for what is in sight; the text knows where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.gui.widgets.painting import UNDERLINE
from coala.gui.widgets.spoken import show_tip
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.model.bag import CHANGED
from coala.presentation.chains import ShownChain
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.evidence.page import Label

# The signs and names beside the text take so much of its width at most.
_SHARE = 0.3
_LONGEST_NAME = 16
_TICK = 2


class GutterLine(NamedTuple):
    """A label and the height at which its words stand."""

    label: Label
    baseline: int


class Gutter(QtWidgets.QWidget):
    """Draws the labels of a text's lines on its left."""

    def __init__(
        self, theme: Theme, lines: Callable[[], Sequence[GutterLine]], parent: QtWidgets.QWidget
    ) -> None:
        """``lines`` tells which labels stand in sight, and where."""
        super().__init__(parent)
        self.setAccessibleName("Chains and documents of the sentences")
        self._lines = lines
        self._theme = theme
        self._sign_font = self._name_font = self.font()
        self._labels: Sequence[Label] = ()
        self._displayed: DisplayedBag | None = None
        self._signs = self._names = 0

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._theme = theme
        self.update()

    def set_fonts(self, reading: QtGui.QFont, window: QtGui.QFont) -> None:
        """Signs stand in the font of the text, names in the window's."""
        self._sign_font, self._name_font = bold(reading), window
        self._measure()

    def show_labels(self, labels: Sequence[Label], displayed: DisplayedBag) -> None:
        """Replace everything; the names of a single document are left away."""
        self._labels, self._displayed = labels, displayed
        self.setAccessibleDescription("; ".join(map(self._spoken, labels)))
        self._measure()

    def needed_width(self, width: int) -> int:
        """How much of a width the labels take."""
        return _within(self._signs, self._names, width)

    def width_of(self, labels: Sequence[Label], displayed: DisplayedBag, width: int) -> int:
        """How much of a width other labels would take."""
        return _within(*self._measured(labels, displayed), width)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.fillRect(self.rect(), self._theme.base)
        for line in self._lines():
            self._paint_signs(painter, line)
            name = _name(line.label, self._displayed)
            room = self.width() - self._signs - GRID
            if name and room > 2 * GRID:
                painter.setFont(self._name_font)
                painter.setPen(self._theme.quiet)
                words = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideLeft, room)
                painter.drawText(self._signs, line.baseline, words)

    def event(self, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent) and event.type() is QtCore.QEvent.Type.ToolTip:
            above = [line for line in self._lines() if line.baseline - GRID * 3 <= event.pos().y()]
            if above and self._displayed is not None:
                label = above[-1].label
                names = (f"{shown.sign} {shown.label}" for shown in label.chains)
                show_tip(event.globalPos(), self, *names, self._displayed.documents[label.document])
            return True
        return super().event(event)

    def _paint_signs(self, painter: QtGui.QPainter, line: GutterLine) -> None:
        painter.setFont(self._sign_font)
        metrics = painter.fontMetrics()
        left = GRID
        for shown in line.label.chains:
            width = metrics.horizontalAdvance(shown.sign)
            if left + width > self._signs:
                break
            box = QtCore.QRect(left - 2, line.baseline - metrics.ascent(), width + 4, metrics.height())
            if shown.side == CHANGED:
                painter.fillRect(box, self._theme.fill(shown.number))
            else:
                bar = QtCore.QRect(box.left(), box.bottom() - UNDERLINE + 1, box.width(), UNDERLINE)
                painter.fillRect(bar, self._theme.stroke(shown.number))
            painter.setPen(self._theme.text)
            painter.drawText(left, line.baseline, shown.sign)
            left += width + GRID

    def _measure(self) -> None:
        self._signs, self._names = self._measured(self._labels, self._displayed)
        self.update()

    def _measured(self, labels: Sequence[Label], displayed: DisplayedBag | None) -> tuple[int, int]:
        """The widths of the signs and of the names."""
        signs, names = QtGui.QFontMetrics(self._sign_font), QtGui.QFontMetrics(self._name_font)
        widest = max((self._width_of(label.chains, signs) for label in labels), default=0)
        width = min(widest, 8 * signs.averageCharWidth() + 4 * GRID) + 2 * GRID
        widest = max((names.horizontalAdvance(_name(label, displayed)) for label in labels), default=0)
        # What is drawn may be a pixel wider than what is measured.
        return width, min(widest + 2, _LONGEST_NAME * names.averageCharWidth()) + GRID if widest else 0

    def _width_of(self, chains: Sequence[ShownChain], metrics: QtGui.QFontMetrics) -> int:
        return sum(metrics.horizontalAdvance(shown.sign) + GRID for shown in chains) - GRID

    def _spoken(self, label: Label) -> str:
        signs = " ".join(shown.sign for shown in label.chains)
        return f"{signs} {plain_words(_name(label, self._displayed))}".strip()


def _within(signs: int, names: int, width: int) -> int:
    """The width of the labels, of which the names give way."""
    return signs + min(names, max(0, int(_SHARE * width) - signs))


def _name(label: Label, displayed: DisplayedBag | None) -> str:
    if displayed is None or len(displayed.documents) < 2:
        return ""
    return displayed.short_name(label.document)


class TickBar(QtWidgets.QScrollBar):
    """A scroll bar that shows where mentions are; those that differ are darker and longer."""

    def __init__(self, theme: Theme, places: Callable[[], Sequence[tuple[float, bool]]]) -> None:
        """``places`` tells where on the way down mentions are, 0 to 1, and whether they differ."""
        super().__init__(Qt.Orientation.Vertical)
        self._theme = theme
        self._places = places

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        if self.maximum() <= self.minimum():
            # Its place stays free, so that no line is broken anew when there is something to scroll.
            QtGui.QPainter(self).fillRect(self.rect(), self._theme.base)
            return
        super().paintEvent(event)
        painter = QtGui.QPainter(self)
        for place, differs in self._places():
            length = self.width() // 2 if differs else self.width() // 4
            y = round(place * (self.height() - _TICK))
            colour = self._theme.text if differs else self._theme.quiet
            painter.fillRect(QtCore.QRect(self.width() - length, y, length, _TICK), colour)
