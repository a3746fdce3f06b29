"""A display-less Qt, windows that do not outlive their test, and a review to work on."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets

from coala.model import Kind, Notice

from .reviews import a_bag, write_review


@pytest.fixture
def review_of(tmp_path: Path) -> Callable[..., Path]:
    """Makes a review file of the given number of bags: moved, split, merged, and again."""

    def make(number: int, *, gold: bool = False, notices: tuple[Notice, ...] = ()) -> Path:
        kinds = (Kind.MOVED, Kind.SPLIT, Kind.MERGED)
        bags = [a_bag(place, kind=kinds[place % 3]) for place in range(number)]
        return write_review(tmp_path / "test.coala", bags, gold=gold, notices=notices)

    return make


@pytest.fixture(autouse=True)
def no_window_left_behind(qapp: QtWidgets.QApplication) -> Iterator[None]:
    """A test that leaves a window open changes the focus of the next one."""
    yield
    qapp.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    gc.collect()
    left = [widget for widget in qapp.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.close()
    assert not left
