"""A window that is wished for becomes one that fits on its screen, title bar and all."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

TITLE_BAR = 32


def resize_on_screen(window: QtWidgets.QWidget, width: int, height: int) -> None:
    """Give a window this size, or what its screen has: the buttons are at the bottom."""
    room = window.screen().availableGeometry().adjusted(0, TITLE_BAR, 0, 0)
    window.resize(QtCore.QSize(width, height).boundedTo(room.size()))
