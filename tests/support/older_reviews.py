"""A review file becomes one as earlier versions of the program wrote it, by the tables that they made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from coala.review.storage import serialization
from coala.review.storage.seals import seal

_TABLES = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE bag (
        number INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        kinds TEXT NOT NULL,
        spans INTEGER NOT NULL,
        documents INTEGER NOT NULL,
        formerly TEXT,
        shares TEXT NOT NULL,
        content BLOB NOT NULL) STRICT;
CREATE TABLE document (identifier TEXT PRIMARY KEY, text BLOB) STRICT;
CREATE TABLE question (fingerprint TEXT PRIMARY KEY, spans BLOB NOT NULL) STRICT;
CREATE TABLE journal (
        sequence INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        act TEXT NOT NULL,
        target INTEGER,
        fingerprint TEXT NOT NULL,
        verdict TEXT,
        note TEXT NOT NULL,
        digest TEXT NOT NULL) STRICT;
"""


def make_older(path: Path, version: int) -> None:
    """Make the review at ``path`` one of version 1, 2 or 3; it has nothing that they could not hold."""
    if version == 3:
        _make_third(path)
        return
    older = path.with_suffix(".older")
    with closing(sqlite3.connect(older)) as connection, connection:
        connection.executescript(_TABLES)
        connection.execute("ATTACH ? AS newer", (str(path),))
        for table in ("header", "bag", "document", "question", "journal"):
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} SELECT {columns} FROM newer.{table}")
        connection.execute(
            "DELETE FROM main.header WHERE key IN ('inputs', 'links', 'provenance', 'same_changes')"
        )
        if version == 1:
            for name, text in connection.execute("SELECT identifier, text FROM main.document").fetchall():
                bare = text and serialization.pack(serialization.unpack_text(text, name))
                connection.execute("UPDATE main.document SET text = ? WHERE identifier = ?", (bare, name))
        connection.execute("PRAGMA main.application_id=0x434F414C")
        connection.execute(f"PRAGMA main.user_version={version}")
    with closing(sqlite3.connect(older)) as connection, connection:
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
    older.replace(path)


def _make_third(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        drafts = connection.execute("SELECT fingerprint, content FROM draft").fetchall()
        connection.execute("DROP TABLE draft")
        connection.execute("CREATE TABLE draft (fingerprint TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT")
        connection.executemany("INSERT INTO draft VALUES (?, ?)", drafts)
        connection.execute("DELETE FROM header WHERE key IN ('links', 'provenance', 'same_changes')")
        connection.execute("PRAGMA user_version=3")
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
