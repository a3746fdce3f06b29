"""The columns of a review page: the list of bags, and the current bag or the results.

In a narrow window the list is a drawer, which opens over the bag at the click of a button. Then the list is
no part of the splitter that divides the columns.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_list.drawer import BagsButton, ListDrawer
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.widgets.theme import GRID

# Of the two columns at first, in pixels.
_WIDTHS = (304, 948)
# List and bag are next to each other if they have this width in pixels, and room for this number of letters.
_LEAST_PIXELS = 1000
_LEAST_LETTERS = 108


class PageColumns(QtWidgets.QWidget):
    """The splitter of the page. The bag gets the rest of the room; the others keep the user's widths."""

    def __init__(self, panel: BagListPanel, bag: QtWidgets.QWidget, bags_button: BagsButton) -> None:
        """Lay out the columns; ``bags_button`` is elsewhere and is shown while the list is a drawer."""
        super().__init__()
        self._panel = panel
        self._button = bags_button
        self._widths = _WIDTHS
        self._bag = bag
        self._has_list = True
        # Not in a layout, which would keep the width with the list for a moment.
        self._splitter = QtWidgets.QSplitter(QtCore.Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(GRID)
        for part in (panel, bag):
            self._splitter.addWidget(part)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes(list(_WIDTHS))
        self._splitter.splitterMoved.connect(self._keep_widths)
        self.drawer = ListDrawer(panel, self)
        self.drawer.closed.connect(self.focus_default)
        bags_button.clicked.connect(self._toggle_list)
        bags_button.hide()

    def widths(self) -> tuple[int, ...]:
        """Return the widths of both columns; for a hidden one its last width."""
        return self._widths

    def arrange(self, widths: Sequence[int]) -> None:
        """Restore what ``widths`` returned; ignore anything else."""
        if len(widths) == len(_WIDTHS) and all(width > 0 for width in widths):
            left, right = widths
            self._widths = left, right
            # While the list is a drawer, only the last column is in the splitter.
            self._splitter.setSizes(list(widths)[-self._splitter.count() :])

    def is_narrow(self) -> bool:
        """Return True if the list is a drawer behind its button."""
        return not self._button.isHidden()

    def show_list(self, *, shown: bool) -> None:
        """Show the list or its button, or neither of them for a review without bags."""
        self._has_list = shown
        if not shown:
            self._panel.hide()
            self._button.hide()

    @QtCore.Slot()
    def focus_default(self) -> None:
        """Move the focus to the list, or to its button if the list is a drawer."""
        if not self._has_list:
            self._bag.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)
        elif self.is_narrow():
            self.drawer.hide()
            self._button.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)
        else:
            self._panel.focus_list()

    def open_list(self) -> None:
        """Open the list if it is a drawer."""
        if self.is_narrow():
            self.drawer.open_list()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._splitter.setGeometry(self.rect())
        if self.isVisible():
            self._place_list()
        if self.drawer.isVisible():
            self.drawer.fit()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        # Earlier sizes are from before the page was in a window.
        super().showEvent(event)
        self._place_list()

    def event(self, event: QtCore.QEvent) -> bool:
        # A layout would do this when the size hint of a child changes.
        if event.type() == QtCore.QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)

    def minimumSizeHint(self) -> QtCore.QSize:
        # The list does not count: with less room it turns into a drawer.
        return self._bag.minimumSizeHint()

    def sizeHint(self) -> QtCore.QSize:
        return self._splitter.sizeHint()

    def _place_list(self) -> None:
        """Put the list next to the bag or into its drawer, as the width allows; keep the focus in it."""
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
        if is_narrow:
            self.drawer.hold_panel()
        else:
            self.drawer.hide()
            self._splitter.insertWidget(0, self._panel)
            self._panel.show()
            self._splitter.setStretchFactor(0, 0)
            self._splitter.setStretchFactor(1, 1)
            self._splitter.setSizes(list(self._widths))
        self.updateGeometry()
        if had_focus:
            self.focus_default()

    @QtCore.Slot()
    def _keep_widths(self) -> None:
        # While the list is a drawer, the splitter has one column, whose width is that of the page.
        if self._splitter.count() == len(_WIDTHS):
            left, right = self._splitter.sizes()
            self._widths = left, right

    @QtCore.Slot()
    def _toggle_list(self) -> None:
        if self.drawer.isVisible():
            self.focus_default()
        else:
            self.drawer.open_list()
            self._panel.focus_list()
