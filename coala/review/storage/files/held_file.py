"""An open review file is watched, so that nothing is written into one that has lost its name."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from coala.errors import ReviewError


class Identity(NamedTuple):
    """What tells a file from one that takes its name or its place later."""

    device: int
    number: int
    written: int


def identity(path: Path) -> Identity | None:
    """That of the file at ``path``; None where there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Identity(status.st_dev, status.st_ino, status.st_mtime_ns)


class HeldFile:
    """The file behind an open connection, as it was when something was last written into it here."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool) -> None:
        self._path = path
        self._place = path.absolute()
        self._connection = connection
        # Read when somebody has touched the file: to open and close it then would end SQLite's lock on it.
        self._bytes = None if read_only else path.open("rb", buffering=0)
        self.note_change()

    def note_change(self) -> None:
        """Something was written into it here."""
        self.identity = identity(self._place)

    def check(self) -> None:
        """Raise ``ReviewError`` unless it is still there.

        SQLite writes on into a file that has lost its name, and what it writes there is lost with it.
        """
        present, known = identity(self._place), self.identity
        if present == known:
            return
        if present is None:
            how = "was deleted or moved"
        elif known is None or present[:2] != known[:2] or not self._is_as_left():
            how = "was replaced by another file"
        else:
            self.identity = present
            return
        raise ReviewError(
            f"{self._path}: the review {how} since it was opened here, so nothing was saved. "
            "Put it back under this name and try again, or open the review that is there now."
        )

    def _is_as_left(self) -> bool:
        """Whether the file holds what was written into it here; it may only have been touched."""
        assert self._bytes is not None
        self._bytes.seek(0)
        return self._bytes.read() == self._connection.serialize()

    def close(self) -> None:
        if self._bytes is not None:
            self._bytes.close()
