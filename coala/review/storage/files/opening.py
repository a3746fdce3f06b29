"""Opens review files as SQLite connections that lose nothing and are checked to be reviews.

DELETE journal with ``synchronous=EXTRA`` keeps a review one file that can be mailed and lost no verdict
in simulated power cuts where ``FULL`` lost some; ``locking_mode=EXCLUSIVE`` keeps a second window out.
A reader keeps its shared lock in the same way until it closes, so all that it reads is one comparison.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema
from coala.review.storage.files import review_paths
from coala.review.storage.files.sqlite_errors import translated

# A window that has just been killed frees its lock within a millisecond; a live one never does.
_LOCK_SECONDS = 0.5

_KEEP_LOCKS = "PRAGMA locking_mode=EXCLUSIVE"
"""Keeps what a connection has locked until it is closed: for a reader, other writers out."""

_TOUCH = "PRAGMA schema_version"
"""Reads the head of a file alone, and so locks it."""

_MOST_REPAIRS = 20
"""Writers may be killed one after the other, each between a rollback here and the next look at the file."""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open an existing review file, checked to be one that this version understands.

    Raises ``ReviewError`` when it is missing, not a review, newer, damaged, or open elsewhere.
    """
    connection = _reader(path) if read_only else _writer(path)
    with _closed_on_failure(connection), translated(path):
        _check(connection, path)
    return connection


def connect_unchecked(path: Path) -> sqlite3.Connection:
    """Open a file for reading of which anything may be damaged but that it is a review.

    Raises ``ReviewError`` when it is missing, not a review, newer, or cannot be read at all.
    """
    connection = _reader(path)
    with _closed_on_failure(connection), translated(path):
        _check_identity(connection, path)
    return connection


@contextmanager
def kept_as_it_is(path: Path) -> Iterator[None]:
    """Let no program write the review at ``path`` while it is opened and read several times.

    Raises ``ReviewError`` when it is missing, open elsewhere, or cannot be read at all.
    """
    with closing(_reader(path)):
        yield


def create(path: Path, *, shown: Path, board: bool = False) -> sqlite3.Connection:
    """Make a new, empty review or board at ``path``, which must not exist; messages call it ``shown``."""
    connection = _connection(path, shown, read_only=False, mode="rwc")
    with _closed_on_failure(connection), translated(shown):
        connection.execute(_KEEP_LOCKS)
        schema.make_tables(connection, board=board)
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


def _writer(path: Path) -> sqlite3.Connection:
    """Open a file for writing and lock it."""
    review_paths.require(path)
    review_paths.require_name(path)
    connection = _connection(path, path, read_only=False)
    with _closed_on_failure(connection), translated(path):
        # Before the lock: to lock an empty file would write into it.
        _check_identity(connection, path)
        if _is_in_two_files(connection):
            connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(_KEEP_LOCKS)
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    return connection


def _reader(path: Path) -> sqlite3.Connection:
    """Open a file for reading and keep writers out until it is closed."""
    review_paths.require(path)
    for attempt in range(_MOST_REPAIRS + 1):
        connection = _connection(path, path, read_only=True)
        with _closed_on_failure(connection), translated(path):
            try:
                if not _is_in_two_files(connection):
                    connection.execute(_KEEP_LOCKS)
                    connection.execute(_TOUCH).fetchone()
                    return connection
            except sqlite3.OperationalError as error:
                interrupted = error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
                if not interrupted or attempt == _MOST_REPAIRS or not review_paths.writable(path):
                    raise
        connection.close()
        _put_together(path)
    raise ReviewError(f"{path}: other programs write this review again and again; close them and try again.")


def _is_in_two_files(connection: sqlite3.Connection) -> bool:
    """Return True if another program has switched a review to SQLite's write-ahead log."""
    mode: str = connection.execute("PRAGMA journal_mode").fetchone()[0]
    return mode == "wal"


def _put_together(path: Path) -> None:
    """Undo what an interrupted writer left half done, and end a write-ahead log; a reader alone may not."""
    connection = _connection(path, path, read_only=False)
    with closing(connection), translated(path):
        if _is_in_two_files(connection):
            connection.execute("PRAGMA journal_mode=DELETE")


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
    if version > schema.VERSION:
        raise ReviewError(
            f"{path}: this review has file version {version}, and this program reads version "
            f"{schema.VERSION}; if a newer COALA wrote it, update COALA, else compare again with "
            "'coala diff BASELINE CHANGED -o REVIEW.coala'."
        )
