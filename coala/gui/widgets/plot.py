"""A pyqtgraph plot in the colours and the font of the window; imported only when a picture is opened."""

from __future__ import annotations

import html

import pyqtgraph
from PySide6 import QtWidgets

from coala.gui.widgets.theme import GRID, Theme

# At exit the library would visit all objects, and Qt has already freed some of them.
pyqtgraph.setConfigOption("exitCleanup", False)


class PlotView(pyqtgraph.PlotWidget):  # type: ignore[misc]  # the library ships no types
    """A plot that cannot be moved or zoomed with the mouse."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._plot = self.getPlotItem()
        self._plot.hideButtons()
        self._plot.layout.setContentsMargins(GRID, GRID, GRID, GRID)
        self._plot.setMenuEnabled(False)
        self._plot.setMouseEnabled(False, False)
        for name in ("left", "bottom"):
            # Call this before the label is visible: later it would scale the axis to thousandths.
            self._plot.getAxis(name).enableAutoSIPrefix(False)

    def start(self, title: str, theme: Theme) -> None:
        """Clear the plot and show empty axes in the theme's colours; "" is no title."""
        self._plot.clear()
        self.setBackground(theme.base)
        for name in ("left", "bottom"):
            axis = self._plot.getAxis(name)
            axis.setPen(theme.quiet)
            axis.setTextPen(theme.text)
            axis.setTicks(None)
            axis.setStyle(tickFont=self.font(), hideOverlappingLabels=False)
        size = f"{self.font().pointSize() + 1}pt"
        # The library reads texts as markup, and reserves space for an empty title.
        if title:
            self._plot.setTitle(html.escape(title), color=theme.text, size=size, bold=True)
        else:
            self._plot.setTitle(None)

    def name_axis(self, side: str, words: str, theme: Theme) -> None:
        """Label the axis at `side`, "left" or "bottom"."""
        self._plot.setLabel(side, html.escape(words), color=theme.quiet.name())
