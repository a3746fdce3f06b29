"""The palettes that pictures and contrasts are judged by."""

import math
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


# Machado, Oliveira and Fernandes 2009, a physiologically-based model: no green cones, on linear light.
_DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
_TO_XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8729))
"""Of linear sRGB, each divided by what white has."""


def distance_without_green(one: QtGui.QColor, other: QtGui.QColor) -> float:
    """Return the distance of two colours without green vision (CIE 1976 L*a*b*); 2 is just visible."""
    return math.dist(_lab(one), _lab(other))


def _lab(colour: QtGui.QColor) -> tuple[float, float, float]:
    light = [_linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF())]
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in _DEUTERANOPIA]
    x, y, z = (_cube_root(sum(a * b for a, b in zip(row, seen, strict=True))) for row in _TO_XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _cube_root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
