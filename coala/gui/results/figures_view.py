"""A table of figures in the results: the block that the reports print, as labels in a grid."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.present.blocks import DETAIL, Figures
from coala.present.printers.text import write_cell

_RIGHT, _LEFT = QtCore.Qt.AlignmentFlag.AlignRight, QtCore.Qt.AlignmentFlag.AlignLeft


class FiguresView(QtWidgets.QWidget):
    """A table whose columns of higher rank are left out where the page is narrow."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QtWidgets.QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._rows: list[list[str]] = []
        # The labels that may be left out, with the rank of their column.
        self._ranked: list[tuple[int, PlainLabel]] = []

    def show_figures(
        self, figures: Figures, tips: Sequence[Sequence[str]] = (), bold: str | None = None
    ) -> None:
        """Fill the empty table; ``tips`` are by row and figure, ``bold`` is the key of a column."""
        table = figures.choose_columns(DETAIL)
        for at, column in enumerate(table.columns):
            self._put(PlainLabel(column.title, quiet=True), 0, at, column.rank, is_left=column.is_left)
        self._grid.setColumnStretch(len(table.columns), 1)
        for number, row in enumerate(table.rows):
            texts = list(map(write_cell, row))
            for at, (column, text) in enumerate(zip(table.columns, texts, strict=True)):
                # Zeros, and the headings of some rows, which have no figures.
                is_quiet = text == "0" or not any(texts[1:])
                cell = PlainLabel(text, bold=column.key == bold, quiet=is_quiet)
                if at and text:
                    cell.setAccessibleName(f"{texts[0]}, {column.title}: {text}")
                    set_tip(cell, *(tips[number][at - 1 : at] if tips else ()))
                self._put(cell, number + 1, at, column.rank, is_left=column.is_left)
            self._rows.append(texts)

    def rows(self) -> list[list[str]]:
        """Return the texts of the table without its heads."""
        return self._rows

    def fit(self, width: int) -> None:
        """Leave columns out, those of the highest rank first, until the table fits into ``width`` pixels."""
        ranks = sorted({rank for rank, _ in self._ranked}, reverse=True)
        for least in [max(ranks, default=0) + 1, *ranks]:
            for rank, label in self._ranked:
                label.setVisible(rank < least)
            self._grid.invalidate()
            if self._grid.minimumSize().width() <= width:
                return

    def _put(self, label: PlainLabel, row: int, at: int, rank: int, *, is_left: bool) -> None:
        self._grid.addWidget(label, row, at, _LEFT if is_left else _RIGHT)
        if rank:
            self._ranked.append((rank, label))
