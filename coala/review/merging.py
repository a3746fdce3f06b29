"""Merging of reviews of one comparison into a new file with every reviewer's acts and their times.

Each review file has a journal: a log with one row for each verdict, undo and redo. The merged journal has the
rows of all files, sorted by time, so the newest verdict of a reviewer on a bag counts, as in the tally:

- The rows of one journal keep their order.
- A row that several files have is written once, so merging a merged file again changes nothing.
- A verdict that was carried over from another file counts by the time when it was given there.
- At equal times a verdict given in the file itself is newer than one that was carried over. Then the content
  decides, so that the order of the files has no effect.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.errors import ReviewError
from coala.review.blind.blindness import refuse_blind
from coala.review.history import (
    StoredBag,
    check_groups,
    copy_missing_texts,
    merge_bags,
    read_stored_bags,
)
from coala.review.storage import opening, schema
from coala.review.storage.journal import JournalRow, moment_of, read_states
from coala.review.storage.journal_table import read_journal, write_row
from coala.review.storage.provenance import SourceFile, read_provenance, read_reviews, write_provenance
from coala.review.storage.seals import check_seal, reseal
from coala.verdicts.state import State


def merge_rows(journals: Sequence[Sequence[JournalRow]]) -> list[JournalRow]:
    """Return the rows of several journals in one, each row once, with new numbers.

    This is a merge of sorted queues: the least of the first rows of all queues comes next.
    """
    queues = [_make_comparable(journal) for journal in journals]
    # The index of the next row in each queue.
    places = [0] * len(queues)
    merged: list[JournalRow] = []
    sequence_of: dict[str, int] = {}
    while True:
        heads = []
        for at, queue in enumerate(queues):
            # Rows that are merged already, from another file, are skipped before rows are compared.
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


class _ComparableRow(NamedTuple):
    """A row of a journal that can be compared with rows of other files."""

    row: JournalRow
    name: str  # a hash that identifies the row in every file
    target: str | None  # the name of the row that an undo or redo refers to
    order: tuple[datetime, bool, str, str, str, str]  # the sort key


def _make_comparable(journal: Sequence[JournalRow]) -> list[_ComparableRow]:
    """Sort the rows by the time when their verdict was given; keep the order of one reviewer on one bag."""
    name_of: dict[int | None, str] = {}
    # How often a content has occurred in this journal: a reviewer may do the same twice at one time.
    met: Counter[str] = Counter()
    latest = moment_of("")
    # The time of the last row of each reviewer and bag.
    given_at: dict[tuple[str, str], datetime] = {}
    comparable = []
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
        order = moment, origin is None, *place, state, name
        comparable.append(_ComparableRow(row, name, target, order))
    return sorted(comparable, key=lambda each: each.order[0])


def count_differing(journals: Sequence[Sequence[JournalRow]]) -> dict[str, int]:
    """Count the bags on which each reviewer has different answers in two of the journals."""
    given: defaultdict[tuple[str, str], set[Hashable]] = defaultdict(set)
    for standing in map(read_states, journals):
        for reviewer in standing.reviewers():
            for bag, state in standing.states_of(reviewer).items():
                if state.verdict is not None:
                    given[reviewer, bag].add(state.answer)
    differing = Counter(reviewer for (reviewer, _), answers in given.items() if len(answers) > 1)
    return dict(sorted(differing.items()))


class MergedReviews(NamedTuple):
    """Counts of a merged file by reviewer.

    ``verdicts`` counts the bags with a verdict. ``differing`` counts the bags on which two files had
    different answers of this reviewer (``State.answer``); the newer one counts.
    """

    verdicts: Mapping[str, int]
    differing: Mapping[str, int]


class _File(NamedTuple):
    """What is read of a file before anything is merged."""

    path: Path
    rows: list[JournalRow]
    bags: frozenset[str]  # the fingerprints of the bags in its comparison
    judged: dict[str, StoredBag]  # by fingerprint
    others: dict[str, list[tuple[Any, ...]]]  # the rows of ``_MERGED_TABLES``


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
"""Other tables to merge: half-written notes, and entries of the header that outlive a comparison.

Each has a query for its rows, and a statement that inserts a row unless the file has one with its key.
"""


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
            target, "merging does not overwrite files; choose another name with -o"
        ) as unfinished:
            _write(unfinished, rows, files, command, sources)
    return _count(files, rows)


def _read(path: Path) -> _File:
    connection = opening.connect(path, read_only=True)
    with closing(connection), opening.translated(path):
        check_seal(connection, path)
        refuse_blind(connection, path)
        rows = list(read_journal(connection, path))
        others = {table: connection.execute(query).fetchall() for table, (query, _) in _MERGED_TABLES.items()}
        bags = frozenset(name for (name,) in connection.execute("SELECT fingerprint FROM bag"))
        judged = read_stored_bags(connection, path)
        check_groups(path, judged, ((row.fingerprint, row.state) for row in rows))
        return _File(path, rows, bags, judged, others)


def _require_same_comparison(first: _File, other: _File) -> None:
    if first.bags != other.bags:
        common = len(first.bags & other.bags)
        raise ReviewError(
            f"{other.path}: this is a review of another comparison than {first.path} ({common:,} "
            f"of its {count(len(other.bags), 'bag')} in common). Copy verdicts between comparisons "
            "with 'coala diff … --verdicts'."
        )


def _write(
    unfinished: Path,
    rows: Sequence[JournalRow],
    files: Sequence[_File],
    command: Sequence[str],
    sources: Sequence[SourceFile],
) -> None:
    """Copy the first file, and replace its journal; add what only the others have."""
    first = files[0].path
    with closing(opening.connect(first, read_only=True)) as source:
        opening.write_copy(source, unfinished)
    with closing(opening.connect(unfinished)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM journal")
        seal = ""
        for row in rows:
            seal = write_row(connection, row, seal)
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
    standing = read_states(rows)
    verdicts = {
        reviewer: sum(
            standing.states_of(reviewer).get(bag, State()).verdict is not None for bag in files[0].bags
        )
        for reviewer in standing.reviewers()
    }
    given = {reviewer: count for reviewer, count in verdicts.items() if count}
    return MergedReviews(given, count_differing([file.rows for file in files]))
