"""A board is written into a review file, new or existing, wholly or not at all: each question of it once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coala.board.board import Board
from coala.engine import summary as summaries
from coala.engine.settings import named_files
from coala.errors import ReviewError
from coala.model.bag import Bag, GoldChain
from coala.review.board.codec import to_json
from coala.review.comparison_tables import BagRegister, delete_comparison
from coala.review.former_bags import FormerBags, MemoryCounts
from coala.review.kept_texts import keep_texts
from coala.review.memory import Memory, fuller_bags, read_stored_bags, read_verdicts, take_over
from coala.review.storage import opening, schema, serialization
from coala.review.storage.backups import back_up
from coala.review.storage.board_tables import BOARD, BOARD_TABLES
from coala.review.storage.great_bag import pack_bag
from coala.review.storage.provenance import SourceFile, read_reviews, read_source, write_provenance
from coala.review.writing import commit_questions

if TYPE_CHECKING:
    # A tally opens reviews without numpy.
    from coala.engine.compare import Comparison


def write_board(
    path: Path,
    board: Board,
    comparisons: Iterable[Comparison],
    memory: Memory | None = None,
    command: Sequence[str] = (),
) -> MemoryCounts:
    """Put a board into the file at ``path``, new or existing, wholly or not at all.

    ``comparisons`` are those of the columns, in their order (``engine.board.road.BuiltBoard``); each is asked
    for its bags when its turn comes. The journal of a board that is there already is kept, and gets the
    verdicts of ``memory``. Returns what became of the verdicts, each question counted once. Raises
    ``ReviewError`` when the place cannot be written or holds what is no board.
    """
    opening.require_name(path)
    path = path.resolve()
    memory = memory or Memory()
    plan = board.plan
    graphs = [plan.gold, plan.full, plan.nothing, *(column.changed for column in board.columns)]
    graphs += (column.baseline for column in board.columns)
    # Before anything is locked: a great graph takes a second.
    sources = [read_source("graph", place) for place in dict.fromkeys(filter(None, graphs))]
    sources += [read_source(role, place) for role, place in named_files(board.settings).items()]
    given = _Given(memory, command, sources, read_reviews(memory.paths))
    if opening.exists(path):
        connection = opening.connect(path)
        try:
            with opening.translated(path):
                if not schema.is_board(connection):
                    raise ReviewError(
                        f"{path}: this is the review of one comparison, and a board is none; name another "
                        "file for it, to which --verdicts brings the verdicts of this one."
                    )
                back_up(connection, path)
                return _Writer(connection, path, board).write(comparisons, given)
        finally:
            connection.close()
    with (
        opening.new_review(path) as unfinished,
        closing(opening.create(unfinished, shown=path, board=True)) as connection,
    ):
        return _Writer(connection, path, board).write(comparisons, given)


class _Given(NamedTuple):
    """What a board is made from besides its comparisons: other verdicts, words, and files as they are."""

    memory: Memory
    command: Sequence[str]
    sources: Sequence[SourceFile]
    reviews: Sequence[SourceFile]


class _Known(NamedTuple):
    """A question that is in the file, by its number there, as its first column shows it."""

    number: int
    digest: bytes
    shown: tuple[str, str, str]


class _Writer:
    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        board: Board,
    ) -> None:
        self._connection = connection
        self._path = path
        self._board = board
        self._joint: list[list[int]] = [[] for _ in board.columns]
        for place in board.places:
            self._joint[place.column].append(place.joint)
        self._known: dict[str, _Known] = {}
        self._documents: set[str] = set()

    def write(self, comparisons: Iterable[Comparison], given: _Given) -> MemoryCounts:
        connection, board, memory = self._connection, self._board, given.memory
        verdicts = read_verdicts(connection, self._path)
        stored = read_stored_bags(connection, self._path)
        connection.execute("BEGIN IMMEDIATE")
        try:
            take_over(connection, verdicts, memory)
            beside = {place.fingerprint for place in board.places}
            former = FormerBags(verdicts, fuller_bags(memory.bags, stored), beside)
            delete_comparison(connection, BOARD_TABLES)
            told = json.dumps(to_json(replace(board, columns=(), places=())))
            connection.execute("INSERT INTO header VALUES (?, ?)", (BOARD, told))
            write_provenance(connection, given.command, board.settings, given.sources, given.reviews)
            for number, comparison in enumerate(comparisons):
                self._write_column(number, comparison, former)
            keep_texts(connection, self._path, former.documents(), self._documents, memory.paths)
            return commit_questions(connection, former, stored, memory)
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _write_column(self, number: int, comparison: Comparison, former: FormerBags) -> None:
        column = self._board.columns[number]
        row = (number, column.role.value, column.name, json.dumps(to_json(column)))
        self._connection.execute("INSERT INTO variant VALUES (?, ?, ?, ?)", row)
        if column.baseline is None:
            return
        texts = comparison.texts()
        self._write_documents(number, texts, comparison)
        register = BagRegister(texts)
        joint = self._joint[number]
        for at, (sentences, shares) in enumerate(comparison.told()):
            bag = sentences.bag
            shown = bag.title, " ".join(bag.kinds), register.add(sentences).stored
            content = pack_bag(bag)
            digest = sha256(content).digest()
            known = self._known.get(bag.fingerprint)
            if known is None:
                known = self._known[bag.fingerprint] = _Known(len(self._known), digest, shown)
                self._write_question(known, bag, content, comparison.context.gold_chains(at), former)
            same = (digest, shown) == (known.digest, known.shown)
            group = comparison.context.groups[at]
            place = (number, at, known.number, joint[at], json.dumps(dict(shares)), group)
            own = (None, None, None, None) if same else (*shown, content)
            self._connection.execute("INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", place + own)
        header = {
            "summary": json.dumps(summaries.summary_to_json(comparison.summary)),
            "inputs": json.dumps(dict(comparison.inputs)),
            **register.header(),
        }
        self._connection.executemany(
            "INSERT INTO variant_header VALUES (?, ?, ?)", ((number, *pair) for pair in header.items())
        )
        self._connection.executemany(
            "INSERT INTO variant_search VALUES (?, ?, ?)",
            ((number, *field) for field in register.search_fields()),
        )

    def _write_documents(self, number: int, texts: Mapping[str, str | None], comparison: Comparison) -> None:
        for name, text in texts.items():
            if name not in self._documents:
                self._documents.add(name)
                packed = None if text is None else serialization.pack_text(name, text)
                self._connection.execute(
                    "INSERT OR REPLACE INTO document VALUES (?, ?, NULL)", (name, packed)
                )
            mentions = serialization.mentions_to_json(name, comparison.context.mentions_in(name))
            row = (number, name, serialization.pack(mentions))
            self._connection.execute("INSERT INTO variant_document VALUES (?, ?, ?)", row)

    def _write_question(
        self,
        known: _Known,
        bag: Bag,
        content: bytes,
        gold: tuple[GoldChain, ...] | None,
        former: FormerBags,
    ) -> None:
        title, kinds, headline = known.shown
        row = (
            *(known.number, bag.fingerprint, title, kinds, len(bag.spans), len(bag.documents)),
            *("{}", headline, None, " ".join(former.of_bag(bag)), content),
            None if gold is None else serialization.pack([bag.fingerprint, gold]),
        )
        places = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT INTO bag VALUES ({places})", row)  # noqa: S608 - constants
