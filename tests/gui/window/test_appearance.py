"""Light, dark and full screen: chosen in the menu, applied to every open window, remembered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.session.preferences import Preferences
from coala.gui.sidebar.reason_fields import NoteEdit
from coala.gui.widgets.theme import Colours, Theme, apply_colours, contrast, make_palette
from coala.gui.window.main_window import MainWindow
from tests.support.windows import Key, Reviews, Windows, page_of, part_of, press

Role = QtGui.QPalette.ColorRole


@pytest.fixture(autouse=True)
def own_colours(qapp: QtWidgets.QApplication) -> Iterator[None]:
    yield
    apply_colours(qapp, Colours.SYSTEM)


def chosen(window: MainWindow) -> list[str]:
    return [colours for colours in Colours if window.actions_by_name[f"colours_{colours}"].isChecked()]


@pytest.mark.parametrize("dark", [False, True])
def test_the_palette_of_our_own_can_be_read(dark: bool) -> None:
    palette = make_palette(dark=dark)
    assert Theme.from_palette(palette).is_dark == dark
    for words, ground in (
        (Role.WindowText, Role.Window),
        (Role.Text, Role.Base),
        (Role.ButtonText, Role.Button),
    ):
        assert contrast(palette.color(words), palette.color(ground)) >= 7
    for role in (Role.PlaceholderText, Role.Link):
        assert contrast(palette.color(role), palette.color(Role.Base)) >= 4.5
    assert contrast(palette.color(Role.HighlightedText), palette.color(Role.Highlight)) >= 4.5
    assert contrast(palette.color(Role.Highlight), palette.color(Role.Base)) >= 3


def black_palette() -> QtGui.QPalette:
    """Return the palette of a desktop of high contrast: white on black, also for edges."""
    palette = QtGui.QPalette(QtGui.QColor("black"), QtGui.QColor("black"))
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText):
        palette.setColor(role, QtGui.QColor("white"))
    palette.setColor(Role.Base, QtGui.QColor("black"))
    return palette


@pytest.mark.parametrize("palette", [black_palette(), make_palette(dark=True)], ids=["black", "dark"])
def test_frame_of_a_field_contrasts_with_both_of_its_sides(
    qapp: QtWidgets.QApplication, window_of: Windows, review_of: Reviews, palette: QtGui.QPalette
) -> None:
    window = window_of(review_of(2))
    page_of(window).reasons.write_note()
    scroll = part_of(page_of(window).pane, QtWidgets.QPlainTextEdit).verticalScrollBar()
    qapp.setPalette(palette)
    QtWidgets.QApplication.processEvents()
    page_of(window).reasons.open_note()
    note = part_of(page_of(window).reasons, NoteEdit)
    for field in (part_of(page_of(window).list, QtWidgets.QLineEdit), note):
        drawn = field.grab().toImage()
        frame = drawn.pixelColor(drawn.width() // 2, 0), drawn.pixelColor(drawn.width() // 2, 1)
        for side in (Role.Window, Role.Base):
            assert max(contrast(line, palette.color(side)) for line in frame) >= 3
    # Scroll bars of texts stay as the desktop has them, and so does all when the window is light again.
    assert scroll.palette().color(Role.Window) == palette.color(Role.Window)
    light = make_palette(dark=False)
    qapp.setPalette(light)
    QtWidgets.QApplication.processEvents()
    assert note.palette().color(Role.Window) == light.color(Role.Window)


def test_colours_change_at_once_in_every_part_of_the_window(
    window_of: Windows, review_of: Reviews, tmp_path: Path
) -> None:
    window = window_of(review_of(2, gold=True))
    page = page_of(window)
    page.show_results()
    assert chosen(window) == ["system"]
    for colours, dark in ((Colours.DARK, True), (Colours.LIGHT, False)):
        window.actions_by_name[f"colours_{colours}"].trigger()
        QtWidgets.QApplication.processEvents()
        assert chosen(window) == [colours]
        for part in (window, page.pane, page.results):
            assert Theme.from_palette(part.palette()).is_dark == dark
        ground = page.results.grab().toImage().pixelColor(2, 2)
        assert (ground.lightnessF() < 0.5) is dark
    preferences, _ = Preferences.load(tmp_path / "settings" / "preferences.json")
    assert preferences.colours is Colours.LIGHT


def test_the_colours_are_those_of_the_last_time(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(1), preferences=Preferences(colours=Colours.DARK))
    assert Theme.from_palette(window.palette()).is_dark
    assert chosen(window) == ["dark"]
    window.actions_by_name["colours_system"].trigger()
    assert chosen(window) == ["system"]
    # The same again leaves it chosen.
    window.actions_by_name["colours_system"].trigger()
    assert chosen(window) == ["system"]


def test_a_row_of_the_list_looks_the_same_where_the_window_reads_from_right_to_left(
    qapp: QtWidgets.QApplication, window_of: Windows, review_of: Reviews
) -> None:
    rows = page_of(window_of(review_of(12))).list.view
    drawn = []
    for direction in (QtCore.Qt.LayoutDirection.LeftToRight, QtCore.Qt.LayoutDirection.RightToLeft):
        qapp.setLayoutDirection(direction)
        QtWidgets.QApplication.processEvents()
        # What is chosen has a bar at its edge; of the others only words are drawn.
        drawn.append(rows.viewport().grab(rows.visualRect(rows.model().index(3, 0))).toImage())
    qapp.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)
    assert drawn[0] == drawn[1]


def test_full_screen_is_a_key_away_and_remembered(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    preferences = Preferences()
    window = window_of(review_of(1), preferences=preferences)
    size = window.size()
    press(qtbot, Key.Key_F11)
    assert window.isFullScreen()
    assert window.actions_by_name["full_screen"].isChecked()
    press(qtbot, Key.Key_F11)
    assert not window.isFullScreen()
    assert window.size() == size
    press(qtbot, Key.Key_F11)
    window.close()
    assert preferences.full_screen
    assert window_of(preferences=preferences).isFullScreen()
