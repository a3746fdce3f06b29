"""The page of a board: its claim, the table of components, plots, and the matrix of joint bags.

A board shows what each component of a coreference system is worth. It compares two graphs for each component,
chosen by a role: the system without it and the whole system, the system with nothing and with it alone, or
the steps before and after it. Component and role make a column of the board, with its own bags. A joint bag
is a set of mentions that no chain of any of these graphs leaves, so it holds bags of several columns. The
matrix shows joint bags by components.

The table, the plots and the matrix show one role at a time and always the same chosen component.
"""

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
from coala.gui.widgets.menu_button import MenuButton
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

# The least width of the list of meetings, in letters.
_MEETING_LETTERS = 24


class MeetingList(QtWidgets.QComboBox):
    """The list of sets of bags that the matrix can show: all bags, or a `Meeting` of components.

    A meeting is the joint bags in which components depend on each other, such as those that need both.
    """

    def __init__(self, board: Board, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        meetings = list_meetings(board)
        self._offered = meetings.offered
        self.setAccessibleName("Which bags the matrix shows")
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_MEETING_LETTERS)
        self.addItem("All bags")
        for number, meeting in enumerate(self._offered, 1):
            self.addItem(meeting.words)
            self.setItemData(number, tooltip(meeting.words, meeting.tip), Qt.ItemDataRole.ToolTipRole)
        if meetings.rest_words:
            # The last line says how many pairs are left out, and cannot be chosen.
            self.addItem(meetings.rest_words)
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
_TABLE_SHARE = 0.42
# The smallest and largest part of the width for the matrix, until the user moves the border.
_MATRIX_SHARES = (0.35, 0.55)
# In a window with fewer lines than this, the small print is in the tooltip of the claim only; with still
# fewer lines, so is all of the claim but its first sentence.
_LINES_WITH_SMALL_PRINT = 43
_LINES_WITH_WHOLE_CLAIM = 30

_PLOT_CAPTIONS: Mapping[Role, str] = {
    Role.WITHOUT: "Each point: the system without that component",
    Role.ONLY: "Each point: the system with that component alone",
    Role.STEP: "Each point shows the system up to that step",
}


class PagePosition(NamedTuple):
    """A position on the page, to return to after a bag was opened."""

    role: Role
    # The chosen cell of the matrix, by the indices of its joint bag and column in the board; -1 for no cell.
    joint: int = -1
    column: int = -1
    # The index in the list of sets of bags; 0 for all bags.
    meeting: int = 0
    # True unless the table had the focus.
    in_matrix: bool = True


class BoardPage(QtWidgets.QWidget):
    """The tables and plots of one board; it emits `opened` and gives no verdicts.

    A `column` is an index in `Board.columns`, and a `place` the position of that column in the matrix, which
    shows only the columns of one role. Rows of the matrix are bags and headings, so row 0 is never a bag.
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
        # What the table and the matrix show: the current role, and the chosen set of bags.
        self._table_data: BoardTable = make_table(board, self._role)
        self._matrix_data = BoardMatrix(board, self._role, [])
        self._title = ElidedLabel(bold=True, large=True)
        self._title.set_full_text(name)
        self._role_buttons = QtWidgets.QButtonGroup(self)
        self.menu = MenuButton()
        self._first_sentence = PlainLabel(wrap=True, bold=True)
        self._other_sentences = PlainLabel(wrap=True)
        self._small_print = PlainLabel(quiet=True, wrap=True)
        self.table = BoardTableView()
        self.matrix = MatrixView()
        self.rates = RatesPanel()
        self.meetings = MeetingList(board)
        self._bag_count = ElidedLabel(quiet=True)
        self._plot_caption = ElidedLabel(quiet=True)
        self._legend = ElidedLabel(quiet=True)
        self._legend.set_full_text(LEGEND)
        self._why_empty = PlainLabel(wrap=True, quiet=True)
        self.notice = NoticeBar()
        self._lay_out()
        self._connect()
        self._show_role()
        if former is not None:
            self._restore(former)
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
        # Columns may be numbered differently now, so look for the name of the component.
        name = self._board.columns[here.column].name
        column = next(
            (each for each in board.find_columns(self._role) if board.columns[each].name == name), None
        )
        if column is None:
            return None
        # The joint bag is the one that now has one of the bags of the chosen cell.
        chosen = {bag.fingerprint for bag in self._matrix_data.bags(*self.matrix.current_cell())}
        joints = (
            place.joint for place in board.places if place.column == column and place.fingerprint in chosen
        )
        return here._replace(column=column, joint=next(joints, -1), meeting=0)

    def claim(self) -> str:
        """Return the sentences above the table."""
        return f"{self._first_sentence.text()} {self._other_sentences.text()}".strip()

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
        """Move to the next (1) or previous (-1) component with a bag in the same joint bag.

        The start is the bag `number` of `column`. Return the column reached and the number of its first bag,
        or None if there is no further one.
        """
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
            self.announced.emit("No more bags to judge in this table.")

    def next_role(self) -> None:
        """Show the next role of the board."""
        roles = list(self._roles)
        self.show_role(roles[(roles.index(self._role) + 1) % len(roles)])

    def show_role(self, role: Role) -> None:
        """Show the board in another role, at the same component and joint bag if they have a cell there."""
        if role is self._role or role not in self._roles:
            return
        before = self.place()
        name = self._board.columns[before.column].name if before.column >= 0 else ""
        self._role = role
        self._show_role()
        columns = {self._board.columns[number].name: number for number in self._matrix_data.columns}
        self._restore(before._replace(role=role, column=columns.get(name, -1), meeting=0))

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
        self._plots = _stack(self._plot_caption, filling=[self.rates])
        self._lower.addWidget(self._plots)
        self._lower.splitterMoved.connect(self._keep_split)
        self._is_split_by_user = False
        self._sentences = _stack(self._first_sentence, self._other_sentences, self._small_print)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID // 2)
        column.setSpacing(GRID)
        column.addLayout(self._head())
        column.addWidget(self._sentences)
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
            self._role_buttons.addButton(button, number)
            head.addWidget(button)
        head.addWidget(self.menu)
        return head

    def _bags_part(self) -> QtWidgets.QWidget:
        """Return the matrix, or the reason why it is empty, below the list of sets of bags."""
        choice = QtWidgets.QWidget()
        row = QtWidgets.QHBoxLayout(choice)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.meetings)
        row.addWidget(self._bag_count, 1)
        return _stack(choice, self._legend, filling=[self.matrix, self._why_empty])

    def _connect(self) -> None:
        self._role_buttons.idClicked.connect(self._choose_role)
        self.table.chosen.connect(self._show_line)
        self.table.entered_row.connect(self._enter_line)
        self.matrix.moved.connect(self._show_cell)
        self.matrix.opened.connect(self.opened)
        self.matrix.announced.connect(self.announced)
        self.rates.chosen.connect(self._choose_column)
        self.meetings.currentIndexChanged.connect(self._filter)

    def _show_role(self) -> None:
        """Show claim, table, plots and matrix of the current role."""
        button = self._role_buttons.button(self._roles.index(self._role))
        button.setChecked(True)
        for each in self._role_buttons.buttons():
            font = QtGui.QFont(self.font())
            font.setBold(each is button)
            each.setFont(font)
        self._table_data = make_table(self._board, self._role)
        claim = make_claim(self._board, self._table_data)
        self._first_sentence.setText(claim.headline)
        self._other_sentences.setText(" ".join(claim.facts))
        intervals = describe_intervals(self._board, self._table_data)
        self._small_print.setText(" ".join([*claim.details, ROLE_MEANINGS[self._role], intervals]).strip())
        set_tip(self._first_sentence, self._other_sentences.text(), self._small_print.text())
        self.table.show_table(self._table_data, self._verdicts)
        pictures = make_pictures(self._board, self._table_data)
        self.rates.show_pictures(pictures)
        self._plots.setVisible(bool(pictures))
        self._plot_caption.set_full_text(_PLOT_CAPTIONS[self._role])
        self._show_matrix()
        self._share_height()

    def _show_matrix(self) -> None:
        """Show the bags of the current role in the matrix: all of them, or the chosen meeting."""
        chosen = self.meetings.meeting()
        self._matrix_data = BoardMatrix(
            self._board,
            self._role,
            [line.column for line in self._table_data.lines],
            None if chosen is None else chosen.joint_bags,
        )
        self.matrix.show_matrix(self._matrix_data, self._verdicts)
        data = self._matrix_data
        self._bag_count.set_full_text(
            f"{data.shared:,} of {count(data.total, 'bag')} shared" if data.total else "no bags",
            f"Two or more components change {data.shared:,} of {count(data.total, 'bag')}"
            if data.total
            else "No component changes a bag",
        )
        self.matrix.setVisible(bool(data.total))
        self._legend.setVisible(bool(data.total))
        self._why_empty.setVisible(not data.total)
        self._why_empty.setText(self._explain_empty())

    def _explain_empty(self) -> str:
        if all(self._board.columns[line.column].baseline is None for line in self._table_data.lines):
            return (
                "No bags to show: the board has no graph of the system without any component, so there is "
                "nothing to compare with."
            )
        if self.meetings.meeting() is not None:
            return "These bags do not change in this comparison. Esc shows all bags."
        return "No component changes anything, so there is nothing to judge."

    def _go_to_first(self) -> None:
        if self._table_data.lines:
            self.table.choose(0)
        if self._matrix_data.total:
            self._choose_first_bag()

    def _choose_first_bag(self) -> None:
        # Row 0 is a heading.
        self.matrix.choose(1, (self._matrix_data.places_of(1) or [0])[0])

    def _restore(self, former: PagePosition) -> None:
        """Go back to a position, or to its component if the bag has no row, or else to the first bag."""
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
        has_others = bool(self._other_sentences.text())
        self._small_print.setVisible(lines >= _LINES_WITH_SMALL_PRINT)
        self._other_sentences.setVisible(lines >= _LINES_WITH_WHOLE_CLAIM and has_others)
        # The table gets its part of the height, but leaves the matrix its least height.
        above = self._sentences.heightForWidth(self.width() - 2 * GRID) + self._title.sizeHint().height()
        left = self.height() - above - self.meetings.sizeHint().height() - self.matrix.least_height()
        most = min(round(_TABLE_SHARE * self.height()), left - 6 * GRID)
        self.table.setMaximumHeight(max(_LEAST_PANE, most))
        if not self._is_split_by_user:
            total = self._lower.width() - self._lower.handleWidth()
            least, most = (round(part * total) for part in _MATRIX_SHARES)
            wanted = max(least, min(self.matrix.sizeHint().width(), most))
            self._lower.setSizes([wanted, total - wanted])

    @QtCore.Slot(int, int)
    def _keep_split(self, place: int, number: int) -> None:
        """Keep the widths that the user has chosen by moving the border."""
        self._is_split_by_user = True

    @QtCore.Slot(int)
    def _choose_role(self, number: int) -> None:
        self.show_role(self._roles[number])

    @QtCore.Slot(int)
    def _show_line(self, row: int) -> None:
        """Show the component of a row of the table in plots and matrix."""
        if not 0 <= row < len(self._table_data.lines):
            return
        column = self._table_data.lines[row].column
        self.rates.choose(column)
        place = self._matrix_data.columns.index(column)
        matrix_row, current_place = self.matrix.current_cell()
        if self._matrix_data.total and current_place != place:
            self.matrix.choose(max(1, matrix_row), place)
        if self.table.hasFocus():
            self.announced.emit(self.table.words())

    @QtCore.Slot(int)
    def _enter_line(self, row: int) -> None:
        """Move to the first bag of the component of a row of the table, in the matrix."""
        if not 0 <= row < len(self._table_data.lines):
            return
        place = self._matrix_data.columns.index(self._table_data.lines[row].column)
        for matrix_row in range(len(self._matrix_data.rows)):
            if self._matrix_data.bags(matrix_row, place):
                self.matrix.choose(matrix_row, place)
                self.matrix.setFocus()
                return
        self.announced.emit("This component does not change any bag.")

    @QtCore.Slot(int, int)
    def _show_cell(self, row: int, place: int) -> None:
        """Show the component of a cell of the matrix in table and plots."""
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
        """Show the chosen set of bags, in its role and at the same cell if possible."""
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
            self._choose_first_bag()
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
