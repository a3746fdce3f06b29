"""Acts of a reviewer become rows that are only ever appended, each sealed by a hash of all before it.

A verdict, an undo and a redo are rows alike; the newest row of a bag is its state. Hence nothing is ever
overwritten, and the undo history of a session can be rebuilt after any end of the program.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring_ascii as _quoted
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from coala.errors import ReviewError
from coala.model.bag import Verdict

Doing = Literal["judge", "undo", "redo"]
_DOINGS = frozenset(get_args(Doing))
_GREATEST = 2**53
"""Nobody writes so many rows; a greater number would leave none for the next ones."""


class State(NamedTuple):
    """What is known of one bag: its verdict (None while unjudged) and the reviewer's note."""

    verdict: Verdict | None = None
    note: str = ""


class JournalRow(NamedTuple):
    """One line of the journal. ``target`` is the row that an undo or a redo speaks of."""

    sequence: int
    time: str
    reviewer: str
    act: Doing
    target: int | None
    fingerprint: str
    state: State


class Act(NamedTuple):
    """One step of the undo history: the bag's state before and after, and whether it is in force."""

    sequence: int
    fingerprint: str
    before: State
    after: State
    done: bool


_VERDICTS: Mapping[str | None, Verdict | None] = {None: None, **{each.value: each for each in Verdict}}
_WITHOUT_NOTE = {stored: State(verdict) for stored, verdict in _VERDICTS.items()}

MOST_STEPS = 2_000
"""Rows of which the undo history is made, those of some days; with all of them it would grow for ever."""


def to_columns(row: JournalRow) -> tuple[object, ...]:
    """The row in the columns of the table, all but its seal."""
    verdict, note = row.state
    return *row[:-1], verdict and verdict.value, note


def digest(previous: str, row: JournalRow) -> str:
    """The seal of a row: SHA-256 over the seal before it and the row's content, as a list in JSON."""
    verdict, note = row.state
    return _digest(previous, *row[:-1], verdict and verdict.value, note)


def _digest(
    previous: str,
    sequence: int,
    time: str,
    reviewer: str,
    act: str,
    target: int | None,
    fingerprint: str,
    verdict: str | None,
    note: str,
) -> str:
    # Written by hand: for a million rows json.dumps takes three times as long.
    last = "null" if target is None else target
    given = "null" if verdict is None else _quoted(verdict)
    content = (
        f"[{_quoted(previous)}, {sequence}, {_quoted(time)}, {_quoted(reviewer)}, {_quoted(act)}, {last}, "
        f"{_quoted(fingerprint)}, {given}, {_quoted(note)}]"
    )
    return hashlib.sha256(content.encode("ascii")).hexdigest()


class Standing:
    """What a journal comes down to: the newest state of each bag, by fingerprint, and its last rows."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        self._recent: deque[tuple[JournalRow, State]] = deque(maxlen=MOST_STEPS)

    def add(self, row: JournalRow) -> None:
        """Take over a row that follows all others."""
        self._recent.append((row, self.states.get(row.fingerprint, State())))
        self.states[row.fingerprint] = row.state

    def history(self) -> list[Act]:
        """The undo history that the last rows leave, oldest first; a new verdict ends what was undone."""
        acts: dict[int, Act] = {}
        undone: set[int] = set()
        for row, before in self._recent:
            if row.act == "judge":
                for sequence in undone:
                    del acts[sequence]
                undone.clear()
                acts[row.sequence] = Act(row.sequence, row.fingerprint, before, row.state, done=True)
            elif row.target in acts:
                done = row.act == "redo"
                acts[row.target] = acts[row.target]._replace(done=done)
                (undone.discard if done else undone.add)(row.target)
        return list(acts.values())


class DamagedRowError(ValueError):
    """A row is not what its seal says."""

    def __init__(self, sequence: object) -> None:
        super().__init__(sequence)
        self.sequence = sequence


def damaged_at(path: Path, line: object) -> ReviewError:
    """What the user reads of a journal with a ``DamagedRowError``."""
    return ReviewError(f"{path}: the journal of verdicts is damaged at line {line}; go back to a copy of it.")


Columns = list[Any]
"""A row as the table has it, without its seal."""


def check_rows(rows: Iterable[tuple[Any, ...]], seal: str = "") -> Iterator[Columns]:
    """Hand on rows of the table, in their order, of which each is what its seal, in the last column, says.

    ``seal`` is that of the row before the first. Raises ``DamagedRowError``.
    """
    for *columns, stored in rows:
        try:
            seal = _digest(seal, *columns)
        except (TypeError, ValueError):
            seal = ""
        known = columns[0] < _GREATEST and columns[3] in _DOINGS and columns[-2] in _VERDICTS
        if seal != stored or not known:
            raise DamagedRowError(columns[0])
        yield columns


def replay(rows: Iterable[Columns], last: int, standing: Standing | None = None) -> Standing:
    """Sum rows up, after those of which ``standing`` is the sum; ``last`` is the sequence of the last.

    A million rows may pass through here at an opening, so those that no undo reaches become no objects.
    """
    standing = standing or Standing()
    far = last - MOST_STEPS
    for columns in rows:
        sequence, *_, fingerprint, verdict, note = columns
        state = State(_VERDICTS[verdict], note) if note else _WITHOUT_NOTE[verdict]
        if sequence <= far:
            standing.states[fingerprint] = state
        else:
            standing.add(JournalRow._make([*columns[:-2], state]))
    return standing
