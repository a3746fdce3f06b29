"""The choice between the system's colours, light ones and dark ones becomes a palette of all windows."""

from __future__ import annotations

from enum import StrEnum

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.widgets.theme import Theme, contrast, mix

_Role = QtGui.QPalette.ColorRole
# Window, words on it; ground of lists and text, words there; buttons; four shades of edges; what is chosen.
_ROLES = (
    (_Role.Window,),
    (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.ToolTipText),
    (_Role.Base,),
    (_Role.AlternateBase,),
    (_Role.Button, _Role.ToolTipBase),
    (_Role.Light,),
    (_Role.Midlight,),
    (_Role.Mid,),
    (_Role.Dark,),
    (_Role.Shadow,),
    (_Role.Highlight,),
    (_Role.HighlightedText, _Role.BrightText),
    (_Role.PlaceholderText,),
    (_Role.Link,),
)
_DARK = (
    *("#25272b", "#e6e6e6", "#1b1d20", "#25272b", "#33363b", "#4a4e55", "#3d4147", "#2b2d31", "#141517"),
    *("#000000", "#3a78c0", "#ffffff", "#8d9096", "#7fb2ea"),
)
_LIGHT = (
    *("#efefef", "#000000", "#ffffff", "#f7f7f7", "#efefef", "#ffffff", "#cacaca", "#b8b8b8", "#9f9f9f"),
    *("#767676", "#1f78b0", "#ffffff", "#6f6f6f", "#00579c"),
)
_GREY = {True: "#7b7e84", False: "#8b8b8b"}
# What somebody fills in or chooses from, by the names of classes; those that inherit them are meant too.
# Of texts only the note is one: scroll bars of the others would get its colour.
_FIELDS = ("QLineEdit", "NoteField", "QComboBox", "QAbstractSpinBox", "QCheckBox", "QRadioButton")
# By this Qt's style darkens the ground of the window for a field's frame, in hundredths.
_DARKER = 140


class Colours(StrEnum):
    """Whose colours the windows have; the value is what the preferences keep."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def wear(application: QtWidgets.QApplication, colours: Colours) -> None:
    """Give all windows these colours, now and in what is opened later."""
    hints = application.styleHints()
    application.setPalette(QtGui.QPalette())
    if colours is Colours.SYSTEM:
        hints.unsetColorScheme()
        return
    dark = colours is Colours.DARK
    hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
    # Not every desktop has both, and some have no say in it.
    if Theme.of(application.palette()).is_dark != dark:
        application.setPalette(make_palette(dark=dark))


def frame_fields(application: QtWidgets.QApplication) -> None:
    """Have frames of fields seen where the window is too dark for Qt's, which are darker still.

    Only the fields get another ``Window`` colour, of which their style makes the frame and nothing else.
    """
    palette = application.palette()
    window, base, text = (palette.color(role) for role in (_Role.Window, _Role.Base, _Role.Text))
    fields = QtGui.QPalette()
    if Theme.of(palette).is_dark:
        fields = QtGui.QPalette(palette)
        fields.setColor(_Role.Window, _frame(text, window, base).lighter(_DARKER))
    for name in _FIELDS:
        application.setPalette(fields, name)  # type: ignore[arg-type]  # bytes, as the stub has it, are refused


def _frame(text: QtGui.QColor, window: QtGui.QColor, base: QtGui.QColor) -> QtGui.QColor:
    """The faintest line that can be told from both of its sides (3 to 1, WCAG 1.4.11)."""
    share = 0.2
    while share < 0.7 and min(contrast(mix(text, window, share), side) for side in (window, base)) < 3:
        share += 0.02
    return mix(text, window, share)


def make_palette(*, dark: bool) -> QtGui.QPalette:
    """A palette of our own, for a desktop that has none of its kind."""
    palette = QtGui.QPalette()
    for roles, colour in zip(_ROLES, _DARK if dark else _LIGHT, strict=True):
        for role in roles:
            palette.setColor(role, QtGui.QColor(colour))
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QtGui.QPalette.ColorGroup.Disabled, role, QtGui.QColor(_GREY[dark]))
    return palette
