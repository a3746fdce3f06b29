"""A palette becomes the colours, glyphs and distances of the review window, in light and in dark.

A colour of an instance means which instance and nothing else; verdict colours stand on verdicts only;
kinds of change are neutral, because a merge is not a good thing nor a split a bad one.

The choice between the system's colours, light ones and dark ones becomes a palette of all windows.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Self

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.model.bag import Verdict
from coala.model.kinds import Kind

# All distances are multiples of this, so that edges of neighbouring panes meet.
GRID = 8
# Long enough for any offset, IRI or sentence; a label may have a million characters.
_LONGEST_TIP = 600

# Okabe and Ito's colours without black, in an order that keeps neighbours far apart for every kind of eye.
_OKABE_ITO = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")

# How much of each colour is in a fill and in a stroke, on a light and on a dark base. With equal shares who
# sees no green has one fill for green and pink, and one stroke for orange and vermilion.
_FILL_SHARES = ((0.66, 0.30, 0.66, 0.30, 0.54, 0.66, 0.66), (0.30, 0.42, 0.30, 0.54, 0.42, 0.30, 0.30))
_STROKE_SHARES = ((1.0, 0.85, 0.85, 1.0, 0.55, 0.55, 0.55), (1.0, 0.55, 1.0, 0.55, 1.0, 1.0, 1.0))

_VERDICTS = {
    Verdict.BETTER: ("#00664b", "#4cc9a0"),
    Verdict.WORSE: ("#a83232", "#ff9a8f"),
    Verdict.SAME: ("#555555", "#bdbdbd"),
    Verdict.UNSURE: ("#7a5c00", "#e3c25c"),
}

GLYPHS: Mapping[Kind, str] = {
    Kind.MOVED: "→",
    Kind.SPLIT: "≺",
    Kind.MERGED: "≻",
    Kind.MENTION_ADDED: "+",
    Kind.MENTION_DROPPED: "–",
    Kind.INSTANCE_ADDED: "⊞",
    Kind.INSTANCE_DROPPED: "⊟",
    Kind.TYPE: "◇",
    Kind.STATEMENT: "≡",
    Kind.FACT_ADDED: "⊢",
    Kind.FACT_DROPPED: "⊬",
    Kind.FACT_CHANGED: "⇄",
    Kind.FACT_RETYPED: "⇢",
}


@dataclass(frozen=True)
class Theme:
    """The colours of one palette. Fills carry ``text``; strokes stand on ``base``."""

    is_dark: bool
    base: QtGui.QColor
    text: QtGui.QColor
    quiet: QtGui.QColor
    line: QtGui.QColor
    band: QtGui.QColor
    selection: QtGui.QColor
    focus: QtGui.QColor
    fills: tuple[QtGui.QColor, ...]
    strokes: tuple[QtGui.QColor, ...]
    verdicts: Mapping[Verdict, QtGui.QColor]

    @classmethod
    def from_palette(cls, palette: QtGui.QPalette) -> Self:
        """The theme that fits a palette; whether it is dark is measured, not asked."""
        roles = QtGui.QPalette.ColorRole
        return cls._from_colours(
            *(palette.color(role).rgba() for role in (roles.Base, roles.Text, roles.Highlight))
        )

    @classmethod
    @lru_cache(maxsize=16)
    def _from_colours(cls, *argb: int) -> Self:
        # Buttons ask whenever they are painted, and thinning colours until they can be read takes a while.
        base, text, focus = (QtGui.QColor.fromRgba(colour) for colour in argb)
        is_dark = base.lightnessF() < text.lightnessF()
        colours = [QtGui.QColor(name) for name in _OKABE_ITO]
        return cls(
            is_dark=is_dark,
            base=base,
            text=text,
            quiet=mix(text, base, 0.66),
            line=mix(text, base, 0.18),
            band=mix(text, base, 0.05),
            selection=mix(focus, base, 0.28 if is_dark else 0.16),
            focus=focus,
            fills=tuple(
                _fill(colour, base, text, share)
                for colour, share in zip(colours, _FILL_SHARES[is_dark], strict=True)
            ),
            strokes=tuple(
                _stroke(colour, base, share)
                for colour, share in zip(colours, _STROKE_SHARES[is_dark], strict=True)
            ),
            verdicts={verdict: QtGui.QColor(pair[is_dark]) for verdict, pair in _VERDICTS.items()},
        )

    def fill(self, number: int) -> QtGui.QColor:
        """The colour behind text of the aligned instance ``number`` (0-based); after the last, the first."""
        return self.fills[number % len(self.fills)]

    def stroke(self, number: int) -> QtGui.QColor:
        """The colour of lines of the aligned instance ``number`` (0-based)."""
        return self.strokes[number % len(self.strokes)]


def mix(over: QtGui.QColor, under: QtGui.QColor, share: float) -> QtGui.QColor:
    """``over`` laid on ``under`` with the opacity ``share``."""
    return QtGui.QColor.fromRgbF(
        over.redF() * share + under.redF() * (1 - share),
        over.greenF() * share + under.greenF() * (1 - share),
        over.blueF() * share + under.blueF() * (1 - share),
    )


def contrast(colour: QtGui.QColor, other: QtGui.QColor) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    light, dark = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def enlarge_font(font: QtGui.QFont) -> QtGui.QFont:
    """The larger of the window's two sizes."""
    larger = QtGui.QFont(font)
    if font.pointSizeF() > 0:
        larger.setPointSizeF(font.pointSizeF() * 1.2)
    else:
        larger.setPixelSize(round(font.pixelSize() * 1.2))
    return larger


def bold(font: QtGui.QFont) -> QtGui.QFont:
    """The same font, bold."""
    bolder = QtGui.QFont(font)
    bolder.setBold(True)
    return bolder


def tooltip(*lines: str, offsets: str = "") -> str:
    """Lines of foreign text as a tooltip in which nothing is markup; ``offsets`` come last, monospace."""
    shown = [html.escape(plain_words(line, _LONGEST_TIP)) for line in lines if line]
    if offsets:
        shown.append(f"<code>{html.escape(offsets)}</code>")
    return f"<qt>{'<br>'.join(shown)}</qt>"


def _fill(colour: QtGui.QColor, base: QtGui.QColor, text: QtGui.QColor, share: float) -> QtGui.QColor:
    """The colour thinned until text on it can be read (4.5 to 1, WCAG 1.4.3), with something to spare."""
    while contrast(text, mix(colour, base, share)) < 5 and share > 0.15:
        share -= 0.02
    return mix(colour, base, share)


def _stroke(colour: QtGui.QColor, base: QtGui.QColor, share: float) -> QtGui.QColor:
    """The colour moved away from the base until a line of it can be seen (3 to 1, WCAG 1.4.11)."""
    away = QtGui.QColor("white" if base.lightnessF() < 0.5 else "black")
    while contrast(mix(colour, away, share), base) < 3 and share > 0.3:
        share -= 0.05
    return mix(colour, away, share)


def _luminance(colour: QtGui.QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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


def apply_colours(application: QtWidgets.QApplication, colours: Colours) -> None:
    """Give all windows these colours, now and in what is opened later."""
    hints = application.styleHints()
    application.setPalette(QtGui.QPalette())
    if colours is Colours.SYSTEM:
        hints.unsetColorScheme()
        return
    dark = colours is Colours.DARK
    hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
    # Not every desktop has both, and some have no say in it.
    if Theme.from_palette(application.palette()).is_dark != dark:
        application.setPalette(make_palette(dark=dark))


def frame_fields(application: QtWidgets.QApplication) -> None:
    """Have frames of fields seen where the window is too dark for Qt's, which are darker still.

    Only the fields get another ``Window`` colour, of which their style makes the frame and nothing else.
    """
    palette = application.palette()
    window, base, text = (palette.color(role) for role in (_Role.Window, _Role.Base, _Role.Text))
    fields = QtGui.QPalette()
    if Theme.from_palette(palette).is_dark:
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
