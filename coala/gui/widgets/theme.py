"""Colours, glyphs and distances of the windows, light and dark.

An instance colour identifies an instance (a chain of mentions, with the chain of the other graph that it is
aligned with) and means nothing else. Verdict colours are used for verdicts only. Kinds of change have no
colour but a glyph, because a merge is not good and a split is not bad.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Self

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.model.bag import Verdict
from coala.model.kinds import Kind

# All distances are multiples of this number of pixels, so that edges of neighbouring panes align.
GRID = 8
# Long enough for any offset, IRI or sentence; a label may have a million characters.
_LONGEST_TIP = 600

# Okabe and Ito's colours without black, with violet for their light blue, and brown.
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#6a3fb5", "#d55e00", "#f0e442", "#7a5230")

# The part of each colour in a stroke, on a light and on a dark base. With equal parts, orange and vermilion
# look the same to a reader who sees no green.
_STROKE_SHARES = ((1.0, 0.85, 0.85, 1.0, 1.0, 0.55, 0.55, 0.4), (0.55, 1.0, 0.7, 0.4, 0.85, 0.7, 0.4, 1.0))


class _Fill(NamedTuple):
    """A fill with the hue of a colour; saturation and step in brightness are for a light and a dark base."""

    hue: int  # 0 to 359
    saturation: tuple[float, float]
    step: tuple[int, int]  # 0 is nearest to the base


# Each fill has a step of its own, so that all differ also for a reader who sees no colours. The first four
# are pale; of all such orders these are among those that differ most to a reader who sees no green.
_FILLS = (
    _Fill(205, (0.85, 0.75), (3, 3)),
    _Fill(38, (0.90, 0.90), (1, 4)),
    _Fill(160, (0.55, 0.80), (4, 6)),
    _Fill(320, (0.65, 0.50), (2, 5)),
    _Fill(255, (0.80, 0.60), (6, 2)),
    _Fill(18, (0.85, 0.75), (5, 7)),
    _Fill(56, (0.95, 0.80), (0, 1)),
    _Fill(28, (0.30, 0.22), (7, 0)),
)
# On a light base the contrast of two steps, and of the first step to the base. On a dark base there is less
# room: the steps are even, between the base and the brightest fill on which text has the contrast.
_STEP, _FIRST_STEP = 1.165, 1.15
_DARK_FIRST_STEP, _TEXT_ON_FILL = 1.04, 4.53

# The colours of verdicts on a light and on a dark base.
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
    Kind.LINK: "@",
    Kind.FACT_ADDED: "⊢",
    Kind.FACT_DROPPED: "⊬",
    Kind.FACT_CHANGED: "⇄",
    Kind.FACT_RETYPED: "⇢",
}


@dataclass(frozen=True)
class Theme:
    """The colours for one palette: `text` is readable on fills, strokes are visible on `base`."""

    is_dark: bool
    base: QtGui.QColor  # the background of lists and texts
    text: QtGui.QColor
    quiet: QtGui.QColor  # less important text
    line: QtGui.QColor  # lines that divide
    band: QtGui.QColor  # a faint background, hardly different from the base
    row: QtGui.QColor  # the background of a line under the pointer or the cursor
    selection: QtGui.QColor
    focus: QtGui.QColor  # the mark of the focus, visible on each of these backgrounds
    fills: tuple[QtGui.QColor, ...]  # backgrounds of instances
    strokes: tuple[QtGui.QColor, ...]  # lines of instances
    verdicts: Mapping[Verdict, QtGui.QColor]

    @classmethod
    def from_palette(cls, palette: QtGui.QPalette) -> Self:
        """Return the theme for a palette; it is dark if the base is darker than the text."""
        roles = QtGui.QPalette.ColorRole
        return cls._from_colours(
            *(palette.color(role).rgba() for role in (roles.Base, roles.Text, roles.Highlight))
        )

    @classmethod
    @lru_cache(maxsize=16)
    def _from_colours(cls, *argb: int) -> Self:
        """Return the theme for the colours of base, text and highlight, as numbers 0xAARRGGBB."""
        # Cached: buttons ask for it whenever they are painted, and the search for readable colours is slow.
        base, text, highlight = (QtGui.QColor.fromRgba(colour) for colour in argb)
        is_dark = base.lightnessF() < text.lightnessF()
        colours = [QtGui.QColor(name) for name in _COLOURS]
        band, row = mix(text, base, 0.05), mix(text, base, 0.08)
        selection = mix(highlight, base, 0.28 if is_dark else 0.16)
        return cls(
            is_dark=is_dark,
            base=base,
            text=text,
            quiet=mix(text, base, 0.66),
            line=mix(text, base, 0.18),
            band=band,
            row=row,
            selection=selection,
            focus=_stroke(highlight, (base, band, row, selection), 1),
            fills=_make_fills(base, text),
            strokes=tuple(
                _stroke(colour, (base, band, row), share)
                for colour, share in zip(colours, _STROKE_SHARES[is_dark], strict=True)
            ),
            verdicts={verdict: QtGui.QColor(pair[is_dark]) for verdict, pair in _VERDICTS.items()},
        )

    def fill(self, number: int) -> QtGui.QColor:
        """Return the background colour of the aligned instance `number` (from 0); no colour is there twice.

        Instances after the last colour have a grey one: only signs tell them apart.
        """
        return self.fills[number] if number < len(self.fills) else self.row

    def stroke(self, number: int) -> QtGui.QColor:
        """Return the line colour of the aligned instance `number` (from 0), grey after the last colour."""
        return self.strokes[number] if number < len(self.strokes) else self.quiet


def mix(over: QtGui.QColor, under: QtGui.QColor, share: float) -> QtGui.QColor:
    """Return the colour of `over` painted on `under` with the opacity `share`, 0 to 1."""
    return QtGui.QColor.fromRgbF(
        over.redF() * share + under.redF() * (1 - share),
        over.greenF() * share + under.greenF() * (1 - share),
        over.blueF() * share + under.blueF() * (1 - share),
    )


def contrast(colour: QtGui.QColor, other: QtGui.QColor) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    light, dark = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def enlarge_font(font: QtGui.QFont) -> QtGui.QFont:
    """Return the font in the larger of the window's two sizes, 1.2 times as large."""
    return scale_font(font, 1.2)


def scale_font(font: QtGui.QFont, size: float) -> QtGui.QFont:
    """Return the font ``size`` times as large; its size is set, so that no other widget's font changes it."""
    sized = QtGui.QFont(font)
    if font.pointSizeF() > 0:
        sized.setPointSizeF(font.pointSizeF() * size)
    else:
        sized.setPixelSize(round(font.pixelSize() * size))
    return sized


def bold(font: QtGui.QFont) -> QtGui.QFont:
    """Return the font in bold."""
    bolder = QtGui.QFont(font)
    bolder.setBold(True)
    return bolder


def tooltip(*lines: str, offsets: str = "") -> str:
    """Return a tooltip of lines of plain text, with monospace `offsets` last; no text is read as markup."""
    shown = [html.escape(plain_words(line, _LONGEST_TIP)) for line in lines if line]
    if offsets:
        shown.append(f"<code>{html.escape(offsets)}</code>")
    return f"<qt>{'<br>'.join(shown)}</qt>"


def _make_fills(base: QtGui.QColor, text: QtGui.QColor) -> tuple[QtGui.QColor, ...]:
    """Return the fills, on which text has a contrast of at least 4.5 (WCAG 1.4.3)."""
    # As luminance + 0.05, whose ratios are contrasts.
    ground, ink = _luminance(base) + 0.05, _luminance(text) + 0.05
    is_dark = ground < ink
    if is_dark:
        first = ground * _DARK_FIRST_STEP
        ratio = max(1.0, ink / _TEXT_ON_FILL / first) ** (1 / (len(_FILLS) - 1))
    else:
        first, ratio = ground / _FIRST_STEP, 1 / _STEP
    return tuple(
        _tone(fill.hue, fill.saturation[is_dark], first * ratio ** fill.step[is_dark]) for fill in _FILLS
    )


def _tone(hue: int, saturation: float, brightness: float) -> QtGui.QColor:
    """Return the colour of a hue whose luminance + 0.05 is the brightness."""
    low, high = 0.0, 1.0
    for _ in range(16):  # steps of a bisection, finer than 8 bits
        middle = (low + high) / 2
        if _luminance(QtGui.QColor.fromHslF(hue / 360, saturation, middle)) + 0.05 < brightness:
            low = middle
        else:
            high = middle
    # In 8 bits, as it is painted.
    return QtGui.QColor(QtGui.QColor.fromHslF(hue / 360, saturation, high).name())


def _stroke(colour: QtGui.QColor, grounds: Sequence[QtGui.QColor], share: float) -> QtGui.QColor:
    """Return the colour, moved away from the grounds until its contrast to each is 3 (WCAG 1.4.11)."""
    away = QtGui.QColor("white" if grounds[0].lightnessF() < 0.5 else "black")
    while min(contrast(mix(colour, away, share), ground) for ground in grounds) < 3 and share > 0.3:
        share -= 0.05
    return mix(colour, away, share)


def _luminance(colour: QtGui.QColor) -> float:
    """Return the relative luminance, 0 to 1, as WCAG 2.1 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_Role = QtGui.QPalette.ColorRole
# The roles of a palette; those in one line get the same colour, the one at its place in _DARK or _LIGHT:
# window, its text; background of lists; buttons; shades of edges; selection; placeholders; links.
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
# Disabled text; the key is True for a dark palette.
_DISABLED = {True: "#7b7e84", False: "#8b8b8b"}
# Class names of input fields; their subclasses count too. Of the text editors only the note is listed:
# the scroll bars of the others would get the colour as well.
_FIELDS = ("QLineEdit", "NoteEdit", "QComboBox", "QAbstractSpinBox", "QCheckBox", "QRadioButton")
# Qt's style darkens the window colour by this factor, in hundredths, for the frame of a field.
_DARKER = 140


class Colours(StrEnum):
    """The colour scheme of the windows; the values are stored in the preferences."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def apply_colours(application: QtWidgets.QApplication, colours: Colours) -> None:
    """Set the colour scheme of all windows, open and future ones."""
    hints = application.styleHints()
    application.setPalette(QtGui.QPalette())
    if colours is Colours.SYSTEM:
        hints.unsetColorScheme()
        return
    dark = colours is Colours.DARK
    hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
    # Some desktops lack one of the schemes or ignore the hint.
    if Theme.from_palette(application.palette()).is_dark != dark:
        application.setPalette(make_palette(dark=dark))


def frame_fields(application: QtWidgets.QApplication) -> None:
    """Make the frames of input fields visible in a dark window, where Qt draws them darker than the window.

    Only the fields get another `Window` colour: their style uses it for the frame and for nothing else.
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
    """Return the faintest line colour with a contrast of 3 to window and base (WCAG 1.4.11)."""
    share = 0.2
    while share < 0.7 and min(contrast(mix(text, window, share), side) for side in (window, base)) < 3:
        share += 0.02
    return mix(text, window, share)


def make_palette(*, dark: bool) -> QtGui.QPalette:
    """Return a palette for desktops that have no dark or no light palette."""
    palette = QtGui.QPalette()
    for roles, colour in zip(_ROLES, _DARK if dark else _LIGHT, strict=True):
        for role in roles:
            palette.setColor(role, QtGui.QColor(colour))
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QtGui.QPalette.ColorGroup.Disabled, role, QtGui.QColor(_DISABLED[dark]))
    return palette
