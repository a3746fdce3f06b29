"""A file that other programs may write is looked at now and then, and what they wrote becomes a signal.

Its time is asked for each second: to be told of changes works neither for a file that is replaced by another
nor on every drive of a network.
"""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore

from coala.review.storage.files.held_file import Identity, identity

_FIRST_MS = 1_000
_LONGEST_MS = 32_000


class FileWatch(QtCore.QObject):
    """Watches one file at a time, or none."""

    changed = QtCore.Signal()

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._path = Path()
        self._known: Identity | None = None
        self._timer = QtCore.QTimer(self)
        self._timer.timeout.connect(self.look)

    def watch(self, path: Path, known: Identity | None) -> None:
        """Tell from now on when the file is another than the one that is known."""
        self._path, self._known = path, known
        self._timer.start(_FIRST_MS)

    def put_off(self) -> None:
        """What is there now cannot be read: tell of it again, but ever more seldom."""
        self._timer.start(min(2 * self._timer.interval(), _LONGEST_MS))

    def rest(self) -> None:
        self._timer.stop()

    @QtCore.Slot()
    def look(self) -> None:
        """Tell now whether the file is another, be it time or not."""
        now = identity(self._path)
        if now is not None and now != self._known:
            self.changed.emit()
