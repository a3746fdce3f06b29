"""The page of a board: its claim, the table of components, plots, and the matrix of joint bags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.board.board import Board
from coala.board.plan import Role
from coala.gui.board.matrix import LEGEND, MatrixView
from coala.gui.board.rates_view import RatesPanel
from coala.gui.board.table import BoardTableView
from coala.gui.widgets.labels import ElidedLabel, NoticeBar, PlainLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, tooltip
from coala.present.board_claim import (
    ROLE_MEANINGS,
    ROLE_TITLES,
    Meeting,
    describe_intervals,
    list_meetings,
    make_claim,
)
from coala.present.board_table import BoardMatrix, BoardTable, BoardVerdicts, make_table
from coala.present.rates_picture import make_pictures

_LETTERS = 24


class MeetingList(QtWidgets.QComboBox):
    """The list of sets of bags that the matrix can show: all bags, or a `Meeting` of components."""

    def __init__(self, board: Board, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        meetings = list_meetings(board)
        self._offered = meetings.offered
        self.setAccessibleName("Which bags the matrix shows")
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LETTERS)
        self.addItem("All bags")
        for number, meeting in enumerate(self._offered, 1):
            self.addItem(meeting.words)
            self.setItemData(number, tooltip(meeting.words, meeting.tip), Qt.ItemDataRole.ToolTipRole)
        if left := meetings.rest_words:
            self.addItem(left)
            items = self.model()
            assert isinstance(items, QtGui.QStandardItemModel)
            items.item(self.count() - 1).setEnabled(False)
        self.setEnabled(bool(self._offered))

    def choose(self, number: int) -> None:
        """Choose the entry with this index; ignore an index that is not offered."""
        if 0 < number <= len(self._offered):
            self.setCurrentIndex(number)

    def meeting(self) -> Meeting | None:
        """Return the chosen entry, or None for all bags."""
        number = self.currentIndex()
        return self._offered[number - 1] if 0 < number <= len(self._offered) else None


_LEAST_PANE = 14 * GRID
# The largest part of the height for the table.
_TABLE = 0.42
# The smallest and largest part of the width for the matrix, until the user moves the border.
_MATRIX = (0.35, 0.55)
# In a window with fewer lines than this, the small print is in the tooltip of the claim only; with still
# fewer lines, so is all but its first sentence.
_LINES_WITH_DRAW = 43
_LINES_WITH_MORE = 30


class PagePosition(NamedTuple):
    """A position on the page: role, joint bag and column of the chosen cell, and chosen set of bags."""

    role: Role
    joint: int = -1
    column: int = -1
    meeting: int = 0
    in_matrix: bool = True


class BoardPage(QtWidgets.QWidget):
    """The tables and plots of one board; it emits `opened` and gives no verdicts.

    In the matrix, `row` counts the headings too, so row 0 is never a bag, and `place` is the position of a
    component among its columns.
    """

    announced = QtCore.Signal(str)
    opened = QtCore.Signal(int, int)  # a column, and the number of a bag in it

    def __init__(
        self,
        board: Board,
        verdicts: BoardVerdicts,
        name: str,
        former: PagePosition | None = None,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """Show a board; `former` is the position before a bag was opened."""
        super().__init__(parent)
        self._board = board
        self._verdicts = verdicts
        self._roles = tuple(role for role in Role if board.find_columns(role))
        self._role = former.role if former is not None else self._roles[0]
        self._table_data: BoardTable = make_table(board, self._role)
        self._title = ElidedLabel(bold=True, large=True)
        self._title.set_full_text(name)
        self._switch = QtWidgets.QButtonGroup(self)
        self._claim = PlainLabel(wrap=True, bold=True)
        self._more = PlainLabel(wrap=True)
        self._draw = PlainLabel(quiet=True, wrap=True)
        self.table = BoardTableView()
        self.matrix = MatrixView()
        self.rates = RatesPanel()
        self.meetings = MeetingList(board)
        self._counted = ElidedLabel(quiet=True)
        self._picture_of = ElidedLabel(quiet=True)
        self._legend = ElidedLabel(quiet=True)
        self._legend.set_full_text(LEGEND)
        self._empty = PlainLabel(wrap=True, quiet=True)
        self.notice = NoticeBar()
        self._matrix_data = BoardMatrix(board, self._role, [])
        self._lay_out()
        self._connect()
        self._show_role()
        if former is not None:
            self._go_back(former)
        else:
            self._go_to_first()

    @property
    def role(self) -> Role:
        return self._role

    def place(self) -> PagePosition:
        """Return the current position, to restore it later."""
        row, place = self.matrix.current_cell()
        if row < 0:
            return PagePosition(self._role, meeting=self.meetings.currentIndex())
        return PagePosition(
            self._role,
            self._matrix_data.rows[row].joint,
            self._matrix_data.columns[place],
            self.meetings.currentIndex(),
            in_matrix=not self.table.hasFocus(),
        )

    def find_position(self, board: Board) -> PagePosition | None:
        """Return the same position on a new version of the board, or None if the component lacks the role."""
        here = self.place()
        if here.column < 0:
            return None
        name = self._board.columns[here.column].name
        column = next(
            (each for each in board.find_columns(self._role) if board.columns[each].name == name), None
        )
        if column is None:
            return None
        chosen = {bag.fingerprint for bag in self._matrix_data.bags(*self.matrix.current_cell())}
        joints = (
            place.joint for place in board.places if place.column == column and place.fingerprint in chosen
        )
        return here._replace(column=column, joint=next(joints, -1), meeting=0)

    def claim(self) -> str:
        """Return the sentences above the table."""
        return f"{self._claim.text()} {self._more.text()}".strip()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        """Show new verdicts on the same board."""
        self._verdicts = verdicts
        self.table.show_verdicts(verdicts)
        self.matrix.show_matrix(self._matrix_data, verdicts)
        self.say_cell()

    def take_focus(self) -> None:
        """Focus the matrix, or the table if the matrix is empty."""
        (self.matrix if self._matrix_data.total else self.table).setFocus()

    def walk_columns(self, step: int) -> None:
        """Move to the next (1) or previous (-1) component."""
        row = self.table.currentIndex().row() + step
        if 0 <= row < len(self._table_data.lines):
            self.table.choose(row)

    def go_to_neighbour(self, column: int, number: int, step: int) -> tuple[int, int] | None:
        """Move to the next (1) or previous (-1) column with the same bag; return that column and its bag."""
        found = self._matrix_data.find(column, number)
        if found is None:
            return None
        row, place = found
        place += step
        while 0 <= place < len(self._matrix_data.columns):
            if bags := self._matrix_data.bags(row, place):
                self.matrix.choose(row, place)
                return self._matrix_data.columns[place], bags[0].number
            place += step
        return None

    def walk_bags(self, step: int) -> None:
        self.matrix.walk_bags(step)

    def go_to_open(self, step: int) -> None:
        """Move to the next (1) or previous (-1) cell with an unjudged bag."""
        if not self.matrix.go_to_open(step):
            self.announced.emit("No further bag of this table waits for a verdict.")

    def next_role(self) -> None:
        """Show the next role of the board."""
        roles = list(self._roles)
        self.show_role(roles[(roles.index(self._role) + 1) % len(roles)])

    def show_role(self, role: Role) -> None:
        """Show the board in another role, at the same component and bag if they are there."""
        if role is self._role or role not in self._roles:
            return
        before = self.place()
        name = self._board.columns[before.column].name if before.column >= 0 else ""
        self._role = role
        self._show_role()
        columns = {self._board.columns[number].name: number for number in self._matrix_data.columns}
        self._go_back(before._replace(role=role, column=columns.get(name, -1), meeting=0))

    def open_meetings(self) -> None:
        """Open the list of sets of bags."""
        self.meetings.setFocus()
        self.meetings.showPopup()

    def show_all_bags(self) -> None:
        self.meetings.setCurrentIndex(0)
        self.take_focus()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.meetings.currentIndex() > 0:
            self.show_all_bags()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _lay_out(self) -> None:
        self._lower = QtWidgets.QSplitter(Qt.Orientation.Horizontal)
        self._lower.setChildrenCollapsible(False)
        self._lower.addWidget(self._bags_part())
        self._side = _stack(self._picture_of, filling=[self.rates])
        self._lower.addWidget(self._side)
        self._lower.splitterMoved.connect(self._keep_parts)
        self._is_split_by_user = False
        self._above = _stack(self._claim, self._more, self._draw)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID // 2)
        column.setSpacing(GRID)
        column.addLayout(self._head())
        column.addWidget(self._above)
        column.addWidget(self.table)
        column.addWidget(self._lower, 1)
        column.addWidget(self.notice)

    def _head(self) -> QtWidgets.QHBoxLayout:
        """Return the row with the name of the board and the buttons of its roles."""
        head = QtWidgets.QHBoxLayout()
        head.setSpacing(GRID)
        head.addWidget(self._title, 1)
        for number, role in enumerate(self._roles):
            button = QtWidgets.QPushButton(ROLE_TITLES[role])
            button.setCheckable(True)
            button.setAutoDefault(False)
            set_tip(button, ROLE_MEANINGS[role])
            button.setAccessibleDescription(ROLE_MEANINGS[role])
            self._switch.addButton(button, number)
            head.addWidget(button)
        return head

    def _bags_part(self) -> QtWidgets.QWidget:
        """Return the matrix, or the reason why it is empty, below the list of sets of bags."""
        choice = QtWidgets.QWidget()
        row = QtWidgets.QHBoxLayout(choice)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.meetings)
        row.addWidget(self._counted, 1)
        return _stack(choice, self._legend, filling=[self.matrix, self._empty])

    def _connect(self) -> None:
        self._switch.idClicked.connect(self._choose_role)
        self.table.chosen.connect(self._show_line)
        self.table.entered_row.connect(self._enter_line)
        self.matrix.moved.connect(self._show_cell)
        self.matrix.opened.connect(self.opened)
        self.matrix.announced.connect(self.announced)
        self.rates.chosen.connect(self._choose_column)
        self.meetings.currentIndexChanged.connect(self._filter)

    def _show_role(self) -> None:
        """Show claim, table, plots and matrix of the current role."""
        button = self._switch.button(self._roles.index(self._role))
        button.setChecked(True)
        for each in self._switch.buttons():
            font = QtGui.QFont(self.font())
            font.setBold(each is button)
            each.setFont(font)
        self._table_data = make_table(self._board, self._role)
        first, *rest = make_claim(self._board, self._table_data)
        self._claim.setText(first)
        self._more.setText(" ".join(rest))
        draw = describe_intervals(self._board, self._table_data)
        self._draw.setText(f"{ROLE_MEANINGS[self._role]} {draw}".strip())
        set_tip(self._claim, self._more.text(), self._draw.text())
        self.table.show_table(self._table_data, self._verdicts)
        pictures = make_pictures(self._board, self._table_data)
        self.rates.show_pictures(pictures)
        self._side.setVisible(bool(pictures))
        self._picture_of.set_full_text(_PICTURES[self._role])
        self._show_matrix()
        self._share_height()

    def _show_matrix(self) -> None:
        chosen = self.meetings.meeting()
        self._matrix_data = BoardMatrix(
            self._board,
            self._role,
            [line.column for line in self._table_data.lines],
            None if chosen is None else chosen.joint_bags,
        )
        self.matrix.show_matrix(self._matrix_data, self._verdicts)
        data = self._matrix_data
        self._counted.set_full_text(
            f"{count(data.total, 'joint bag')}, {data.shared:,} shared",
            f"{ROLE_TITLES[self._role]}: {count(data.total, 'joint bag')}, "
            f"{data.shared:,} of two or more components",
        )
        self.matrix.setVisible(bool(data.total))
        self._legend.setVisible(bool(data.total))
        self._empty.setVisible(not data.total)
        self._empty.setText(self._why_empty())

    def _why_empty(self) -> str:
        if all(self._board.columns[line.column].baseline is None for line in self._table_data.lines):
            return (
                "There are no bags in this role: the board has no graph of the system with none of its "
                "components, with which each could be compared."
            )
        if self.meetings.meeting() is not None:
            return "None of these bags is interesting in this role. Esc shows all bags."
        return "No graph diverges from the one that it is compared with: there is no bag to judge."

    def _go_to_first(self) -> None:
        if self._table_data.lines:
            self.table.choose(0)
        if self._matrix_data.total:
            self.matrix.choose(1, (self._matrix_data.places_of(1) or [0])[0])

    def _go_back(self, former: PagePosition) -> None:
        """Restore a position as far as its bag and column are there."""
        self.meetings.choose(former.meeting)
        columns = self._matrix_data.columns
        row = self._matrix_data.row_of(former.joint)
        if row >= 0 and former.column in columns:
            self.matrix.choose(row, columns.index(former.column))
        elif former.column in columns:
            self._choose_column(former.column)
        else:
            self._go_to_first()

    def _share_height(self) -> None:
        """Share the height between text, table and matrix, and the width between matrix and plots."""
        lines = self.height() / self.fontMetrics().lineSpacing()
        self._draw.setVisible(lines >= _LINES_WITH_DRAW)
        self._more.setVisible(lines >= _LINES_WITH_MORE and bool(self._more.text()))
        above = self._above.heightForWidth(self.width() - 2 * GRID) + self._title.sizeHint().height()
        left = self.height() - above - self.meetings.sizeHint().height() - self.matrix.least_height()
        most = min(round(_TABLE * self.height()), left - 6 * GRID)
        self.table.setMaximumHeight(max(_LEAST_PANE, most))
        if not self._is_split_by_user:
            total = self._lower.width() - self._lower.handleWidth()
            least, most = (round(part * total) for part in _MATRIX)
            wanted = max(least, min(self.matrix.sizeHint().width(), most))
            self._lower.setSizes([wanted, total - wanted])

    @QtCore.Slot(int, int)
    def _keep_parts(self, place: int, number: int) -> None:
        self._is_split_by_user = True

    @QtCore.Slot(int)
    def _choose_role(self, number: int) -> None:
        self.show_role(self._roles[number])

    @QtCore.Slot(int)
    def _show_line(self, row: int) -> None:
        if not 0 <= row < len(self._table_data.lines):
            return
        column = self._table_data.lines[row].column
        self.rates.choose(column)
        place = self._matrix_data.columns.index(column)
        current, now = self.matrix.current_cell()
        if self._matrix_data.total and now != place:
            self.matrix.choose(max(1, current), place)
        if self.table.hasFocus():
            self.announced.emit(self.table.words())

    @QtCore.Slot(int)
    def _enter_line(self, row: int) -> None:
        """Move to the first bag of a component in the matrix."""
        if not 0 <= row < len(self._table_data.lines):
            return
        place = self._matrix_data.columns.index(self._table_data.lines[row].column)
        for number in range(len(self._matrix_data.rows)):
            if self._matrix_data.bags(number, place):
                self.matrix.choose(number, place)
                self.matrix.setFocus()
                return
        self.announced.emit("This component has no interesting bag.")

    @QtCore.Slot(int, int)
    def _show_cell(self, row: int, place: int) -> None:
        if row < 0 or place < 0:
            return
        self.table.choose(place)
        self.rates.choose(self._matrix_data.columns[place])
        self.say_cell()

    def say_cell(self) -> None:
        """Emit the chosen cell in words for the status line."""
        self.announced.emit(self.matrix.words())

    @QtCore.Slot(int)
    def _choose_column(self, column: int) -> None:
        columns = [line.column for line in self._table_data.lines]
        if column in columns:
            self.table.choose(columns.index(column))

    @QtCore.Slot(int)
    def _filter(self, number: int) -> None:
        meeting = self.meetings.meeting()
        before = self.place()
        if meeting is not None and meeting.role is not self._role and meeting.role in self._roles:
            self._role = meeting.role
            self._show_role()
        else:
            self._show_matrix()
        row = self._matrix_data.row_of(before.joint)
        if row >= 0 and before.column in self._matrix_data.columns:
            self.matrix.choose(row, self._matrix_data.columns.index(before.column))
        elif self._matrix_data.total:
            self.matrix.choose(1, (self._matrix_data.places_of(1) or [0])[0])
        if meeting is not None:
            self.announced.emit(f"{one_line(meeting.words, 200)}. {meeting.tip}.")


def _stack(*parts: QtWidgets.QWidget, filling: Sequence[QtWidgets.QWidget] = ()) -> QtWidgets.QWidget:
    """Return a column of widgets; those in `filling` come last and share the free height."""
    stack = QtWidgets.QWidget()
    column = QtWidgets.QVBoxLayout(stack)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GRID // 2)
    for part in parts:
        column.addWidget(part)
    for part in filling:
        column.addWidget(part, 1)
    return stack


_PICTURES: Mapping[Role, str] = {
    Role.WITHOUT: "Each point: the system without that component",
    Role.ONLY: "Each point: the system with that component alone",
    Role.STEP: "Each point: the system up to that step",
}
