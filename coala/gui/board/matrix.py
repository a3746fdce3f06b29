"""The matrix of a board: joint bags by components, with a sign for the state of each cell.

A board compares two graphs for each component of a system, so each component has bags of its own. A joint bag
is a set of mentions that no chain of any of these graphs leaves. Its row has a cell for each component, with
the bags of that component inside it: no bag, one, or several. The sign says whether they are judged, and how.

A `row` counts headings, which have no cells, and a `place` is the position of a component among the columns.
The content comes from a `BoardMatrix`, which knows nothing of Qt.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import one_line
from coala.gui.board.named_table import WIDEST_NAMES, NamedTable
from coala.gui.widgets.painting import Index, line_height
from coala.gui.widgets.theme import GRID, Theme, bold, tooltip
from coala.present.board_table import (
    BY_CHANGE_SIGN,
    NO_BAG_SIGN,
    OPEN_SIGN,
    BoardMatrix,
    BoardVerdicts,
    CellState,
    MatrixCell,
)
from coala.present.phrases import MINUS

_NO_INDEX = QtCore.QModelIndex()
_Role = Qt.ItemDataRole
_CELL_ROLES = (_Role.DisplayRole, _Role.UserRole, _Role.AccessibleTextRole, _Role.ToolTipRole)


class MatrixModel(QtCore.QAbstractTableModel):
    """Qt model of the matrix; it builds only the cells that a view needs."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._matrix: BoardMatrix | None = None
        self._verdicts = BoardVerdicts()

    @property
    def matrix(self) -> BoardMatrix | None:
        return self._matrix

    @property
    def verdicts(self) -> BoardVerdicts:
        return self._verdicts

    def show(self, matrix: BoardMatrix, verdicts: BoardVerdicts) -> None:
        """Show another matrix."""
        self.beginResetModel()
        self._matrix, self._verdicts = matrix, verdicts
        self.endResetModel()

    def cell(self, row: int, place: int) -> MatrixCell | None:
        """Return a cell, or None in a heading."""
        if self._matrix is None or self._matrix.rows[row].heading:
            return None
        return self._matrix.cell(row, place, self._verdicts)

    def words(self, row: int, place: int) -> str:
        """Return the title of the bag and the state of the cell in words, "" in a heading."""
        if self._matrix is None or self._matrix.rows[row].heading:
            return ""
        return f"“{self._matrix.title(row)}”, {self._matrix.words(row, place, self._verdicts)}"

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._matrix is None else len(self._matrix.rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._matrix is None else len(self._matrix.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._matrix is None or self._matrix.rows[index.row()].heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        # Return early: a view asks for seven more roles, and each call would build the cell.
        if not index.isValid() or role not in _CELL_ROLES:
            return None
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role == _Role.DisplayRole:
            return cell.sign
        if role == _Role.UserRole:
            return cell
        if role == _Role.AccessibleTextRole:
            return self.words(index.row(), index.column())
        if role == _Role.ToolTipRole:
            hint = "" if cell.state is CellState.EMPTY else "Enter opens the bag"
            return tooltip(self.words(index.row(), index.column()), hint)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        matrix = self._matrix
        if matrix is None:
            return None
        if orientation is Qt.Orientation.Horizontal:
            name = one_line(matrix.board.columns[matrix.columns[section]].name, 200)
            # A name would be wider than the cells, so show the number of the component in the table.
            shown = str(section + 1)
        else:
            shown = name = matrix.title(section)
            if role == _Role.FontRole and matrix.rows[section].heading:
                view = QtCore.QObject.parent(self)
                return bold(view.font()) if isinstance(view, QtWidgets.QWidget) else None
        if role == _Role.DisplayRole:
            return shown
        if role == _Role.AccessibleTextRole:
            return name
        if role == _Role.ToolTipRole:
            return tooltip(name)
        return None


# The least width of a cell, and the least number of visible rows.
_LEAST_CELL = 4 * GRID
_LEAST_ROWS = 4
# The largest part of the width of the matrix for the titles.
_TITLES_SHARE = 0.6

# The signs of cells: a bag to judge, two bags to judge, some changes judged, judged, no bag.
LEGEND = (
    f"{OPEN_SIGN} to judge, {OPEN_SIGN}2 two · {BY_CHANGE_SIGN} partly judged · + {MINUS} = ? verdict · "
    f"{NO_BAG_SIGN} no difference"
)


class MatrixView(NamedTable):
    """The table of joint bags by components. Arrow keys move between cells, Enter opens the bag of a cell."""

    opened = QtCore.Signal(int, int)  # a column of the board, and the number of a bag in it
    announced = QtCore.Signal(str)  # the reason why no bag was opened
    moved = QtCore.Signal(int, int)  # a row and the index of a column, -1 without a cell

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        self._model = MatrixModel()
        super().__init__(self._model, "Bags by components", parent)
        self.setItemDelegate(CellDelegate(self))
        self.setShowGrid(True)
        self.horizontalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().sectionPressed.connect(self._choose_place)
        self.verticalHeader().sectionPressed.connect(self._choose_row)
        self.measure()

    def show_matrix(self, matrix: BoardMatrix, verdicts: BoardVerdicts) -> None:
        """Show another matrix, or the same one with other verdicts and the same chosen cell."""
        row, place = self.current_cell()
        same = matrix is self._model.matrix
        self._model.show(matrix, verdicts)
        self.measure()
        if same and row >= 0:
            self.choose(row, place)

    def current_cell(self) -> tuple[int, int]:
        """Return the row and the column index of the chosen cell, -1 if no cell is chosen."""
        return self.currentIndex().row(), self.currentIndex().column()

    def choose(self, row: int, place: int) -> None:
        """Choose a cell and scroll to it."""
        index = self._model.index(row, place)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def words(self) -> str:
        """Return the chosen cell in words."""
        row, place = self.current_cell()
        return self._model.words(row, place) if row >= 0 else ""

    def walk_columns(self, step: int) -> None:
        """Move `step` components to the right in the same bag."""
        matrix = self._model.matrix
        row, place = self.current_cell()
        if matrix is not None and row >= 0 and 0 <= place + step < len(matrix.columns):
            self.choose(row, place + step)

    def walk_bags(self, step: int) -> None:
        """Move down (1) or up (-1) to the next bag of the chosen component."""
        matrix = self._model.matrix
        row, place = self.current_cell()
        if matrix is None or row < 0:
            return
        row += step
        while 0 <= row < len(matrix.rows):
            if matrix.bags(row, place):
                self.choose(row, place)
                return
            row += step

    def go_to_open(self, step: int) -> bool:
        """Move to the next (1) or previous (-1) cell with an unjudged bag; return False without one."""
        matrix = self._model.matrix
        if matrix is None or not matrix.columns:
            return False
        row, place = self.current_cell()
        # Count the cells row by row, so that a step leads from the end of a row to the next one.
        width = len(matrix.columns)
        number = (row * width + place if row >= 0 else -1) + step
        while 0 <= number < width * len(matrix.rows):
            cell = self._model.cell(*divmod(number, width))
            if cell is not None and cell.state in (CellState.OPEN, CellState.PARTLY):
                self.choose(*divmod(number, width))
                return True
            number += step
        return False

    def enter(self) -> None:
        """Open the first unjudged bag of the chosen cell, or its first bag."""
        row, place = self.current_cell()
        matrix = self._model.matrix
        if matrix is None or row < 0:
            return
        bags = matrix.bags(row, place)
        if not bags:
            self.announced.emit(matrix.explain_empty(row, place))
            return
        given = self._model.verdicts.given
        unjudged = [bag for bag in bags if bag.fingerprint not in given]
        bag = (unjudged or bags)[0]
        self.opened.emit(matrix.columns[place], bag.number)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit(current.row(), current.column())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()

    def sizeHint(self) -> QtCore.QSize:
        """Return the size that shows the titles and all columns."""
        bar = self.verticalScrollBar().sizeHint().width()
        names = min(self.verticalHeader().sizeHint().width(), WIDEST_NAMES)
        width = names + self.horizontalHeader().length() + bar + 2 * self.frameWidth()
        return QtCore.QSize(width, super().sizeHint().height())

    def least_height(self) -> int:
        """Return the height of the header and four rows, in pixels."""
        head = self.horizontalHeader().sizeHint().height()
        rows = _LEAST_ROWS * self.verticalHeader().defaultSectionSize()
        return head + rows + self.horizontalScrollBar().sizeHint().height()

    def measure(self) -> None:
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))
        self.horizontalHeader().setDefaultSectionSize(
            max(_LEAST_CELL, self.fontMetrics().horizontalAdvance(f"{OPEN_SIGN}99") + GRID // 2)
        )
        self._fit_names()

    def _fit_names(self) -> None:
        """Give the titles the width that the columns leave."""
        taken = self.horizontalHeader().length() + self.verticalScrollBar().sizeHint().width()
        self.fit_names(_TITLES_SHARE, self.width() - taken - 2 * self.frameWidth())

    @QtCore.Slot(int)
    def _choose_place(self, place: int) -> None:
        self._choose_if_cell(max(0, self.current_cell()[0]), place)

    @QtCore.Slot(int)
    def _choose_row(self, row: int) -> None:
        self._choose_if_cell(row, max(0, self.current_cell()[1]))

    def _choose_if_cell(self, row: int, place: int) -> None:
        if self._model.cell(row, place) is not None:
            self.choose(row, place)


class CellDelegate(QtWidgets.QStyledItemDelegate):
    """Paints judged cells bold in the colour of the verdict, empty cells faint, and headings with a band."""

    def initStyleOption(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        theme = Theme.from_palette(option.palette)
        cell = index.data(Qt.ItemDataRole.UserRole)
        option.displayAlignment = Qt.AlignmentFlag.AlignCenter
        # Signs of several verdicts keep their order.
        option.direction = Qt.LayoutDirection.LeftToRight
        colour = theme.text
        if not isinstance(cell, MatrixCell):
            option.backgroundBrush = QtGui.QBrush(theme.band)
        elif cell.state is CellState.EMPTY:
            colour = theme.line
        elif cell.state is CellState.JUDGED:
            colour = theme.text if cell.verdict is None else theme.verdicts[cell.verdict]
            option.font = bold(option.font)
        option.palette.setColor(QtGui.QPalette.ColorRole.Text, colour)
