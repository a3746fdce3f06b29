"""The aligned model on the screen: two columns of short lines that select, fold and open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.aligned_delegate import AlignedDelegate, SideHeads
from coala.gui.aligned_model import AlignedModel
from coala.gui.ink import line_height, read_only_table
from coala.gui.theme import Theme
from coala.model import Bag, Divergence
from coala.numbering import Numbering
from coala.side_by_side import rows


class AlignedView(QtWidgets.QTableView):
    """Shows one bag; ``span_chosen`` tells that the reviewer picked a mention."""

    span_chosen = QtCore.Signal(int)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Baseline and changed side by side")
        self._model = AlignedModel(self)
        self._delegate = AlignedDelegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        for rows_changed in (self._model.modelReset, self._model.rowsInserted, self._model.rowsRemoved):
            rows_changed.connect(self._delegate.measure_again)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.ExtendedSelection)
        read_only_table(self)
        # By whole lines: half a line at the top looks like a mistake.
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerItem)
        self._heads = SideHeads(theme, self)
        self.setHorizontalHeader(self._heads)
        self._heads.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
        lines = self.verticalHeader()
        lines.setVisible(False)
        lines.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self._fit_lines()
        # Not ``activated``: a double click would send it after a click has already opened the fold.
        self.clicked.connect(self._choose)

    def aligned_model(self) -> AlignedModel:
        """The table behind the view."""
        return self._model

    def show_bag(self, bag: Bag, numbering: Numbering) -> None:
        """Replace everything, folded and scrolled to the top."""
        self._model.show_bag(bag, numbering, rows(bag, numbering))
        self.scrollToTop()

    def show_divergence(self, divergence: Divergence) -> None:
        """Select the lines of a change, and scroll to the first."""
        self._select(self._model.lines_of_divergence(divergence))

    def show_span(self, span: int) -> None:
        """Select the lines of one mention, opening the folds that hide it."""
        self._select(self._model.reveal(span))

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._delegate.theme = self._heads.theme = theme
        self.viewport().update()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_lines()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _fit_lines(self) -> None:
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))

    def _select(self, lines: Sequence[int]) -> None:
        selection = QtCore.QItemSelection()
        for first, last in _runs(lines):
            selection.select(self._model.index(first, 0), self._model.index(last, 1))
        self.selectionModel().select(selection, QtCore.QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if lines:
            target = self._model.index(lines[0], 0)
            self.selectionModel().setCurrentIndex(target, QtCore.QItemSelectionModel.SelectionFlag.NoUpdate)
            self._bring_into_sight(lines)

    def _bring_into_sight(self, lines: Sequence[int]) -> None:
        """Scroll as little as shows the first line, and the last as well where both fit."""
        height = self.verticalHeader().defaultSectionSize()
        if (lines[-1] - lines[0] + 1) * height <= self.viewport().height():
            self.scrollTo(self._model.index(lines[-1], 0))
        self.scrollTo(self._model.index(lines[0], 0))

    @QtCore.Slot(QtCore.QModelIndex)
    def _choose(self, index: QtCore.QModelIndex) -> None:
        row = self._model.row(index.row())
        if row.span is not None:
            self.span_chosen.emit(row.span)
        else:
            self._model.toggle(index.row())


def _runs(lines: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring lines as (first, last): a selection of thousands of single lines is slow."""
    runs: list[tuple[int, int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], line)
        else:
            runs.append((line, line))
    return runs
