"""Reviews of one comparison are merged into a new file with all that every reviewer did, when they did it.

Journals are merged by time, each in its own order, and what was taken over by the time when it was given; a
row that several files have, because one was copied from the other, stands once. So the newer of two verdicts
by one reviewer counts, whatever the order of the files, and to merge again what was merged changes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.blind.blindness import refuse_blind
from coala.review.memory import StoredBag, fuller_bags, read_stored_bags
from coala.review.reviewers import login_name
from coala.review.storage import schema
from coala.review.storage.journal import (
    DamagedRowError,
    JournalRow,
    check_rows,
    damaged_at,
    digest,
    moment_of,
    state_of,
    to_columns,
)
from coala.review.storage.journal_table import INSERT_ROW, read_rows
from coala.review.storage.provenance import read_provenance, write_provenance
from coala.review.storage.seals import check_seal, reseal


class MergedReviews(NamedTuple):
    """What a merged file holds: how many verdicts of each reviewer, and on how many bags of each two files
    had different ones, of which the newer counts.
    """

    verdicts: Mapping[str, int]
    differing: Mapping[str, int]


class _File(NamedTuple):
    path: Path
    rows: list[JournalRow]
    bags: frozenset[str]
    judged: dict[str, StoredBag]
    beside: dict[str, list[tuple[Any, ...]]]


_BESIDE = {
    "draft": (
        "SELECT reviewer, fingerprint, content FROM draft",
        "INSERT OR IGNORE INTO draft VALUES (?, ?, ?)",
    ),
    "header": (
        f"SELECT key, value FROM header WHERE substr(key, 1, {len(schema.KEPT)}) = '{schema.KEPT}'",  # noqa: S608 - a constant
        "INSERT OR IGNORE INTO header VALUES (?, ?)",
    ),
}
"""What stands beside the verdicts, and how it gets into a file that may have it already."""


def merge_reviews(paths: Sequence[Path], target: Path, command: Sequence[str] = ()) -> MergedReviews:
    """Merge the reviews at ``paths`` into a new file; what the comparison wrote is that of the first.

    Raises ``ReviewError`` for reviews of different comparisons, for one that cannot be read, and where there
    is a file of the new name already.
    """
    schema.require_name(target)
    files = [_read(path) for path in paths]
    for other in files[1:]:
        _require_same_comparison(files[0], other)
    rows = merge_rows([file.rows for file in files])
    with schema.new_review(target, "merging replaces none; name another with -o") as unfinished:
        _write(unfinished, rows, files, command)
    return _count(files, rows)


def _read(path: Path) -> _File:
    connection = schema.connect(path, read_only=True)
    with closing(connection), schema.translated(path):
        check_seal(connection, path)
        refuse_blind(connection, path)
        rows = []
        try:
            for *columns, verdict, note, details in check_rows(read_rows(connection)):
                rows.append(JournalRow._make([*columns, state_of(verdict, note, details)]))
        except DamagedRowError as error:
            raise damaged_at(path, error.sequence) from error
        beside = {}
        if not schema.is_older(connection, schema.SHARED_BY_SEVERAL):
            beside = {table: connection.execute(query).fetchall() for table, (query, _) in _BESIDE.items()}
        bags = frozenset(name for (name,) in connection.execute("SELECT fingerprint FROM bag"))
        return _File(path, rows, bags, read_stored_bags(connection, path), beside)


def _require_same_comparison(first: _File, other: _File) -> None:
    if first.bags != other.bags:
        common = len(first.bags & other.bags)
        raise ReviewError(
            f"{other.path}: this is a review of another comparison than {first.path} ({common:,} of "
            f"{len(other.bags):,} bags are the same); verdicts go from one comparison to another by "
            "'coala diff … --verdicts'."
        )


def merge_rows(journals: Sequence[Sequence[JournalRow]]) -> list[JournalRow]:
    """The rows of several journals in one, each row once, numbered anew."""
    numbers: dict[tuple[Any, ...], int] = {}
    queues = [_mark(journal, numbers) for journal in journals]
    places = [0] * len(queues)
    merged: list[JournalRow] = []
    sequence_of: dict[int, int] = {}
    while True:
        heads = []
        for at, queue in enumerate(queues):
            # What another file has told is passed by first, so that the order of the files decides nothing.
            while places[at] < len(queue) and queue[places[at]].number in sequence_of:
                places[at] += 1
            heads += queue[places[at] : places[at] + 1]
        if not heads:
            break
        row, number, target, _ = min(heads, key=attrgetter("order"))
        sequence = sequence_of[number] = len(merged) + 1
        undone = None if target is None else sequence_of.get(target)
        merged.append(row._replace(sequence=sequence, target=undone))
    return merged


class _Marked(NamedTuple):
    """A row with the number that it has in every file, and that of its target; what it is sorted by."""

    row: JournalRow
    number: int
    target: int | None
    order: tuple[Any, ...]


def _mark(journal: Sequence[JournalRow], numbers: dict[tuple[Any, ...], int]) -> list[_Marked]:
    """The rows by the time when what they say was said; those of one reviewer on one bag in their order."""
    number_of: dict[int | None, int] = {}
    met: Counter[tuple[Any, ...]] = Counter()
    latest = moment_of("")
    said_at: dict[tuple[str, str], datetime] = {}
    marked = []
    for row in journal:
        target = number_of.get(row.target)
        said = (row.time, row.reviewer, row.act, row.fingerprint, row.state, target)
        met[said] += 1
        number = number_of[row.sequence] = numbers.setdefault((*said, met[said]), len(numbers))
        place = row.reviewer, row.fingerprint
        if row.act == "judge" and row.state.origin is not None:
            # It was given when it was given: what another file has of a later time is newer.
            moment = max(said_at.get(place, moment_of("")), moment_of(row.state.origin.time))
        else:
            # A clock that was set back does not change the order of a file.
            moment = latest = max(latest, moment_of(row.time), said_at.get(place, latest))
        said_at[place] = moment
        marked.append(_Marked(row, number, target, (moment, row.reviewer, row.fingerprint, repr(row.state))))
    return sorted(marked, key=lambda each: each.order[0])


def _write(
    unfinished: Path, rows: Sequence[JournalRow], files: Sequence[_File], command: Sequence[str]
) -> None:
    first = files[0].path
    with closing(schema.connect(first, read_only=True)) as source:
        schema.write_copy(source, unfinished)
    with closing(schema.connect(unfinished)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        if schema.is_older(connection):
            schema.migrate(connection, login_name())
        connection.execute("DELETE FROM journal")
        seal = ""
        for row in rows:
            seal = digest(seal, row)
            connection.execute(INSERT_ROW, (*to_columns(row), seal))
        judged: dict[str, StoredBag] = {}
        for file in files:
            judged = fuller_bags(judged, file.judged)
            for table, kept in file.beside.items():
                connection.executemany(_BESIDE[table][1], kept)
        questions = ((name, bag.question) for name, bag in judged.items())
        connection.executemany("INSERT OR REPLACE INTO question VALUES (?, ?)", questions)
        former = read_provenance(connection, first)
        settings, inputs = (former.settings, former.inputs) if former else ({}, ())
        write_provenance(connection, command, settings, inputs, [file.path for file in files])
        reseal(connection)
        connection.execute("COMMIT")


def _count(files: Sequence[_File], rows: Sequence[JournalRow]) -> MergedReviews:
    given: defaultdict[tuple[str, str], set[Verdict]] = defaultdict(set)
    for file in files:
        for place, verdict in _standing(file.rows).items():
            given[place].add(verdict)
    bags = files[0].bags
    verdicts = Counter(reviewer for reviewer, bag in _standing(rows) if bag in bags)
    differing = Counter(reviewer for (reviewer, _), said in given.items() if len(said) > 1)
    return MergedReviews(dict(sorted(verdicts.items())), dict(sorted(differing.items())))


def _standing(rows: Sequence[JournalRow]) -> dict[tuple[str, str], Verdict]:
    """The verdict of each reviewer on each bag, as ``journal.Standing`` would have it."""
    doers = {row.sequence: row.reviewer for row in rows}
    standing = {}
    for row in rows:
        doer = row.reviewer if row.target is None else doers.get(row.target, row.reviewer)
        standing[doer, row.fingerprint] = row.state.verdict
    return {place: verdict for place, verdict in standing.items() if verdict is not None}
