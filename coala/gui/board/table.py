"""Table of a board: a row for each component, with its figures, bags and verdicts as text.

A board compares two graphs for each component of a system, such as the system without it and the whole one.
With gold, most figures are the difference between the scores of the two graphs, in points of 0.01: "+8.58".
A figure is a `Worth`, with its interval and with p if bags were resampled. Up to two metrics have a column
for F1; recall and precision are those of the first one.
"""

from __future__ import annotations

from enum import Enum

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.gui.widgets.labels import caption
from coala.gui.widgets.painting import Index, line_height, read_only_table
from coala.gui.widgets.theme import tooltip
from coala.model.bag import Verdict
from coala.present.board_table import (
    BoardLine,
    BoardTable,
    BoardVerdicts,
    JudgedBags,
    describe_line,
    describe_links,
)
from coala.present.figures import Points, Rate, show
from coala.present.phrases import VERDICT_SIGNS

_NO_INDEX = QtCore.QModelIndex()
_Role = Qt.ItemDataRole
_SORT_ROLE = _Role.UserRole + 1
_UNDEFINED = float("-inf")
_MORE_THAN_BAGS = 1e9
_FIGURE_SPACE = "\N{FIGURE SPACE}"
"""As wide as a figure, so that points are below each other."""

# In letters: longer names are elided, so that the figures stay in sight. The tip has the whole name.
_WIDEST_NAME = 30


class BoardField(Enum):
    """The content of a column of the table."""

    COMPONENT = "component"
    # The bags that a component changes, and the verdicts on them.
    BAGS = "bags"
    # The links that a component adds: "94/99" are 94 right ones of 99.
    LINKS = "links"
    LINK_PRECISION = "precision of links"
    # F1 of the first and of the second metric.
    FIRST = "first metric"
    SECOND = "second metric"
    RECALL = "recall"
    PRECISION = "precision"


MISSES_TARGET = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
"""Marks a precision of links that is below the target of the board."""

_OF_LINKS = (BoardField.LINKS, BoardField.LINK_PRECISION)
_RATES = {BoardField.RECALL: "recall", BoardField.PRECISION: "precision"}
_SHORT_RATES = {BoardField.RECALL: "R", BoardField.PRECISION: "P"}
_F1 = {BoardField.FIRST: 0, BoardField.SECOND: 1}
"""Index of the metric of each column with F1."""


class BoardTableModel(QtCore.QAbstractTableModel):
    """Qt model of the table: a row for each component, and columns only for fields that the board has."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._table: BoardTable | None = None
        self._verdicts = BoardVerdicts()
        self._fields: tuple[BoardField, ...] = ()
        # Cached for painted rows until the next verdict.
        self._counted: dict[int, JudgedBags] = {}
        # The place of each name in the alphabet, with "item 2" before "item 10".
        self._ranks: dict[str, int] = {}
        # Of the figure in each column with F1, in letters.
        self._widths: list[int] = []

    def show(self, table: BoardTable, verdicts: BoardVerdicts) -> None:
        """Show another table."""
        self.beginResetModel()
        self._table, self._verdicts = table, verdicts
        self._counted.clear()
        collator = QtCore.QCollator(QtCore.QLocale(QtCore.QLocale.Language.English))
        collator.setNumericMode(True)
        names = sorted((line.name for line in table.lines), key=collator.sortKey)
        self._ranks = {name: rank for rank, name in enumerate(names)}
        # One more keeps the figure away from the column before.
        self._widths = [
            1 + max((len(show(line.worths[place].f1)) for line in table.lines), default=0)
            for place in range(len(table.metrics))
        ]
        with_links = any(line.links is not None for line in table.lines)
        self._fields = (
            BoardField.COMPONENT,
            BoardField.BAGS,
            *(_OF_LINKS if with_links else ()),
            *tuple(_F1)[: len(table.metrics)],
            *(_RATES if table.shows_rates else ()),
        )
        self.endResetModel()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        """Show new verdicts in the same table."""
        self._verdicts = verdicts
        self._counted.clear()
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def judged(self, line: BoardLine) -> JudgedBags:
        """Return the numbers of verdicts on the bags of a component."""
        if line.column not in self._counted:
            self._counted[line.column] = self._verdicts.count(line.fingerprints)
        return self._counted[line.column]

    def words(self, line: BoardLine) -> str:
        """Return a row in words."""
        if self._table is None:
            return ""
        judged = self.judged(line)
        return f"{describe_line(self._table, line)}{f'; {say_judged(judged)}' if judged.total else ''}"

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._table is None else len(self._table.lines)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._fields)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if self._table is None or not index.isValid():
            return None
        line, field = self._table.lines[index.row()], self._fields[index.column()]
        match role:
            case _Role.DisplayRole:
                return self._text(line, field)
            case _Role.UserRole:
                return line
            case _ if role == _SORT_ROLE:
                return self._sort_key(line, field)
            case _Role.ToolTipRole:
                return tooltip(line.name, self._titled_words(line, field))
            case _Role.AccessibleTextRole:
                return f"{line.name}. {self._titled_words(line, field)}"
            case _Role.TextAlignmentRole:
                return _align(field)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if self._table is None or orientation is Qt.Orientation.Vertical:
            return None
        field = self._fields[section]
        match role:
            case _Role.ToolTipRole:
                return tooltip(self._meaning(field))
            case _Role.DisplayRole:
                return self._title(field)
            case _Role.TextAlignmentRole:
                return _align(field)
        return None

    def _text(self, line: BoardLine, field: BoardField) -> str:
        """Return the text of a cell."""
        if field is BoardField.COMPONENT:
            return line.name
        if field in _OF_LINKS:
            if line.links is None:
                return ""
            if field is BoardField.LINKS:
                return line.links.text
            return (
                f"{MISSES_TARGET} {line.links.precision_text}"
                if line.links.misses
                else line.links.precision_text
            )
        if field in _RATES:
            return show(_find_rate(line, field))
        if field in _F1:
            worth = line.worths[_F1[field]]
            figure = show(worth.f1).rjust(self._widths[_F1[field]], _FIGURE_SPACE)
            limits = show(worth.interval)
            interval = f"[{limits}]" if limits else ""
            return "  ".join(filter(None, (figure, interval, worth.certainty)))
        if not line.has_bags:
            return "–"
        judged = self.judged(line)
        return f"{judged.judged:,} of {judged.total:,}  {say_counts(judged)}".rstrip()

    def _sort_key(self, line: BoardLine, field: BoardField) -> float:
        """Return the value by which a column is sorted; undefined figures are below all others."""
        value: float | None
        if field is BoardField.COMPONENT:
            return float(self._ranks[line.name])
        if field is BoardField.LINKS:
            value = None if line.links is None else float(line.links.links.right)
        elif field is BoardField.LINK_PRECISION:
            value = None if line.links is None else line.links.precision
        elif field in _RATES:
            value = _find_rate(line, field).value
        elif field in _F1:
            value = line.worths[_F1[field]].f1.value
        else:
            judged = self.judged(line)
            value = judged.judged + judged.total / _MORE_THAN_BAGS if line.has_bags else None
        return _UNDEFINED if value is None else value

    def _title(self, field: BoardField) -> str:
        """Return the title of a column."""
        if self._table is None:
            return ""
        if field in _F1:
            return self._table.head(_F1[field])
        if field in _RATES:
            return self._table.head(0, _SHORT_RATES[field])
        return {
            BoardField.COMPONENT: "Component",
            BoardField.LINKS: "New links right",
            BoardField.LINK_PRECISION: "Their precision",
            BoardField.BAGS: "Bags judged",
        }[field]

    def _meaning(self, field: BoardField) -> str:
        """Return the tooltip of the header of a column."""
        if field in _MEANINGS or self._table is None:
            return _MEANINGS.get(field, "")
        figure = _RATES.get(field, "F1")
        if not self._table.has_gold:
            return "How similar the two graphs in each row are, from 0 to 1"
        if not self._table.changes[_F1.get(field, 0)]:
            return f"The {figure} of the row’s graph against gold, from 0 to 1"
        if field in _RATES:
            return f"How much {figure} changed, in points (1 point is 0.01)"
        return (
            "How much F1 changed, in points (1 point is 0.01), with its 95 % interval, "
            "and p adjusted for all rows (Holm)"
        )

    def _titled_words(self, line: BoardLine, field: BoardField) -> str:
        """Return the content of a cell in words, for tooltips and screen readers."""
        if field in _OF_LINKS and line.links is not None and self._table is not None:
            return describe_links(self._table, line)
        if field is BoardField.BAGS and line.has_bags:
            return say_judged(self.judged(line))
        words = line.worths[_F1[field]].words if field in _F1 else self._text(line, field)
        return f"{self._title(field)}: {words}"


_MEANINGS = {
    BoardField.COMPONENT: "A component of the system; Enter opens the review of its bags",
    BoardField.LINKS: "How many of the links that the component adds are right, of how many",
    BoardField.LINK_PRECISION: "Which part of the links that the component adds is right",
    BoardField.BAGS: "Bags that this component changes, and your verdicts on them",
}


def _find_rate(line: BoardLine, field: BoardField) -> Points | Rate:
    return line.worths[0].recall if field is BoardField.RECALL else line.worths[0].precision


def _align(field: BoardField) -> Qt.AlignmentFlag:
    # F1 has an interval and p, of different widths, behind its figure.
    is_text = field in (BoardField.COMPONENT, BoardField.BAGS, *_F1)
    across = Qt.AlignmentFlag.AlignLeft if is_text else Qt.AlignmentFlag.AlignRight
    # Qt would mirror the heads alone: it draws them in the direction of the application.
    return across | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


def say_counts(judged: JudgedBags) -> str:
    """Return the counts of verdicts in signs: "+18 −2"; "" without a verdict."""
    return "  ".join(
        f"{VERDICT_SIGNS[verdict]}{judged.verdicts[verdict]:,}"
        for verdict in Verdict
        if judged.verdicts[verdict]
    )


def say_judged(judged: JudgedBags) -> str:
    """Return the number of judged bags and the counts of verdicts in words."""
    words = f"{judged.judged:,} of {count(judged.total, 'bag')} judged"
    return f"{words} ({say_counts(judged)})" if judged.judged else words


class BoardTableView(QtWidgets.QTableView):
    """Table of components, sorted by a click on a head."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = BoardTableModel(self)
        self._sorted = QtCore.QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(_SORT_ROLE)
        self.setModel(self._sorted)
        read_only_table(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))
        # Otherwise a sign would follow its figure where a window reads from right to left.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setAccessibleName("What each component adds")
        self.setSortingEnabled(True)
        head = self.horizontalHeader()
        # A third click on a head brings the order of the board back.
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._sorted.layoutChanged.connect(self._scroll_to_chosen)

    def show_table(self, table: BoardTable, verdicts: BoardVerdicts) -> None:
        """Show another table, in the same order."""
        self._model.show(table, verdicts)
        self._fit_columns()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        self._model.show_verdicts(verdicts)
        self._fit_columns()

    def order(self) -> tuple[int, Qt.SortOrder]:
        """Return the column by which the rows are sorted, or -1, and the direction."""
        head = self.horizontalHeader()
        return head.sortIndicatorSection(), head.sortIndicatorOrder()

    def choose_order(self) -> None:
        """Open a menu of the columns to sort by."""
        menu = QtWidgets.QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Order of the board").setData(-1)
        for column in range(self._model.columnCount()):
            title = self._model.headerData(column, Qt.Orientation.Horizontal)
            menu.addAction(caption(str(title))).setData(column)
        menu.triggered.connect(self._sort_as_chosen)
        menu.popup(self.viewport().mapToGlobal(QtCore.QPoint()))

    def line(self, row: int | None = None) -> BoardLine | None:
        """Return the component in a row, by default in the chosen one; None without one."""
        place = self.currentIndex().row() if row is None else row
        line = self._sorted.index(place, 0).data(_Role.UserRole)
        return line if isinstance(line, BoardLine) else None

    def lines(self) -> list[BoardLine]:
        """Return the components in the order of the rows."""
        return [line for row in range(self._sorted.rowCount()) if (line := self.line(row)) is not None]

    def choose(self, row: int) -> None:
        """Choose a row, if there is one with this number."""
        if 0 <= row < self._sorted.rowCount():
            self.setCurrentIndex(self._sorted.index(row, max(0, self.currentIndex().column())))

    def words(self) -> str:
        """Return the chosen row in words."""
        line = self.line()
        return "" if line is None else self._model.words(line)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QtCore.QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))
            self._fit_columns()

    def _fit_columns(self) -> None:
        self.resizeColumnsToContents()
        widest = _WIDEST_NAME * self.fontMetrics().averageCharWidth()
        self.setColumnWidth(0, min(self.columnWidth(0), widest))

    @QtCore.Slot()
    def _scroll_to_chosen(self) -> None:
        self.scrollTo(self.currentIndex())

    @QtCore.Slot(QtGui.QAction)
    def _sort_as_chosen(self, action: QtGui.QAction) -> None:
        """Sort by the column of an action; a column that is chosen again is sorted the other way."""
        ascending, descending = Qt.SortOrder
        is_again = self.order() == (action.data(), ascending)
        self.horizontalHeader().setSortIndicator(action.data(), descending if is_again else ascending)
