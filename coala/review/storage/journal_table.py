"""The journal in a review file is read and checked when it is opened, and then only appended to."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from coala.errors import ReviewError
from coala.review.storage import opening, schema
from coala.review.storage.journal import (
    MOST_STEPS,
    STATE_COLUMNS,
    Columns,
    DamagedRowError,
    Doing,
    JournalRow,
    Standing,
    check_rows,
    damaged_at,
    digest,
    read_state,
    replay,
    to_columns,
)
from coala.verdicts.state import State

# So many rows are checked in a tenth of a second.
_SHORT_JOURNAL = 20_000

_ROWS_AT_ONCE = 1_000

_CHECKED_WITH_A_ROW = 1_000
"""Rows of a long journal that are checked before each new one, in some milliseconds."""

_WRONG = (AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""What columns raise that hold no state."""

_FIRST = -(2**63)
"""No sequence that SQLite can hold is less."""

_COLUMNS = f"sequence, time, reviewer, act, target, fingerprint, {STATE_COLUMNS}, digest"
"""In the order of ``JournalRow``, with the seal behind them."""

INSERT_ROW = f"INSERT INTO journal ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants


def write_row(connection: sqlite3.Connection, row: JournalRow, seal: str) -> None:
    """Write a row with its seal, within the open transaction.

    Raises ``sqlite3.Error``, also where the file does not take it.
    """
    schema.insert(connection, INSERT_ROW, (*to_columns(row), seal))


def read_rows(
    connection: sqlite3.Connection, first: int = _FIRST, last: int | None = None
) -> Iterator[tuple[Any, ...]]:
    """Return the rows from ``first`` to ``last`` (None: to the end) with their seals, for ``check_rows``."""
    last = -_FIRST - 1 if last is None else last
    query = f"SELECT {_COLUMNS} FROM journal WHERE sequence BETWEEN ? AND ? ORDER BY 1"  # noqa: S608 - constants
    return connection.execute(query, (first, last))


def _read_states(sequences: Sequence[int], *said: Sequence[Any]) -> list[State]:
    """The states in columns of the table: of a million, most say what few others do."""
    rows = list(zip(*said, strict=True))
    try:
        known = {row: read_state(*row) for row in set(rows)}
        return [known[row] for row in rows]
    except _WRONG:
        return [_read_state(sequence, *row) for sequence, row in zip(sequences, rows, strict=True)]


def _read_state(sequence: int, *said: Any) -> State:
    try:
        return read_state(*said)
    except _WRONG as error:
        raise DamagedRowError(sequence) from error


class _RowsOfBags:
    """Where the rows of each bag stand in a journal: the last one, and before each row the one before it.

    To look at all of a million rows for those of one bag takes a tenth of a second, this 16 bytes a row.
    """

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._before, self._sequences = array("q"), array("q")

    def add(self, sequence: int, fingerprint: str) -> None:
        """Take over a row that follows all others."""
        self._before.append(self._last.get(fingerprint, -1))
        self._last[fingerprint] = len(self._sequences)
        self._sequences.append(sequence)

    @property
    def newest(self) -> int:
        """The sequence of the last row; less than any where there is none."""
        return self._sequences[-1] if self._sequences else _FIRST

    def of(self, fingerprint: str) -> Iterator[int]:
        """The sequences of the rows of a bag, newest first."""
        place = self._last.get(fingerprint, -1)
        while place >= 0:
            yield self._sequences[place]
            place = self._before[place]


class JournalTable:
    """The journal of one open review, and what it comes down to.

    With ``check_later`` the seals of all but its last rows are checked by ``check_on``.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, *, check_later: bool) -> None:
        self._connection = connection
        self._path = path
        self._unchecked: Iterator[Columns] = iter(())
        self._damage: ReviewError | None = None
        # Of a long journal, whole once all its seals are checked.
        self._rows = _RowsOfBags()
        self._knows_rows = False
        self.standing = self._read(check_later=check_later)

    def _read(self, *, check_later: bool) -> Standing:
        connection = self._connection
        (last,) = connection.execute("SELECT max(sequence) FROM journal").fetchone()
        last = last or 0
        (reviewers,) = connection.execute("SELECT count(DISTINCT reviewer) FROM journal").fetchone()
        standing = Standing()
        later = check_later and last > _SHORT_JOURNAL
        boundary, seal = last - MOST_STEPS if later else 0, ""
        try:
            if boundary:
                self._unchecked = self._of_known_bags(check_rows(read_rows(connection, last=boundary)))
                sum_up = self._sum_up if reviewers > 1 else self._sum_up_one
                sum_up(boundary, standing)
                before = connection.execute("SELECT digest FROM journal WHERE sequence = ?", (boundary,))
                (seal,) = before.fetchone() or ("",)
            first = boundary + 1 if boundary else _FIRST
            return replay(check_rows(read_rows(connection, first, last), seal), last, standing)
        except DamagedRowError as error:
            raise damaged_at(self._path, error.sequence) from error

    def _sum_up(self, boundary: int, standing: Standing) -> None:
        """Take over the states that the rows up to ``boundary`` leave, looking at no seal."""
        query = (
            f"SELECT max(sequence), reviewer, fingerprint, {STATE_COLUMNS} FROM journal "  # noqa: S608 - constants
            "WHERE sequence <= ? GROUP BY reviewer, fingerprint"
        )
        for sequence, reviewer, fingerprint, *said in self._connection.execute(query, (boundary,)):
            standing.of(reviewer)[fingerprint] = _read_state(sequence, *said)

    def _sum_up_one(self, boundary: int, standing: Standing) -> None:
        """The same for one reviewer, from the newest row back, in a third of the time.

        Every bag that was judged has a row in ``question``, so that the oldest of a million rows need not be
        read; ``check_on`` passes over them, and says if one is of a bag that has none.
        """
        ask = self._connection.execute
        (reviewer,) = ask("SELECT reviewer FROM journal LIMIT 1").fetchone()
        known = standing.of(reviewer)
        recent = {name for (name,) in ask("SELECT fingerprint FROM journal WHERE sequence > ?", (boundary,))}
        left = ask("SELECT count(*) FROM question").fetchone()[0] - len(recent)
        query = f"SELECT sequence, fingerprint, {STATE_COLUMNS} FROM journal WHERE sequence <= ?"  # noqa: S608 - constants
        rows = ask(f"{query} ORDER BY sequence DESC", (boundary,))
        beyond = len(recent)
        while (left > 0 or beyond > 0) and (some := rows.fetchmany(_ROWS_AT_ONCE)):
            # Who goes through all bags again said something of those of the last rows just before.
            beyond -= len(some) if left <= 0 else 0
            sequences, fingerprints, *said = zip(*some, strict=True)
            for fingerprint, state in zip(fingerprints, _read_states(sequences, *said), strict=True):
                if fingerprint not in known:
                    known[fingerprint] = state
                    left -= fingerprint not in recent
        rows.close()
        # Of the bags of the last rows, what was said before these; of most nothing.
        if missing := recent.difference(known):
            among = "fingerprint IN (SELECT value FROM json_each(?)) ORDER BY sequence"
            for sequence, fingerprint, *said in ask(
                f"{query} AND {among}", (boundary, json.dumps([*missing]))
            ):
                known[fingerprint] = _read_state(sequence, *said)

    def _of_known_bags(self, rows: Iterator[Columns]) -> Iterator[Columns]:
        for columns in rows:
            if columns[5] not in self.standing.of(columns[2]):
                raise DamagedRowError(columns[0])
            self._rows.add(columns[0], columns[5])
            yield columns
        self._knows_rows = True

    def _sequences_of(self, fingerprints: Sequence[str]) -> list[int] | None:
        """Of which rows some bags are; None while that is not known."""
        # What a transaction writes may never have been.
        if not self._knows_rows or self._connection.in_transaction:
            return None
        query = "SELECT sequence, fingerprint FROM journal WHERE sequence > ? ORDER BY sequence"
        for sequence, fingerprint in self._connection.execute(query, (self._rows.newest,)).fetchall():
            self._rows.add(sequence, fingerprint)
        return [sequence for name in set(fingerprints) for sequence in self._rows.of(name)]

    def rows_of(self, fingerprints: Sequence[str] | None = None) -> list[JournalRow]:
        """All rows, or those of some bags, oldest first; raises ``ReviewError`` where one says nothing."""
        among, given = "", []
        rows = []
        with opening.translated(self._path):
            if fingerprints is not None:
                found = self._sequences_of(fingerprints)
                column, wanted = ("fingerprint", fingerprints) if found is None else ("sequence", found)
                among = f"WHERE {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - constants
                given = [json.dumps([*wanted])]
            query = f"SELECT {_COLUMNS} FROM journal {among} ORDER BY 1"  # noqa: S608 - constants
            for *row, _ in self._connection.execute(query, given):
                try:
                    rows.append(JournalRow.read(row))
                except _WRONG as error:
                    raise damaged_at(self._path, row[0]) from error
        return rows

    def times_of(self, reviewer: str) -> dict[str, str]:
        """When a reviewer said what stands there of each bag, by fingerprint, as the journal has it."""
        query = "SELECT fingerprint, time, max(sequence) FROM journal WHERE reviewer = ? GROUP BY fingerprint"
        with opening.translated(self._path):
            rows = self._connection.execute(query, (reviewer,))
            return {fingerprint: time for fingerprint, time, _ in rows}

    def check_on(self, rows: int | None = None) -> bool:
        """Check the seals of so many more rows (None: of all); whether any may be left.

        Raises ``ReviewError`` for a damaged one, then and ever after.
        """
        if self._damage is None:
            try:
                with opening.translated(self._path):
                    return sum(1 for _ in islice(self._unchecked, rows)) == rows
            except DamagedRowError as error:
                self._damage = damaged_at(self._path, error.sequence)
        raise self._damage

    def close(self) -> None:
        """Let go of what is still to be checked: SQLite would keep its lock on the file for it."""
        self._unchecked = iter(())

    def append(
        self, reviewer: str, act: Doing, target: int | None, fingerprint: str, state: State
    ) -> JournalRow:
        """Write a row behind all others; it counts when the caller, whose transaction is on disk, adds it.

        It is sealed over the last one, which was checked at the opening, and touches no older one: what is
        damaged among those stays as plain as it was, and need not be found before. Once it is, this raises.
        """
        self.check_on(_CHECKED_WITH_A_ROW)
        last = self._connection.execute(
            "SELECT sequence, digest FROM journal ORDER BY sequence DESC LIMIT 1"
        ).fetchone() or (0, "")
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = JournalRow(last[0] + 1, time, reviewer, act, target, fingerprint, state)
        write_row(self._connection, row, digest(last[1], row))
        return row
