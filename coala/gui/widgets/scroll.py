"""Vertical scrolling: an area that never scrolls sideways, and lists of plain rows."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.theme import GRID


class VerticalScrollArea(QtWidgets.QScrollArea):
    """A scroll area that is never narrower than its content, and scrolls if it is not as high as its content.

    It is at least `least_width` pixels wide.
    """

    def __init__(self, content: QtWidgets.QWidget, least_width: int = 0) -> None:
        super().__init__()
        self._content = content
        self._least_width = least_width
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self.minimumSizeHint().width(), self.needed_height())

    def needed_height(self) -> int:
        """Return the height at which the whole content fits."""
        layout = self._content.layout()
        if layout is None:
            return self._content.sizeHint().height()
        if layout.hasHeightForWidth():
            return layout.totalHeightForWidth(self.viewport().width())
        return layout.totalSizeHint().height()

    def minimumSizeHint(self) -> QtCore.QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QtCore.QSize(max(self._least_width, self._content.minimumSizeHint().width() + bar), 10 * GRID)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        # QScrollArea watches the events of its content by itself.
        if event.type() == QtCore.QEvent.Type.LayoutRequest and watched is self._content:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def show_plain_rows(view: QtWidgets.QListView) -> None:
    """Let a list show rows of one height that are read only, without a frame or a bar below them."""
    view.setUniformItemSizes(True)
    view.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
