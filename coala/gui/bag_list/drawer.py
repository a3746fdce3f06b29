"""The list of bags in a narrow window: a button that opens it over the bag.

A wide window shows the list next to the bag. In a narrow one its panel is moved into a drawer, which the
button opens and which closes as soon as a bag is chosen.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.bag_list.panel import BagListPanel
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.labels import caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton
from coala.present import phrases

# The width of the drawer: this number of pixels, or of letters if these are wider.
_LEAST_WIDTH = 45 * GRID
_LETTERS = 52


class BagsButton(ToolButton):
    """Shows the number of the current bag; a click opens the list, arrow keys emit `stepped` (1 or -1)."""

    stepped = QtCore.Signal(int)

    def __init__(self, controller: ReviewController) -> None:
        super().__init__(flat=False)
        self._controller = controller
        self.setArrowType(Qt.ArrowType.DownArrow)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        controller.changed.connect(self._show)
        self._show()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    @QtCore.Slot()
    def _show(self) -> None:
        controller = self._controller
        number, shown, total = controller.current, len(controller.shown), controller.progress.total
        filtered = f"  ·  {shown:,} of {total:,} shown" if shown < total else ""
        if number < 0:
            self.setText(caption(f"Bags{filtered}"))
            self.setAccessibleName(f"List of bags{filtered}")
            set_tip(self, "")
            return
        verdict = controller.progress.state(number).verdict
        title = controller.review.entries[number].title
        judged = phrases.judgement(verdict, phrases.verdict_words(blind=controller.review.blind))
        self.setText(caption(f"Bag {number + 1:,}{filtered}"))
        self.setAccessibleName(f"List of bags: bag {number + 1}, {judged}")
        set_tip(self, title, f"{judged}; click to open the list")


class ListDrawer(QtWidgets.QFrame):
    """Shows the list over the bag until a row is clicked, Escape is pressed or the focus leaves it."""

    closed = QtCore.Signal()

    def __init__(self, panel: BagListPanel, page: QtWidgets.QWidget) -> None:
        """Create a hidden drawer, which covers the left of `page` when it is open."""
        super().__init__(page)
        self._page = page
        self._panel = panel
        self.setAutoFillBackground(True)
        self.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        self._column = QtWidgets.QVBoxLayout(self)
        self._column.setContentsMargins(GRID, GRID, GRID, GRID)
        panel.view.clicked.connect(self.close_list)
        application = QtWidgets.QApplication.instance()
        if isinstance(application, QtWidgets.QApplication):
            application.focusChanged.connect(self._follow_focus)
        self.hide()

    def hold_panel(self) -> None:
        """Put the list into the drawer."""
        self._column.addWidget(self._panel)
        self._panel.show()

    def open_list(self) -> None:
        """Show the drawer over the left of the page."""
        self.fit()
        self.show()
        self.raise_()

    @QtCore.Slot()
    def close_list(self) -> None:
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def fit(self) -> None:
        """Resize the drawer to the width that the list needs, at most that of the page."""
        room = self._page.rect()
        wanted = max(_LEAST_WIDTH, _LETTERS * self.fontMetrics().averageCharWidth())
        self.setGeometry(room.left(), room.top(), min(wanted, room.width()), room.height())

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close_list()
        else:
            super().keyPressEvent(event)

    @QtCore.Slot(QtWidgets.QWidget, QtWidgets.QWidget)
    def _follow_focus(self, former: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        # Another window, such as a dialog, leaves the drawer open.
        elsewhere = now is not None and now.window() is self.window() and not self.isAncestorOf(now)
        if elsewhere and self.isVisible():
            # No `closed` here: it would move the focus away from where the reviewer put it.
            self.hide()
