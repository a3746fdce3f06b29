"""A comparison is written into a review file, new or existing, wholly or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coala.diff.sentences import BagSentences
from coala.engine.summary import Summary
from coala.review.blind.blindness import BlindWish, refuse_known_verdicts, write_blindness
from coala.review.comparison_tables import WrittenComparison, delete_comparison, insert_comparison
from coala.review.former_bags import MEMORY, FormerBags, MemoryCounts
from coala.review.kept_texts import keep_texts
from coala.review.memory import Memory, StoredBag, fuller_bags, read_stored_bags, read_verdicts, take_over
from coala.review.storage import opening
from coala.review.storage.backups import back_up
from coala.review.storage.board_columns import refuse_board
from coala.review.storage.provenance import SourceFile, read_reviews, read_source, write_provenance
from coala.review.storage.seals import reseal

if TYPE_CHECKING:
    # A tally opens reviews without numpy.
    from coala.engine.context import BagContext


class _Given(NamedTuple):
    """What is to be written into a file: the arguments of ``write_review``, and their files as they are."""

    comparison: WrittenComparison
    memory: Memory
    command: Sequence[str]
    blind: BlindWish | None
    sources: Sequence[SourceFile]
    reviews: Sequence[SourceFile]


def write_review(
    path: Path,
    summary: Summary,
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]],
    texts: Mapping[str, str | None],
    context: BagContext | None = None,
    inputs: Mapping[str, str] | None = None,
    memory: Memory | None = None,
    command: Sequence[str] = (),
    blind: BlindWish | None = None,
) -> MemoryCounts:
    """Put a comparison into the review file at ``path``, new or existing, wholly or not at all.

    ``bags`` are the interesting ones in the order of the list (``Comparison.told``), each with its shares
    (metric to change of F1); ``texts`` maps the documents that they touch to their text, and ``context`` is
    what stands around these bags. ``inputs`` says where each graph was (``Comparison.inputs``), and
    ``command`` in which words the review was asked for. An existing journal is kept, and gets the verdicts
    of ``memory``. Returns what became of these in the comparison. With ``blind`` the review is to be judged
    blind, as one that is stays, and takes no verdicts of others over. Raises ``ReviewError`` when the place
    cannot be written or holds what is no review.
    """
    opening.require_name(path)
    path = path.resolve()
    inputs, memory = inputs or {}, memory or Memory()
    # Before anything is locked: a great graph takes a second.
    sources = [read_source(role, place) for role, place in inputs.items()]
    reviews = read_reviews(memory.paths)
    comparison = WrittenComparison(summary, bags, texts, context, inputs)
    given = _Given(comparison, memory, command, blind, sources, reviews)
    if opening.exists(path):
        connection = opening.connect(path)
        try:
            with opening.translated(path):
                refuse_board(connection, path, "write the comparison of two graphs into another file")
                back_up(connection, path)
                return _replace(connection, path, given)
        finally:
            connection.close()
    with (
        opening.new_review(path) as unfinished,
        closing(opening.create(unfinished, shown=path)) as connection,
    ):
        return _replace(connection, path, given)


def _replace(connection: sqlite3.Connection, path: Path, given: _Given) -> MemoryCounts:
    verdicts, stored = read_verdicts(connection, path), read_stored_bags(connection, path)
    connection.execute("BEGIN IMMEDIATE")
    try:
        wished, taken_over = given.blind is not None, bool(given.memory.files)
        refuse_known_verdicts(connection, path, wished=wished, judged=bool(verdicts), taken_over=taken_over)
        take_over(connection, verdicts, given.memory)
        former = FormerBags(verdicts, fuller_bags(given.memory.bags, stored))
        delete_comparison(connection)
        settings = given.comparison.summary.settings
        write_provenance(connection, given.command, settings, given.sources, given.reviews)
        if given.blind is not None:
            write_blindness(connection, path, given.blind, given.comparison.summary.interesting)
        insert_comparison(connection, given.comparison, former.of_bag)
        keep_texts(connection, path, former.documents(), given.comparison.texts.keys(), given.memory.paths)
        return commit_questions(connection, former, stored, given.memory)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def commit_questions(
    connection: sqlite3.Connection, former: FormerBags, stored: Mapping[str, StoredBag], memory: Memory
) -> MemoryCounts:
    """Keep what was asked before, seal all that was written, and end the transaction."""
    kept = ((name, data) for name, data in former.questions() if data != _question(stored.get(name)))
    connection.executemany("INSERT OR REPLACE INTO question VALUES (?, ?)", kept)
    counts = former.counts(memory)
    if memory.files:
        connection.execute("INSERT INTO header VALUES (?, ?)", (MEMORY, json.dumps(counts.as_json)))
    reseal(connection)
    connection.execute("COMMIT")
    return counts


def _question(stored: StoredBag | None) -> bytes | None:
    return None if stored is None else stored.question
