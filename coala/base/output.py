"""Functions that write a file completely or not at all, and that write to standard output.

A new file is written under a temporary name, ``.coala-PROCESS-NUMBER.part``, and renamed when it is complete.
"""

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

from coala.base.process import unwind_on_termination
from coala.errors import CoalaError

STANDARD_OUTPUT = "-"

_NUMBERS = count()  # of the temporary files of this process
_UNFINISHED = re.compile(r"\.coala-\d+(-\d+)?\.part(-journal)?")
_STALE_SECONDS = 24 * 60 * 60

# The first bytes of every SQLite file.
_DATABASE = b"SQLite format 3\0"


def write_text(target: str, chunks: Iterable[str]) -> None:
    """Write chunks of text to the file ``target``, or to standard output if it is ``-``.

    A regular file is replaced only when everything is written; pipes and devices are written directly.

    Raises:
        CoalaError: the place cannot be written, or holds a review or another database.
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
            raise CoalaError(f"{target}: this is a review or another database. Choose another name.")
        # SIGTERM removes the unfinished file.
        with unwind_on_termination(), new_file(path) as unfinished:
            _write(unfinished, chunks)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CoalaError(f"{target}: cannot be written ({reason}). Choose another place.") from error


@contextmanager
def new_file(path: Path, *, replace: bool = True) -> Iterator[Path]:
    """Yield a temporary path that replaces ``path`` when the block succeeds.

    If the block fails, the temporary file is removed and ``path`` stays as it was. Leftovers of processes
    that were killed are removed. Without ``replace`` an existing file stays.

    Raises:
        OSError: the file cannot be written; ``FileExistsError`` if it exists and may not be replaced.
    """
    _remove_stale(path.parent)
    unfinished = path.with_name(f".coala-{os.getpid()}-{next(_NUMBERS)}.part")
    try:
        # A killed process with the same id may have left one.
        _remove_temporary(unfinished)
        yield unfinished
        if replace:
            os.replace(unfinished, path)
        else:
            _rename_unless_exists(unfinished, path)
        _sync_folder(path.parent)
    finally:
        _remove_temporary(unfinished)


def _remove_temporary(unfinished: Path) -> None:
    # SQLite leaves its journal behind if the disk was too full for a rollback.
    for left in (unfinished, unfinished.with_name(f"{unfinished.name}-journal")):
        with suppress(OSError):
            left.unlink(missing_ok=True)


def _remove_stale(folder: Path) -> None:
    """Remove leftovers older than a day; younger ones may belong to another process on a shared folder."""
    with suppress(OSError):
        for left in folder.glob(".coala-*.part*"):
            if _UNFINISHED.fullmatch(left.name) and time.time() - left.stat().st_mtime > _STALE_SECONDS:
                left.unlink(missing_ok=True)


def _rename_unless_exists(unfinished: Path, path: Path) -> None:
    try:
        # Fails if the file exists by now; a rename would replace it.
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links.
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(unfinished, path)


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the new name survives a power cut. Windows has no equivalent."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Yield standard output and flush it. A reader that stops early, such as ``head``, is not an error."""
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        discard_buffer(sys.stdout)
    except OSError as error:
        # An error with a file name came from a file that was read in the block.
        if error.filename is not None:
            raise
        discard_buffer(sys.stdout)
        raise CoalaError(
            f"Could not write to standard output ({error.strerror or error}). Write to a "
            "file instead, or try again."
        ) from error


def discard_buffer(stream: TextIO) -> None:
    """Discard the buffer of a stream, so that Python does not try to write it again at exit."""
    # A stream without a file descriptor has nothing to discard.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_database(path: str | Path) -> bool:
    """Return True if the file is a review or another SQLite database, which text must not replace."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _write(path: Path, chunks: Iterable[str]) -> None:
    # UTF-8 cannot hold a lone surrogate, so labels show it as an escape.
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(chunks)
