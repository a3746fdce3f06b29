"""Acts of a reviewer become rows that are only ever appended, each sealed by a hash of all before it.

A verdict, an undo and a redo are rows alike; the newest row of a bag is its state. Hence nothing is ever
overwritten, and the undo history of a session can be rebuilt after any end of the program.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from json.encoder import encode_basestring_ascii as _quoted
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from coala.errors import ReviewError
from coala.model.bag import Verdict

Doing = Literal["judge", "undo", "redo"]
_DOINGS = frozenset(get_args(Doing))
_GREATEST = 2**53
"""Nobody writes so many rows; a greater number would leave none for the next ones."""


QUICK_TAGS = ("name", "pronoun", "noun", "event", "boundary")
"""What is offered as a reason for a verdict; any other short word does as well."""
LONGEST_TAG = 40
MOST_TAGS = 20


class State(NamedTuple):
    """What is known of one bag: its verdict (None while unjudged), the reviewer's note, and why in words.

    ``tags`` are as ``clean_tags`` leaves them. ``gold_seen`` tells whether gold, or what goes towards it, was
    in sight when the verdict was given; None where that is not known, as in files of older versions.
    """

    verdict: Verdict | None = None
    note: str = ""
    tags: tuple[str, ...] = ()
    gold_seen: bool | None = None


class JournalRow(NamedTuple):
    """One line of the journal. ``target`` is the row that an undo or a redo speaks of."""

    sequence: int
    time: str
    reviewer: str
    act: Doing
    target: int | None
    fingerprint: str
    state: State


class PastAct(NamedTuple):
    """Something that was done to a bag: ``state`` is what stood there then.

    ``time`` is as in the journal, in ISO 8601; ``same`` tells whether it was this very bag, or one of an
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


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are kept: single words in small letters, each once, in the order of the alphabet.

    Raises ``ReviewError`` for more, or longer ones, than anybody means.
    """
    words = {
        unicodedata.normalize("NFC", word).lower() for tag in tags for word in tag.replace(",", " ").split()
    }
    for word in words:
        if len(word) > LONGEST_TAG or not word.isprintable():
            raise ReviewError(f"A tag is a word of at most {LONGEST_TAG} letters; write more into the note.")
    if len(words) > MOST_TAGS:
        raise ReviewError(f"A bag has at most {MOST_TAGS} tags; write more into the note.")
    return tuple(sorted(words))


_VERDICTS: Mapping[str | None, Verdict | None] = {None: None, **{each.value: each for each in Verdict}}
MOST_STEPS = 2_000
"""Rows of which the undo history is made, those of some days; with all of them it would grow for ever."""


def to_columns(row: JournalRow) -> tuple[object, ...]:
    """The row in the columns of the table, all but its seal."""
    verdict, note, *_ = row.state
    return *row[:-1], verdict and verdict.value, note, _write_details(row.state)


def _write_details(state: State) -> str:
    """What else is said of a verdict, as an object in JSON, so that more of it needs no other table."""
    details: dict[str, object] = {}
    if state.gold_seen is not None:
        details["gold_seen"] = state.gold_seen
    if state.tags:
        details["tags"] = state.tags
    return json.dumps(details, ensure_ascii=False, separators=(",", ":")) if details else ""


@lru_cache(maxsize=1_000)
def _read_details(text: str) -> tuple[tuple[str, ...], bool | None]:
    """The inverse of ``_write_details``; raises ``ValueError`` or ``TypeError`` for anything else."""
    if not text:
        return (), None
    details = json.loads(text)
    tags, gold_seen = tuple(details.pop("tags", ())), details.pop("gold_seen", None)
    if details or not isinstance(gold_seen, bool | None) or clean_tags(tags) != tags:
        raise ValueError("details")
    return tags, gold_seen


@lru_cache(maxsize=1_000)
def _without_note(verdict: str | None, details: str) -> State:
    """One object for the many bags of which the same is said."""
    return State(_VERDICTS[verdict], "", *_read_details(details))


def state_of(verdict: str | None, note: str, details: str) -> State:
    """The state in three columns of the table.

    Raises ``ValueError``, ``TypeError`` or ``KeyError`` where it is none.
    """
    state = _without_note(verdict, details)
    return state._replace(note=note) if note else state


def digest(previous: str, row: JournalRow) -> str:
    """The seal of a row: SHA-256 over the seal before it and the row's content, as a list in JSON.

    Details that say nothing are not in the list, as in files of older versions.
    """
    return _digest(previous, *to_columns(row))  # type: ignore[arg-type]


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
    # Written by hand: for a million rows json.dumps takes three times as long.
    last = "null" if target is None else target
    given = "null" if verdict is None else _quoted(verdict)
    more = f", {_quoted(details)}" if details else ""
    content = (
        f"[{_quoted(previous)}, {sequence}, {_quoted(time)}, {_quoted(reviewer)}, {_quoted(act)}, {last}, "
        f"{_quoted(fingerprint)}, {given}, {_quoted(note)}{more}]"
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

    def recent(self) -> Iterator[tuple[JournalRow, State]]:
        """The last rows, oldest first, each with the state of its bag before it."""
        return iter(self._recent)

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
            _without_note(columns[6], columns[8])
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
            seal = ""
        if seal != stored or columns[0] >= _GREATEST or columns[3] not in _DOINGS:
            raise DamagedRowError(columns[0])
        yield columns


def replay(rows: Iterable[Columns], last: int, standing: Standing | None = None) -> Standing:
    """Sum rows up, after those of which ``standing`` is the sum; ``last`` is the sequence of the last.

    A million rows may pass through here at an opening, so those that no undo reaches become no objects.
    """
    standing = standing or Standing()
    far = last - MOST_STEPS
    for columns in rows:
        sequence, *_, fingerprint, verdict, note, details = columns
        state = state_of(verdict, note, details)
        if sequence <= far:
            standing.states[fingerprint] = state
        else:
            standing.add(JournalRow._make([*columns[:-3], state]))
    return standing
