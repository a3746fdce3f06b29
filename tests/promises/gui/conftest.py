"""Widgets of one promise, which are gone before the next one begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6 import QtCore, QtWidgets


@pytest.fixture(autouse=True)
def delete_widgets(qapp: QtWidgets.QApplication) -> Iterator[None]:
    """Delete what qtbot has closed: the garbage collector would take its parts in any order."""
    yield
    qapp.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
