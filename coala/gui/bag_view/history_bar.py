"""The line above a bag with this reviewer's earlier verdicts; a button opens what changed since.

An earlier verdict is one on a bag of a former comparison that shares mentions with this bag. The bar is a
plain widget: `HistoryPresenter` reads the history of the review and fills it. The list takes long to compute,
so the bar emits `unfolded` when it is opened, and the presenter passes the lines only then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import Qt

from coala.errors import CoalaError
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.widgets.labels import ElidedLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton
from coala.present.history import PastLine, list_past, summarize_past

# The height of the open list in lines; the evidence needs the rest.
_LEAST_LINES, _MOST_LINES = 2, 6


class HistoryBar(QtWidgets.QWidget):
    """The line and its list; hidden without earlier verdicts."""

    unfolded = QtCore.Signal()  # the list is open and empty: the receiver calls `show_lines`

    def __init__(self, make_room: Callable[[], None], fit: Callable[[], None]) -> None:
        """Create a hidden bar.

        ``make_room`` is called before lines are shown, and ``fit`` after they came or went.
        """
        super().__init__()
        self._make_room, self._fit = make_room, fit
        # The largest height of the list in pixels.
        self._room = 0
        self._fold = ToolButton()
        self._fold.setCheckable(True)
        self._fold.setArrowType(Qt.ArrowType.RightArrow)
        self._fold.setAccessibleName("What was judged before, and what is different now")
        set_tip(self._fold, self._fold.accessibleName())
        self._line = ElidedLabel(quiet=True)
        self._list = QtWidgets.QListWidget()
        self._list.setAccessibleName("What was judged before, and what is different now")
        # A note is read whole, also without a mouse.
        self._list.setWordWrap(True)
        self._list.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self._list.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID // 2)
        row.addWidget(self._fold)
        row.addWidget(self._line, 1)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID // 2, 0, GRID, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._list)
        self._fold.toggled.connect(self._show_fold)
        self.show_summary("")

    def show_summary(self, sentence: str, *, lines: bool = False) -> None:
        """Show the earlier verdicts in a sentence, "" for none; ``lines`` is True if there is a list too."""
        self._line.set_full_text(sentence)
        self._fold.setVisible(lines)
        self._list.clear()
        self._list.setVisible(lines and self._fold.isChecked())
        self.setVisible(bool(sentence))

    def show_lines(self, lines: Sequence[PastLine]) -> None:
        """Show the lines of the list."""
        self._list.clear()
        for what, words in lines:
            item = QtWidgets.QListWidgetItem(f"{what}: {words}" if what else words)
            set_tip(item, what, words)
            self._list.addItem(item)
        self._fit_list()
        self._list.setVisible(self._fold.isChecked())
        self._fit()

    def leave_room(self, height: int) -> None:
        """Limit the height of the list; at least two lines stay visible."""
        self._room = height
        self._fit_list()

    def height_of_lines(self) -> int:
        """Return the height of the open list, 0 while it is closed."""
        return 0 if self._list.isHidden() else self._list.height()

    def is_unfolded(self) -> bool:
        """Return True if the user has opened the list."""
        return self._fold.isChecked()

    def fold(self) -> None:
        """Close the list, for example because its lines would take too long."""
        self._fold.setChecked(False)

    def text(self) -> str:
        """Return the sentence, "" while the bar is hidden."""
        return self._line.full_text()

    def lines(self) -> list[str]:
        """Return the lines of the list from top to bottom; none while it is closed."""
        return [self._list.item(row).text() for row in range(self._list.count())]

    def _fit_list(self) -> None:
        if rows := self._list.count():
            # The height of one line; a row may have several.
            line = self._list.sizeHintForRow(0)
            last = self._list.visualItemRect(self._list.item(rows - 1)).bottom() + 1
            needed = last + self._list.verticalScrollBar().value()
            fitting = max(_LEAST_LINES, min(_MOST_LINES, self._room // line))
            self._list.setFixedHeight(min(line * fitting, needed))

    @QtCore.Slot(bool)
    def _show_fold(self, shown: bool) -> None:
        if shown:
            self._make_room()
        self._fold.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        self._list.setVisible(shown)
        if shown:
            self.unfolded.emit()
        else:
            self._list.clear()
            self._fit()


class HistoryPresenter(QtCore.QObject):
    """The link between the bar and the review: fills the bar with the history of the current bag."""

    def __init__(self, session: Session, bar: HistoryBar, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._bar = session, bar
        self._bar.unfolded.connect(self._unfold)
        session.changed.connect(self._follow)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        number = self._session.current
        if number >= 0 and (changes.bag or changes.judged == number):
            self._show(number)

    def _show(self, number: int) -> None:
        """Show the earlier verdicts on the current bag."""
        history = self._session.history
        state = self._session.progress.state(number)
        try:
            sentence = summarize_past(history, number, state)
            is_small = history.is_small(number)
        except CoalaError as error:
            self._bar.show_summary("")
            self._session.fail(error)
            return
        # A verdict that was carried over from another file has a sentence, but nothing to compare with.
        has_lines = bool(sentence) and state.origin is None
        if not is_small:
            # Comparing a large bag takes long, so do it only at a click.
            self._bar.fold()
        self._bar.show_summary(sentence, lines=has_lines)
        if has_lines and self._bar.is_unfolded():
            self._unfold()

    @QtCore.Slot()
    def _unfold(self) -> None:
        number = self._session.current
        if number < 0:
            return
        try:
            self._bar.show_lines(list_past(self._session.history, number))
        except CoalaError as error:
            self._session.fail(error)
