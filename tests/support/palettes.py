"""The palettes that pictures and contrasts are judged by."""

from collections.abc import Callable

from PySide6 import QtGui

Role = QtGui.QPalette.ColorRole


def light() -> QtGui.QPalette:
    return _palette("#000000", "#ffffff", "#efefef", "#308cc6")


def dark() -> QtGui.QPalette:
    return _palette("#eeeeee", "#1e1e1e", "#2b2b2b", "#3d7bd9")


def _palette(text: str, base: str, window: str, highlight: str) -> QtGui.QPalette:
    palette = QtGui.QPalette(QtGui.QColor(window))
    for role in (Role.Text, Role.WindowText, Role.ButtonText):
        palette.setColor(role, QtGui.QColor(text))
    palette.setColor(Role.Base, QtGui.QColor(base))
    palette.setColor(Role.Highlight, QtGui.QColor(highlight))
    return palette


PALETTES: dict[str, Callable[[], QtGui.QPalette]] = {"light": light, "dark": dark}
