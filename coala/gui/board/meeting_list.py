"""The bags where components meet are offered in a drop-down list, all bags first."""

from __future__ import annotations

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.engine.board.board import Board
from coala.gui.widgets.theme import tooltip
from coala.presentation.board.interactions import Meeting, list_meetings

_LETTERS = 24


class MeetingList(QtWidgets.QComboBox):
    """Chooses which bags the matrix shows. Where no components meet there is nothing to choose."""

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
        if left := meetings.words_of_left:
            self.addItem(left)
            items = self.model()
            assert isinstance(items, QtGui.QStandardItemModel)
            items.item(self.count() - 1).setEnabled(False)
        self.setEnabled(bool(self._offered))

    def choose(self, number: int) -> None:
        """Choose what had this index on the same board; what is not offered is left alone."""
        if 0 < number <= len(self._offered):
            self.setCurrentIndex(number)

    def meeting(self) -> Meeting | None:
        """The chosen one; None for all bags."""
        number = self.currentIndex()
        return self._offered[number - 1] if 0 < number <= len(self._offered) else None
