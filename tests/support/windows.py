"""Tools for tests of a whole window: press keys, read what it shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_list.query_menu import QueryMenu
from coala.gui.session.changes import Announcement, Say
from coala.gui.session.session import Session
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page.answers import BURST_SECONDS, SHOWN_SECONDS
from coala.gui.window.review_page import ReviewPage

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

Key = QtCore.Qt.Key
Modifier = QtCore.Qt.KeyboardModifier
Reviews = Callable[..., Path]
Windows = Callable[..., MainWindow]
Controllers = Callable[[int], Session]


Widget = TypeVar("Widget", bound=QtWidgets.QWidget)


KEYS_OF_A_USER = {
    **{f"tag_{place}": [f"Ctrl+{place}"] for place in range(1, 5)},
    "all_mentions": ["A"],
    "clear_filter": ["Ctrl+R"],
    "copy_markdown": ["Ctrl+Shift+M"],
    "copy_text": ["Ctrl+Shift+C"],
    "full_screen": ["F11"],
    "gold_first": ["Ctrl+Shift+G"],
    "history": ["Shift+H"],
    "mention_after": ["."],
    "mention_before": [","],
    "tags": ["Shift+C"],
    "whole_bag": ["B"],
    "why": ["Y"],
}
"""Keys for actions that have none by default, as a user can give them in the help; tests press them."""


def no_comparison(*paths: object, **options: object) -> Path:
    raise AssertionError("nothing is to be compared")


ANSWER_KEYS = (
    *(Key.Key_Plus, Key.Key_Minus, Key.Key_Equal, Key.Key_Question),
    *(Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4),
)


def turn_to(qtbot: QtBot, window: QtWidgets.QWidget) -> None:
    """Make a window the one that has the keyboard, as a click on its title does."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


class Clock:
    """A time that only a test moves on, however busy the machine is."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()
"""The time by which every page in the tests of the window judges whether an answer came too early."""


def look(qtbot: QtBot, page: ReviewPage) -> None:
    """Wait until the bag is painted, and look at it too long for a burst of answers."""
    _look_for(BURST_SECONDS + SHOWN_SECONDS, CLOCK, qtbot, page)


def look_by(clock: Clock, qtbot: QtBot, page: ReviewPage) -> None:
    """Wait until the bag is painted, and let it stand just long enough for an answer to count."""
    _look_for(SHOWN_SECONDS + 0.01, clock, qtbot, page)


def _look_for(seconds: float, clock: Clock, qtbot: QtBot, page: ReviewPage) -> None:
    before = clock.now

    def has_stood() -> bool:
        clock.now = before + seconds
        if not page.answers.gate.is_open():
            clock.now = before
        return clock.now > before

    qtbot.waitUntil(has_stood)


def page_of(window: MainWindow) -> ReviewPage:
    assert window.page is not None
    return window.page


def hear(session: Session) -> list[str]:
    """Return a list that gets what is said only to screen readers from now on."""
    heard: list[str] = []

    def note(message: Announcement) -> None:
        if message.how is Say.ALOUD:
            heard.append(message.text)

    session.said.connect(note)
    return heard


def part_of(whole: QtWidgets.QWidget, kind: type[Widget], name: str = "") -> Widget:
    """Return the only widget of a kind in a window, a page or a dialog, or that with a spoken name."""
    parts = [part for part in whole.findChildren(kind) if not name or spoken_name(part) == name]
    assert len(parts) == 1, f"{len(parts)} widgets of the kind {kind.__name__} are called {name!r}"
    return parts[0]


def choose(whole: QtWidgets.QWidget, name: str, entry: str) -> None:
    """Choose an entry of the menu of terms with a spoken name; an entry with a number may lack it."""
    actions = part_of(whole, QueryMenu, name).menu().actions()
    (found,) = [action for action in actions if action.text().partition(" (")[0] == entry]
    found.trigger()


def settled(whole: QtCore.QObject) -> bool:
    """Return True if a window, or a part of it, has no delayed work left."""
    only = QtCore.Qt.FindChildOption.FindDirectChildrenOnly
    return not any(timer.isActive() for timer in whole.findChildren(QtCore.QTimer, options=only))


def press(
    qtbot: QtBot, key: QtCore.Qt.Key, modifier: QtCore.Qt.KeyboardModifier = Modifier.NoModifier
) -> None:
    """Press a key as the user does: in the focused widget, an answer after a look at the bag."""
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    window = focused.window()
    if key in ANSWER_KEYS and isinstance(window, MainWindow) and window.page is not None:
        look(qtbot, window.page)
    qtbot.keyClick(focused, key, modifier)


def hit(window: MainWindow, qtbot: QtBot, *keys: QtCore.Qt.Key) -> None:
    """Press keys in the focused widget, each after a look at the bag."""
    for key in keys:
        look(qtbot, page_of(window))
        press(qtbot, key)


def walk_change(window: MainWindow) -> None:
    """Choose the next own change of the bag, also where the key for changes asks who is who."""
    page_of(window).answers.walk_changes()


def spoken_name(widget: QtWidgets.QWidget) -> str:
    if widget.accessibleName():
        return widget.accessibleName()
    interface = QtGui.QAccessible.queryAccessibleInterface(widget)
    return interface.text(QtGui.QAccessible.Text.Name)


def numbers_in(text: str) -> list[str]:
    """Return the figures of a sentence; its words are in the golden texts."""
    return re.findall(r"\d+(?:[.,]\d+)*", text)


def verdicts(window: MainWindow) -> str:
    review = window.review
    assert review is not None
    return "".join(review.state(entry.fingerprint).verdict or "." for entry in review.entries)


def status(window: MainWindow) -> str:
    return window.statusBar().currentMessage()
