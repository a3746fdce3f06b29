"""The journal table of a review file: read and checked when opened, then only appended to.

The journal is the log of all verdicts. Its rows are numbered (``sequence``), belong to a bag
(``fingerprint``) and have a seal each, a hash over the row and the seal before (``journal``). A review with a
short journal is checked as a whole when it is opened. A long one may have a million rows. It opens at once:
only its last rows are checked, the newest state of each bag is read unchecked, and ``check_on`` checks the
seals of the older rows later, some at a time.
"""

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
    digest_columns,
    read_state,
    replay,
    to_columns,
)
from coala.verdicts.state import State

_SHORT_JOURNAL = 20_000
"""The most rows of a journal that is checked at once; this takes a tenth of a second."""

_ROWS_AT_ONCE = 1_000
"""The number of rows to read from SQLite at a time."""

_CHECKED_WITH_A_ROW = 1_000
"""Rows of a long journal that are checked before each new one, which takes some milliseconds."""

_ERRORS_OF_DAMAGE = (AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""The errors that columns without a state raise."""

_LEAST_SEQUENCE = -(2**63)
"""The least sequence that SQLite can hold."""

_COLUMNS = f"sequence, time, reviewer, act, target, fingerprint, {STATE_COLUMNS}, digest"
"""The columns in the order of ``JournalRow``, then the seal."""

INSERT_ROW = f"INSERT INTO journal ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants


def write_row(connection: sqlite3.Connection, row: JournalRow, seal: str) -> None:
    """Write a row with its seal, within the open transaction.

    Raises ``sqlite3.Error``, also if the file does not accept it.
    """
    schema.insert(connection, INSERT_ROW, (*to_columns(row), seal))


def read_rows(
    connection: sqlite3.Connection, first: int = _LEAST_SEQUENCE, last: int | None = None
) -> Iterator[tuple[Any, ...]]:
    """Return the rows from ``first`` to ``last`` (None: to the end) with their seals, for ``check_rows``."""
    last = -_LEAST_SEQUENCE - 1 if last is None else last
    query = f"SELECT {_COLUMNS} FROM journal WHERE sequence BETWEEN ? AND ? ORDER BY 1"  # noqa: S608 - constants
    return connection.execute(query, (first, last))


def _read_states(sequences: Sequence[int], *values: Sequence[Any]) -> list[State]:
    """Return the states in columns of the table; most of a million rows share a few states."""
    rows = list(zip(*values, strict=True))
    try:
        known = {row: read_state(*row) for row in set(rows)}
        return [known[row] for row in rows]
    except _ERRORS_OF_DAMAGE:
        return [_read_state(sequence, *row) for sequence, row in zip(sequences, rows, strict=True)]


def _read_state(sequence: int, *values: Any) -> State:
    try:
        return read_state(*values)
    except _ERRORS_OF_DAMAGE as error:
        raise DamagedRowError(sequence) from error


class _RowsOfBags:
    """An index of the rows of each bag: linked lists, from the last row of a bag to the one before.

    Scanning a million rows for those of one bag takes a tenth of a second; this takes 16 bytes a row.
    """

    def __init__(self) -> None:
        # For each bag, the place of its last row; for each place, the row there and the place before of its
        # bag, or -1.
        self._last: dict[str, int] = {}
        self._sequences, self._before = array("q"), array("q")

    def add(self, sequence: int, fingerprint: str) -> None:
        """Take over a row that follows all others."""
        self._before.append(self._last.get(fingerprint, -1))
        self._last[fingerprint] = len(self._sequences)
        self._sequences.append(sequence)

    @property
    def newest(self) -> int:
        """Return the sequence of the last row; a value less than any if there is none."""
        return self._sequences[-1] if self._sequences else _LEAST_SEQUENCE

    def find_rows(self, fingerprint: str) -> Iterator[int]:
        """Yield the sequences of the rows of a bag, newest first."""
        place = self._last.get(fingerprint, -1)
        while place >= 0:
            yield self._sequences[place]
            place = self._before[place]


class JournalTable:
    """The journal of one open review, and its sum: ``standing`` has the newest state of each bag.

    With ``check_later`` the seals of all but the last rows of a long journal are checked by ``check_on``.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, *, check_later: bool) -> None:
        self._connection = connection
        self._path = path
        self._unchecked: Iterator[Columns] = iter(())
        self._damage: ReviewError | None = None
        # Filled while the seals of a long journal are checked; ``_knows_rows`` is True when it is complete.
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
        # Rows up to the boundary are checked later; ``seal`` is the stored one of the boundary.
        boundary, seal = last - MOST_STEPS if later else 0, ""
        try:
            if boundary:
                self._unchecked = self._index_rows(check_rows(read_rows(connection, last=boundary)))
                sum_up = self._sum_up if reviewers > 1 else self._sum_up_reviewer
                sum_up(boundary, standing)
                before = connection.execute("SELECT digest FROM journal WHERE sequence = ?", (boundary,))
                (seal,) = before.fetchone() or ("",)
            first = boundary + 1 if boundary else _LEAST_SEQUENCE
            return replay(check_rows(read_rows(connection, first, last), seal), last, standing)
        except DamagedRowError as error:
            raise damaged_at(self._path, error.sequence) from error

    def _sum_up(self, boundary: int, standing: Standing) -> None:
        """Take over the states after the rows up to ``boundary``, without checking seals."""
        query = (
            f"SELECT max(sequence), reviewer, fingerprint, {STATE_COLUMNS} FROM journal "  # noqa: S608 - constants
            "WHERE sequence <= ? GROUP BY reviewer, fingerprint"
        )
        for sequence, reviewer, fingerprint, *values in self._connection.execute(query, (boundary,)):
            standing.states_of(reviewer)[fingerprint] = _read_state(sequence, *values)

    def _sum_up_reviewer(self, boundary: int, standing: Standing) -> None:
        """Take over the states of the only reviewer from the newest row back, in a third of the time.

        Every judged bag has a row in ``question``, so reading stops once all these bags have a state.
        ``check_on`` reads the others, and raises if one is of a bag without a question.
        """
        execute = self._connection.execute
        (reviewer,) = execute("SELECT reviewer FROM journal LIMIT 1").fetchone()
        known = standing.states_of(reviewer)
        # Bags with rows after the boundary: ``replay`` adds their newest states, so earlier ones are needed
        # only as the states before these rows.
        recent = {
            name for (name,) in execute("SELECT fingerprint FROM journal WHERE sequence > ?", (boundary,))
        }
        # The number of other bags that still lack a state.
        left = execute("SELECT count(*) FROM question").fetchone()[0] - len(recent)
        query = f"SELECT sequence, fingerprint, {STATE_COLUMNS} FROM journal WHERE sequence <= ?"  # noqa: S608 - constants
        rows = execute(f"{query} ORDER BY sequence DESC", (boundary,))
        # Then read some more rows: if all bags are judged a second time, the earlier states of recent bags
        # come next.
        more_rows = len(recent)
        while (left > 0 or more_rows > 0) and (some := rows.fetchmany(_ROWS_AT_ONCE)):
            more_rows -= len(some) if left <= 0 else 0
            sequences, fingerprints, *values = zip(*some, strict=True)
            for fingerprint, state in zip(fingerprints, _read_states(sequences, *values), strict=True):
                if fingerprint not in known:
                    known[fingerprint] = state
                    left -= fingerprint not in recent
        rows.close()
        # Find the remaining earlier states of recent bags; most have none.
        if missing := recent.difference(known):
            among = "fingerprint IN (SELECT value FROM json_each(?)) ORDER BY sequence"
            for sequence, fingerprint, *values in execute(
                f"{query} AND {among}", (boundary, json.dumps([*missing]))
            ):
                known[fingerprint] = _read_state(sequence, *values)

    def _index_rows(self, rows: Iterator[Columns]) -> Iterator[Columns]:
        """Pass rows on, and add each to the index of bags; raise ``DamagedRowError`` for an unknown bag."""
        for columns in rows:
            sequence, reviewer, fingerprint = columns[0], columns[2], columns[5]
            if fingerprint not in self.standing.states_of(reviewer):
                raise DamagedRowError(sequence)
            self._rows.add(sequence, fingerprint)
            yield columns
        self._knows_rows = True

    def _sequences_of(self, fingerprints: Sequence[str]) -> list[int] | None:
        """Return the sequences of the rows of some bags; None while the index is not complete."""
        # Rows of an open transaction may be rolled back.
        if not self._knows_rows or self._connection.in_transaction:
            return None
        query = "SELECT sequence, fingerprint FROM journal WHERE sequence > ? ORDER BY sequence"
        # The index has the rows up to the boundary; add those that came later.
        for sequence, fingerprint in self._connection.execute(query, (self._rows.newest,)).fetchall():
            self._rows.add(sequence, fingerprint)
        return [sequence for name in set(fingerprints) for sequence in self._rows.find_rows(name)]

    def rows_of(self, fingerprints: Sequence[str] | None = None) -> list[JournalRow]:
        """Return all rows, or those of some bags, oldest first; raise ``ReviewError`` for a damaged one."""
        among, given = "", []
        rows = []
        with opening.translated(self._path):
            if fingerprints is not None:
                found = self._sequences_of(fingerprints)
                # Without the index SQLite scans all rows.
                column, wanted = ("fingerprint", fingerprints) if found is None else ("sequence", found)
                among = f"WHERE {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - constants
                given = [json.dumps([*wanted])]
            query = f"SELECT {_COLUMNS} FROM journal {among} ORDER BY 1"  # noqa: S608 - constants
            for *row, _ in self._connection.execute(query, given):
                try:
                    rows.append(JournalRow.read(row))
                except _ERRORS_OF_DAMAGE as error:
                    raise damaged_at(self._path, row[0]) from error
        return rows

    def times_of(self, reviewer: str) -> dict[str, str]:
        """Return when a reviewer gave the present state of each bag, by fingerprint, as in the journal."""
        query = "SELECT fingerprint, time, max(sequence) FROM journal WHERE reviewer = ? GROUP BY fingerprint"
        with opening.translated(self._path):
            rows = self._connection.execute(query, (reviewer,))
            return {fingerprint: time for fingerprint, time, _ in rows}

    def check_on(self, rows: int | None = None) -> bool:
        """Check the seals of the next ``rows`` rows (None: of all); return True if any may be left.

        Raises ``ReviewError`` for a damaged row, at this and every later call.
        """
        if self._damage is None:
            try:
                with opening.translated(self._path):
                    # Taking a row from the iterator checks it.
                    return sum(1 for _ in islice(self._unchecked, rows)) == rows
            except DamagedRowError as error:
                self._damage = damaged_at(self._path, error.sequence)
        raise self._damage

    def close(self) -> None:
        """Drop the unchecked rows: an open cursor would keep SQLite's lock on the file."""
        self._unchecked = iter(())

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

        After the commit, the caller adds the row to ``standing``. Some unchecked rows are checked first. The
        seal of the row covers the last one, which was checked when the review was opened. Damage among older
        rows stays visible, so it need not be found before; once it is found, this method raises.
        """
        self.check_on(_CHECKED_WITH_A_ROW)
        last = self._connection.execute(
            "SELECT sequence, digest FROM journal ORDER BY sequence DESC LIMIT 1"
        ).fetchone() or (0, "")
        time = time or datetime.now(UTC).isoformat(timespec="milliseconds")
        row = JournalRow(last[0] + 1, time, reviewer, act, target, fingerprint, state)
        # Converted once: the columns are stored and sealed.
        columns = to_columns(row)
        schema.insert(self._connection, INSERT_ROW, (*columns, digest_columns(last[1], columns)))
        return row
