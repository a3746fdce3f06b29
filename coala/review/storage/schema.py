"""A path becomes an open SQLite connection that loses nothing: the schema, its version and its settings.

DELETE journal with ``synchronous=EXTRA`` keeps a review one file that can be mailed and lost no verdict
in simulated power cuts where ``FULL`` lost some; ``locking_mode=EXCLUSIVE`` keeps a second window out.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from coala.base.output import new_file
from coala.base.plain_text import one_line
from coala.errors import ReviewError
from coala.review.board.tables import BOARD_TABLES

_APPLICATION_ID = 0x434F414C  # "COAL" in ASCII
VERSION = 4
"""2: the name of a document stands beside its text. 3: what stands in ``_ADDED`` and ``_NEW_TABLES``. 4: a
journal with several reviewers, each with half-written notes of their own, and ``KEPT`` in the header.

Files of older versions are read as they are, and become ones of this version with the first thing that is
written into them.
"""
WIDENED, SHARED_BY_SEVERAL = 3, 4
"""The versions from which on a file has what stands there."""
BOARD_VERSION = 5
"""That of a board, which has the tables of its columns besides."""

KEPT = "kept:"
"""Keys of the header that begin so belong to the review, and outlive the comparison in it."""

# A window that has just been killed frees its lock within a millisecond; a live one never does.
_LOCK_SECONDS = 0.5

_LONGEST_CAUSE = 120

_FIRST_TABLES = {
    "header": "CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "bag": """CREATE TABLE bag (
        number INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        kinds TEXT NOT NULL,
        spans INTEGER NOT NULL,
        documents INTEGER NOT NULL,
        formerly TEXT,
        shares TEXT NOT NULL,
        content BLOB NOT NULL) STRICT""",
    "document": "CREATE TABLE document (identifier TEXT PRIMARY KEY, text BLOB) STRICT",
    "question": "CREATE TABLE question (fingerprint TEXT PRIMARY KEY, spans BLOB NOT NULL) STRICT",
    "journal": """CREATE TABLE journal (
        sequence INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        act TEXT NOT NULL,
        target INTEGER,
        fingerprint TEXT NOT NULL,
        verdict TEXT,
        note TEXT NOT NULL,
        digest TEXT NOT NULL) STRICT""",
}
"""Those of versions 1 and 2."""

_ADDED = {
    "bag": (
        "headline TEXT NOT NULL DEFAULT ''",
        "gold_group INTEGER",
        "earlier TEXT NOT NULL DEFAULT ''",
        "gold BLOB",
    ),
    "document": ("mentions BLOB",),
    "journal": ("details TEXT NOT NULL DEFAULT ''",),
}
"""Columns of version 3, behind the others as SQLite puts them, so that a migrated file is as a new one."""

_FIRST_DRAFT = "CREATE TABLE draft (fingerprint TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT"
_NEW_TABLES = {
    "draft": _FIRST_DRAFT,
    "search": "CREATE TABLE search (field TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT",
}


def _widened(table: str, statement: str) -> str:
    columns = "".join(f", {column}" for column in _ADDED.get(table, ()))
    return statement.replace(") STRICT", f"{columns}) STRICT")


_WIDENED_TABLES = {name: _widened(name, text) for name, text in _FIRST_TABLES.items()} | _NEW_TABLES
_TABLES = _WIDENED_TABLES | {
    "draft": """CREATE TABLE draft (
        reviewer TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (reviewer, fingerprint)) STRICT""",
}
_TABLES_OF = {
    1: _FIRST_TABLES,
    2: _FIRST_TABLES,
    3: _WIDENED_TABLES,
    VERSION: _TABLES,
    BOARD_VERSION: _TABLES | BOARD_TABLES,
}


_DAMAGED = "this review file is damaged; go back to a copy of it."


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open an existing review file, checked to be one that this version understands.

    Raises ``ReviewError`` when it is missing, not a review, newer, damaged, or open elsewhere.
    """
    require(path)
    if read_only and writable(path):
        _roll_back(path)
    connection = _connection(path, path, read_only=read_only)
    try:
        with translated(path):
            _check(connection, path)
            if not read_only:
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def connect_unchecked(path: Path) -> sqlite3.Connection:
    """Open a file for reading of which anything may be damaged but that it is a review.

    Raises ``ReviewError`` when it is missing, not a review, newer, or cannot be read at all.
    """
    require(path)
    if writable(path):
        _roll_back(path)
    connection = _connection(path, path, read_only=True)
    try:
        with translated(path):
            _check_identity(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def require_name(path: Path) -> None:
    """Raise ``ReviewError`` for what no file can be called."""
    if "\0" in str(path):
        raise ReviewError(f"{path}: no file can have this name; choose another.")


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


class Identity(NamedTuple):
    """What tells a file from one that takes its name or its place later."""

    device: int
    number: int
    written: int


def identity(path: Path) -> Identity | None:
    """That of the file at ``path``; None where there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Identity(status.st_dev, status.st_ino, status.st_mtime_ns)


class HeldFile:
    """The file behind an open connection, as it was when something was last written into it here."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool) -> None:
        self._path = path
        self._place = path.absolute()
        self._connection = connection
        # Read when somebody has touched the file: to open and close it then would end SQLite's lock on it.
        self._bytes = None if read_only else path.open("rb", buffering=0)
        self.note_change()

    def note_change(self) -> None:
        """Something was written into it here."""
        self.identity = identity(self._place)

    def check(self) -> None:
        """Raise ``ReviewError`` unless it is still there.

        SQLite writes on into a file that has lost its name, and what it writes there is lost with it.
        """
        present, known = identity(self._place), self.identity
        if present == known:
            return
        if present is None:
            how = "was deleted or moved"
        elif known is None or present[:2] != known[:2] or not self._is_as_left():
            how = "was replaced by another file"
        else:
            self.identity = present
            return
        raise ReviewError(
            f"{self._path}: the review {how} since it was opened here, so nothing was saved. "
            "Put it back under this name and try again, or open the review that is there now."
        )

    def _is_as_left(self) -> bool:
        """Whether the file holds what was written into it here; it may only have been touched."""
        assert self._bytes is not None
        self._bytes.seek(0)
        return self._bytes.read() == self._connection.serialize()

    def close(self) -> None:
        if self._bytes is not None:
            self._bytes.close()


def copy(connection: sqlite3.Connection, path: Path) -> None:
    """Write all that an open review holds into a file at ``path``, wholly or not at all.

    Raises ``ReviewError`` where something else than a review is there, or one that is open elsewhere.
    """
    if exists(path):
        connect(path).close()
    with new_review(path) as unfinished:
        write_copy(connection, unfinished)


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


def create(path: Path, *, shown: Path, version: int = VERSION) -> sqlite3.Connection:
    """Make a new, empty file at ``path``, which must not exist; messages call it ``shown``."""
    connection = _connection(path, shown, read_only=False, mode="rwc")
    try:
        with translated(shown):
            for statement in _TABLES_OF[version].values():
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id={_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={version}")
    except BaseException:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """The version of an open review file."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def is_board(connection: sqlite3.Connection) -> bool:
    """Whether an open file has the tables of columns."""
    return version_of(connection) == BOARD_VERSION


def is_older(connection: sqlite3.Connection, than: int = VERSION) -> bool:
    """Whether the file is of an older version: without ``than``, whether ``migrate`` has to be called."""
    return version_of(connection) < than


def migrate(connection: sqlite3.Connection, reviewer: str) -> None:
    """Give a file of an older version the tables of this one, within the open transaction.

    Half-written notes of which nobody knows the writer are those of who judged last, else ``reviewer``'s.
    """
    if is_older(connection, WIDENED):
        for table, columns in _ADDED.items():
            for column in columns:
                connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        for statement in _NEW_TABLES.values():
            connection.execute(statement)
    drafts = connection.execute("SELECT fingerprint, content FROM draft").fetchall()
    last = connection.execute("SELECT reviewer FROM journal ORDER BY sequence DESC LIMIT 1").fetchone()
    (writer,) = last or (reviewer,)
    connection.execute("DROP TABLE draft")
    connection.execute(_TABLES["draft"])
    connection.executemany("INSERT INTO draft VALUES (?, ?, ?)", ((writer, *draft) for draft in drafts))
    connection.execute(f"PRAGMA user_version={VERSION}")


def writable(path: Path) -> bool:
    """Whether verdicts can be written: SQLite needs the file and, for its journal, the folder."""
    return os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into the sentence that the user reads."""
    try:
        yield
    except sqlite3.Error as error:
        raise ReviewError(f"{path}: {_sentence(error)}") from error
    except UnicodeError as error:
        raise ReviewError(f"{path}: {_DAMAGED}") from error


def _roll_back(path: Path) -> None:
    """Undo what an interrupted writer left half done; a reader alone may not, and would refuse the file."""
    if not path.with_name(f"{path.name}-journal").exists():
        return
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_LOCK_SECONDS)
    # Whatever is wrong shows again when the file is opened, with its own sentence.
    with suppress(sqlite3.Error):
        connection.execute("SELECT count(*) FROM sqlite_schema")
    connection.close()


def _connection(path: Path, shown: Path, *, read_only: bool, mode: str = "rw") -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else mode}"
    with translated(shown):
        # The desktop gives the review to no other thread, but reads it first in a worker.
        connection = sqlite3.connect(
            uri, uri=True, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA cell_size_check=ON")
            if not read_only:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                connection.execute("PRAGMA synchronous=EXTRA")
        except BaseException:
            connection.close()
            raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    _check_identity(connection, path)
    if not has_own_tables(connection):
        raise ReviewError(
            f"{path}: the tables are not those of a COALA review file; it is damaged or foreign."
        )


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = version_of(connection)
    if application != _APPLICATION_ID:
        raise ReviewError(
            f"{path}: this is not a COALA review file; make one with "
            "'coala diff BASELINE CHANGED -o REVIEW.coala'."
        )
    if version > BOARD_VERSION:
        raise ReviewError(
            f"{path}: this review was written by a newer COALA (file version {version}, "
            f"this program reads up to {BOARD_VERSION}); update COALA to open it."
        )


def has_own_tables(connection: sqlite3.Connection) -> bool:
    """Whether the tables are to the letter those that this program made in its version."""
    tables = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    return tables == _TABLES_OF.get(version_of(connection))


def _sentence(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    # The extended code's low byte is the primary one.
    primary = None if code is None else code & 0xFF
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "this review is open in another COALA window or process; close it there first."
    if primary == sqlite3.SQLITE_NOTADB:
        return "this is not a COALA review file."
    if primary == sqlite3.SQLITE_CORRUPT:
        return _DAMAGED
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
