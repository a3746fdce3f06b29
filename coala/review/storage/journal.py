"""The journal: acts of reviewers as rows that are only ever appended, each sealed by a hash of all before it.

A verdict, an undo and a redo are all rows. Each has the whole state of a bag after the act, so the newest row
of a reviewer and a bag is its present state. Nothing is ever overwritten, and the undo history of a session
can be rebuilt however the program ended. The columns of the table are:

    sequence, time, reviewer, act, target, fingerprint, verdict, note, details, digest
    17, "2026-05-03T09:12:44.120+00:00", "Ann", "judge", NULL, "3f9a…", "+", "", "{…}", "c41b…"

``fingerprint`` identifies the bag. ``verdict``, ``note`` and ``details`` hold the state; ``details`` is a
JSON object with the other parts of it, without empty ones. ``digest`` is the seal of the row: a hash over the
seal before it and the row. This module converts, seals, checks and sums up rows; ``journal_table`` reads and
writes them.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.verdicts.comment import Comment, clean_tags
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, Origin, State

STATE_COLUMNS = "verdict, note, details"

RowKey = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
"""Key of a row of a bag, which is a single difference that may have a verdict of its own."""

_Place = Annotated[int, msgspec.Meta(ge=0)]


class StoredGroups(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who is who in JSON: parts by the indices of their first spans, without empty lists."""

    together: tuple[tuple[_Place, ...], ...] = ()
    no_mention: tuple[_Place, ...] = ()
    not_sure: tuple[_Place, ...] = ()
    pieces: tuple[tuple[_Place, ...], ...] = ()
    start: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None
    moved: _Place | None = None

    def read(self) -> Groups:
        """Return the groups in order; raise ``ValueError`` if there are none.

        Whether they fit the bag is checked where they are used.
        """
        if not (self.together or self.no_mention or self.not_sure):
            raise ValueError("groups")
        groups = Groups.sort(self.together, self.no_mention, self.not_sure, self.pieces)
        return groups._replace(start=self.start, moved=self.moved)


class _Details(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Column ``details``: the parts of a state besides verdict and note, without empty ones."""

    gold_seen: bool | None = None
    tags: tuple[str, ...] = ()
    rows: dict[RowKey, Verdict] = {}
    groups: StoredGroups | None = None
    manner: Manner = Manner.ALONE
    origin: Origin | None = None
    swapped: bool | None = None
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    by_model: bool = False


_encode = msgspec.json.Encoder().encode
_decode_details = msgspec.json.Decoder(_Details).decode


def write_state(state: State) -> tuple[str | None, str, str]:
    """Return a state as the values of ``STATE_COLUMNS``.

    Raises ``ReviewError`` for a state that would be read as another one, or not at all: its rows or groups
    are not those of a bag, or not in order.
    """
    details = _Details(
        state.gold_seen,
        state.comment.tags,
        dict(state.rows),
        None if state.groups is None else StoredGroups(*state.groups),
        state.manner,
        state.origin,
        state.swapped,
        state.confidence,
        state.by_model,
    )
    columns = (
        state.verdict and state.verdict.value,
        state.comment.note,
        "" if details == _Details() else _encode(details).decode(),
    )
    try:
        is_kept = read_state(*columns) == state
    except ValueError:
        is_kept = False
    if not is_kept:
        raise ReviewError("The answer names parts or changes that no bag has, so nothing was saved.")
    return columns


def read_state(verdict: str | None, note: str, details: str) -> State:
    """Return the state in the values of ``STATE_COLUMNS``; raise ``ValueError`` if they hold none."""
    # Notes differ from row to row, the rest mostly not, so only the rest is cached.
    state = _read_without_note(verdict, details)
    return state._replace(comment=replace(state.comment, note=note)) if note else state


@lru_cache(maxsize=1_000)
def _read_without_note(verdict: str | None, details: str) -> State:
    """Return the state without its note: one object for all bags with the same values."""
    try:
        given = None if verdict is None else Verdict(verdict)
        read = _decode_details(details) if details else _Details()
        if clean_tags(read.tags) != read.tags:
            raise ValueError("tags")
        groups = None if read.groups is None else read.groups.read()
    except (msgspec.DecodeError, ReviewError, TypeError, RecursionError) as error:
        # Before version 0.21 an error of the decoder is no ValueError.
        raise ValueError("details") from error
    return State(
        given,
        Comment(tags=read.tags),
        gold_seen=read.gold_seen,
        rows=tuple(sorted(read.rows.items())),
        groups=groups,
        manner=read.manner,
        origin=read.origin,
        swapped=read.swapped,
        confidence=read.confidence,
        by_model=read.by_model,
    )


Doing = Literal["judge", "undo", "redo"]
"""The acts of the column ``act``."""
_DOINGS = frozenset(get_args(Doing))
_GREATEST_SEQUENCE = 2**53
"""No journal is this long; a greater number would leave none for the next rows."""

_NOTHING = State()

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class JournalRow(NamedTuple):
    """One line of the journal."""

    sequence: int  # the number of the line, from 1
    time: str  # in ISO 8601
    reviewer: str
    act: Doing
    target: int | None  # the line that an undo or a redo refers to
    fingerprint: str  # of the bag
    state: State  # of the bag after the act

    @classmethod
    def read(cls, columns: Sequence[Any]) -> JournalRow:
        """Return the row in these columns of the table; raise ``ValueError`` if they hold none."""
        sequence, time, reviewer, act, target, fingerprint, verdict, note, details = columns
        if act not in _DOINGS or not sequence < _GREATEST_SEQUENCE:
            raise ValueError("row")
        state = read_state(verdict, note, details)
        return cls(sequence, time, reviewer, act, target, fingerprint, state)


def moment_of(time: str) -> datetime:
    """Return the time of a row as a comparable value; a foreign journal may have any text there."""
    try:
        parsed = datetime.fromisoformat(time)
    except ValueError:
        return _LONG_AGO
    return parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)


class PastAct(NamedTuple):
    """An act on a bag: ``state`` is the state after it.

    ``time`` is as in the journal, in ISO 8601; ``same`` is True for this very bag, False for a bag of an
    earlier comparison that shares mentions with it.
    """

    time: str
    reviewer: str
    act: Doing
    state: State
    same: bool


class Act(NamedTuple):
    """One step of the undo history: the bag's state before and after, and whether it is in force."""

    sequence: int
    fingerprint: str
    before: State
    after: State
    done: bool


MOST_STEPS = 2_000
"""How many of the last rows the undo history reads, those of some days; it must not grow with the journal."""


def to_columns(row: JournalRow) -> tuple[object, ...]:
    """Return the row in the columns of the table, all but its seal."""
    return *row[:-1], *write_state(row.state)


def digest(previous: str, columns: Sequence[Any]) -> str:
    """Return the seal of a row: SHA-256 over the seal before it and its columns, as a list in JSON.

    ``columns`` are those of ``to_columns``. Raises ``TypeError`` or ``ValueError`` for what JSON cannot hold.
    """
    return hashlib.sha256(_encode([previous, *columns])).hexdigest()


class Standing:
    """Sum of a journal: each reviewer's newest state of each bag, and the last rows."""

    def __init__(self) -> None:
        # By reviewer and fingerprint.
        self._states: dict[str, dict[str, State]] = {}
        # The states before an adjudication, of bags whose newest state is one.
        self._before_adjudication: dict[tuple[str, str], State] = {}
        # The last rows, each with the state of its bag before it.
        self._recent: deque[tuple[JournalRow, State]] = deque(maxlen=MOST_STEPS)

    def states_of(self, reviewer: str) -> dict[str, State]:
        """Return one reviewer's states by fingerprint, as a mapping that ``add`` updates."""
        return self._states.setdefault(reviewer, {})

    def independent_states_of(self, reviewer: str) -> dict[str, State]:
        """Return one reviewer's states before any adjudication: an adjudicator has seen others' verdicts."""
        return {
            fingerprint: self._before_adjudication.get((reviewer, fingerprint), state)
            for fingerprint, state in self.states_of(reviewer).items()
        }

    def reviewers(self) -> list[str]:
        """Return the reviewers with verdicts, on bags or on changes, in alphabetical order."""
        return sorted(
            reviewer
            for reviewer, states in self._states.items()
            if any(state.is_judged for state in states.values())
        )

    def fingerprints(self) -> Set[str]:
        """Return the bags that any reviewer has a state of."""
        if len(self._states) == 1:
            return next(iter(self._states.values())).keys()
        return {fingerprint for states in self._states.values() for fingerprint in states}

    def add(self, row: JournalRow) -> None:
        """Take over a row that follows all others."""
        _, _, reviewer, _, _, fingerprint, state = row
        states = self.states_of(reviewer)
        before = states.get(fingerprint, _NOTHING)
        if not is_taken_over(row, before):
            self._recent.append((row, before))
        states[fingerprint] = state
        if state.manner is Manner.ADJUDICATION and before.manner is not Manner.ADJUDICATION:
            self._before_adjudication[reviewer, fingerprint] = before
        elif before.manner is Manner.ADJUDICATION and state.manner is not Manner.ADJUDICATION:
            del self._before_adjudication[reviewer, fingerprint]

    def recent(self) -> Iterator[tuple[JournalRow, State]]:
        """Return the last rows, oldest first, each with the state of its bag before it."""
        return iter(self._recent)

    def history(self, reviewer: str) -> list[Act]:
        """Return the undo history from a reviewer's last rows, oldest first.

        A new verdict drops the undone steps.
        """
        acts: dict[int, Act] = {}  # by sequence
        undone: set[int] = set()  # the sequences of acts that are not in force
        for row, before in self._recent:
            if row.act != "judge":
                if row.target in acts:
                    done = row.act == "redo"
                    acts[row.target] = acts[row.target]._replace(done=done)
                    if done:
                        undone.discard(row.target)
                    else:
                        undone.add(row.target)
            elif row.reviewer == reviewer:
                for sequence in undone:
                    del acts[sequence]
                undone.clear()
                acts[row.sequence] = Act(row.sequence, row.fingerprint, before, row.state, done=True)
        return list(acts.values())


def is_taken_over(row: JournalRow, before: State) -> bool:
    """Return True if a row came from another file: it is no act in this one, so there is nothing to undo."""
    return row.act == "judge" and row.state.origin not in (None, before.origin)


class DamagedRowError(ValueError):
    """An error for a row that does not match its seal."""

    def __init__(self, sequence: object) -> None:
        super().__init__(sequence)
        self.sequence = sequence


def read_states(rows: Iterable[JournalRow]) -> Standing:
    """Return what rows add up to, from the first row of a journal on."""
    standing = Standing()
    for row in rows:
        standing.add(row)
    return standing


def check_rows(rows: Iterable[Sequence[Any]]) -> Iterator[JournalRow]:
    """Yield all rows of the table in order, each checked against its seal, which is in the last column.

    Raises ``DamagedRowError``.
    """
    seal = ""
    for stored in rows:
        columns = stored[:-1]
        try:
            seal = digest(seal, columns)
            row = JournalRow.read(columns)
        except (TypeError, ValueError):
            raise DamagedRowError(columns[0]) from None
        if seal != stored[-1]:
            raise DamagedRowError(columns[0])
        yield row


def find_proven(rows: Iterable[Sequence[Any]]) -> list[JournalRow | None]:
    """Return the rows of a damaged journal that are as they were written, by their seals; None for others.

    A row is proven by its own seal over that of the row before it. If its own seal is damaged, the next row
    proves it, because that is sealed over what it must have been.
    """
    found: list[JournalRow | None] = []
    # The row before, if only its own seal is damaged; the seal of it as it is stored, and as it must be.
    doubtful: JournalRow | None = None
    stored_before, computed_before = "", ""
    for *columns, stored in rows:
        try:
            row = JournalRow.read(columns)
            seals = [digest(before, columns) for before in (stored_before, computed_before)]
        except (TypeError, ValueError):
            row, seals = None, ["", ""]
        is_sound = stored in seals and row is not None
        if is_sound and stored != seals[0] and found:
            found[-1] = doubtful
        found.append(row if is_sound else None)
        doubtful = row
        stored_before, computed_before = stored, stored if is_sound else seals[0]
    return found
