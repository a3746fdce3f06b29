"""Legend of the first run, for fills, underlines and what moved."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import FittingLabel
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton


def write_legend(sides: Sequence[str]) -> list[str]:
    """Return the forms of the legend, the longest first; `sides` are the names of both graphs.

    Keys are not in it: they are on the buttons, and mean other things where parts are placed.
    """
    before, after = sides
    moved = "A→1: chain A is in chain 1 now."
    return [
        f"Filled, with a letter: chains of the {before}. "
        f"Underlined, with a number: chains of the {after}. {moved}",
        f"Filled: chains of the {before}. Underlined: chains of the {after}. {moved}",
        f"Filled: {before}. Underlined: {after}. {moved}",
        f"Filled: {before}. Underlined: {after}.",
    ]


class Legend(QtWidgets.QWidget):
    """The legend on one line, with a button that closes it; the caller remembers whether it was used."""

    closed = QtCore.Signal()

    def __init__(self, forms: Sequence[str], parent: QtWidgets.QWidget | None = None) -> None:
        """Create the legend; `forms` are its wordings, the longest first."""
        super().__init__(parent)
        self.setAccessibleName(forms[0])
        self._text = FittingLabel(forms, quiet=True)
        self._close = ToolButton()
        self._close.setText("&Got it")
        self._close.setAccessibleName("Close the legend")
        self._close.clicked.connect(self.closed)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self._text)
        row.addWidget(self._close)
        row.addStretch(1)

    def text(self) -> str:
        """Return the form that is shown."""
        return self._text.text()
