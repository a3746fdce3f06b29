"""The columns of a review page: the list of bags, and the current bag or the results.

In a narrow window the list is hidden until its button opens it next to the bag.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_list.bags_button import BagsButton
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.widgets.theme import GRID

# Of the two columns at first, in pixels.
_WIDTHS = (304, 948)
# List and bag are next to each other if they have this width in pixels, and room for this number of letters.
_LEAST_PIXELS = 1000
_LEAST_LETTERS = 108


class PageColumns(QtWidgets.QSplitter):
    """The splitter of the page. The bag gets the rest of the room; the list keeps the user's width.

    An open list in a narrow window closes when a row is clicked, Escape or Return is pressed, or the focus
    leaves it.
    """

    def __init__(self, panel: BagListPanel, bag: QtWidgets.QWidget, bags_button: BagsButton) -> None:
        """Lay out the columns; ``bags_button`` is elsewhere and is shown in a narrow window."""
        super().__init__(QtCore.Qt.Orientation.Horizontal)
        self._panel = panel
        self._button = bags_button
        self._widths = _WIDTHS
        self._bag = bag
        self._has_list = True
        self.setHandleWidth(GRID)
        for part in (panel, bag):
            self.addWidget(part)
        # An open list rather pushes a part of the bag out of a narrow window than squeezes its buttons.
        if (layout := bag.layout()) is not None:
            layout.setSizeConstraint(QtWidgets.QLayout.SizeConstraint.SetMinimumSize)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(1, 1)
        self.setSizes(_WIDTHS)
        self.splitterMoved.connect(self._keep_widths)
        panel.view.clicked.connect(self._leave_list)
        bags_button.clicked.connect(self._toggle_list)
        bags_button.hide()
        application = QtWidgets.QApplication.instance()
        if isinstance(application, QtWidgets.QApplication):
            application.focusChanged.connect(self._follow_focus)

    def widths(self) -> tuple[int, ...]:
        """Return the widths of both columns; for a hidden one its last width."""
        return self._widths

    def arrange(self, widths: Sequence[int]) -> None:
        """Restore what ``widths`` returned; ignore anything else."""
        if len(widths) == len(_WIDTHS) and all(width > 0 for width in widths):
            self._widths = widths[0], widths[1]
            self.setSizes(self._widths)

    def is_narrow(self) -> bool:
        """Return True if the list is behind its button."""
        return not self._button.isHidden()

    def is_list_open(self) -> bool:
        """Return True if the list of a narrow window is open."""
        return self.is_narrow() and not self._panel.isHidden()

    def show_list(self, *, shown: bool) -> None:
        """Show the list or its button, or neither of them for a review without bags."""
        self._has_list = shown
        if not shown:
            self._panel.hide()
            self._button.hide()

    @QtCore.Slot()
    def focus_default(self) -> None:
        """Move the focus to the list, or to its button in a narrow window."""
        if not self._has_list:
            self._bag.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)
        elif self.is_narrow():
            self._panel.hide()
            self._button.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)
        else:
            self._panel.focus_list()

    def open_list(self) -> None:
        """Open the list in a narrow window."""
        if self.is_narrow():
            self._panel.show()

    def close_list(self) -> None:
        """Close the list in a narrow window; leave the focus where it is."""
        if self.is_narrow():
            self._panel.hide()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        keys = QtCore.Qt.Key.Key_Escape, QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter
        if event.key() in keys and self.is_list_open():
            self.focus_default()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._place_list()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        # Earlier sizes are from before the page was in a window.
        super().showEvent(event)
        self._place_list()

    def minimumSizeHint(self) -> QtCore.QSize:
        # The list does not count: with less room it is hidden.
        return self._bag.minimumSizeHint()

    def _place_list(self) -> None:
        """Show the list or its button, as the width allows; keep the focus in it."""
        if not self._has_list:
            return
        needed = max(_LEAST_PIXELS, _LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        is_narrow = self.width() < needed
        if is_narrow == self.is_narrow():
            return
        had_focus = self._button.hasFocus() or self._panel.isAncestorOf(
            QtWidgets.QApplication.focusWidget() or self
        )
        self._button.setVisible(is_narrow)
        self._panel.setVisible(not is_narrow)
        # Otherwise the bag would keep its width for a moment.
        self.refresh()
        if had_focus:
            self.focus_default()

    @QtCore.Slot()
    def _keep_widths(self) -> None:
        left, right = self.sizes()
        self._widths = left, right

    @QtCore.Slot()
    def _leave_list(self) -> None:
        if self.is_list_open():
            self.focus_default()

    @QtCore.Slot()
    def _toggle_list(self) -> None:
        if self.is_list_open():
            self.focus_default()
        else:
            self.open_list()
            self._panel.focus_list()

    @QtCore.Slot(QtWidgets.QWidget, QtWidgets.QWidget)
    def _follow_focus(self, former: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        # Another window, such as a dialog, leaves the list open.
        if now is not None and now.window() is self.window() and not self._panel.isAncestorOf(now):
            self.close_list()
