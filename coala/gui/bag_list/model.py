"""The entries that the filter shows become rows of a Qt model, made when they are painted."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6 import QtCore

from coala.base import numerals
from coala.base.plain_text import one_line
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.presentation import phrases
from coala.review.journal import State
from coala.review.listing import BagEntry

BAG_ROLE = QtCore.Qt.ItemDataRole.UserRole
"""The row's domain object, a ``BagRow``."""


class BagRow(NamedTuple):
    """What the list shows of one bag; ``worth`` is its share in points where the list is ordered by it."""

    entry: BagEntry
    state: State
    current: bool
    worth: str = ""

    @property
    def sign(self) -> str:
        if self.state.verdict is None and self.current:
            return "\N{BLACK CIRCLE}"
        return phrases.sign(self.state.verdict)

    @property
    def title(self) -> str:
        return one_line(self.entry.title)

    @property
    def size(self) -> str:
        """Spans and documents, short enough to stand whole in a narrow list."""
        spans = numerals.count(self.entry.spans, "span")
        return f"{spans}, {numerals.count(self.entry.documents, 'doc')}"

    @property
    def details(self) -> str:
        """The kinds, and whether an earlier verdict was on other content."""
        parts = [phrases.kind_words(self.entry.kinds)]
        if self.state.verdict is None and self.entry.formerly is not None:
            parts.insert(0, f"changed since judged (was {phrases.sign(self.entry.formerly)})")
        if self.state.note:
            parts.append("note")
        return " · ".join(parts)

    @property
    def spoken(self) -> str:
        """The whole row for a screen reader, verdict first."""
        worth = f"; share {self.worth} points" if self.worth else ""
        return f"{phrases.judgement(self.state.verdict)}: {self.title}; {self.details}; {self.size}{worth}"


class BagListModel(QtCore.QAbstractListModel):
    """The rows that the controller shows; follows it and changes nothing."""

    def __init__(self, controller: ReviewController, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._current = controller.current
        self._shown = controller.shown
        controller.shown_changed.connect(self._reset)
        controller.judged.connect(self._refresh)
        controller.current_changed.connect(self._mark_current)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = QtCore.Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._shown):
            return None
        if role == QtCore.Qt.ItemDataRole.DisplayRole:
            return self.row(index.row()).title
        if role == QtCore.Qt.ItemDataRole.ToolTipRole:
            row = self.row(index.row())
            worth = f"{self._controller.order.sentence}: {row.worth} points" if row.worth else ""
            return tooltip(f"Bag {row.entry.number + 1}", row.entry.title, row.details, row.size, worth)
        if role == QtCore.Qt.ItemDataRole.AccessibleTextRole:
            return self.row(index.row()).spoken
        if role == BAG_ROLE:
            return self.row(index.row())
        return None

    def row(self, row: int) -> BagRow:
        number = self._shown[row]
        entry = self._controller.review.entries[number]
        worth = phrases.points(self._controller.share(number)) if self._controller.order.by_share else ""
        return BagRow(entry, self._controller.progress.state(number), number == self._current, worth)

    @QtCore.Slot()
    def _reset(self) -> None:
        self.beginResetModel()
        self._shown = self._controller.shown
        self.endResetModel()

    @QtCore.Slot(int)
    def _refresh(self, number: int) -> None:
        row = self._controller.row(number)
        if row >= 0:
            index = self.index(row)
            self.dataChanged.emit(index, index)

    @QtCore.Slot(int)
    def _mark_current(self, number: int) -> None:
        former, self._current = self._current, number
        self._refresh(former)
        self._refresh(number)
