"""List, bag and numbers stand side by side; the numbers fold away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.sidebar.rail import Rail
from coala.gui.widgets.theme import GRID

_WIDTHS = (304, 636, 312)


class PageColumns(QtWidgets.QSplitter):
    """The bag has what room the others leave; each keeps the width that the user gave it."""

    def __init__(self, bags: QtWidgets.QWidget, bag: QtWidgets.QWidget, rail: Rail) -> None:
        super().__init__(QtCore.Qt.Orientation.Horizontal)
        self._rail = rail
        self._rail_width = _WIDTHS[-1]
        self.setHandleWidth(GRID)
        for part in (bags, bag, rail):
            self.addWidget(part)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(1, 1)
        self.setSizes(list(_WIDTHS))

    def widths(self) -> tuple[int, ...]:
        """The widths of the three; of the numbers the last one while they are folded."""
        *others, rail = self.sizes()
        return (*others, rail or self._rail_width)

    def arrange(self, widths: Sequence[int]) -> None:
        """Put back what ``widths`` returned; anything else is ignored."""
        if len(widths) == self.count() and all(width > 0 for width in widths):
            self._rail_width = widths[-1]
            self.setSizes(list(widths))

    def show_rail(self, *, shown: bool) -> None:
        """Unfold the numbers, or fold them."""
        if not shown and not self._rail.isHidden():
            self._rail_width = self.sizes()[-1] or self._rail_width
        self._rail.setVisible(shown)
