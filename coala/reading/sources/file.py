"""A file of a graph is named as the user sees it, and opened only when it is a regular one."""

from __future__ import annotations

import io
import os
import stat
from typing import NamedTuple

from coala.errors import ReadingError

STANDARD_INPUT = "-"


class File(NamedTuple):
    """A file to read: its name as the user sees it, and where it lies."""

    shown: str
    path: str


def check_regular(file: File) -> None:
    """Refuse what is no regular file.

    Raises:
        OSError: there is nothing of this name.
        ReadingError: it is a pipe, a device or a socket.
    """
    if not stat.S_ISREG(os.stat(file.path).st_mode):
        raise ReadingError(
            f"{file.shown}: is not a regular file but a pipe, device or socket: write the graph to a file, "
            "or pass it on standard input as -."
        )


def open_regular(file: File) -> io.FileIO:
    """Open a regular file; the check comes first, since opening a named pipe already waits.

    Raises:
        ReadingError: it is not there, not a regular file, or may not be read.
    """
    try:
        check_regular(file)
        return io.FileIO(file.path)
    except OSError as error:
        raise ReadingError(f"{file.shown}: cannot be read: {error.strerror or error}.") from error
