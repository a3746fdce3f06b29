"""Merging of reviews of one comparison into a new file with every reviewer's acts and their times.

As in the tally, ``newest`` decides which of two verdicts by one reviewer is newer. Merging a merged file
again changes nothing.

Rows are merged by time, each journal in its own order. Verdicts that were taken over count by the time when
they were given, and a row that several files have is written once. At equal times a verdict given in the file
itself is newer than one that was taken over, then the greater content; the order of the files has no effect.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.history import StoredBag, copy_missing_texts, merge_bags, read_stored_bags
from coala.review.storage import opening, schema
from coala.review.storage.blindness import refuse_blind
from coala.review.storage.journal import (
    DamagedRowError,
    JournalRow,
    Standing,
    check_rows,
    damaged_at,
    digest,
    moment_of,
)
from coala.review.storage.journal_table import read_rows, write_row
from coala.review.storage.provenance import SourceFile, read_provenance, read_reviews, write_provenance
from coala.review.storage.seals import check_seal, reseal
from coala.verdicts.state import State


def merge_rows(journals: Sequence[Sequence[JournalRow]]) -> list[JournalRow]:
    """Return the rows of several journals in one, each row once, with new numbers."""
    queues = [_mark(journal) for journal in journals]
    places = [0] * len(queues)
    merged: list[JournalRow] = []
    sequence_of: dict[str, int] = {}
    while True:
        heads = []
        for at, queue in enumerate(queues):
            # Rows from other files are skipped first, so that the order of the files has no effect.
            while places[at] < len(queue) and queue[places[at]].name in sequence_of:
                places[at] += 1
            heads += queue[places[at] : places[at] + 1]
        if not heads:
            break
        row, name, target, _ = min(heads, key=attrgetter("order"))
        sequence = sequence_of[name] = len(merged) + 1
        undone = None if target is None else sequence_of.get(target)
        merged.append(row._replace(sequence=sequence, target=undone))
    return merged


class _Marked(NamedTuple):
    """A row with identifiers of itself and of its target that are equal in every file; the sort key."""

    row: JournalRow
    name: str
    target: str | None
    order: tuple[datetime, bool, str, str, str, str]


def _mark(journal: Sequence[JournalRow]) -> list[_Marked]:
    """Sort the rows by the time when their verdict was given; keep the order of one reviewer on one bag."""
    name_of: dict[int | None, str] = {}
    met: Counter[str] = Counter()
    latest = moment_of("")
    given_at: dict[tuple[str, str], datetime] = {}
    marked = []
    for row in journal:
        target = name_of.get(row.target)
        state = repr(row.state)
        content = repr((row.time, row.reviewer, row.act, row.fingerprint, state, target))
        met[content] += 1
        name = hashlib.sha256(f"{met[content]} {content}".encode("utf-8", "surrogatepass")).hexdigest()
        name_of[row.sequence] = name
        place = row.reviewer, row.fingerprint
        origin = row.state.origin if row.act == "judge" else None
        if origin is not None:
            # Sorted by the time when it was given: a later verdict in another file is newer.
            moment = max(given_at.get(place, moment_of("")), moment_of(origin.time))
        else:
            # A clock that was set back does not change the order of a file.
            moment = latest = max(latest, moment_of(row.time), given_at.get(place, latest))
        given_at[place] = moment
        marked.append(_Marked(row, name, target, (moment, origin is None, *place, state, name)))
    return sorted(marked, key=lambda each: each.order[0])


def sum_up(rows: Sequence[JournalRow]) -> Standing:
    """Return the standing of a journal, as for a file with these rows."""
    standing = Standing()
    for row in rows:
        standing.states_of(row.reviewer)[row.fingerprint] = row.state
    return standing


def count_differing(journals: Sequence[Sequence[JournalRow]]) -> dict[str, int]:
    """Count the bags on which each reviewer has different verdicts in two of the journals."""
    given: defaultdict[tuple[str, str], set[Verdict]] = defaultdict(set)
    for standing in map(sum_up, journals):
        for reviewer in standing.reviewers():
            for bag, state in standing.states_of(reviewer).items():
                if state.verdict is not None:
                    given[reviewer, bag].add(state.verdict)
    return dict(
        sorted(Counter(reviewer for (reviewer, _), verdicts in given.items() if len(verdicts) > 1).items())
    )


class MergedReviews(NamedTuple):
    """The counts of a merged file: verdicts of each reviewer, and bags of each with conflicting verdicts.

    On a conflict, two files had different verdicts, and the newer one counts.
    """

    verdicts: Mapping[str, int]
    differing: Mapping[str, int]


class _File(NamedTuple):
    path: Path
    rows: list[JournalRow]
    bags: frozenset[str]
    judged: dict[str, StoredBag]
    others: dict[str, list[tuple[Any, ...]]]


_MERGED_TABLES = {
    "draft": (
        "SELECT reviewer, fingerprint, content FROM draft",
        "INSERT OR IGNORE INTO draft VALUES (?, ?, ?)",
    ),
    "header": (
        f"SELECT key, value FROM header WHERE substr(key, 1, {len(schema.KEPT)}) = '{schema.KEPT}'",  # noqa: S608 - a constant
        "INSERT OR IGNORE INTO header VALUES (?, ?)",
    ),
}
"""Other tables to merge, and how to insert a row that the file may have already."""


def merge_reviews(paths: Sequence[Path], target: Path, command: Sequence[str] = ()) -> MergedReviews:
    """Merge the reviews at ``paths`` into a new file; its comparison is that of the first.

    Raises ``ReviewError`` for reviews of different comparisons, for one that cannot be read, and if the new
    file exists already.
    """
    opening.require_name(target)
    sources = read_reviews(paths)
    with ExitStack() as stack:
        for path in paths:
            stack.enter_context(opening.kept_as_it_is(path))
        files = [_read(path) for path in paths]
        for other in files[1:]:
            _require_same_comparison(files[0], other)
        rows = merge_rows([file.rows for file in files])
        with opening.new_review(
            target, "merging does not overwrite files; give another with -o"
        ) as unfinished:
            _write(unfinished, rows, files, command, sources)
    return _count(files, rows)


def _read(path: Path) -> _File:
    connection = opening.connect(path, read_only=True)
    with closing(connection), opening.translated(path):
        check_seal(connection, path)
        refuse_blind(connection, path)
        rows: list[JournalRow] = []
        try:
            rows.extend(map(JournalRow.read, check_rows(read_rows(connection))))
        except DamagedRowError as error:
            raise damaged_at(path, error.sequence) from error
        others = {table: connection.execute(query).fetchall() for table, (query, _) in _MERGED_TABLES.items()}
        bags = frozenset(name for (name,) in connection.execute("SELECT fingerprint FROM bag"))
        return _File(path, rows, bags, read_stored_bags(connection, path), others)


def _require_same_comparison(first: _File, other: _File) -> None:
    if first.bags != other.bags:
        common = len(first.bags & other.bags)
        raise ReviewError(
            f"{other.path}: this is a review of another comparison than {first.path} ({common:,} "
            f"of {len(other.bags):,} bags are the same). Copy verdicts between comparisons "
            "with 'coala diff … --verdicts'."
        )


def _write(
    unfinished: Path,
    rows: Sequence[JournalRow],
    files: Sequence[_File],
    command: Sequence[str],
    sources: Sequence[SourceFile],
) -> None:
    first = files[0].path
    with closing(opening.connect(first, read_only=True)) as source:
        opening.write_copy(source, unfinished)
    with closing(opening.connect(unfinished)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM journal")
        seal = ""
        for row in rows:
            seal = digest(seal, row)
            write_row(connection, row, seal)
        judged: dict[str, StoredBag] = {}
        for file in files:
            judged = merge_bags(judged, file.judged)
            for table, kept in file.others.items():
                connection.executemany(_MERGED_TABLES[table][1], kept)
        for file in files[1:]:
            copy_missing_texts(connection, file.path)
        questions = ((name, bag.question) for name, bag in judged.items())
        connection.executemany("INSERT OR REPLACE INTO question VALUES (?, ?)", questions)
        former = read_provenance(connection, first)
        settings, inputs = (former.settings, former.inputs) if former else ({}, ())
        write_provenance(connection, command, settings, inputs, sources)
        reseal(connection)
        connection.execute("COMMIT")


def _count(files: Sequence[_File], rows: Sequence[JournalRow]) -> MergedReviews:
    standing = sum_up(rows)
    verdicts = {
        reviewer: sum(
            standing.states_of(reviewer).get(bag, State()).verdict is not None for bag in files[0].bags
        )
        for reviewer in standing.reviewers()
    }
    given = {reviewer: count for reviewer, count in verdicts.items() if count}
    return MergedReviews(given, count_differing([file.rows for file in files]))
