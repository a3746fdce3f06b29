"""A display-less Qt, windows that do not outlive their test, and a review to work on."""

from __future__ import annotations

import os

from tests.support.fonts import FONT_FAMILY, FONT_FILES, fonts_alone

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Before Qt asks for them, here and in child processes.
os.environ.update(fonts_alone())

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.engine import Sample
from coala.gui.session.preferences import Preferences
from coala.gui.session.session import Session
from coala.gui.window import main_window as place_on_screen
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page import answers
from coala.gui.window.page.answers import AnswerGate
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice
from coala.review.file import Review
from tests.support.reviews import a_bag, make_review
from tests.support.windows import CLOCK, KEYS_OF_A_USER, Clock, Controllers, Windows, no_comparison

_PATIENCE = 60_000
"""Milliseconds after which what a test waits for does not come, on the busiest machine."""


@pytest.fixture(scope="session", autouse=True)
def bring_fonts(qapp: QtWidgets.QApplication) -> None:
    """Show every window in the fonts of the tests, also where Qt does not ask fontconfig."""
    for path in FONT_FILES:
        assert QtGui.QFontDatabase.addApplicationFont(str(path)) >= 0
    font = qapp.font()
    font.setFamily(FONT_FAMILY)
    qapp.setFont(font)


@pytest.fixture
def qtbot(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QtBot:
    """Return the bot of pytest-qt with waits long enough for a busy machine."""
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitActive, QtBot.waitExposed):
        assert wait.__kwdefaults__ is not None
        monkeypatch.setitem(wait.__kwdefaults__, "timeout", _PATIENCE)
    return qtbot


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let every page judge by a clock of the tests whether an answer came too early."""
    monkeypatch.setattr(answers, "AnswerGate", partial(AnswerGate, clock=CLOCK))
    return CLOCK


@pytest.fixture
def review_of(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a review of some bags: moved, split, merged, and again."""

    def make(number: int, *, gold: bool = False, notices: tuple[Notice, ...] = ()) -> Path:
        kinds = (Kind.MOVED, Kind.SPLIT, Kind.MERGED)
        bags = [a_bag(place, kind=kinds[place % 3]) for place in range(number)]
        return make_review(tmp_path / "test.coala", bags, gold=gold, notices=notices)

    return make


@pytest.fixture
def controller_of(review_of: Callable[..., Path]) -> Iterator[Controllers]:
    """Return a function that opens a review of some bags, and starts a session on it."""
    with ExitStack() as opened:

        def make(number: int) -> Session:
            session = Session(opened.enter_context(Review.open(review_of(number))))
            session.start()
            return session

        yield make


@pytest.fixture
def window_of(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Windows]:
    """Return a function that opens a window of 1280 x 800, with a review if one is given.

    The windows are closed after the test.
    """
    windows: list[MainWindow] = []
    monkeypatch.setattr(place_on_screen, "list_screens", lambda: [QtCore.QRect(0, 0, 1600, 1000)])

    def make(
        review: Path | None = None,
        *,
        preferences: Preferences | None = None,
        samples: tuple[Sample, ...] = (),
    ) -> MainWindow:
        path = tmp_path / "settings" / "preferences.json"
        preferences = preferences or Preferences()
        preferences.keys = KEYS_OF_A_USER | preferences.keys
        window = MainWindow(preferences, path, no_comparison, samples)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        if review is not None:
            assert window.open_review(review)
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()


@pytest.fixture
def review(review_of: Callable[..., Path]) -> Path:
    """Make a review of three bags; a module that is about other bags has a fixture of this name."""
    return review_of(3)


@pytest.fixture
def window(window_of: Windows, review: Path) -> MainWindow:
    """Open a window with the review."""
    return window_of(review)


@pytest.fixture(autouse=True)
def no_window_left_behind(qapp: QtWidgets.QApplication) -> Iterator[None]:
    """Fail a test that leaves a window open, because it changes the focus of the next test."""
    # Only what the test makes is searched for garbage afterwards: all else took 0.1 s for each test.
    gc.freeze()
    yield
    qapp.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    gc.collect()
    gc.unfreeze()
    left = [widget for widget in qapp.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.close()
    assert not left
