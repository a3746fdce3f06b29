"""The path of a file that stands beside the graphs -> its bytes, if it is one that somebody wrote by hand."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable

from coala.errors import ReadingError


def read_small(path: str, most_bytes: int) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: it is not there, may not be read, is no regular file, or is larger than ``most_bytes``;
            ``strerror`` says which.
    """
    # Opening a named pipe would already wait, so the look comes first.
    if not stat.S_ISREG(os.stat(path).st_mode):
        kind = errno.EISDIR if os.path.isdir(path) else errno.EINVAL
        raise OSError(kind, "it is no regular file", path)
    with open(path, "rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {most_bytes:,} bytes", path)
    return data


_LONGEST_NAME = 255
"""Bytes: what file systems allow."""


def beside(path: str, most_bytes: int) -> Callable[[str], bytes | None]:
    """A function from the bare name of a file to its bytes, or None when there is no such file.

    Names with a folder, a drive or a NUL in them, links that lead out of the folder, and whatever is no
    regular file count as absent.

    Raises (the function):
        ReadingError: the file is larger than ``most_bytes``, or may not be read.
    """
    folder = os.path.realpath(os.path.dirname(path) or os.curdir)

    def read(name: str) -> bytes | None:
        if not _is_bare(name):
            return None
        real = os.path.realpath(os.path.join(folder, name))
        if os.path.dirname(real) != folder:
            return None
        try:
            # Opening a named pipe would already wait, so the look comes first.
            state = os.stat(real)
            if not stat.S_ISREG(state.st_mode):
                return None
            with open(real, "rb") as file:
                # What is asked for is set aside, however little there is.
                data = file.read(min(state.st_size, most_bytes) + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ReadingError(f"{name}: cannot be read: {error.strerror or error}.") from error
        if len(data) > most_bytes:
            raise ReadingError(f"{name}: is larger than {most_bytes:,} bytes: split it.")
        return data

    return read


def _is_bare(name: str) -> bool:
    forbidden = ("/", "\\", ":", "\0")
    try:
        size = len(os.fsencode(name))
    except UnicodeEncodeError:
        return False
    return (
        0 < size <= _LONGEST_NAME and name not in (".", "..") and not any(char in name for char in forbidden)
    )
