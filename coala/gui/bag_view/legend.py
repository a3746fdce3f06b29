"""The legend above the first bags: what is underlined, what is filled, and which keys give a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.theme import GRID


def write_legend(sides: Sequence[str], answers: Sequence[str]) -> list[str]:
    """Return three lines about both sides, whose names are `sides`, and the keys of the verdicts.

    `answers` are the words for the verdicts, in the order of their keys.
    """
    before, after = sides
    return [
        f"Underlined: the chain in the {before}, named by a letter.",
        f"Filled: the chain in the {after}, named by a number.",
        f"Press 1 to {len(answers)} to answer: {', '.join(answers)}. The next bag follows.",
    ]


class Legend(QtWidgets.QFrame):
    """The lines of the legend with a button that closes them; the caller remembers whether it was used."""

    closed = QtCore.Signal()

    def __init__(self, lines: Sequence[str], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        self.setAccessibleName(" ".join(lines))
        text = PlainLabel("\n".join(lines), wrap=True)
        close = QtWidgets.QPushButton("&Got it")
        close.setAccessibleName("Close the legend")
        close.clicked.connect(self._close)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        row.addWidget(text, 1)
        row.addWidget(close, 0, QtCore.Qt.AlignmentFlag.AlignTop)

    @QtCore.Slot()
    def _close(self) -> None:
        self.hide()
        self.closed.emit()
