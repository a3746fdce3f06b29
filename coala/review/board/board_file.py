"""A board as a page or a report shows it: its figures, one reviewer's marks, and its tally.

A board compares the output of a system with and without each component. A *column* is one such comparison
("without/surnames"). A *question* is a bag to judge, identified by its fingerprint (a hash of its content);
several columns may have the same one. A *place* is a question in a column.

The file is read and closed at once, so that any column can be opened for judging meanwhile:

    stored = read_board(path, reviewer="Ann")
    stored.board                     # coala.board.board.Board: columns, scores, deltas, joint bags, places
    stored.addresses[3]              # "without/surnames", as Review.open(path, column=...) takes it
    stored.marks.given               # fingerprint to verdict
    with Review.open(path, column=stored.addresses[3], reviewer="Ann") as review:
        act = review.judge(number, state)
        stored.marks.update(review.entries[number].fingerprint, state, review.bag(number))

``update`` takes some milliseconds, and the page need not read the file again. After an undo or a redo, call
it with the state that is in force then.

A verdict is on a question, so it marks each place of each column that has the question. The tally has figures
for each column, and for all questions of the board, each counted once.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, NamedTuple

from coala.base.plain_text import one_line
from coala.base.process import without_collector
from coala.board.board import Board, BoardColumn, BoardPlace
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Bag, Verdict
from coala.review.board.codec import from_json
from coala.review.file import Review
from coala.review.history import HISTORY, HistoryCounts, parse_history_counts
from coala.review.listing import BagEntry, EntryReader, ListChange, compare_lists
from coala.review.reviewers import Chosen, clean_name, is_chosen, list_chosen, login_name
from coala.review.storage import opening, schema, serialization
from coala.review.storage.board_columns import column_names
from coala.review.storage.board_tables import BOARD
from coala.review.storage.journal_table import JournalTable
from coala.review.storage.provenance import ReviewProvenance, read_provenance
from coala.review.storage.seals import check_questions, check_seal
from coala.review.storage.serialization import require_types, unpack_bag
from coala.verdicts.by_kind import BagKinds, KindCount, count_by_change, list_kinds
from coala.verdicts.changes import count_judged
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.groups import PartError
from coala.verdicts.links import count_links
from coala.verdicts.reviewer_kinds import CountedReviewers, choose_counted
from coala.verdicts.state import State
from coala.verdicts.tally import Judgement, Tally, make_judgement, tally_verdicts


class BoardMarks:
    """The verdicts of one reviewer on a board, by fingerprint (``given``).

    ``by_change`` counts the judged changes of bags with verdicts on own changes. Both mappings are updated
    in place by ``update``.
    """

    def __init__(
        self,
        questions: Collection[str],
        states: Mapping[str, State],
        judged_by_change: Mapping[str, Bag],
    ) -> None:
        """Collect the marks of one reviewer.

        ``questions`` are the fingerprints of all bags, ``states`` the reviewer's states, and
        ``judged_by_change`` the bags whose changes have verdicts.
        """
        self._questions = frozenset(questions)
        self.given: dict[str, Verdict] = {}
        self.by_change: dict[str, int] = {}
        for fingerprint, state in states.items():
            self.update(fingerprint, state, judged_by_change.get(fingerprint))

    def update(self, fingerprint: str, state: State, bag: Bag | None = None) -> None:
        """Take over the reviewer's new state of a bag.

        ``bag`` is needed if its changes have verdicts of their own (``State.rows``).
        """
        if fingerprint not in self._questions:
            return
        self.given.pop(fingerprint, None)
        self.by_change.pop(fingerprint, None)
        if state.verdict is not None:
            self.given[fingerprint] = state.verdict
        if state.rows and bag is not None:
            self.by_change[fingerprint] = count_judged(bag, state.rows)


_ERRORS_OF_DAMAGE = (AttributeError, KeyError, LookupError, TypeError, ValueError, RecursionError)
"""The errors that damaged JSON may raise when it is read."""


@dataclass(frozen=True, eq=False)
class StoredBoard:
    """The content of a board file when it was read."""

    path: Path
    identity: opening.Identity | None
    """Shows whether the file at ``path`` is still the same; None if it was missing."""
    board: Board
    addresses: tuple[str, ...]
    """The names of the columns ("without/surnames"), in the order of ``board.columns``."""
    questions: Mapping[str, BagEntry]
    """Each bag of any column once, by fingerprint, as the first column that has it lists it."""
    reviewer: str
    states: Mapping[str, Mapping[str, State]]
    """The verdicts and comments of all reviewers, by name and fingerprint."""
    marks: BoardMarks
    """The verdicts of ``reviewer``."""
    judged_by_change: Mapping[str, Bag]
    """The bags whose changes have verdicts of their own, or with who is who, by fingerprint."""
    kinds: Mapping[str, BagKinds]
    """What counts by kind in the bags with a verdict, by fingerprint."""
    provenance: ReviewProvenance | None
    history: HistoryCounts | None
    """What became of verdicts of other files; None if none were carried over."""

    blind: ClassVar[bool] = False

    def reviewers(self) -> tuple[str, ...]:
        """Return the reviewers with verdicts, in alphabetical order."""
        return tuple(self.states)

    def states_of(self, reviewer: str) -> Mapping[str, State]:
        """Return a reviewer's states by fingerprint."""
        return self.states.get(reviewer, {})

    def changes_since(self, before: Collection[str]) -> ListChange:
        """Compare the bags, each counted once, with those of an earlier board with these fingerprints."""
        judged = Counter(
            name for held in self.states.values() for name, state in held.items() if state.verdict is not None
        )
        return compare_lists(before, list(self.questions.values()), judged)

    def find_column(self, address: str) -> int:
        """Return the index of the column with this address; raise ``ValueError`` for an unknown one."""
        return self.addresses.index(address)


def read_board(path: Path, reviewer: str | None = None) -> StoredBoard:
    """Read the board at ``path``, with the marks of a reviewer, by default the logged-in user.

    Raises ``ReviewError`` when it is missing, no board, newer, damaged, or open elsewhere.
    """
    # Taken before reading, so that a write in between is noticed.
    identity = opening.identity(path)
    connection = opening.connect(path, read_only=True)
    try:
        with opening.translated(path), without_collector():
            if not schema.is_board(connection):
                raise ReviewError(
                    f"{path}: this is the review of one comparison, not a board. Make a board with "
                    "'coala board'."
                )
            return _Reader(connection, path).read(clean_name(reviewer or login_name()), identity)
    finally:
        connection.close()


class _Reader:
    """A reader of an open board, which checks all that it reads."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def read(self, reviewer: str, identity: opening.Identity | None) -> StoredBoard:
        connection, path = self._connection, self._path
        listed = EntryReader(path)
        check_seal(connection, path, listed.add_rows)
        journal = JournalTable(connection, path)
        check_questions(connection, path, journal.standing.fingerprints())
        questions = listed.entries()
        fingerprints = [entry.fingerprint for entry in questions]
        names = column_names(connection, path)
        try:
            board = self._read_board(fingerprints)
            if [(column.role, column.name) for column in board.columns] != [name[1:] for name in names]:
                raise ValueError("names")
        except _ERRORS_OF_DAMAGE as error:
            raise DamagedReviewError(f"{path}: the figures of this board are damaged") from error
        states = {name: journal.standing.states_of(name) for name in journal.standing.reviewers()}
        counts = connection.execute("SELECT value FROM header WHERE key = ?", (HISTORY,)).fetchone()
        own = states.get(reviewer, {})
        by_change, kinds = self._read_judged(questions, states.values())
        return StoredBoard(
            path=path,
            identity=identity,
            board=board,
            addresses=tuple(column.address for column in names),
            questions={entry.fingerprint: entry for entry in questions},
            reviewer=reviewer,
            states=states,
            marks=BoardMarks(fingerprints, own, by_change),
            judged_by_change=by_change,
            kinds=kinds,
            provenance=read_provenance(connection, path),
            history=None if counts is None else parse_history_counts(counts[0], path),
        )

    def _read_board(self, fingerprints: Sequence[str]) -> Board:
        ask = self._connection.execute
        (stored,) = ask("SELECT value FROM header WHERE key = ?", (BOARD,)).fetchone()
        columns = tuple(
            from_json(json.loads(content), BoardColumn)
            for (content,) in ask("SELECT content FROM variant ORDER BY number")
        )
        # Columns and places are stored in tables of their own.
        board = from_json(json.loads(stored), Board)
        fingerprint_of = dict(enumerate(fingerprints))
        places = tuple(
            BoardPlace(column, number, fingerprint_of[bag], joint, json.loads(shares))
            for column, number, bag, joint, shares in ask(
                "SELECT variant, number, bag, joint, shares FROM place ORDER BY variant, number"
            )
        )
        require_types(places, tuple[BoardPlace, ...])
        for place in places:
            if not 0 <= place.column < len(columns) or not 0 <= place.joint < len(board.joint_bags):
                raise ValueError("place")
        for number, bag in enumerate(board.joint_bags):
            if bag.number != number or not set(bag.columns) <= set(range(len(columns))):
                raise ValueError("joint bag")
        return replace(board, columns=columns, places=places)

    def _read_judged(
        self, questions: Sequence[BagEntry], states: Collection[Mapping[str, State]]
    ) -> tuple[dict[str, Bag], dict[str, BagKinds]]:
        """Return the bags with verdicts on changes or groups, and what counts by kind in all judged bags."""
        by_change = {name for held in states for name, state in held.items() if state.rows or state.groups}
        judged = {name for held in states for name, state in held.items() if state.verdict is not None}
        bags, kinds = {}, {}
        for number, fingerprint, *_ in questions:
            if fingerprint in judged or fingerprint in by_change:
                bag = self._read_bag(number, fingerprint)
                kinds[fingerprint] = list_kinds(count_links(bag))
                if fingerprint in by_change:
                    bags[fingerprint] = bag
        return bags, kinds

    def _read_bag(self, number: int, fingerprint: str) -> Bag:
        query = "SELECT content FROM bag WHERE number = ?"
        (content,) = self._connection.execute(query, (number,)).fetchone()
        what = f"Bag {number + 1} of {self._path}"
        bag = unpack_bag(content, what)
        if bag.fingerprint != fingerprint:
            raise DamagedReviewError(serialization.damaged(what))
        return bag


class BagsTallied(NamedTuple):
    """The tally of some bags, and the counts left out of it.

    These are bags on which reviewers differ, and bags with verdicts on own changes or links only.
    ``other_groups`` are bags of the tally on whose verdict reviewers agree, but not on who is who.
    """

    tally: Tally
    disputed: int
    by_changes_alone: int
    other_groups: int = 0
    only_models: tuple[str, ...] = ()
    """The reviewers of the bags, if only models have judged them."""


class BoardTally(NamedTuple):
    """The tallies of a board."""

    columns: tuple[BagsTallied, ...]
    """Of each column, in order."""
    all_bags: BagsTallied
    """Of all questions of the board, each counted once."""
    reviewers: Mapping[str, Tally]
    """The same by reviewer; empty unless there are several."""
    counted: CountedReviewers
    """The reviewers who count in the tally of all bags."""


def read_judged_board(path: Path, reviewer: Chosen = None) -> StoredBoard:
    """Read a board with the marks of the only chosen reviewer with verdicts, if there is one.

    Raises ``ReviewError`` if a chosen reviewer has no verdict.
    """
    stored = read_board(path)
    for name in list_chosen(reviewer):
        if name not in stored.states:
            raise ReviewError(f"{path}: has no verdict by {one_line(name, 60)}.")
    names = [name for name in stored.states if is_chosen(name, reviewer)]
    return read_board(path, names[0]) if len(names) == 1 else stored


def open_columns(stored: StoredBoard) -> Iterator[Review]:
    """Yield the review of each column and close it before the next: there may be hundreds.

    A column without a comparison has no review.
    """
    for address, column in zip(stored.addresses, stored.board.columns, strict=True):
        if column.baseline is not None:
            with Review.open(stored.path, read_only=True, column=address) as review:
                yield review


def tally_board(stored: StoredBoard, reviewer: Chosen = None) -> BoardTally:
    """Total the verdicts of all people, or those of the chosen reviewers.

    Models count where only models have judged. A column has its own choice, which is that of its own tally.
    """
    names = None if reviewer is None else list_chosen(reviewer)
    questions = list(stored.questions)
    counted = choose_counted([(stored.states, questions)], names)
    states = {name: held for name, held in stored.states.items() if counted.counts(name)}
    settled = settle_all(states, questions)
    columns: list[list[str]] = [[] for _ in stored.board.columns]
    for place in stored.board.places:
        columns[place.column].append(place.fingerprint)
    # The result of each reviewer as if there were no others.
    alone = {name: settle_all({name: held}, questions) for name, held in states.items()}
    by_reviewer = {}
    if len(alone) > 1:
        by_reviewer = {name: _tally(stored, results, questions).tally for name, results in alone.items()}
    return BoardTally(
        tuple(_tally_column(stored, settled, column, counted) for column in columns),
        _tally(stored, settled, questions),
        by_reviewer,
        counted,
    )


def _tally_column(
    stored: StoredBoard, settled: Mapping[str, Settled], bags: Sequence[str], counted: CountedReviewers
) -> BagsTallied:
    """Tally a column; ``settled`` has the verdicts of those who count in the whole board."""
    in_column = choose_counted([(stored.states, bags)], counted.names)
    if in_column.only_models and counted.left_out:
        settled = settle_all({name: stored.states[name] for name in in_column.only_models}, bags)
    return _tally(stored, settled, bags)._replace(only_models=in_column.only_models)


def _tally(stored: StoredBoard, settled: Mapping[str, Settled], bags: Sequence[str]) -> BagsTallied:
    results = [(name, settled[name]) for name in bags if name in settled]
    judged = Counter(_judgements(stored, results))
    disputed = sum(result.disputed for _, result in results)
    return BagsTallied(
        tally_verdicts(len(bags), judged, disputed),
        disputed,
        sum(result.by_changes_alone for _, result in results),
        sum(result.has_other_groups for _, result in results),
    )


def _judgements(stored: StoredBoard, results: Sequence[tuple[str, Settled]]) -> Iterator[Judgement]:
    for name, result in results:
        if result.verdict is not None:
            changes: tuple[KindCount, ...] | None = None
            rows = result.counted_rows
            if rows or result.groups:
                bag = stored.judged_by_change[name]
                try:
                    changes = count_by_change(bag, result.verdict, rows, result.groups)
                except PartError as error:
                    raise DamagedReviewError(f"{stored.path}: who is who of a bag is damaged") from error
            yield make_judgement(result.verdict, result, stored.kinds[name], changes, by_change=bool(rows))
