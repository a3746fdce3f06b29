"""The journal: acts of reviewers as rows that are only ever appended, each sealed by a hash of all before it.

A verdict, an undo and a redo are all rows. Each has the whole state of a bag after the act, so the newest row
of a reviewer and a bag is its present state. Nothing is ever overwritten, and the undo history of a session
can be rebuilt however the program ended. The columns of the table are:

    sequence, time, reviewer, act, target, fingerprint, verdict, note, details, digest
    17, "2026-05-03T09:12:44.120+00:00", "Ann", "judge", NULL, "3f9a…", "+", "", "{…}", "c41b…"

``fingerprint`` identifies the bag. ``verdict``, ``note`` and ``details`` hold the state; ``details`` is a
JSON object with the other parts of it, without empty ones. ``digest`` is the seal of the row: a hash over the
seal before it and the row. This module converts, seals, checks and sums up rows; ``journal_table`` reads and
writes them. In ``Columns`` and other rows as the table has them, the values are in this order.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from json.encoder import encode_basestring_ascii as _quoted
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.verdicts.comment import Comment, clean_tags
from coala.verdicts.groups import Groups
from coala.verdicts.state import VERDICT_OF, Manner, Origin, State

ROW_KEY = re.compile(r"[0-9a-f]{16}")
"""The key of a row of a bag, which is a single difference that may have a verdict of its own."""

STATE_COLUMNS = "verdict, note, details"


def write_state(state: State) -> tuple[str | None, str, str]:
    """Return a state as the values of ``STATE_COLUMNS``.

    Raises ``ReviewError`` for verdicts on rows, or groups, that could not be read again.
    """
    return state.verdict and state.verdict.value, state.comment.note, _write_details(state)


def read_state(verdict: str | None, note: str, details: str) -> State:
    """Return the state in the values of ``STATE_COLUMNS``.

    Raises ``ValueError``, ``TypeError``, ``AttributeError``, ``KeyError`` or ``RecursionError`` if they hold
    no state.
    """
    # Notes differ from row to row, the rest mostly not, so only the rest is cached.
    state = check_state(verdict, details)
    return state._replace(comment=replace(state.comment, note=note)) if note else state


def _write_details(state: State) -> str:
    if not _are_rows(state.rows):
        raise ReviewError("The verdict is on a change that is not in the bag, so nothing was saved.")
    if state.groups is not None and not are_groups(state.groups):
        raise ReviewError("Who is who does not name the parts of a bag in order, so nothing was saved.")
    values: dict[str, object] = {
        "gold_seen": state.gold_seen,
        "tags": state.comment.tags or None,
        "rows": {key: verdict.value for key, verdict in state.rows} or None,
        "groups": state.groups and write_groups(state.groups),
        "manner": state.manner.value or None,
        "origin": state.origin,
        "swapped": state.swapped,
        "confidence": state.confidence,
        "by_model": state.by_model or None,
    }
    details = {key: value for key, value in values.items() if value is not None}
    return json.dumps(details, ensure_ascii=False, separators=(",", ":")) if details else ""


@lru_cache(maxsize=1_000)
def check_state(verdict: str | None, details: str) -> State:
    """Return the state without its note: one object for all bags with the same values.

    Raises what ``read_state`` raises.
    """
    given = VERDICT_OF[verdict]
    if not details:
        return State(given)
    values = json.loads(details)
    state = State(
        given,
        Comment(tags=tuple(values.pop("tags", ()))),
        gold_seen=_truth(values.pop("gold_seen", None)),
        rows=tuple((key, Verdict(sign)) for key, sign in values.pop("rows", {}).items()),
        groups=read_groups(values.pop("groups", None)),
        manner=Manner(values.pop("manner", "")),
        origin=_origin(values.pop("origin", None)),
        swapped=_truth(values.pop("swapped", None)),
        confidence=_part_of_one(values.pop("confidence", None)),
        by_model=_truth(values.pop("by_model", None)) or False,
    )
    if values or clean_tags(state.comment.tags) != state.comment.tags or not _are_rows(state.rows):
        raise ValueError("details")
    return state


def write_groups(groups: Groups) -> dict[str, object]:
    """Return who is who, with parts as the indices of their first spans, without empty lists."""
    named = zip(groups._fields, groups, strict=True)
    return {name: value for name, value in named if value is not None and value != ()}


def read_groups(value: Any) -> Groups | None:
    """Return the groups in the value of ``write_groups``; raise as ``read_state`` if it has none."""
    if value is None:
        return None
    together, no_mention, not_sure, pieces = (
        value.pop(name, []) for name in ("together", "no_mention", "not_sure", "pieces")
    )
    groups = Groups.sort(together, no_mention, not_sure, pieces)
    stated = Groups(
        tuple(map(tuple, together)), tuple(no_mention), tuple(not_sure), tuple(map(tuple, pieces))
    )
    numbers = [*chain.from_iterable((*together, *pieces)), *no_mention, *not_sure]
    start, moved = value.pop("start", None), value.pop("moved", None)
    numbers += [number for number in (start, moved) if number is not None]
    if not set(map(type, numbers)) <= {int} or min(numbers, default=0) < 0 or start not in (None, 0, 1):
        raise TypeError("numbers of groups")
    # Whether they fit the bag is checked where they are used.
    if value or groups != stated or not (together or no_mention or not_sure):
        raise ValueError("groups")
    return groups._replace(start=start, moved=moved)


def are_groups(groups: Groups) -> bool:
    """Return True if groups that are written can be read again: they are in order, and not empty."""
    try:
        return read_groups(write_groups(groups)) == groups
    except (TypeError, ValueError):
        return False


def _truth(value: Any) -> bool | None:
    if not isinstance(value, bool | None):
        raise TypeError("truth value")
    return value


def _part_of_one(value: Any) -> float | None:
    if value is not None and (type(value) not in (int, float) or not 0 <= value <= 1):
        raise TypeError("part of one")
    return None if value is None else float(value)


def _origin(value: Any) -> Origin | None:
    if value is None:
        return None
    origin = Origin(*value)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in origin):
        raise TypeError("origin")
    return origin


def _are_rows(rows: tuple[tuple[str, Verdict], ...]) -> bool:
    return list(rows) == sorted(rows) and all(ROW_KEY.fullmatch(key) for key, _ in rows)


Doing = Literal["judge", "undo", "redo"]
"""The acts of the column ``act``."""
_DOINGS = frozenset(get_args(Doing))
_GREATEST_SEQUENCE = 2**53
"""No journal is this long; a greater number would leave none for the next rows."""

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
        """Return the row in columns of the table, without its seal.

        Raises ``ValueError``, ``TypeError``, ``AttributeError``, ``KeyError`` or ``RecursionError`` if they
        hold no state.
        """
        # The last three columns are ``STATE_COLUMNS``.
        return cls._make([*columns[:-3], read_state(*columns[-3:])])


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


def digest(previous: str, row: JournalRow) -> str:
    """Return the seal of a row: SHA-256 over the seal before it and the row's content, as a list in JSON."""
    return digest_columns(previous, to_columns(row))


def digest_columns(previous: str, columns: Sequence[object]) -> str:
    """Return the seal of a row by its columns (``to_columns``)."""
    return _digest(previous, *columns)  # type: ignore[arg-type]


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
    details: str,
) -> str:
    # Formatted by hand: for a million rows json.dumps takes three times as long.
    last = "null" if target is None else target
    given = "null" if verdict is None else _quoted(verdict)
    content = (
        f"[{_quoted(previous)}, {sequence}, {_quoted(time)}, {_quoted(reviewer)}, {_quoted(act)}, {last}, "
        f"{_quoted(fingerprint)}, {given}, {_quoted(note)}, {_quoted(details)}]"
    )
    return hashlib.sha256(content.encode("ascii")).hexdigest()


class Standing:
    """The sum of a journal: each reviewer's newest state of each bag, and its last rows."""

    def __init__(self) -> None:
        # By reviewer and fingerprint.
        self._states: dict[str, dict[str, State]] = {}
        # The last rows, each with the state of its bag before it.
        self._recent: deque[tuple[JournalRow, State]] = deque(maxlen=MOST_STEPS)

    def states_of(self, reviewer: str) -> dict[str, State]:
        """Return one reviewer's states by fingerprint, as a mapping that the caller may fill."""
        return self._states.setdefault(reviewer, {})

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
        states = self.states_of(row.reviewer)
        before = states.get(row.fingerprint, State())
        if not is_taken_over(row, before):
            self._recent.append((row, before))
        states[row.fingerprint] = row.state

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


def damaged_at(path: Path, line: object) -> DamagedReviewError:
    """Return the error for a journal with a ``DamagedRowError``."""
    return DamagedReviewError(f"{path}: the journal of verdicts is damaged at line {line}")


Columns = list[Any]
"""A row as the table has it, without its seal: 0 sequence, 3 act, 5 fingerprint, 6 to 8 the state."""


def check_rows(rows: Iterable[tuple[Any, ...]], seal: str = "") -> Iterator[Columns]:
    """Yield rows of the table in order, each checked against its seal, which is in the last column.

    ``seal`` is that of the row before the first. Raises ``DamagedRowError``.
    """
    for *columns, stored in rows:
        try:
            seal = _digest(seal, *columns)
            check_state(columns[6], columns[8])
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
            seal = ""  # differs from any stored seal
        if seal != stored or columns[0] >= _GREATEST_SEQUENCE or columns[3] not in _DOINGS:
            raise DamagedRowError(columns[0])
        yield columns


def find_proven(rows: Sequence[tuple[Any, ...]]) -> list[bool]:
    """Return which rows of a damaged journal are as they were written, by the seals of their neighbours.

    A row is proven by its own seal over that of the row before it. If its own seal is damaged, the next row
    proves it, because that is sealed over what it must have been.
    """
    proven: list[bool] = []
    # The seal of the row before: as it is stored, and as the content of that row gives it.
    stored_before, computed_before = "", ""
    for *columns, stored in rows:
        from_stored, from_computed = (
            _seal_or_none(before, columns) for before in (stored_before, computed_before)
        )
        is_sound = stored in (from_stored, from_computed)
        if is_sound and stored != from_stored and proven:
            # Only the seal of the row before is damaged, not its content.
            proven[-1] = True
        proven.append(is_sound)
        stored_before, computed_before = stored, stored if is_sound else from_stored or ""
    return proven


def _seal_or_none(before: str, columns: Columns) -> str | None:
    try:
        check_state(columns[6], columns[8])
        readable = columns[0] < _GREATEST_SEQUENCE and columns[3] in _DOINGS
        return _digest(before, *columns) if readable else None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None


def replay(rows: Iterable[Columns], last: int, standing: Standing) -> Standing:
    """Add rows to ``standing``, the sum of the rows before them, and return it.

    ``last`` is the sequence of the last row. A million rows may pass through here when a review is opened, so
    for rows that are too old for an undo no ``JournalRow`` is made.
    """
    oldest_to_undo = last - MOST_STEPS + 1
    for columns in rows:
        sequence, _, reviewer, _, _, fingerprint, *values = columns
        if sequence < oldest_to_undo:
            standing.states_of(reviewer)[fingerprint] = read_state(*values)
        else:
            standing.add(JournalRow.read(columns))
    return standing
