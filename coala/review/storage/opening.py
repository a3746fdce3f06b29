"""Review files opened as SQLite connections that lose nothing, with checks that they are reviews.

All code that touches a review file uses this module: ``connect`` opens one, ``create`` and ``new_review``
make one, ``copy`` copies one, and ``HeldFile`` guards one while it is open. The settings of SQLite are:

- ``journal_mode=DELETE`` keeps a review one file that can be mailed.
- ``synchronous=EXTRA`` lost no verdict in simulated power cuts, where ``FULL`` lost some.
- ``locking_mode=EXCLUSIVE`` keeps a second window out. A reader keeps its shared lock in the same way until
  it closes, so all that it reads is one comparison. While a window is open, a reader gets a copy in memory.
  ``guard`` has a second lock for writers, which a file dialog of the window does not end.

Errors of SQLite are translated into sentences for the user, and so are paths that cannot hold a review. While
a review is open, each write checks that the file still has its name: SQLite would go on writing into a
deleted file.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from coala.base.output import new_file
from coala.base.plain_text import one_line
from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema
from coala.review.storage.guard import GuardedConnection

HEAD = b"SQLite format 3\0"
"""First bytes of a file."""

_MOST_PADDED = 4
"""A file that lacks more than this multiple of itself is not worth the memory."""

_LONGEST_CAUSE = 120
"""The most characters of SQLite's own message to show."""

_DAMAGED = "this review file is damaged"
_OPEN_ELSEWHERE = (
    "this review is open in another COALA window or process. Close it there, or try again later."
)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into ``ReviewError`` with a sentence for the user."""
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
    """Return what has happened and what to do, without the path of the file."""
    code, primary = getattr(error, "sqlite_errorcode", None), _primary_code(error)
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _OPEN_ELSEWHERE
    if primary == sqlite3.SQLITE_NOTADB:
        return "this is not a COALA review file."
    if primary == sqlite3.SQLITE_FULL:
        return "the disk is full, so this was not saved. Make room and try again."
    if code == sqlite3.SQLITE_READONLY_ROLLBACK:
        return (
            "writing this review was interrupted. Keep the file ending in -journal next to "
            "it, and open the review once in a folder you can write to."
        )
    if primary == sqlite3.SQLITE_READONLY:
        return "this review is read-only. Copy it to a folder you can write to."
    if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return "this file cannot be opened. Check that you may read the file and write to its folder."
    if primary == sqlite3.SQLITE_IOERR:
        return "the disk reported an error, so this was not saved. Check the disk and try again."
    # SQLite cites SQL that it cannot read, on lines of its own.
    return f"the review file cannot be used ({one_line(str(error), _LONGEST_CAUSE)})."


_JOURNAL = "-journal"
"""The ending of the file that SQLite keeps next to a review while it writes."""

_LONGEST_NAME = 255 - len(_JOURNAL)
"""In bytes: the name of a file has 255 on almost all file systems."""


def require_name(path: Path) -> None:
    """Raise ``ReviewError`` for a name under which no review can be written."""
    if "\0" in str(path):
        raise ReviewError(f"{path}: this name is not allowed for a file. Choose another.")
    if len(os.fsencode(path.resolve().name)) > _LONGEST_NAME:
        raise ReviewError(
            f"{path}: this name is too long for a review. Choose one of at most {_LONGEST_NAME} "
            f"bytes, since NAME{_JOURNAL} is next to it while it is written."
        )


def exists(path: Path) -> bool:
    """Return True if there is a file; raise ``ReviewError`` for anything else, or if it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise ReviewError(f"{path}: this is not a file. Give the file of a review.")
        return path.is_file()
    except OSError as error:
        raise ReviewError(f"{path}: cannot be opened ({error.strerror}). Check the folder.") from error


def require(path: Path) -> None:
    """Raise ``ReviewError`` unless there is a file that may be a review."""
    if not exists(path):
        raise ReviewError(f"{path}: no such review. Check the path.")


def writable(path: Path) -> bool:
    """Return True if verdicts can be written: SQLite needs the file and, for its journal, the folder."""
    return os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)


@contextmanager
def new_review(path: Path, if_taken: str = "") -> Iterator[Path]:
    """Yield a temporary path for a review that is renamed to ``path`` when all has gone well.

    An existing file is replaced, unless ``if_taken`` says what to do about it. Raises ``ReviewError``, also
    if the place cannot be written.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise ReviewError(f"{path}: the folder {folder} does not exist. Create it first.")
    taken = f"{path}: this file exists already, and {if_taken}."
    if if_taken and exists(path):
        raise ReviewError(taken)
    try:
        with translated(path), new_file(path.absolute(), replace=not if_taken) as unfinished:
            yield unfinished
    except OSError as error:
        if if_taken and isinstance(error, FileExistsError):
            raise ReviewError(taken) from error
        raise ReviewError(f"{path}: cannot be written ({error.strerror}). Choose another place.") from error


class Identity(NamedTuple):
    """The data that distinguish a file from one that takes its name or its place later."""

    device: int
    number: int  # the inode
    written: int  # the time of the last write in nanoseconds


def identity(path: Path) -> Identity | None:
    """Return the identity of the file at ``path``; None if it is missing."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Identity(status.st_dev, status.st_ino, status.st_mtime_ns)


class HeldFile:
    """The file of an open connection, as it was after the last write through it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool) -> None:
        self._path = path
        self._place = path.absolute()
        self._connection = connection
        # Kept open to read a touched file: opening and closing it then would end SQLite's lock on it.
        self._bytes = None if read_only else path.open("rb", buffering=0)
        self.note_change()

    def note_change(self) -> None:
        """Remember the file as it is now, after a write."""
        self.identity = identity(self._place)

    def check(self) -> None:
        """Raise ``ReviewError`` unless the file still has its name.

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
        """Return True if the file has the bytes of the last write, so that only its time has changed."""
        assert self._bytes is not None
        self._bytes.seek(0)
        return self._bytes.read() == self._connection.serialize()

    def close(self) -> None:
        if self._bytes is not None:
            self._bytes.close()


# A killed window frees its lock within a millisecond; a running one keeps it.
_LOCK_SECONDS = 0.5

_KEEP_LOCKS = "PRAGMA locking_mode=EXCLUSIVE"
"""Keeps the locks of a connection until it is closed: for a reader, other writers out."""

_TOUCH = "PRAGMA schema_version"
"""Reads only the head of a file, and so locks it."""

_COPY_SECONDS = 0.05
"""Until the next attempt to copy a file that is being written; a verdict takes less."""

_MOST_REPAIRS = 20
"""Writers may be killed one after the other, each between a rollback here and the next read of the file."""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open an existing review file, checked to be one that this version understands.

    One that a window has open is read from a copy in memory, as it is between two of the window's writes.
    Raises ``ReviewError`` when it is missing, not a review, newer, damaged, or to be written but open
    elsewhere.
    """
    connection = _reader(path, or_copy=True) if read_only else _writer(path)
    with _closed_on_failure(connection), translated(path):
        _check(connection, path)
    return connection


def connect_unchecked(path: Path) -> sqlite3.Connection:
    """Open a review for reading in which any other part may be damaged.

    Raises ``ReviewError`` when it is missing, not a review, newer, or cannot be read at all.
    """
    connection = _reader_of_all(path)
    with _closed_on_failure(connection), translated(path):
        _check_identity(connection, path)
    return connection


def _reader_of_all(path: Path, *, or_copy: bool = False) -> sqlite3.Connection:
    """Open a file as ``_reader``; one that was cut off, which SQLite does not read, as a copy in memory."""
    try:
        return _reader(path, or_copy=or_copy)
    except DamagedReviewError:
        # Only now, as opening and closing the file would end a lock of this process on it.
        missing = _count_missing_bytes(path)
        if not missing:
            raise
        return _open_in_memory(path.read_bytes() + bytes(missing))


def _count_missing_bytes(path: Path) -> int:
    """Return how many bytes a file lacks of the pages that its head counts.

    The format: https://www.sqlite.org/fileformat.html, section 1.3.
    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return 0
    if len(head) < 100 or not head.startswith(HEAD):
        return 0
    # The size of a page of 65,536 bytes is written as 1.
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    whole = (65_536 if page == 1 else page) * pages
    return whole - size if size < whole <= _MOST_PADDED * size else 0


@contextmanager
def kept_as_it_is(path: Path, *, or_copy: bool = False) -> Iterator[None]:
    """Let no program write the review at ``path`` while it is opened and read several times.

    Raises ``ReviewError`` when it is missing, open elsewhere, or cannot be read at all. With ``or_copy`` a
    window may have it open: only verdicts come in between then.
    """
    with closing(_reader_of_all(path, or_copy=or_copy)):
        yield


def create(path: Path, *, shown: Path, board: bool = False) -> sqlite3.Connection:
    """Make a new, empty review or board at ``path``, which must not exist; messages call it ``shown``."""
    connection = _connection(path, shown, read_only=False, mode="rwc")
    with _closed_on_failure(connection), translated(shown):
        connection.execute(_KEEP_LOCKS)
        schema.make_tables(connection, board=board)
    return connection


def copy(connection: sqlite3.Connection, path: Path) -> None:
    """Write all content of an open review into a file at ``path``, wholly or not at all.

    Raises ``ReviewError`` if something other than a review is there, or a review that is open elsewhere.
    """
    if exists(path):
        connect(path).close()
    with new_review(path) as unfinished:
        write_copy(connection, unfinished)


def write_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Write all content of an open review into a new file, flushed to the disk."""
    target = sqlite3.connect(path)
    try:
        target.execute("PRAGMA synchronous=EXTRA")
        connection.backup(target)
    finally:
        target.close()
    # Windows flushes only a file that is open for writing.
    with path.open("r+b") as written:
        os.fsync(written.fileno())


def _writer(path: Path) -> sqlite3.Connection:
    """Open a file for writing and lock it."""
    require(path)
    require_name(path)
    connection = _connection(path, path, read_only=False)
    with _closed_on_failure(connection), translated(path):
        # Before the lock: locking an empty file would write into it.
        _check_identity(connection, path)
        if _is_in_two_files(connection):
            connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(_KEEP_LOCKS)
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
        if not connection.guard(path):
            raise ReviewError(f"{path}: {_OPEN_ELSEWHERE}")
    return connection


def _reader(path: Path, *, or_copy: bool = False) -> sqlite3.Connection:
    """Open a file for reading and keep writers out until it is closed.

    If a writer was killed in the middle of a write, the file is repaired first, and opened again. With
    ``or_copy``, open a copy of a file that is locked by a writer.
    """
    require(path)
    for attempt in range(_MOST_REPAIRS + 1):
        connection = _connection(path, path, read_only=True)
        with _closed_on_failure(connection), translated(path):
            try:
                if not _is_in_two_files(connection):
                    connection.execute(_KEEP_LOCKS)
                    connection.execute(_TOUCH).fetchone()
                    return connection
            except sqlite3.OperationalError as error:
                if or_copy and _primary_code(error) == sqlite3.SQLITE_BUSY:
                    connection.close()
                    return _copy_locked(path, error)
                interrupted = error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
                if not interrupted or attempt == _MOST_REPAIRS or not writable(path):
                    raise
        connection.close()
        _recover(path)
    raise ReviewError(f"{path}: other programs keep writing this review. Close them and try again.")


def _copy_locked(path: Path, error: sqlite3.OperationalError) -> sqlite3.Connection:
    """Return a copy in memory of a file that another connection has locked; raise ``error`` without one.

    Before a writer changes the file, it fills the head of the file's journal, and clears it afterwards. So
    the copy is of one state if that head was empty, and the file the same, before and after it was read.
    """
    for _ in range(_MOST_REPAIRS):
        before = identity(path), _is_being_written(path)
        # Through SQLite: opening and closing the file here would end the lock of this process on it.
        with closing(_connection(path, path, read_only=True, mode="ro&immutable=1")) as locked:
            content = b"" if before[1] or _is_in_two_files(locked) else locked.serialize()
        if content and before == (identity(path), _is_being_written(path)):
            return _open_in_memory(content)
        time.sleep(_COPY_SECONDS)
    raise error


def _open_in_memory(content: bytes) -> sqlite3.Connection:
    """Return a connection to a copy of a file in memory, to read it."""
    copied = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    copied.deserialize(content)
    copied.execute("PRAGMA trusted_schema=OFF")
    copied.execute("PRAGMA cell_size_check=ON")
    return copied


def _is_being_written(path: Path) -> bool:
    """Return True if the journal of a file has a head, without which SQLite ignores it."""
    try:
        with Path(f"{path.resolve()}{_JOURNAL}").open("rb") as journal:
            return bool(journal.read(1).strip(b"\0"))
    except OSError:
        return False


def _is_in_two_files(connection: sqlite3.Connection) -> bool:
    """Return True if another program has switched a review to SQLite's write-ahead log."""
    mode: str = connection.execute("PRAGMA journal_mode").fetchone()[0]
    return mode == "wal"


def _recover(path: Path) -> None:
    """Undo what an interrupted writer left half done, and end a write-ahead log; a reader alone may not."""
    connection = _connection(path, path, read_only=False)
    with closing(connection), translated(path):
        if _is_in_two_files(connection):
            connection.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def _closed_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    """Close the connection if its file is refused: it would keep its lock."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _connection(path: Path, shown: Path, *, read_only: bool, mode: str = "") -> GuardedConnection:
    mode = mode or ("ro" if read_only else "rw")
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with translated(shown):
        # The desktop reads a review first in a worker thread, then in its own thread only.
        connection = sqlite3.connect(
            uri,
            uri=True,
            timeout=_LOCK_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            factory=GuardedConnection,
        )
        with _closed_on_failure(connection):
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA cell_size_check=ON")
            if not read_only:
                connection.execute("PRAGMA synchronous=EXTRA")
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``ReviewError`` unless the file is a review of this version with the right tables."""
    _check_identity(connection, path)
    if not schema.has_own_tables(connection):
        raise DamagedReviewError(
            f"{path}: the tables are not those of a COALA review, so the file is damaged or "
            "from another program"
        )


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``ReviewError`` unless the head of the file says that it is a review of this version."""
    if not schema.is_review(connection):
        raise ReviewError(
            f"{path}: this is not a COALA review. Make one with 'coala diff BASELINE "
            "CHANGED -o REVIEW.coala'."
        )
    version = schema.version_of(connection)
    if version > schema.VERSION:
        raise ReviewError(
            f"{path}: this review has file version {version}, but this program reads "
            f"version {schema.VERSION}. If a newer COALA wrote it, update COALA; else "
            "compare again with 'coala diff BASELINE CHANGED -o REVIEW.coala'."
        )
