"""Page of a board: its claim in a sentence, and the table of components.

A board shows what each component of a coreference system is worth. It compares two graphs for each component,
chosen by a role: the system without it and the whole system, the system with nothing and with it alone, or
the steps before and after it. Component and role make a column of the board, with its own bags.

The matrix of bags by components and the plots are on the page in HTML, which a button opens.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from PySide6 import QtCore, QtGui, QtWidgets

from coala.board.board import Board
from coala.board.plan import Role
from coala.gui.board.table import BoardTableView
from coala.gui.session.actions import SPECS_BY_NAME
from coala.gui.widgets.labels import ElidedLabel, NoticeBar, PlainLabel, make_button
from coala.gui.widgets.menu_button import MenuButton
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.present.board_claim import ROLE_MEANINGS, ROLE_TITLES, explain_table, make_claim
from coala.present.board_table import BoardMatrix, BoardVerdicts, make_table

# In a lower window only the first sentence of the claim is shown, and the others are its tip.
_LINES_WITH_WHOLE_CLAIM = 30


class PagePosition(NamedTuple):
    """A position on the page, to return to after a bag was opened."""

    role: Role
    # The name of the chosen component, "" without one.
    name: str = ""
    # The column by which the rows are sorted, -1 for the order of the board, and the direction.
    order: tuple[int, QtCore.Qt.SortOrder] = (-1, QtCore.Qt.SortOrder.AscendingOrder)


class BoardPageHost(Protocol):
    """Owner of the page, which opens a column, an index in `Board.columns`, and the page in HTML."""

    def open_column(self, column: int) -> None: ...

    def open_in_browser(self) -> None: ...

    def say(self, text: str) -> None: ...


class BoardPage(QtWidgets.QWidget):
    """The claim and the table of one board; it gives no verdicts."""

    def __init__(
        self,
        board: Board,
        verdicts: BoardVerdicts,
        name: str,
        host: BoardPageHost,
        former: PagePosition | None = None,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """Show a board; `former` is the position before a bag was opened."""
        super().__init__(parent)
        self._board = board
        self._verdicts = verdicts
        self._host = host
        self._roles = tuple(role for role in Role if board.find_columns(role))
        is_there = former is not None and former.role in self._roles
        self._role = former.role if former is not None and is_there else self._roles[0]
        self._title = ElidedLabel(bold=True, large=True)
        self._title.set_full_text(name)
        self._role_buttons = QtWidgets.QButtonGroup(self)
        self.menu = MenuButton()
        self._first_sentence = PlainLabel(wrap=True, bold=True)
        self._other_sentences = PlainLabel(wrap=True)
        self._small_print = PlainLabel(quiet=True, wrap=True)
        self.table = BoardTableView()
        self.open_page = make_button(
            "Open as &page", host.open_in_browser, tip=SPECS_BY_NAME["open_page"].tip
        )
        self.notice = NoticeBar()
        self._lay_out()
        self._role_buttons.idClicked.connect(self._choose_role)
        self.table.selectionModel().currentChanged.connect(self.say_line)
        self.table.activated.connect(self._open_line)
        self._show_role(former.name if former is not None else "")
        if former is not None:
            self.table.horizontalHeader().setSortIndicator(*former.order)

    @property
    def role(self) -> Role:
        return self._role

    def position(self) -> PagePosition:
        """Return the current position, to restore it later."""
        line = self.table.line()
        name = "" if line is None else self._board.columns[line.column].name
        return PagePosition(self._role, name, self.table.order())

    def claim(self) -> str:
        """Return the sentences above the table."""
        return f"{self._first_sentence.text()} {self._other_sentences.text()}".strip()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        """Show new verdicts on the same board."""
        self._verdicts = verdicts
        self.table.show_verdicts(verdicts)
        self.say_line()

    def take_focus(self) -> None:
        self.table.setFocus()

    def walk(self, step: int) -> None:
        """Move to the next (1) or previous (-1) component."""
        self.table.choose(self.table.currentIndex().row() + step)

    def go_to_open(self, step: int) -> None:
        """Move to the next (1) or previous (-1) component with an unjudged bag."""
        lines = self.table.lines()
        row = self.table.currentIndex().row() + step
        while 0 <= row < len(lines):
            judged = self._verdicts.count(lines[row].fingerprints)
            if judged.judged < judged.total:
                self.table.choose(row)
                return
            row += step
        self._host.say("No more bags to judge in this direction.")

    def find_neighbour(self, column: int, number: int, step: int) -> tuple[int, int] | None:
        """Return the next (1) or previous (-1) column with a bag that shares mentions with this one.

        The start is the bag `number` of `column`. The result is a column and the number of its first such
        bag, or None if there is no further one in the table.
        """
        matrix = BoardMatrix(self._board, self._role, [line.column for line in self.table.lines()])
        found = matrix.find(column, number)
        if found is None:
            return None
        row, place = found
        place += step
        while 0 <= place < len(matrix.columns):
            if bags := matrix.bags(row, place):
                return matrix.columns[place], bags[0].number
            place += step
        return None

    def choose_column(self, column: int) -> None:
        """Show the role of a column, and choose its row."""
        if (role := self._board.columns[column].role) is not self._role:
            self.show_role(role)
        columns = [line.column for line in self.table.lines()]
        if column in columns:
            self.table.choose(columns.index(column))

    def next_role(self) -> None:
        """Show the next role of the board."""
        self.show_role(self._roles[(self._roles.index(self._role) + 1) % len(self._roles)])

    def show_role(self, role: Role) -> None:
        """Show the board in another role, at the same component if it has a row there."""
        name = self.position().name
        self._role = role
        self._show_role(name)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        is_high = self.height() / self.fontMetrics().lineSpacing() >= _LINES_WITH_WHOLE_CLAIM
        self._other_sentences.setVisible(is_high)
        self._small_print.setVisible(is_high)

    def _lay_out(self) -> None:
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
        head.addWidget(self.open_page)
        head.addWidget(self.menu)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID // 2)
        column.setSpacing(GRID)
        column.addLayout(head)
        for sentences in (self._first_sentence, self._other_sentences):
            column.addWidget(sentences)
        column.addWidget(self.table, 1)
        column.addWidget(self._small_print)
        column.addWidget(self.notice)

    def _show_role(self, name: str) -> None:
        """Show claim and table of the current role, at the component with this name or the first one."""
        self._role_buttons.button(self._roles.index(self._role)).setChecked(True)
        table = make_table(self._board, self._role)
        claim = make_claim(self._board, table)
        self._first_sentence.setText(claim.headline)
        self._other_sentences.setText(" ".join(claim.facts))
        self._small_print.setText(" ".join([*claim.details, *explain_table(self._board, table)]))
        set_tip(self._first_sentence, self._other_sentences.text(), self._small_print.text())
        self.table.show_table(table, self._verdicts)
        names = [self._board.columns[line.column].name for line in self.table.lines()]
        self.table.choose(names.index(name) if name in names else 0)

    @QtCore.Slot(int)
    def _choose_role(self, number: int) -> None:
        self.show_role(self._roles[number])

    @QtCore.Slot(QtCore.QModelIndex)
    def _open_line(self, index: QtCore.QModelIndex) -> None:
        """Open the review of a component, or say why it has none."""
        line = self.table.line(index.row())
        if line is None:
            return
        if line.fingerprints:
            self._host.open_column(line.column)
        elif line.has_bags:
            self._host.say("This component does not change any bag.")
        else:
            self._host.say("The board has no graph to compare this component with, so it has no bags.")

    @QtCore.Slot()
    def say_line(self) -> None:
        """Say the chosen row in words."""
        self._host.say(self.table.words())
