"""Reviews of one comparison are merged into a new file with all that every reviewer did, when they did it.

Which of two verdicts by one reviewer is the newer, ``newest`` decides, here as in the tally; to merge again
what was merged changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

from coala.errors import ReviewError
from coala.review.kept_texts import copy_missing_texts
from coala.review.memory import StoredBag, fuller_bags, read_stored_bags
from coala.review.several.newest import count_differing, merge_rows, sum_up
from coala.review.storage import schema
from coala.review.storage.blindness import refuse_blind
from coala.review.storage.files import opening, review_paths, sqlite_errors
from coala.review.storage.journal import (
    DamagedRowError,
    JournalRow,
    check_rows,
    damaged_at,
    digest,
)
from coala.review.storage.journal_table import read_rows, write_row
from coala.review.storage.provenance import SourceFile, read_provenance, read_reviews, write_provenance
from coala.review.storage.seals import check_seal, reseal
from coala.verdicts.state import State


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
    review_paths.require_name(target)
    sources = read_reviews(paths)
    with ExitStack() as stack:
        for path in paths:
            stack.enter_context(opening.kept_as_it_is(path))
        files = [_read(path) for path in paths]
        for other in files[1:]:
            _require_same_comparison(files[0], other)
        rows = merge_rows([file.rows for file in files])
        with review_paths.new_review(target, "merging replaces none; name another with -o") as unfinished:
            _write(unfinished, rows, files, command, sources)
    return _count(files, rows)


def _read(path: Path) -> _File:
    connection = opening.connect(path, read_only=True)
    with closing(connection), sqlite_errors.translated(path):
        check_seal(connection, path)
        refuse_blind(connection, path)
        rows: list[JournalRow] = []
        try:
            rows.extend(map(JournalRow.read, check_rows(read_rows(connection))))
        except DamagedRowError as error:
            raise damaged_at(path, error.sequence) from error
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
            judged = fuller_bags(judged, file.judged)
            for table, kept in file.beside.items():
                connection.executemany(_BESIDE[table][1], kept)
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
        reviewer: sum(standing.of(reviewer).get(bag, State()).verdict is not None for bag in files[0].bags)
        for reviewer in standing.reviewers()
    }
    given = {reviewer: count for reviewer, count in verdicts.items() if count}
    return MergedReviews(given, count_differing([file.rows for file in files]))
