"""A path becomes an open SQLite connection that loses nothing, checked to be one of this program.

DELETE journal with ``synchronous=EXTRA`` keeps a review one file that can be mailed and lost no verdict
in simulated power cuts where ``FULL`` lost some; ``locking_mode=EXCLUSIVE`` keeps a second window out.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema
from coala.review.storage.files import review_paths
from coala.review.storage.files.sqlite_errors import translated

# A window that has just been killed frees its lock within a millisecond; a live one never does.
_LOCK_SECONDS = 0.5


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open an existing review file, checked to be one that this version understands.

    Raises ``ReviewError`` when it is missing, not a review, newer, damaged, or open elsewhere.
    """
    review_paths.require(path)
    if read_only and review_paths.writable(path):
        _roll_back(path)
    connection = _connection(path, path, read_only=read_only)
    with _closed_on_failure(connection), translated(path):
        _check(connection, path)
        if not read_only:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
    return connection


def connect_unchecked(path: Path) -> sqlite3.Connection:
    """Open a file for reading of which anything may be damaged but that it is a review.

    Raises ``ReviewError`` when it is missing, not a review, newer, or cannot be read at all.
    """
    review_paths.require(path)
    if review_paths.writable(path):
        _roll_back(path)
    connection = _connection(path, path, read_only=True)
    with _closed_on_failure(connection), translated(path):
        _check_identity(connection, path)
    return connection


def create(path: Path, *, shown: Path, version: int = schema.VERSION) -> sqlite3.Connection:
    """Make a new, empty file at ``path``, which must not exist; messages call it ``shown``."""
    connection = _connection(path, shown, read_only=False, mode="rwc")
    with _closed_on_failure(connection), translated(shown):
        schema.make_tables(connection, version)
    return connection


def copy(connection: sqlite3.Connection, path: Path) -> None:
    """Write all that an open review holds into a file at ``path``, wholly or not at all.

    Raises ``ReviewError`` where something else than a review is there, or one that is open elsewhere.
    """
    if review_paths.exists(path):
        connect(path).close()
    with review_paths.new_review(path) as unfinished:
        write_copy(connection, unfinished)


def write_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Write all that an open review holds into a file that is not there yet, onto the disk."""
    target = sqlite3.connect(path)
    try:
        target.execute("PRAGMA synchronous=EXTRA")
        connection.backup(target)
    finally:
        target.close()
    with path.open("rb") as written:
        os.fsync(written.fileno())


def _roll_back(path: Path) -> None:
    """Undo what an interrupted writer left half done; a reader alone may not, and would refuse the file."""
    if not path.with_name(f"{path.name}-journal").exists():
        return
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_LOCK_SECONDS)
    # Whatever is wrong shows again when the file is opened, with its own sentence.
    with suppress(sqlite3.Error):
        connection.execute("SELECT count(*) FROM sqlite_schema")
    connection.close()


@contextmanager
def _closed_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    """Leave no connection open to a file that is refused: it would keep its lock."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _connection(path: Path, shown: Path, *, read_only: bool, mode: str = "rw") -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else mode}"
    with translated(shown):
        # The desktop gives the review to no other thread, but reads it first in a worker.
        connection = sqlite3.connect(
            uri, uri=True, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        with _closed_on_failure(connection):
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA cell_size_check=ON")
            if not read_only:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                connection.execute("PRAGMA synchronous=EXTRA")
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    _check_identity(connection, path)
    if not schema.has_own_tables(connection):
        raise DamagedReviewError(
            f"{path}: the tables are not those of a COALA review file; it is damaged or foreign"
        )


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    if not schema.is_review(connection):
        raise ReviewError(
            f"{path}: this is not a COALA review file; make one with "
            "'coala diff BASELINE CHANGED -o REVIEW.coala'."
        )
    version = schema.version_of(connection)
    if version > schema.BOARD_VERSION:
        raise ReviewError(
            f"{path}: this review was written by a newer COALA (file version {version}, "
            f"this program reads up to {schema.BOARD_VERSION}); update COALA to open it."
        )
