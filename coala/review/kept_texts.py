"""Texts of documents that only judged bags of earlier comparisons touch: a review keeps them for its lock."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Set
from contextlib import closing
from pathlib import Path

from coala.base.paths import same_file
from coala.review.storage import opening


def keep_texts(
    connection: sqlite3.Connection,
    path: Path,
    needed: Set[str],
    present: Set[str],
    others: Iterable[Path],
) -> None:
    """Keep the texts of the documents that judged bags need, and drop those that nothing needs.

    ``present`` are the documents of the comparison, which are written already. What this file does not have
    at ``path`` comes from the ``others``, whose verdicts it takes over.
    """
    needed = needed - present
    here = dict(connection.execute("SELECT identifier, text IS NOT NULL FROM document"))
    connection.executemany(
        "DELETE FROM document WHERE identifier = ?", ((name,) for name in here.keys() - present - needed)
    )
    connection.executemany(
        "UPDATE document SET mentions = NULL WHERE identifier = ?", ((name,) for name in needed)
    )
    missing = {name for name in needed if not here.get(name)}
    for other in others:
        # The file may take over its own verdicts, and is locked now.
        if not same_file(other, path):
            missing -= copy_texts(connection, other, missing)


def copy_texts(connection: sqlite3.Connection, path: Path, wanted: Set[str]) -> set[str]:
    """Copy the texts of documents from another review file; return the names of those that it has."""
    if not wanted:
        return set()
    with closing(opening.connect(path, read_only=True)) as source, opening.translated(path):
        found = {
            name: text
            for name in wanted
            for (text,) in source.execute("SELECT text FROM document WHERE identifier = ?", (name,))
            if text is not None
        }
    connection.executemany("INSERT OR REPLACE INTO document VALUES (?, ?, NULL)", found.items())
    return set(found)


def copy_missing_texts(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the texts of all documents of another review file that this one does not have."""
    query = "SELECT identifier FROM document"
    with closing(opening.connect(path, read_only=True)) as source, opening.translated(path):
        theirs = {name for (name,) in source.execute(query)}
    copy_texts(connection, path, theirs - {name for (name,) in connection.execute(query)})
