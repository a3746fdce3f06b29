"""Tables of a review file and of a board.

A review is a SQLite file; a board has further tables for its columns (``board_tables``). The tables are:

- ``header``: what belongs to the whole comparison, by key: its summary, its files, the seal (a hash)
- ``bag``: the bags to judge, each with what the list shows and its packed content
- ``document``: packed texts and lists of mentions
- ``question``: judged bags, packed, which outlive their comparison
- ``journal``: the log of all verdicts
- ``draft``: half-written notes
- ``search``: the index of words
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache

from coala.review.storage.board_tables import BOARD_TABLES, VARIANT

_APPLICATION_ID = 0x434F414C  # "COAL" in ASCII
VERSION = 1
"""The version of reviews and boards; a file of another version is refused."""

SAME_CHANGES = "same_changes"
"""The key in the header of the groups of bags with the same change."""

KEPT = "kept:"
"""Header keys with this prefix belong to the review, and outlive the comparison in it."""

_TABLES = {
    "header": "CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    # Columns of the list come before those of a single bag, so that listing does not read the latter.
    "bag": """CREATE TABLE bag (
        number INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        kinds TEXT NOT NULL,
        spans INTEGER NOT NULL,
        documents INTEGER NOT NULL,
        shares TEXT NOT NULL,
        headline TEXT NOT NULL,
        gold_group INTEGER,
        earlier TEXT NOT NULL,
        content BLOB NOT NULL,
        gold BLOB) STRICT""",
    "document": "CREATE TABLE document (identifier TEXT PRIMARY KEY, text BLOB, mentions BLOB) STRICT",
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
        details TEXT NOT NULL,
        digest TEXT NOT NULL) STRICT""",
    "draft": """CREATE TABLE draft (
        reviewer TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (reviewer, fingerprint)) STRICT""",
    "search": "CREATE TABLE search (field TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT",
}


def make_tables(connection: sqlite3.Connection, *, board: bool) -> None:
    """Make an empty file a review, or a board."""
    for statement in (_TABLES | BOARD_TABLES if board else _TABLES).values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={VERSION}")


def is_review(connection: sqlite3.Connection) -> bool:
    """Return True if an open file says that it is a review, of any version."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    return bool(application == _APPLICATION_ID)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of an open review file."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def is_board(connection: sqlite3.Connection) -> bool:
    """Return True if an open file has the tables of columns."""
    query = "SELECT 1 FROM main.sqlite_schema WHERE name = ?"
    return connection.execute(query, (VARIANT,)).fetchone() is not None


def insert(connection: sqlite3.Connection, statement: str, values: Sequence[object]) -> None:
    """Insert one row; raise ``sqlite3.IntegrityError`` unless the file has accepted it."""
    if connection.execute(statement, values).rowcount != 1:
        raise sqlite3.IntegrityError("a written row is missing, so nothing was saved")


def has_own_tables(connection: sqlite3.Connection) -> bool:
    """Return True if a file has exactly the tables that this program makes.

    A trigger may have the name of a table, and would then control what each verdict becomes.
    """
    found = _read_schema(connection)
    return version_of(connection) == VERSION and found in (_schema(board=False), _schema(board=True))


def _read_schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return type, name, table and SQL of everything in a file, including automatic indexes."""
    query = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name"
    return connection.execute(query).fetchall()


@cache
def _schema(*, board: bool) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        make_tables(connection, board=board)
        return _read_schema(connection)
