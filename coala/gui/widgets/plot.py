"""A pyqtgraph plot in the colours and the font of the window; loaded only when a picture is opened."""

from __future__ import annotations

import html

import pyqtgraph
from PySide6 import QtWidgets

from coala.gui.widgets.theme import GRID, Theme

# At the end of the program it would walk all objects, some of which Qt has freed.
pyqtgraph.setConfigOption("exitCleanup", False)


class PlotView(pyqtgraph.PlotWidget):  # type: ignore[misc]  # the library ships no types
    """One drawing. It stands still: nothing in it is moved or zoomed by accident."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._plot = self.getPlotItem()
        self._plot.hideButtons()
        self._plot.layout.setContentsMargins(GRID, GRID, GRID, GRID)
        self._plot.setMenuEnabled(False)
        self._plot.setMouseEnabled(False, False)
        for name in ("left", "bottom"):
            # While its label is visible, this very call would scale the axis to thousandths.
            self._plot.getAxis(name).enableAutoSIPrefix(False)

    def start(self, title: str, theme: Theme) -> None:
        """Remove everything, and show empty axes in the theme's colours, below the title if there is one."""
        self._plot.clear()
        self.setBackground(theme.base)
        for name in ("left", "bottom"):
            axis = self._plot.getAxis(name)
            axis.setPen(theme.quiet)
            axis.setTextPen(theme.text)
            axis.setTicks(None)
            axis.setStyle(tickFont=self.font(), hideOverlappingLabels=False)
        size = f"{self.font().pointSize() + 1}pt"
        # The library takes texts for markup, and leaves room for an empty one.
        if title:
            self._plot.setTitle(html.escape(title), color=theme.text, size=size, bold=True)
        else:
            self._plot.setTitle(None)

    def name_axis(self, side: str, words: str, theme: Theme) -> None:
        """Write words along the axis at ``side``, "left" or "bottom"."""
        self._plot.setLabel(side, html.escape(words), color=theme.quiet.name())
