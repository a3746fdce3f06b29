"""Writing the columns of a board into a review file, each question once.

A board has several comparisons, its columns. The same bag (by its fingerprint, a hash of its content) often
occurs in several of them. It is one *question* for the reviewer, and so one row of the table ``bag``. Each
column has a row of the table ``place`` for each of its bags, which refers to the question. Two columns may
show a question differently, with another title for example; the place then stores its own form.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coala.board.board import Board
from coala.engine import summary as summaries
from coala.engine.settings import list_named_files
from coala.errors import ReviewError
from coala.model.bag import Bag, GoldChain
from coala.review.board.codec import to_json
from coala.review.comparison_tables import BagRegister
from coala.review.history import HistoryCounts, PastBags, PastVerdicts
from coala.review.storage import schema, serialization
from coala.review.storage.board_tables import BOARD
from coala.review.storage.provenance import read_source
from coala.review.storage.serialization import pack_bag
from coala.review.writing import FileContent, write_content

if TYPE_CHECKING:
    # A tally opens reviews without numpy.
    from coala.engine.compare import Comparison


def write_board(
    path: Path,
    board: Board,
    comparisons: Iterable[Comparison],
    past: PastVerdicts | None = None,
    command: Sequence[str] = (),
) -> HistoryCounts:
    """Write a board into the file at ``path``, new or existing, wholly or not at all.

    ``comparisons`` are those of the columns, in their order (``coala.board.run.BuiltBoard``); the bags of
    each are read only when it is written. The journal of an existing board is kept, and gets the verdicts of
    ``past``. Returns counts of what became of the verdicts, each question counted once. Raises
    ``ReviewError`` when the place cannot be written or holds something other than a board.
    """
    plan = board.plan
    graphs = [plan.gold, plan.full, plan.nothing, *(column.changed for column in board.columns)]
    graphs += (column.baseline for column in board.columns)
    # Before anything is locked: a large graph takes a second.
    sources = [read_source("graph", place) for place in dict.fromkeys(filter(None, graphs))]
    sources += [read_source(role, place) for role, place in list_named_files(board.settings).items()]
    return write_content(path, _BoardContent(board, comparisons), past or PastVerdicts(), command, sources)


class _WrittenQuestion(NamedTuple):
    """A question that is in the file already, in the form of its first column."""

    number: int  # in the table ``bag``
    digest: bytes  # a hash of the packed bag
    shown: tuple[str, str, str]  # title, kinds, headline


class _BoardContent(FileContent):
    """The columns of a board: each question once, and its places in the columns."""

    is_board = True

    def __init__(self, board: Board, comparisons: Iterable[Comparison]) -> None:
        self.settings = board.settings
        self.documents = self._written = set[str]()
        self.other_columns = {place.fingerprint for place in board.places}
        self._board = board
        self._comparisons = comparisons
        # For each column, the joint bag (over all graphs of the board) of each of its bags.
        self._joint: list[list[int]] = [[] for _ in board.columns]
        for place in board.places:
            self._joint[place.column].append(place.joint)
        self._known: dict[str, _WrittenQuestion] = {}

    def check(self, connection: sqlite3.Connection, path: Path, *, judged: bool, taken_over: bool) -> None:
        if not schema.is_board(connection):
            raise ReviewError(
                f"{path}: this is the review of one comparison, not a board. Give another file "
                "for the board; --verdicts copies the verdicts of this review into it."
            )

    def insert(self, connection: sqlite3.Connection, path: Path, former: PastBags) -> None:
        board = json.dumps(to_json(replace(self._board, columns=(), places=())))
        connection.execute("INSERT INTO header VALUES (?, ?)", (BOARD, board))
        for number, comparison in enumerate(self._comparisons):
            self._write_column(connection, number, comparison, former)

    def _write_column(
        self, connection: sqlite3.Connection, number: int, comparison: Comparison, former: PastBags
    ) -> None:
        """Write a column: its figures, documents, questions and places, header and searched texts."""
        column = self._board.columns[number]
        row = (number, column.role.value, column.name, json.dumps(to_json(column)))
        connection.execute("INSERT INTO variant VALUES (?, ?, ?, ?)", row)
        if column.baseline is None:
            # There is no second graph, so there are no bags.
            return
        texts = comparison.texts()
        self._write_documents(connection, number, texts, comparison)
        register = BagRegister(texts, comparison.summary.settings, comparison.context.stated_forms)
        joint = self._joint[number]
        for at, (sentences, shares, headline) in enumerate(register.add(comparison.iterate_sentences())):
            bag = sentences.bag
            shown = bag.title, " ".join(bag.kinds), headline.stored
            content = pack_bag(bag)
            digest = sha256(content).digest()
            known = self._known.get(bag.fingerprint)
            if known is None:
                known = self._known[bag.fingerprint] = _WrittenQuestion(len(self._known), digest, shown)
                self._write_question(
                    connection, known, bag, content, comparison.context.gold_chains(at), former
                )
            is_same_form = (digest, shown) == (known.digest, known.shown)
            group = comparison.context.groups[at]
            place = (number, at, known.number, joint[at], json.dumps(dict(shares)), group)
            own = (None, None, None, None) if is_same_form else (*shown, content)
            connection.execute("INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", place + own)
        header = {
            "summary": json.dumps(summaries.summary_to_json(comparison.summary)),
            "inputs": json.dumps(dict(comparison.inputs)),
            **register.header(),
        }
        connection.executemany(
            "INSERT INTO variant_header VALUES (?, ?, ?)", ((number, *pair) for pair in header.items())
        )
        connection.executemany(
            "INSERT INTO variant_search VALUES (?, ?, ?)",
            ((number, *field) for field in register.search_fields()),
        )

    def _write_documents(
        self,
        connection: sqlite3.Connection,
        number: int,
        texts: Mapping[str, str | None],
        comparison: Comparison,
    ) -> None:
        for name, text in texts.items():
            if name not in self._written:
                self._written.add(name)
                packed = None if text is None else serialization.pack_text(name, text)
                connection.execute("INSERT OR REPLACE INTO document VALUES (?, ?, NULL)", (name, packed))
            mentions = serialization.pack_mentions(name, comparison.context.mentions_in(name))
            row = (number, name, mentions)
            connection.execute("INSERT INTO variant_document VALUES (?, ?, ?)", row)

    def _write_question(
        self,
        connection: sqlite3.Connection,
        known: _WrittenQuestion,
        bag: Bag,
        content: bytes,
        gold: tuple[GoldChain, ...] | None,
        former: PastBags,
    ) -> None:
        """Write a row of ``bag``; shares and gold's group differ by column, so ``place`` has them."""
        title, kinds, headline = known.shown
        row = (
            *(known.number, bag.fingerprint, title, kinds, len(bag.spans), len(bag.documents)),
            *("{}", headline, None, " ".join(former.find_earlier(bag.fingerprint, bag.spans)), content),
            None if gold is None else serialization.pack([bag.fingerprint, gold]),
        )
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO bag VALUES ({places})", row)  # noqa: S608 - constants
