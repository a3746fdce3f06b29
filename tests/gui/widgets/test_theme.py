import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6 import QtGui

from coala.gui.widgets.theme import GLYPHS, Theme, contrast, make_palette
from coala.html.template import TEMPLATES
from coala.model.kinds import Kind
from tests.support.palettes import PALETTES, distance_without_green


@pytest.mark.parametrize("name", PALETTES)
def test_no_two_colours_are_one_for_who_sees_no_green(name: str) -> None:
    theme = Theme.from_palette(PALETTES[name]())
    for colours in (theme.fills, theme.strokes):
        assert min(distance_without_green(*pair) for pair in combinations(colours, 2)) > 10


def test_fills_differ_in_brightness() -> None:
    for name, theme, _ in themes():
        assert min(contrast(*pair) for pair in combinations(theme.fills, 2)) >= 1.15, name


def test_fill_of_a_palette_without_room_for_steps_keeps_text_readable() -> None:
    palette = make_palette(dark=True)
    palette.setColor(QtGui.QPalette.ColorRole.Text, QtGui.QColor("#808080"))
    theme = Theme.from_palette(palette)
    assert min(contrast(theme.text, fill) for fill in theme.fills) >= 4


def test_every_kind_has_a_glyph_of_its_own() -> None:
    assert set(GLYPHS) == set(Kind)
    assert len(set(GLYPHS.values())) == len(GLYPHS)


def themes() -> Iterator[tuple[str, Theme, QtGui.QPalette]]:
    """Yield the themes of the palettes that the program makes itself, and of those of the tests."""
    made = {"made light": make_palette(dark=False), "made dark": make_palette(dark=True)}
    for name, palette in {**made, **{name: make() for name, make in PALETTES.items()}}.items():
        yield name, Theme.from_palette(palette), palette


def test_every_pair_of_text_and_ground_has_the_contrast_of_wcag_aa() -> None:
    """Check 4.5 for each colour in which words are written on each ground on which they are."""
    low = []
    for name, theme, palette in themes():
        window = palette.color(QtGui.QPalette.ColorRole.Window)
        grounds = {
            "base": theme.base,
            "band": theme.band,
            "row": theme.row,
            "selection": theme.selection,
            "window": window,
        }
        verdicts = {verdict.name: ink for verdict, ink in theme.verdicts.items()}
        words = {"text": theme.text, "quiet": theme.quiet, **verdicts}
        pairs = {(on, word): (ground, ink) for on, ground in grounds.items() for word, ink in words.items()}
        # Only full text is written on the fill of a mention.
        pairs |= {(f"fill {n}", "text"): (fill, theme.text) for n, fill in enumerate(theme.fills)}
        low += [(name, *pair) for pair, colours in pairs.items() if contrast(*colours) < 4.5]
    assert low == []


def test_every_mark_has_the_contrast_of_wcag_aa_on_its_grounds() -> None:
    """Check 3 for lines of chains and for the mark of the focus."""
    low = []
    for name, theme, _ in themes():
        grounds = {"base": theme.base, "band": theme.band, "row": theme.row}
        marks = {f"stroke {n}": stroke for n, stroke in enumerate(theme.strokes)}
        pairs = {(on, mark): (ground, ink) for on, ground in grounds.items() for mark, ink in marks.items()}
        on_selection = {**grounds, "selection": theme.selection}
        pairs |= {(on, "focus"): (ground, theme.focus) for on, ground in on_selection.items()}
        low += [(name, *pair) for pair, colours in pairs.items() if contrast(*colours) < 3]
    assert low == []


@pytest.mark.parametrize("is_dark", [False, True])
def test_palettes_that_the_program_makes_have_the_contrast_of_wcag_aa(is_dark: bool) -> None:
    palette, role = make_palette(dark=is_dark), QtGui.QPalette.ColorRole
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.HighlightedText, role.Highlight),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Base),
        (role.Link, role.Window),
    ]
    low = [pair for pair in pairs if contrast(*map(palette.color, pair)) < 4.5]
    assert low == []


ROOT = re.compile(r":root \{(.*?)\}", re.DOTALL)


def test_pages_have_the_colours_of_the_window() -> None:
    blocks = ROOT.findall((TEMPLATES / "report.css").read_text(encoding="utf-8"))
    # Light, dark, and what paper has.
    for block in blocks[:2]:
        colours = dict(re.findall(r"--([\w-]+): (#\w+);", block))
        palette = QtGui.QPalette()
        palette.setColor(QtGui.QPalette.ColorRole.Base, QtGui.QColor(colours["paper"]))
        palette.setColor(QtGui.QPalette.ColorRole.Text, QtGui.QColor(colours["ink"]))
        theme = Theme.from_palette(palette)
        of_window = {verdict.name.lower(): ink for verdict, ink in theme.verdicts.items()}
        of_window |= {f"fill{number}": fill for number, fill in enumerate(theme.fills)}
        of_window |= {f"ink{number}": stroke for number, stroke in enumerate(theme.strokes)}
        assert {name: colours[name] for name in of_window} == {
            name: colour.name() for name, colour in of_window.items()
        }
        card = QtGui.QColor(colours["card"])
        assert min(contrast(stroke, card) for stroke in theme.strokes) >= 3
        assert min(contrast(theme.text, fill) for fill in theme.fills) >= 4.5
        for verdict in theme.verdicts.values():
            assert contrast(verdict, theme.base) >= 3


def test_every_variable_that_a_page_uses_is_defined() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.css"))
    assert set(re.findall(r"var\((--[\w-]+)", styles)) <= set(re.findall(r"(--[\w-]+):", styles))
