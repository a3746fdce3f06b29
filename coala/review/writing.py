"""Writing of reviews and boards into a file, new or existing: wholly or not at all.

A review has one comparison, a board several (its columns). Both kinds of file share what is done here: the
verdicts of the file are kept, those of other files are carried over, and everything else is replaced in one
transaction. What is written in between is a ``FileContent``: that of a review is in this module, that of a
board in ``coala.review.board.writing``.
"""

from __future__ import annotations

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coala.diff.sentences import BagSentences
from coala.engine.summary import Summary
from coala.review.blind.blindness import BlindWish, refuse_known_verdicts, write_blindness
from coala.review.comparison_tables import LaterBags, WrittenComparison, delete_comparison, insert_comparison
from coala.review.history import (
    HISTORY,
    HistoryCounts,
    PastBags,
    PastVerdicts,
    StoredBag,
    keep_texts,
    merge_bags,
    read_stored_bags,
    read_verdicts,
    take_over,
)
from coala.review.storage import opening
from coala.review.storage.backups import back_up
from coala.review.storage.board_columns import refuse_board
from coala.review.storage.board_tables import BOARD_TABLES
from coala.review.storage.provenance import SourceFile, read_reviews, read_source, write_provenance
from coala.review.storage.seals import reseal

if TYPE_CHECKING:
    # A tally opens reviews without numpy.
    from coala.engine.context import BagContext


class FileContent(ABC):
    """The content of a file besides verdicts: the comparison of a review, or the columns of a board."""

    is_board: bool
    settings: Mapping[str, str]
    """How the graphs were compared."""
    documents: Set[str]
    """The documents whose texts ``insert`` writes."""
    other_columns: Set[str] = frozenset()
    """Fingerprints of bags in other columns of the same board, which are not earlier versions of a bag."""

    @abstractmethod
    def check(self, connection: sqlite3.Connection, path: Path, *, judged: bool, taken_over: bool) -> None:
        """Raise ``ReviewError`` if the file may not get this content.

        ``judged`` is True if it has verdicts, ``taken_over`` if verdicts of other files are to be copied.
        """

    @abstractmethod
    def insert(self, connection: sqlite3.Connection, path: Path, former: PastBags) -> None:
        """Insert everything into a file without a comparison; ``former`` finds earlier judged bags."""


class Sources(NamedTuple):
    """Where the content of a file comes from: the words of the command, and the files that it named."""

    command: Sequence[str]
    graphs: Sequence[SourceFile]
    reviews: Sequence[SourceFile]


class _ReviewContent(FileContent):
    """One comparison, to be judged blind if there is a wish."""

    is_board = False

    def __init__(self, comparison: WrittenComparison, blind: BlindWish | None) -> None:
        self._comparison = comparison
        self._blind = blind
        self.settings = comparison.summary.settings
        self.documents = comparison.texts.keys()

    def check(self, connection: sqlite3.Connection, path: Path, *, judged: bool, taken_over: bool) -> None:
        refuse_board(connection, path, "write this comparison into another file")
        wished = self._blind is not None
        refuse_known_verdicts(connection, path, wished=wished, judged=judged, taken_over=taken_over)

    def insert(self, connection: sqlite3.Connection, path: Path, former: PastBags) -> None:
        if self._blind is not None:
            write_blindness(connection, path, self._blind)
        insert_comparison(connection, self._comparison, former.find_earlier)


def write_review(
    path: Path,
    summary: Summary,
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]],
    texts: Mapping[str, str | None],
    context: BagContext | None = None,
    inputs: Mapping[str, str] | None = None,
    past: PastVerdicts | None = None,
    command: Sequence[str] = (),
    blind: BlindWish | None = None,
    later: LaterBags | None = None,
) -> HistoryCounts:
    """Write a comparison into the review file at ``path``, new or existing, wholly or not at all.

    ``bags`` are the interesting ones in the order of the list (``Comparison.iterate_sentences``), each with
    its shares (metric to change of F1); ``later`` may have the last of them, for a second process. ``texts``
    maps the documents that they touch to their texts, and ``context`` gives the mentions and gold chains
    around these bags. ``inputs`` maps roles to the paths of the graphs (``Comparison.inputs``), and
    ``command`` holds the words of the command line. An existing journal is kept, and gets the verdicts of
    ``past``; the returned counts say what became of these. With ``blind`` the review is to be judged blind; a
    blind review stays blind and takes no verdicts of other files.

    Raises:
        ReviewError: the place cannot be written, or holds something other than a review.
    """
    inputs = inputs or {}
    content = _ReviewContent(WrittenComparison(summary, bags, texts, context, inputs, later), blind)
    # Before anything is locked: a large graph takes a second.
    with ThreadPoolExecutor() as pool:
        graphs = list(pool.map(read_source, inputs.keys(), inputs.values()))
    return write_content(path, content, past or PastVerdicts(), command, graphs)


def write_content(
    path: Path, content: FileContent, past: PastVerdicts, command: Sequence[str], graphs: Sequence[SourceFile]
) -> HistoryCounts:
    """Write a review or a board into the file at ``path``, new or existing, wholly or not at all.

    Raises:
        ReviewError: the place cannot be written, or holds something else.
    """
    opening.require_name(path)
    path = path.resolve()
    sources = Sources(command, graphs, read_reviews(past.paths))
    if opening.exists(path):
        connection = opening.connect(path)
        try:
            with opening.translated(path):
                return _replace(connection, path, content, past, sources, is_new=False)
        finally:
            connection.close()
    with (
        opening.new_review(path) as unfinished,
        closing(opening.create(unfinished, shown=path, board=content.is_board)) as connection,
    ):
        return _replace(connection, path, content, past, sources, is_new=True)


def _replace(
    connection: sqlite3.Connection,
    path: Path,
    content: FileContent,
    past: PastVerdicts,
    sources: Sources,
    *,
    is_new: bool,
) -> HistoryCounts:
    """Replace the content of a file and keep its verdicts."""
    verdicts = read_verdicts(connection, path)
    content.check(connection, path, judged=bool(verdicts), taken_over=bool(past.files))
    if not is_new:
        back_up(connection, path)
    stored = read_stored_bags(connection, path)
    connection.execute("BEGIN IMMEDIATE")
    try:
        take_over(connection, verdicts, past)
        # The judged bags of this file and of the others.
        former = PastBags(verdicts, merge_bags(past.bags, stored), content.other_columns)
        delete_comparison(connection, BOARD_TABLES if content.is_board else ())
        write_provenance(connection, sources.command, content.settings, sources.graphs, sources.reviews)
        content.insert(connection, path, former)
        keep_texts(connection, path, former.documents(), content.documents, past.paths)
        return _commit_questions(connection, former, stored, past)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _commit_questions(
    connection: sqlite3.Connection, former: PastBags, stored: Mapping[str, StoredBag], past: PastVerdicts
) -> HistoryCounts:
    """Store the bags that were judged before, seal what was written, and end the transaction."""
    # Only what is not in the table yet, or in a shorter form.
    kept = ((name, data) for name, data in former.questions() if data != _question(stored.get(name)))
    connection.executemany("INSERT OR REPLACE INTO question VALUES (?, ?)", kept)
    counts = former.counts(past)
    if past.files:
        connection.execute("INSERT INTO header VALUES (?, ?)", (HISTORY, json.dumps(counts.as_json)))
    reseal(connection)
    connection.execute("COMMIT")
    return counts


def _question(stored: StoredBag | None) -> bytes | None:
    return None if stored is None else stored.question
