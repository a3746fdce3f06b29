"""Review files become what was judged before: every verdict that stands in them, and the bags they are on.

They are only read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from coala.base.process import without_collector
from coala.errors import DamagedReviewError
from coala.review.storage import opening
from coala.review.storage.blindness import refuse_blind
from coala.review.storage.journal import (
    DamagedRowError,
    JournalRow,
    check_rows,
    damaged_at,
    digest,
    moment_of,
)
from coala.review.storage.journal_table import read_rows, write_row
from coala.review.storage.seals import check_questions, check_seal
from coala.review.storage.serialization import damaged, is_whole
from coala.verdicts.state import Manner, Origin, State


class Given(NamedTuple):
    """What stands at a bag for a reviewer, and since when; what was taken over, since it was given first."""

    state: State
    time: str

    @property
    def moment(self) -> datetime:
        """The time as what can be compared."""
        return moment_of(self.time)


Verdicts = dict[str, dict[str, Given]]
"""Fingerprint to reviewer to what stands there; the bag that was judged last comes last."""


class StoredBag(NamedTuple):
    """What a file has kept of a judged bag, packed: its question, and the bag itself if it still has that.

    ``what`` names it to a reader of whom it is found damaged.
    """

    question: bytes
    bag: bytes | None
    what: str

    @property
    def fullest(self) -> bytes:
        """The bag, or else what its question holds: a damaged one is to be mended by comparing again."""
        return self.question if self.bag is None or not is_whole(self.bag) else self.bag


def read_verdicts(connection: sqlite3.Connection, path: Path) -> Verdicts:
    """All that stands in a file, also without a verdict; raises ``ReviewError`` where that is damaged."""
    found: Verdicts = {}
    try:
        for columns in check_rows(read_rows(connection)):
            row = JournalRow.read(columns)
            # Taken out first, so that the bags stand in the order in which they were last judged.
            states = found.pop(row.fingerprint, {})
            states[row.reviewer] = Given(row.state, row.state.origin.time if row.state.origin else row.time)
            found[row.fingerprint] = states
    except DamagedRowError as error:
        raise damaged_at(path, error.sequence) from error
    check_questions(connection, path, found.keys())
    return found


def read_stored_bags(connection: sqlite3.Connection, path: Path) -> dict[str, StoredBag]:
    """What a file has kept of each bag that was judged in it, by fingerprint."""
    what = f"A judged bag of {path}"
    stored = connection.execute(
        "SELECT question.fingerprint, question.spans, bag.content "
        "FROM question LEFT JOIN bag USING (fingerprint)"
    )
    return {name: StoredBag(question, bag, what) for name, question, bag in stored}


@dataclass
class Memory:
    """Verdicts of other review files, and the bags on which they were given.

    ``disagreeing`` counts the bags on which two files have different verdicts of one reviewer, of which the
    newer one counts. ``files`` are the names of the files at ``paths``.
    """

    verdicts: Verdicts = field(default_factory=dict)
    bags: dict[str, StoredBag] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    disagreeing: int = 0


def read_memory(paths: Iterable[Path]) -> Memory:
    """Read review files whose verdicts are to be taken over, each once.

    Raises ``ReviewError`` for one that is missing, foreign, newer, damaged, or open elsewhere.
    """
    memory = Memory()
    disagreeing: set[str] = set()
    for path in dict.fromkeys(path.absolute() for path in paths):
        connection = opening.connect(path, read_only=True)
        try:
            with opening.translated(path), without_collector():
                check_seal(connection, path)
                refuse_blind(connection, path)
                verdicts, bags = read_verdicts(connection, path), read_stored_bags(connection, path)
            _check_bags(bags.values())
        finally:
            connection.close()
        memory.files += (path.name,)
        memory.paths += (path,)
        memory.bags = fuller_bags(memory.bags, bags)
        for fingerprint, states in verdicts.items():
            for reviewer, given in states.items():
                if given.state.judges:
                    known = memory.verdicts.setdefault(fingerprint, {})
                    if _contradict(given, known.get(reviewer)):
                        disagreeing.add(fingerprint)
                    known[reviewer] = _newer(_taken_over(given, reviewer, path.name), known.get(reviewer))
    # What a file remembers of a bag whose verdict was taken back is no matter of the next file.
    memory.bags = {name: bag for name, bag in memory.bags.items() if name in memory.verdicts}
    memory.disagreeing = len(disagreeing)
    return memory


def _check_bags(bags: Iterable[StoredBag]) -> None:
    """Raise ``ReviewError`` for a bag that is not as it was written, before anything is done with others."""
    for stored in bags:
        if not all(is_whole(data) for data in (stored.question, stored.bag) if data is not None):
            raise DamagedReviewError(damaged(stored.what))


def fuller_bags(some: Mapping[str, StoredBag], others: Mapping[str, StoredBag]) -> dict[str, StoredBag]:
    """All bags of two files, and of what both have that of which more is known."""
    return {**some, **{name: max(some.get(name, bag), bag, key=_fullness) for name, bag in others.items()}}


def _fullness(stored: StoredBag) -> tuple[bool, int]:
    return stored.bag is not None, len(stored.question)


def _contradict(given: Given, known: Given | None) -> bool:
    if known is None:
        return False
    return (given.state.verdict, given.state.rows) != (known.state.verdict, known.state.rows)


def _newer(given: Given, known: Given | None) -> Given:
    return given if known is None or known.moment < given.moment else known


def _taken_over(given: Given, reviewer: str, file: str) -> Given:
    """The verdict as another file gets it; it goes on to say where, by whom and when it was given first.

    What was adjudicated is so still.
    """
    state = given.state
    manner = Manner.TAKEN_OVER if state.manner is Manner.ALONE else state.manner
    origin = state.origin or Origin(file, reviewer, given.time)
    return given._replace(state=state._replace(manner=manner, origin=origin))


def take_over(connection: sqlite3.Connection, standing: Verdicts, memory: Memory) -> None:
    """Write verdicts that other files have into the journal of this one, within the open transaction.

    ``standing`` is what stands in it, and gets what comes. What a reviewer said here stays, be it only of
    some of the changes: also that a verdict is withdrawn, if that was after it was given elsewhere. So does
    what was taken over before, unless there is a newer verdict.
    """
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    last: tuple[int, str] = connection.execute(
        "SELECT sequence, digest FROM journal ORDER BY sequence DESC LIMIT 1"
    ).fetchone() or (0, "")
    for fingerprint, states in memory.verdicts.items():
        for reviewer, given in states.items():
            here = standing.setdefault(fingerprint, {})
            if _stays(here.get(reviewer), given):
                continue
            here[reviewer] = given
            row = JournalRow(last[0] + 1, now, reviewer, "judge", None, fingerprint, given.state)
            last = (row.sequence, digest(last[1], row))
            write_row(connection, row, last[1])


def _stays(here: Given | None, given: Given) -> bool:
    if here is None:
        return False
    return (here.state.judges and here.state.origin is None) or here.moment >= given.moment
