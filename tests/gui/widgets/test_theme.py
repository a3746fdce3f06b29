import html
from itertools import combinations

import pytest
from PySide6 import QtGui

from coala.gui.widgets.theme import GLYPHS, Theme, contrast, enlarge_font, tooltip
from coala.model.kinds import Kind
from tests.support.palettes import PALETTES, distance_without_green


@pytest.mark.parametrize("name", PALETTES)
def test_text_can_be_read_on_every_fill_and_every_ground(name: str) -> None:
    theme = Theme.from_palette(PALETTES[name]())
    for ground in (*theme.fills, theme.base, theme.band, theme.selection):
        assert contrast(theme.text, ground) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
def test_quiet_words_can_still_be_read(name: str) -> None:
    theme = Theme.from_palette(PALETTES[name]())
    for ground in (theme.base, theme.band, theme.selection):
        assert contrast(theme.quiet, ground) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
def test_lines_and_verdicts_can_be_seen(name: str) -> None:
    theme = Theme.from_palette(PALETTES[name]())
    assert all(contrast(colour, theme.base) >= 3 for colour in theme.strokes)
    assert all(contrast(colour, theme.base) >= 4.5 for colour in theme.verdicts.values())


@pytest.mark.parametrize("name", PALETTES)
def test_no_two_colours_are_one_for_who_sees_no_green(name: str) -> None:
    theme = Theme.from_palette(PALETTES[name]())
    for colours in (theme.fills, theme.strokes):
        assert min(distance_without_green(*pair) for pair in combinations(colours, 2)) > 10


def test_a_dark_palette_makes_a_dark_theme() -> None:
    assert Theme.from_palette(PALETTES["dark"]()).is_dark
    assert not Theme.from_palette(PALETTES["light"]()).is_dark


def test_after_the_last_colour_comes_the_first() -> None:
    theme = Theme.from_palette(PALETTES["light"]())
    assert theme.fill(0) == theme.fill(len(theme.fills))
    assert len({colour.rgb() for colour in theme.fills}) == len(theme.fills)


def test_every_kind_has_a_glyph_of_its_own() -> None:
    assert set(GLYPHS) == set(Kind)
    assert len(set(GLYPHS.values())) == len(GLYPHS)


def test_a_headline_is_larger_whether_the_font_counts_points_or_pixels() -> None:
    points, pixels = QtGui.QFont(), QtGui.QFont()
    points.setPointSizeF(10)
    pixels.setPixelSize(20)
    assert enlarge_font(points).pointSizeF() == pytest.approx(12)
    assert enlarge_font(pixels).pixelSize() == 24


def test_nothing_in_a_tooltip_is_markup() -> None:
    shown = tooltip("<img src=x>", "a < b", offsets="1–2")
    assert html.escape("<img src=x>") in shown
    assert "<img" not in shown
    assert shown.endswith("<code>1–2</code></qt>")
