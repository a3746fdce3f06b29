"""A second lock on a review that is open for writing, for where SQLite's lock ends too early.

SQLite locks a file for a process, and the system ends that lock once the process closes the file anywhere.
A file dialog does that: to show the types of the files of a folder, it reads a review that is among them.
This lock belongs to an open file instead, and ends with it. It exists on Linux only.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import struct
from contextlib import suppress
from io import FileIO
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows, where a lock belongs to an open file anyway
    fcntl = None  # type: ignore[assignment]

_PLACE = 1 << 62
"""Place of the locked byte, far behind the content and the bytes that SQLite locks."""


class GuardedConnection(sqlite3.Connection):
    """A connection that may have the second lock, and then keeps it until it is closed."""

    _file: FileIO | None = None

    def guard(self, path: Path) -> bool:
        """Lock the file at ``path``, which SQLite has locked; return False if another process guards it.

        Return True also where the system has no locks of this kind.
        """
        if not hasattr(fcntl, "F_OFD_SETLK"):
            return True
        try:
            # Closed only after the connection: closing it ends SQLite's lock.
            self._file = path.open("r+b", buffering=0)
            self._lock(fcntl.F_WRLCK)
        except OSError as error:
            return error.errno != errno.EAGAIN
        return True

    def close(self) -> None:
        super().close()
        if self._file is not None and not self._file.closed:
            # A process that was forked in the meantime has the file open too.
            with suppress(OSError):
                self._lock(fcntl.F_UNLCK)
            self._file.close()

    def _lock(self, kind: int) -> None:
        assert self._file is not None
        fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", kind, os.SEEK_SET, _PLACE, 1, 0))
