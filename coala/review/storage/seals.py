"""The seal of a review file: a hash that reveals changes by chance or by hand.

It is stored in the table ``header`` and covers what is neither packed (which has checksums) nor in the
journal (whose rows have seals of their own). While the seal is computed, the rows of the list of bags pass
by. A caller that needs them gives ``take_bags``, which gets them in batches, so that they are read only once.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Set
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec

from coala.errors import DamagedReviewError
from coala.review.storage import schema
from coala.review.storage.board_tables import SEALED_COLUMNS

# Sealed columns hold text and whole numbers, which every version of msgspec writes alike.
_encode = msgspec.json.Encoder().encode_lines

_ROWS_AT_ONCE = 1_000
"""The number of rows to hash at once: enough to be fast, few enough to need little memory."""

_LIST_COLUMNS = "number, fingerprint, title, kinds, spans, documents, shares, headline, gold_group, earlier"


def check_questions(connection: sqlite3.Connection, path: Path, judged: Set[str]) -> None:
    """Raise ``ReviewError`` unless the questions are those of the judged bags, by fingerprint."""
    # Not from the index: its copies of the fingerprints may be sound although the rows are not.
    questions = connection.execute("SELECT fingerprint FROM question NOT INDEXED")
    if set(map(itemgetter(0), questions)) != judged:
        raise DamagedReviewError(
            f"{path}: the judged bags do not match the journal of verdicts, so the file is damaged"
        )


def check_seal(
    connection: sqlite3.Connection, path: Path, take_bags: Callable[[list[Any]], None] | None = None
) -> None:
    """Raise ``ReviewError`` unless the content of the file matches its seal; ``take_bags`` as in ``seal``."""
    row = connection.execute("SELECT value FROM header WHERE key = 'seal'").fetchone()
    if row is None or row[0] != seal(connection, take_bags):
        raise DamagedReviewError(f"{path}: this review file is damaged")


def reseal(connection: sqlite3.Connection) -> None:
    """Store the seal of the present content."""
    connection.execute("INSERT OR REPLACE INTO main.header VALUES ('seal', ?)", (seal(connection),))


def seal(connection: sqlite3.Connection, take_bags: Callable[[list[Any]], None] | None = None) -> str:
    """Return SHA-256 over all content except compressed parts, which have checksums of their own.

    ``take_bags`` gets the rows of ``bag`` in batches as they pass: reading 100,000 of them twice would take a
    fifth of a second.
    """
    content = hashlib.sha256()
    queries_of_board = SEALED_COLUMNS if schema.is_board(connection) else ()
    # The tables themselves: views of the same names may show a column of a board.
    for query, take in (
        ("SELECT key, value FROM main.header WHERE key <> 'seal' ORDER BY key", None),
        (f"SELECT {_LIST_COLUMNS} FROM main.bag ORDER BY number", take_bags),  # noqa: S608 - constants
        ("SELECT identifier FROM main.document ORDER BY identifier", None),
        *((query, None) for query in queries_of_board),
    ):
        cursor = connection.execute(query)
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            content.update(_encode(rows))
            if take is not None:
                take(rows)
    return content.hexdigest()


def read_listed(connection: sqlite3.Connection, take_bags: Callable[[list[Any]], None]) -> None:
    """Pass the bags of the column that a connection shows to ``take_bags``, as ``seal`` does for the file."""
    cursor = connection.execute(f"SELECT {_LIST_COLUMNS} FROM bag ORDER BY number")  # noqa: S608 - constants
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        take_bags(rows)
