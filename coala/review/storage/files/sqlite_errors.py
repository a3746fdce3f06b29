"""What SQLite raises becomes the sentence that the user reads.

It is a module of its own because whatever touches a review file goes through it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from coala.base.plain_text import one_line
from coala.errors import DamagedReviewError, ReviewError

_LONGEST_CAUSE = 120

_DAMAGED = "this review file is damaged"


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into the sentence that the user reads."""
    try:
        yield
    except sqlite3.Error as error:
        if _primary_code(error) == sqlite3.SQLITE_CORRUPT:
            raise DamagedReviewError(f"{path}: {_DAMAGED}") from error
        raise ReviewError(f"{path}: {_sentence(error)}") from error
    except UnicodeError as error:
        raise DamagedReviewError(f"{path}: {_DAMAGED}") from error


def _primary_code(error: sqlite3.Error) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    # The extended code's low byte is the primary one.
    return None if code is None else code & 0xFF


def _sentence(error: sqlite3.Error) -> str:
    code, primary = getattr(error, "sqlite_errorcode", None), _primary_code(error)
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "this review is open in another COALA window or process; close it there, or try again later."
    if primary == sqlite3.SQLITE_NOTADB:
        return "this is not a COALA review file."
    if primary == sqlite3.SQLITE_FULL:
        return "the disk is full; nothing was changed, make room and try again."
    if code == sqlite3.SQLITE_READONLY_ROLLBACK:
        return (
            "a writer of this review was interrupted; keep the file ending in -journal beside it, and open "
            "it once where you may write."
        )
    if primary == sqlite3.SQLITE_READONLY:
        return "this review file cannot be written; copy it to a folder where you may write."
    if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return "this file cannot be opened; check that you may read it and write its folder."
    if primary == sqlite3.SQLITE_IOERR:
        return "the disk reported an error; nothing was changed, check the disk and try again."
    # What cannot be read is cited there, on lines of its own.
    return f"the review file cannot be used ({one_line(str(error), _LONGEST_CAUSE)})."
