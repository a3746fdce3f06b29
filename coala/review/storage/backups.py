"""Daily copies of a review next to it, made before its first write of the day.

The copy of "b.coala" on 3 May 2026 is "b.coala.2026-05-03.bak". Copies are made quietly. If no copy can be
made, the review is written all the same: each write is wholly or not at all, so a copy only helps against
loss of the file itself.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from coala.base.output import new_file
from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import opening, schema
from coala.review.storage.board_tables import COLUMNS_OF_TABLES
from coala.review.storage.seals import check_seal
from coala.review.storage.serialization import is_whole

MOST_BACKUPS = 5
"""The number of copies that are kept."""
LARGEST_BACKED_UP = 96 * 2**20
"""In bytes: a copy takes a third of a second, and five copies of a larger file fill a disk unnoticed."""

_SUFFIX = ".bak"


def back_up(connection: sqlite3.Connection, path: Path, today: date | None = None) -> Path | None:
    """Copy an open review as it is on disk, unless there is a copy of today or of the same state.

    A damaged review is not copied, because the copy would push out a sound one, nor is one without any
    verdict. The oldest copies above ``MOST_BACKUPS`` are deleted. Returns the new copy. Call it outside of a
    transaction.
    """
    target = path.with_name(f"{path.name}.{today or date.today()}{_SUFFIX}")
    try:
        state = _identify_state(connection)
        copies = find_backups(path)
        if not state or target.exists() or os.path.getsize(path) > LARGEST_BACKED_UP:
            return None
        if copies and _identify_state_at(copies[-1]) == state:
            return None
        _check_whole(connection, path)
        with new_file(target) as unfinished:
            opening.write_copy(connection, unfinished)
        for old in find_backups(path)[:-MOST_BACKUPS]:
            old.unlink(missing_ok=True)
    except (OSError, sqlite3.Error, ReviewError):
        return None
    return target


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``ReviewError`` for a wrong seal, or for contents that do not match their checksums."""
    check_seal(connection, path)
    for table in ("bag", "document", "question", "draft", *COLUMNS_OF_TABLES):
        if table in COLUMNS_OF_TABLES and not schema.is_board(connection):
            continue
        rows = connection.execute(f"SELECT * FROM main.{table}")  # noqa: S608 - constants
        if not all(is_whole(value) for row in rows for value in row if isinstance(value, bytes)):
            raise DamagedReviewError(f"{path}: this review file is damaged")


def find_backups(path: Path) -> list[Path]:
    """Return the daily copies next to a review, the oldest first."""
    name = re.compile(re.escape(path.name) + r"\.\d{4}-\d\d-\d\d" + re.escape(_SUFFIX))
    with suppress(OSError):
        return sorted(other for other in path.absolute().parent.iterdir() if name.fullmatch(other.name))
    return []


def _identify_state_at(path: Path) -> tuple[object, ...]:
    with closing(opening.connect(path, read_only=True)) as connection:
        return _identify_state(connection)


def _identify_state(connection: sqlite3.Connection) -> tuple[object, ...]:
    """Return an identifier of the content of a review; an empty one if it has no verdict.

    It has two hashes: the seal of the last row of the journal (the log of verdicts), and that of the file.
    """
    last = connection.execute("SELECT digest FROM journal ORDER BY sequence DESC LIMIT 1").fetchone()
    seal = connection.execute("SELECT value FROM header WHERE key = 'seal'").fetchone()
    return () if last is None else (last, seal)
