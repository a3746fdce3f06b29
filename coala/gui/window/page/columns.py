"""The columns of a review page: list of bags, current bag, and sidebar with the results.

In a narrow window the list is a drawer, which opens over the bag at the click of a button. Then the list is
no part of the splitter that divides the columns.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_list.drawer import BagsButton, ListDrawer
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.sidebar.results import ResultsPanel
from coala.gui.widgets.theme import GRID

# Of the three columns at first, in pixels.
_WIDTHS = (304, 636, 312)
# List and bag are next to each other if they have this width in pixels, and room for this number of letters.
_LEAST_PIXELS = 1000
_LEAST_LETTERS = 108


class PageColumns(QtWidgets.QWidget):
    """The splitter of the page. The bag gets the rest of the room; the others keep the user's widths."""

    def __init__(
        self, panel: BagListPanel, bag: QtWidgets.QWidget, sidebar: ResultsPanel, bags_button: BagsButton
    ) -> None:
        """Lay out the columns; ``bags_button`` is elsewhere and is shown while the list is a drawer."""
        super().__init__()
        self._panel = panel
        self._sidebar = sidebar
        self._button = bags_button
        self._widths = _WIDTHS
        self._bag = bag
        # Not in a layout, which would keep the width with the list for a moment.
        self._splitter = QtWidgets.QSplitter(QtCore.Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(GRID)
        for part in (panel, bag, sidebar):
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
        """Return the widths of the three columns; for a hidden one its last width."""
        return self._widths

    def arrange(self, widths: Sequence[int]) -> None:
        """Restore what ``widths`` returned; ignore anything else."""
        if len(widths) == len(_WIDTHS) and all(width > 0 for width in widths):
            left, middle, right = widths
            self._widths = left, middle, right
            # While the list is a drawer, only the last two columns are in the splitter.
            self._splitter.setSizes(list(widths)[-self._splitter.count() :])

    def show_sidebar(self, *, shown: bool) -> None:
        """Unfold or fold the sidebar."""
        self._sidebar.setVisible(shown)
        if self.isVisible():
            self._place_list()

    def is_narrow(self) -> bool:
        """Return True if the list is a drawer behind its button."""
        return not self._button.isHidden()

    @QtCore.Slot()
    def focus_default(self) -> None:
        """Move the focus to the list, or to its button if the list is a drawer."""
        if self.is_narrow():
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
        hint = self._bag.minimumSizeHint()
        if not self._sidebar.isHidden():
            hint.setWidth(
                hint.width() + self._splitter.handleWidth() + self._sidebar.minimumSizeHint().width()
            )
        return hint

    def sizeHint(self) -> QtCore.QSize:
        return self._splitter.sizeHint()

    def _place_list(self) -> None:
        """Put the list next to the bag or into its drawer, as the width allows; keep the focus in it."""
        sidebar = 0 if self._sidebar.isHidden() else self._sidebar.minimumSizeHint().width()
        needed = max(_LEAST_PIXELS, _LEAST_LETTERS * self.fontMetrics().averageCharWidth()) + sidebar
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
        # The splitter has [list, bag, sidebar], or [bag, sidebar] while the list is a drawer. So count the
        # columns from the right: 0 is the sidebar. A hidden column has the width 0, and keeps its last width.
        from_right = dict(enumerate(reversed(self._splitter.sizes())))
        left, middle, right = self._widths
        self._widths = from_right.get(2) or left, from_right.get(1) or middle, from_right.get(0) or right

    @QtCore.Slot()
    def _toggle_list(self) -> None:
        if self.drawer.isVisible():
            self.focus_default()
        else:
            self.drawer.open_list()
            self._panel.focus_list()
