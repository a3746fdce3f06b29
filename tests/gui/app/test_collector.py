"""Circles of values are collected on timers, and the collector is left as it was."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator

import pytest
from PySide6 import QtCore
from pytestqt.qtbot import QtBot

from coala.gui.app.collector import RestingCollector


class _Circle:
    def __init__(self) -> None:
        self.itself = self


def test_circles_go_while_nothing_is_collected_in_between(qtbot: QtBot) -> None:
    collector = RestingCollector()
    collector.start()
    try:
        assert not gc.isenabled()
        circle = weakref.ref(_Circle())

        qtbot.waitUntil(lambda: circle() is None)
    finally:
        collector.stop()
    assert gc.isenabled()


@pytest.fixture
def collections() -> Iterator[list[int]]:
    """How many values were set aside at the phases of collections, as they happen."""
    set_aside: list[int] = []

    def note(_: str, __: object) -> None:
        set_aside.append(gc.get_freeze_count())

    gc.callbacks.append(note)
    yield set_aside
    gc.callbacks.remove(note)


class _Maker(QtCore.QObject):
    """Makes values by the thousand whenever the program is idle."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[list[int]] = []
        self.timer = QtCore.QTimer(self)
        self.timer.timeout.connect(self._make)
        self.timer.start()

    @QtCore.Slot()
    def _make(self) -> None:
        self.made.extend([number] for number in range(20_000))
        time.sleep(0.01)


def test_nothing_is_collected_while_much_is_made(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, collections: list[int]
) -> None:
    monkeypatch.setattr("coala.gui.app.collector._YOUNG_MILLISECONDS", 5)
    monkeypatch.setattr("coala.gui.app.collector._MOST_TIMES_PUT_OFF", 1_000)
    maker, collector = _Maker(), RestingCollector()
    collector.start()
    try:
        qtbot.waitUntil(lambda: len(maker.made) > 400_000)
        assert not collections
        maker.timer.stop()
        qtbot.waitUntil(lambda: bool(collections))
    finally:
        collector.stop()


def test_what_is_made_without_end_is_collected_all_the_same(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, collections: list[int]
) -> None:
    monkeypatch.setattr("coala.gui.app.collector._YOUNG_MILLISECONDS", 5)
    monkeypatch.setattr("coala.gui.app.collector._MOST_TIMES_PUT_OFF", 3)
    maker, collector = _Maker(), RestingCollector()
    collector.start()
    try:
        qtbot.waitUntil(lambda: bool(collections))
    finally:
        collector.stop()
        maker.timer.stop()


def test_what_an_opened_review_holds_is_not_looked_at_again_until_another_is_opened(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, collections: list[int]
) -> None:
    monkeypatch.setattr("coala.gui.app.collector._YOUNG_MILLISECONDS", 100)
    collector = RestingCollector()
    held = [_Circle()]
    circle = weakref.ref(held[0])
    collector.note_change()
    collector.start()
    try:
        qtbot.waitUntil(lambda: gc.get_freeze_count() > 0)
        assert 0 not in collections, "what was just read is set aside without a look"
        held.clear()
        gc.collect()
        assert circle() is not None

        collector.note_change()

        qtbot.waitUntil(lambda: circle() is None)
        assert gc.get_freeze_count() > 0
    finally:
        collector.stop()
    assert gc.get_freeze_count() == 0


def test_a_collector_that_was_off_stays_off(qtbot: QtBot) -> None:
    collector = RestingCollector()
    gc.disable()
    try:
        collector.start()
        collector.stop()

        assert not gc.isenabled()
    finally:
        gc.enable()
