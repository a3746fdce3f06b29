"""What is written goes to a file or to standard output, wholly or not at all."""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TextIO

from coala.base.process import told_to_end
from coala.errors import CoalaError

STANDARD_OUTPUT = "-"

_NUMBERS = count()
_UNFINISHED = re.compile(r"\.coala-\d+(-\d+)?\.part(-journal)?")
_STALE_SECONDS = 24 * 60 * 60

# How every SQLite file begins.
_DATABASE = b"SQLite format 3\0"


def write_text(target: str, chunks: Iterable[str]) -> None:
    """Write the chunks to the file ``target`` (replacing it only when all is written), or to ``-``.

    A pipe or a device is written to as it is. Raises ``CoalaError`` when the place cannot be written, or
    holds a review or another database, which nobody means to replace by text.
    """
    if target == STANDARD_OUTPUT:
        with standard_output() as stream:
            stream.writelines(chunks)
        return
    try:
        path = Path(target)
        if path.exists() and not path.is_file():
            _write(path, chunks)
            return
        path = path.resolve()
        if is_database(path):
            raise CoalaError(f"{target}: this is a review or another database; choose another name.")
        # Told to end, it leaves nothing behind.
        with told_to_end(), new_file(path) as unfinished:
            _write(unfinished, chunks)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CoalaError(f"{target}: cannot be written ({reason}); choose another place.") from error


@contextmanager
def new_file(path: Path, *, replace: bool = True) -> Iterator[Path]:
    """The name under which a file is to be written that becomes ``path`` when all has gone well.

    Otherwise nothing is left of it, and ``path`` is as it was. What an earlier process left that was killed
    is taken away. Without ``replace`` a file that is there stays. Raises ``OSError``, ``FileExistsError``.
    """
    _remove_stale(path.parent)
    unfinished = path.with_name(f".coala-{os.getpid()}-{next(_NUMBERS)}.part")
    try:
        # What a process of the same number has left.
        _remove(unfinished)
        yield unfinished
        if replace:
            os.replace(unfinished, path)
        else:
            _take_free_name(unfinished, path)
        _keep_name(path.parent)
    finally:
        _remove(unfinished)


def _remove(unfinished: Path) -> None:
    # SQLite leaves its own where there was no room even to take back what was begun.
    for left in (unfinished, unfinished.with_name(f"{unfinished.name}-journal")):
        with suppress(OSError):
            left.unlink(missing_ok=True)


def _remove_stale(folder: Path) -> None:
    """Take away what nobody goes on with: of another day, since a process elsewhere may share the folder."""
    with suppress(OSError):
        for left in folder.glob(".coala-*.part*"):
            if _UNFINISHED.fullmatch(left.name) and time.time() - left.stat().st_mtime > _STALE_SECONDS:
                left.unlink(missing_ok=True)


def _take_free_name(unfinished: Path, path: Path) -> None:
    try:
        # Fails where there is a file by now, as a change of name does not.
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links.
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(unfinished, path)


def _keep_name(folder: Path) -> None:
    """A file's new name is on the disk when its folder is; Windows knows no such thing."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Standard output, flushed at the end; a reader that has gone, as ``head`` does, is no trouble."""
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        drop(sys.stdout)
    except OSError as error:
        if error.filename is not None:
            raise
        drop(sys.stdout)
        raise CoalaError(f"standard output: {error.strerror or error}; mend that and try again.") from error


def drop(stream: TextIO) -> None:
    """What is still in its buffer cannot be written, and must not be tried again when the program ends."""
    # A stream that is no file has nothing to drop.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_database(path: str | Path) -> bool:
    """Whether there is a review, or another database, which text must not replace."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _write(path: Path, chunks: Iterable[str]) -> None:
    # A lone surrogate in a label cannot be UTF-8; it is shown as its escape.
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(chunks)
