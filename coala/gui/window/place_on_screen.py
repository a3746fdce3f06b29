"""Where a window was becomes the place that it gets today, on the screens that are there."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.preferences import Preferences
from coala.gui.widgets.sizes import TITLE_BAR

SIZE = QtCore.QSize(1280, 800)
# Of a remembered window, so much must lie on a screen that is there today.
_LEAST_VISIBLE = 100


def restore_place(window: QtWidgets.QWidget, preferences: Preferences) -> None:
    """Give a window the size and the place that it had, as far as the screens have them."""
    screens = list_screens()
    window.resize(SIZE.boundedTo(_inside(screens[0]).size()))
    if preferences.window:
        place = QtCore.QRect(*preferences.window)
        seen = [screen.intersected(place) for screen in screens]
        if any(min(part.width(), part.height()) >= _LEAST_VISIBLE for part in seen):
            room = QtCore.QRect()
            for screen in screens:
                room = room.united(screen) if screen.intersects(place) else room
            window.setGeometry(_fitted(place, _inside(room)))
    if preferences.maximized:
        window.setWindowState(window.windowState() | QtCore.Qt.WindowState.WindowMaximized)
    if preferences.full_screen:
        window.setWindowState(window.windowState() | QtCore.Qt.WindowState.WindowFullScreen)


def remember_place(window: QtWidgets.QWidget, preferences: Preferences) -> None:
    """Keep the size and the place of a window for the next time."""
    preferences.maximized = window.isMaximized()
    preferences.full_screen = window.isFullScreen()
    place = window.normalGeometry()
    preferences.window = [place.x(), place.y(), place.width(), place.height()]


def list_screens() -> list[QtCore.QRect]:
    """What each screen has for windows, the one for new windows first."""
    return [screen.availableGeometry() for screen in QtGui.QGuiApplication.screens()]


def _inside(screen: QtCore.QRect) -> QtCore.QRect:
    """What a screen has for a window without its title bar."""
    return screen.adjusted(0, TITLE_BAR, 0, 0)


def _fitted(place: QtCore.QRect, room: QtCore.QRect) -> QtCore.QRect:
    """A place that is too wide or too high for the room is cut and moved into it."""
    fitted = QtCore.QRect(place.topLeft(), place.size().boundedTo(room.size()))
    if fitted.width() < place.width():
        fitted.moveLeft(room.left())
    if fitted.height() < place.height():
        fitted.moveTop(room.top())
    return fitted
