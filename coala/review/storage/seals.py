"""What a review file holds is sealed by a hash, so that what was changed by chance or by hand is seen."""

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
"""Rows are sealed by so many: enough to be fast, few enough to take no room."""

_LISTED = "number, fingerprint, title, kinds, spans, documents, shares, headline, gold_group, earlier"


def check_questions(connection: sqlite3.Connection, path: Path, judged: Set[str]) -> None:
    """Raise ``ReviewError`` unless the bags that were judged, by fingerprint, are those of the questions."""
    # The index has copies of the fingerprints, which may be sound where the rows are not.
    questions = connection.execute("SELECT fingerprint FROM question NOT INDEXED")
    if set(map(itemgetter(0), questions)) != judged:
        raise DamagedReviewError(
            f"{path}: the bags that were judged are not those of the journal of verdicts, so the file is "
            "damaged"
        )


def check_seal(
    connection: sqlite3.Connection, path: Path, take_bags: Callable[[list[Any]], None] | None = None
) -> None:
    """Raise ``ReviewError`` unless the file holds what its seal says; ``take_bags`` as in ``seal``."""
    row = connection.execute("SELECT value FROM header WHERE key = 'seal'").fetchone()
    if row is None or row[0] != seal(connection, take_bags):
        raise DamagedReviewError(f"{path}: this review file is damaged")


def reseal(connection: sqlite3.Connection) -> None:
    """Put the seal of what the file holds now into it."""
    connection.execute("INSERT OR REPLACE INTO main.header VALUES ('seal', ?)", (seal(connection),))


def seal(connection: sqlite3.Connection, take_bags: Callable[[list[Any]], None] | None = None) -> str:
    """SHA-256 over all that the compressed contents, which have checksums of their own, do not guard.

    ``take_bags`` gets the rows of ``bag``, some at a time, as they pass: of 100,000 to read them twice takes
    a fifth of a second.
    """
    content = hashlib.sha256()
    of_columns = SEALED_COLUMNS if schema.is_board(connection) else ()
    # The tables themselves: a column of a board is seen through views of the same names.
    for query, take in (
        ("SELECT key, value FROM main.header WHERE key <> 'seal' ORDER BY key", None),
        (f"SELECT {_LISTED} FROM main.bag ORDER BY number", take_bags),  # noqa: S608 - constants
        ("SELECT identifier FROM main.document ORDER BY identifier", None),
        *((query, None) for query in of_columns),
    ):
        cursor = connection.execute(query)
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            content.update(_encode(rows))
            if take is not None:
                take(rows)
    return content.hexdigest()


def read_listed(connection: sqlite3.Connection, take_bags: Callable[[list[Any]], None]) -> None:
    """Give the bags of the column that a connection shows, as ``seal`` gives those of the file."""
    cursor = connection.execute(f"SELECT {_LISTED} FROM bag ORDER BY number")  # noqa: S608 - constants
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        take_bags(rows)
