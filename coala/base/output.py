"""Text goes to a file or to standard output, wholly or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from coala.base.signals import told_to_end
from coala.errors import CoalaError

STANDARD_OUTPUT = "-"

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
        unfinished = path.with_name(f".coala-{os.getpid()}.part")
        # Told to end, it leaves nothing behind.
        with told_to_end():
            try:
                _write(unfinished, chunks)
                os.replace(unfinished, path)
            finally:
                with suppress(OSError):
                    unfinished.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CoalaError(f"{target}: cannot be written ({reason}); choose another place.") from error


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
