"""The window that explains each number of a review: meaning, formula, figures and source.

At the left is the list of the numbers in groups, at the right the explanation of the chosen one. Each number
is a *topic*, with a key such as "tally net" or "share b_cubed"; the first word is its block. A *share* is
what the current bag changes of a score.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.errors import CoalaError
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.painting import resize_on_screen
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.present.differences import DIFFERENCE_HEADS, DifferenceRow, list_differences
from coala.present.explanations import BOOTSTRAP, Topic, list_topics

# Wait for a pause in a series of bags before explaining.
_PAUSE_MILLISECONDS = 150
KEY_ROLE = Qt.ItemDataRole.UserRole
"""The role of an item of the list with the key of its topic; None for the title of a group."""


class ExplanationsWindow(QtWidgets.QDialog):
    """The window with the explanations; it stays open next to the review and follows it."""

    def __init__(self, controller: ReviewController, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("What the numbers mean")
        resize_on_screen(self, 104 * GRID, 64 * GRID)
        self._controller = controller
        self._topics: dict[str, Topic] = {}
        self._list = QtWidgets.QListWidget()
        self._list.setAccessibleName("Numbers")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._title = PlainLabel(large=True, bold=True, wrap=True)
        self._text = QtWidgets.QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName("Explanation")
        self._table = _make_table()
        self._timer = QtCore.QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MILLISECONDS)
        self._timer.timeout.connect(self._catch_up)
        self._lay_out()
        self._list.currentItemChanged.connect(self._show_current)
        controller.current_changed.connect(self._follow)
        controller.judged.connect(self._follow)
        controller.gold_shown.connect(self._follow)

    def show_topic(self, key: str) -> None:
        """Show the explanation of the number `key`, or of the first number in the block `key`."""
        self._refresh()
        for row in range(self._list.count()):
            known = self._list.item(row).data(KEY_ROLE)
            if known is not None and (known == key or known.startswith(f"{key} ")):
                self._list.setCurrentRow(row)
                break
        self._list.setFocus()

    def text(self) -> str:
        """Return the explanation that is shown, title first."""
        return f"{self._title.text()}\n{self._text.toPlainText()}"

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange:
            quiet = Theme.from_palette(self.palette()).quiet
            for row in range(self._list.count()):
                if self._list.item(row).data(KEY_ROLE) is None:
                    self._list.item(row).setForeground(quiet)

    def _lay_out(self) -> None:
        buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        right = QtWidgets.QVBoxLayout()
        right.setSpacing(GRID)
        right.addWidget(self._title)
        right.addWidget(self._table)
        right.addWidget(self._text, 1)
        right.addWidget(buttons)
        row = QtWidgets.QHBoxLayout(self)
        row.setSpacing(GRID)
        row.addWidget(self._list)
        row.addLayout(right, 1)

    @QtCore.Slot()
    def _follow(self) -> None:
        if self.isVisible():
            self._timer.start()

    @QtCore.Slot()
    def _catch_up(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        """Make all explanations for the current bag and the current verdicts, and show the chosen one."""
        controller = self._controller
        number = controller.current
        try:
            shares = controller.review.shares(number) if number >= 0 else None
            if number >= 0 and not controller.shows_share(number):
                shares = {}
        except CoalaError:
            shares = None
        # A share is that of all bags that gold joins with this one. Their number would reveal gold too.
        bags = len(controller.review.groups.find_group(number)) if shares else 1
        shows_all = controller.shows_all_gold
        topics = list_topics(
            controller.review.summary, controller.progress.tally(), shares, bags, tests=shows_all
        )
        _fill_table(self._table, list_differences(controller.review.summary, tests=shows_all))
        # These explanations show what follows from gold, so later verdicts count as given with gold seen.
        if shows_all:
            controller.record_all_gold_seen()
        elif shares:
            controller.record_gold_seen(controller.review.groups.find_group(number))
        known = list(self._topics)
        self._topics = {topic.key: topic for topic in topics}
        if list(self._topics) != known:
            self._fill_list(topics)
        self._show_current()

    def _fill_list(self, topics: list[Topic]) -> None:
        item = self._list.currentItem()
        former = None if item is None else item.data(KEY_ROLE)
        self._list.clear()
        group = ""
        for topic in topics:
            if topic.group != group:
                group = topic.group
                quiet = Theme.from_palette(self.palette()).quiet
                self._list.addItem(_make_group_title(group, self._list.font(), quiet))
            item = QtWidgets.QListWidgetItem(f"   {topic.title}")
            item.setData(KEY_ROLE, topic.key)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{group}: {topic.title}")
            self._list.addItem(item)
            if topic.key == former:
                self._list.setCurrentItem(item)
        bar = self._list.verticalScrollBar().sizeHint().width()
        self._list.setFixedWidth(max(29 * GRID, self._list.sizeHintForColumn(0) + bar + GRID))
        if self._list.currentItem() is None:
            self._list.setCurrentRow(1)

    @QtCore.Slot()
    def _show_current(self) -> None:
        item = self._list.currentItem()
        topic = None if item is None else self._topics.get(item.data(KEY_ROLE))
        if topic is None:
            return
        self._title.setText(f"{topic.title} – {topic.group}")
        if self._text.toPlainText() != topic.text:
            self._text.setPlainText(topic.text)
        self._table.setVisible(topic.key == BOOTSTRAP and self._table.rowCount() > 0)


def _make_group_title(group: str, font: QtGui.QFont, colour: QtGui.QColor) -> QtWidgets.QListWidgetItem:
    item = QtWidgets.QListWidgetItem(group)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setFont(bold(font))
    item.setForeground(colour)
    return item


def _make_table() -> QtWidgets.QTableWidget:
    table = QtWidgets.QTableWidget(0, len(DIFFERENCE_HEADS))
    table.setAccessibleName("Changed minus baseline, F1")
    table.setHorizontalHeaderLabels(list(DIFFERENCE_HEADS))
    table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.NoSelection)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    height = table.fontMetrics().lineSpacing() + GRID // 2
    table.verticalHeader().setDefaultSectionSize(height)
    table.horizontalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
    # "−10.00 to +10.00" and the head of the counts must not be cut.
    for wide in (2, 4):
        table.horizontalHeader().setSectionResizeMode(wide, QtWidgets.QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setSectionsClickable(False)
    return table


def _fill_table(table: QtWidgets.QTableWidget, rows: list[DifferenceRow]) -> None:
    table.setRowCount(len(rows))
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            item = QtWidgets.QTableWidgetItem(text)
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            table.setItem(row, column, item)
    heads, height = table.horizontalHeader().sizeHint().height(), table.verticalHeader().defaultSectionSize()
    table.setFixedHeight(heads + height * len(rows) + 2 * table.frameWidth())
