"""Circles of values are collected on timers, and the collector is left as it was."""

from __future__ import annotations

import gc
import weakref

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

        qtbot.waitUntil(lambda: circle() is None, timeout=5_000)
    finally:
        collector.stop()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off(qtbot: QtBot) -> None:
    collector = RestingCollector()
    gc.disable()
    try:
        collector.start()
        collector.stop()

        assert not gc.isenabled()
    finally:
        gc.enable()
