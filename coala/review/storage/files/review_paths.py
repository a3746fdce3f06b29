"""A path is looked at, or written, as the place of a review file; each refusal is a sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from coala.base.output import new_file
from coala.errors import ReviewError
from coala.review.storage.files.sqlite_errors import translated

_JOURNAL = "-journal"
"""The ending of the file that SQLite keeps next to a review while it writes."""

_LONGEST = 255 - len(_JOURNAL)
"""Bytes: the name of a file has 255 on almost all file systems."""


def require_name(path: Path) -> None:
    """Raise ``ReviewError`` for a name under which no review can be written."""
    if "\0" in str(path):
        raise ReviewError(f"{path}: no file can have this name; choose another.")
    if len(os.fsencode(path.resolve().name)) > _LONGEST:
        raise ReviewError(
            f"{path}: this name is too long to write a review under it; choose a name of at most {_LONGEST} "
            f"bytes, since a file NAME{_JOURNAL} is next to it while it is written."
        )


def exists(path: Path) -> bool:
    """Whether there is a file; raises ``ReviewError`` for what is something else, or cannot be looked at."""
    try:
        if path.exists() and not path.is_file():
            raise ReviewError(f"{path}: this is not a file, so it is no review; name a file.")
        return path.is_file()
    except OSError as error:
        raise ReviewError(f"{path}: cannot be opened ({error.strerror}); check the folder.") from error


def require(path: Path) -> None:
    """Raise ``ReviewError`` unless there is a file that may be a review."""
    if not exists(path):
        raise ReviewError(f"{path}: there is no such review file.")


def writable(path: Path) -> bool:
    """Whether verdicts can be written: SQLite needs the file and, for its journal, the folder."""
    return os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)


@contextmanager
def new_review(path: Path, if_taken: str = "") -> Iterator[Path]:
    """The name under which a review is to be written that becomes ``path`` when all has gone well.

    A file that is there already is replaced, unless ``if_taken`` says what to do about it. Raises
    ``ReviewError``, also where the place cannot be written.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise ReviewError(f"{path}: the folder {folder} does not exist; make it first.")
    taken = f"{path}: there is such a file already, and {if_taken}."
    if if_taken and exists(path):
        raise ReviewError(taken)
    try:
        with translated(path), new_file(path.absolute(), replace=not if_taken) as unfinished:
            yield unfinished
    except OSError as error:
        if if_taken and isinstance(error, FileExistsError):
            raise ReviewError(taken) from error
        raise ReviewError(f"{path}: cannot be written ({error.strerror}); choose another place.") from error
