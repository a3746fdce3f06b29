"""Journal table of a review file: read and checked when it is opened, then only appended to.

The journal is the log of all verdicts. Its rows are numbered (``sequence``), belong to a bag
(``fingerprint``) and have a seal each, a hash over the row and the seal before (``journal``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from coala.errors import DamagedReviewError
from coala.review.storage import opening, schema
from coala.review.storage.journal import (
    STATE_COLUMNS,
    DamagedRowError,
    Doing,
    JournalRow,
    check_rows,
    digest,
    read_states,
    to_columns,
)
from coala.verdicts.state import State

_COLUMNS = f"sequence, time, reviewer, act, target, fingerprint, {STATE_COLUMNS}, digest"
"""The columns in the order of ``JournalRow``, then the seal."""

INSERT_ROW = f"INSERT INTO journal ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants


def write_row(connection: sqlite3.Connection, row: JournalRow, before: str) -> str:
    """Write a row, within the open transaction; return its seal, which covers ``before``, that of the last.

    Raises ``sqlite3.Error``, also if the file does not accept it, and what ``write_state`` raises.
    """
    # Converted once: the columns are sealed and stored.
    columns = to_columns(row)
    seal = digest(before, columns)
    schema.insert(connection, INSERT_ROW, (*columns, seal))
    return seal


def read_journal(connection: sqlite3.Connection, path: Path) -> Iterator[JournalRow]:
    """Yield all rows of the journal, oldest first, each checked against its seal.

    Raises ``ReviewError`` at the first damaged row.
    """
    rows = connection.execute(f"SELECT {_COLUMNS} FROM journal ORDER BY 1")  # noqa: S608 - constants
    try:
        yield from check_rows(rows)
    except DamagedRowError as error:
        raise _damaged_at(path, error.sequence) from error
    finally:
        # The error refers to it, and an open cursor would keep SQLite's lock on a file that is closed.
        rows.close()


def _damaged_at(path: Path, line: object) -> DamagedReviewError:
    return DamagedReviewError(f"{path}: the journal of verdicts is damaged at line {line}")


def read_last_row(connection: sqlite3.Connection) -> tuple[int, str]:
    """Return the number and the seal of the last row, as those of the row before the next one."""
    query = "SELECT sequence, digest FROM journal ORDER BY sequence DESC LIMIT 1"
    last: tuple[int, str] | None = connection.execute(query).fetchone()
    return last or (0, "")


class JournalTable:
    """Journal of one open review, and its sum: ``standing`` has the newest state of each bag."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self.standing = read_states(read_journal(connection, path))

    def rows_of(self, fingerprints: Sequence[str] | None = None) -> list[JournalRow]:
        """Return all rows, or those of some bags, oldest first; raise ``ReviewError`` for a damaged one."""
        among = "" if fingerprints is None else "WHERE fingerprint IN (SELECT value FROM json_each(?))"
        given = [] if fingerprints is None else [json.dumps([*fingerprints])]
        query = f"SELECT {_COLUMNS} FROM journal {among} ORDER BY 1"  # noqa: S608 - constants
        rows = []
        with opening.translated(self._path):
            for *columns, _ in self._connection.execute(query, given):
                try:
                    rows.append(JournalRow.read(columns))
                except ValueError as error:
                    raise _damaged_at(self._path, columns[0]) from error
        return rows

    def times_of(self, reviewer: str) -> dict[str, str]:
        """Return when a reviewer gave the present state of each bag, by fingerprint, as in the journal."""
        query = "SELECT fingerprint, time, max(sequence) FROM journal WHERE reviewer = ? GROUP BY fingerprint"
        with opening.translated(self._path):
            rows = self._connection.execute(query, (reviewer,))
            return {fingerprint: time for fingerprint, time, _ in rows}

    def append(
        self,
        reviewer: str,
        act: Doing,
        target: int | None,
        fingerprint: str,
        state: State,
        time: str | None = None,
    ) -> JournalRow:
        """Write a row after all others, within the caller's transaction; ``time`` is now by default.

        After the commit, the caller adds the row to ``standing``.
        """
        last, seal = read_last_row(self._connection)
        time = time or datetime.now(UTC).isoformat(timespec="milliseconds")
        row = JournalRow(last + 1, time, reviewer, act, target, fingerprint, state)
        write_row(self._connection, row, seal)
        return row
