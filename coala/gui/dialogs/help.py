"""Keys, marks and words stand in one dialog, which one field searches; the keys can be changed there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.dialogs.shortcuts import KeysEditor
from coala.gui.widgets.labels import caption
from coala.gui.widgets.sizes import resize_on_screen
from coala.gui.widgets.theme import GRID
from coala.presentation.help.entries import HelpEntry, find_entries, without_sides
from coala.presentation.help.glossary import WORDS
from coala.presentation.help.legend import MARKS


class HelpDialog(QtWidgets.QDialog):
    """``keys`` has, once it is accepted, the actions whose keys are not their own."""

    def __init__(
        self, keys: Mapping[str, list[str]], parent: QtWidgets.QWidget | None = None, *, blind: bool
    ) -> None:
        """In a ``blind`` review it names no side."""
        super().__init__(parent)
        self.setWindowTitle("Keys, marks and words")
        resize_on_screen(self, 80 * GRID, 80 * GRID)
        self._search = QtWidgets.QLineEdit()
        self._search.setPlaceholderText("Search keys, marks and words")
        self._search.setAccessibleName("Search keys, marks and words")
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._find)
        self.editor = KeysEditor(keys, blind=blind)
        self.marks = EntryTable("Mark", without_sides(MARKS) if blind else MARKS)
        self.words = EntryTable("Word", without_sides(WORDS) if blind else WORDS)
        self._tabs = QtWidgets.QTabWidget()
        self._tabs.addTab(self.editor, "")
        self._tabs.addTab(self.marks, "")
        self._tabs.addTab(self.words, "")
        buttons = QtWidgets.QDialogButtonBox(
            QtWidgets.QDialogButtonBox.StandardButton.Ok | QtWidgets.QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self._search)
        column.addWidget(self._tabs, 1)
        column.addWidget(buttons)
        self._find("")

    @property
    def keys(self) -> Mapping[str, list[str]]:
        return self.editor.keys

    def titles(self) -> list[str]:
        """What stands on the tabs, with how much each has of what is sought."""
        return [self._tabs.tabText(number) for number in range(self._tabs.count())]

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        enter = event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter)
        if not (enter and self._search.hasFocus()):  # where it ends a word, not the dialog
            super().keyPressEvent(event)

    @QtCore.Slot(str)
    def _find(self, query: str) -> None:
        found = (self.editor.search(query), self.marks.search(query), self.words.search(query))
        for number, (title, entries) in enumerate(zip(("Keys", "Marks", "Words"), found, strict=True)):
            self._tabs.setTabText(number, caption(f"{title} ({entries})" if query.strip() else title))
        here = self._tabs.currentIndex()
        if not found[here] and any(found):
            self._tabs.setCurrentIndex(next(number for number, entries in enumerate(found) if entries))


class EntryTable(QtWidgets.QTableWidget):
    """Entries of the help in two columns, each as high as its text."""

    def __init__(self, what: str, entries: Sequence[HelpEntry]) -> None:
        super().__init__(0, 2)
        self._entries = entries
        self.setAccessibleName(f"{what}s and their meaning")
        self.setHorizontalHeaderLabels([what, "Meaning"])
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setItemDelegate(_Spacious(self))
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setDefaultAlignment(QtCore.Qt.AlignmentFlag.AlignLeft)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(1, QtWidgets.QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, 22 * GRID)

    def search(self, query: str) -> int:
        """Show the entries with all words of the query; how many there are."""
        found = find_entries(self._entries, query)
        self.setRowCount(len(found))
        bold = QtGui.QFont(self.font())
        bold.setBold(True)
        for row, entry in enumerate(found):
            for column, text in enumerate(entry):
                item = QtWidgets.QTableWidgetItem(text)
                item.setTextAlignment(QtCore.Qt.AlignmentFlag.AlignTop | QtCore.Qt.AlignmentFlag.AlignLeft)
                if column == 0:
                    item.setFont(bold)
                self.setItem(row, column, item)
        return len(found)


_BLANK = GRID


class _Spacious(QtWidgets.QStyledItemDelegate):
    """Leaves a blank around each entry, so that it is seen where the next begins."""

    def paint(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        index: QtCore.QModelIndex | QtCore.QPersistentModelIndex,
    ) -> None:
        if option.state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
        option.rect = option.rect.adjusted(0, _BLANK // 2, 0, 0)
        super().paint(painter, option, index)

    def sizeHint(
        self,
        option: QtWidgets.QStyleOptionViewItem,
        index: QtCore.QModelIndex | QtCore.QPersistentModelIndex,
    ) -> QtCore.QSize:
        return super().sizeHint(option, index) + QtCore.QSize(0, _BLANK)
