"""Acts of a reviewer become rows that are only ever appended, each sealed by a hash of all before it.

A verdict, an undo and a redo are rows alike; the newest row of a bag is its state. Hence nothing is ever
overwritten, and the undo history of a session can be rebuilt after any end of the program.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Literal, NamedTuple

from coala.model.bag import Verdict

Doing = Literal["judge", "undo", "redo"]


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


def to_columns(row: JournalRow) -> tuple[object, ...]:
    """The row in the columns of the table, all but its seal."""
    verdict, note = row.state
    return *row[:-1], verdict and verdict.value, note


def digest(previous: str, row: JournalRow) -> str:
    """The seal of a row: SHA-256 over the seal before it and the row's content."""
    content = json.dumps([previous, *to_columns(row)], ensure_ascii=True)
    return hashlib.sha256(content.encode("ascii")).hexdigest()


def states(rows: Iterable[JournalRow]) -> dict[str, State]:
    """The newest state of each bag, by fingerprint."""
    return {row.fingerprint: row.state for row in rows}


def history(rows: Iterable[JournalRow]) -> list[Act]:
    """The undo history that these rows leave behind, oldest first; a new verdict ends what was undone."""
    acts: dict[int, Act] = {}
    current: dict[str, State] = {}
    undone: set[int] = set()
    for row in rows:
        if row.act == "judge":
            for sequence in undone:
                del acts[sequence]
            undone.clear()
            before = current.get(row.fingerprint, State())
            acts[row.sequence] = Act(row.sequence, row.fingerprint, before, row.state, done=True)
        elif row.target in acts:
            done = row.act == "redo"
            acts[row.target] = acts[row.target]._replace(done=done)
            (undone.discard if done else undone.add)(row.target)
        current[row.fingerprint] = row.state
    return list(acts.values())
