"""The tables of a review file: those of each version, and how a file gets those of this one."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache

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


def make_tables(connection: sqlite3.Connection, version: int) -> None:
    """Make an empty file one of this version."""
    for statement in _TABLES_OF[version].values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={version}")


def is_review(connection: sqlite3.Connection) -> bool:
    """Whether an open file says that it is a review, of whatever version."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    return bool(application == _APPLICATION_ID)


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


def insert(connection: sqlite3.Connection, statement: str, values: Sequence[object]) -> None:
    """Insert one row; raises ``sqlite3.IntegrityError`` unless the file has taken it."""
    if connection.execute(statement, values).rowcount != 1:
        raise sqlite3.IntegrityError("a row that was written is not there; nothing was saved")


def has_own_tables(connection: sqlite3.Connection) -> bool:
    """Return True if a file holds what this program made in its version, to the letter, and nothing else.

    A trigger may have the name of a table, and would then decide what becomes of each verdict.
    """
    return _read_schema(connection) == _schema_of(version_of(connection))


def _read_schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return type, name, table and SQL of all that stands in a file, indexes of its own among them."""
    query = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name"
    return connection.execute(query).fetchall()


@cache
def _schema_of(version: int) -> list[tuple[object, ...]] | None:
    if version not in _TABLES_OF:
        return None
    with closing(sqlite3.connect(":memory:")) as connection:
        make_tables(connection, version)
        return _read_schema(connection)
