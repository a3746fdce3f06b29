"""Qt's model of the matrix of a board: a cell's sign, its words, and how it stands."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import one_line
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import bold, tooltip
from coala.presentation.board.board_verdicts import BoardVerdicts
from coala.presentation.board.matrix import BoardMatrix, CellState, MatrixCell

_NO_INDEX = QtCore.QModelIndex()
_Role = Qt.ItemDataRole
_CELL_ROLES = (_Role.DisplayRole, _Role.UserRole, _Role.AccessibleTextRole, _Role.ToolTipRole)


class MatrixModel(QtCore.QAbstractTableModel):
    """Makes only the cells that are asked for, whatever the size of the board."""

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
        """Replace everything."""
        self.beginResetModel()
        self._matrix, self._verdicts = matrix, verdicts
        self.endResetModel()

    def cell(self, row: int, place: int) -> MatrixCell | None:
        if self._matrix is None or self._matrix.rows[row].heading:
            return None
        return self._matrix.cell(row, place, self._verdicts)

    def words(self, row: int, place: int) -> str:
        """The bag and the cell in words."""
        if self._matrix is None or self._matrix.rows[row].heading:
            return ""
        return f"{self._matrix.title(row)} — {self._matrix.words(row, place, self._verdicts)}"

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._matrix is None else len(self._matrix.rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._matrix is None else len(self._matrix.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._matrix is None or self._matrix.rows[index.row()].heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        # A view asks for seven more roles, and a cell is made each time.
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
            way = "" if cell.state is CellState.EMPTY else "Enter opens the bag"
            return tooltip(self.words(index.row(), index.column()), way)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        matrix = self._matrix
        if matrix is None:
            return None
        if orientation is Qt.Orientation.Horizontal:
            name = one_line(matrix.board.columns[matrix.columns[section]].name, 200)
            # The number of the component's row in the table: names would be wider than the cells.
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
        return tooltip(name) if role == _Role.ToolTipRole else None
