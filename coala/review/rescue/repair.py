"""What is sound in a damaged review is written into a new one, whole in itself; the old one stays."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from coala import __version__
from coala.diff.sentences import BagSentences
from coala.engine import summary as summaries
from coala.engine.summary import Side, Summary
from coala.model.kinds import Kind
from coala.review.blind.blind_review import BlindReview
from coala.review.board.board_file import read_board
from coala.review.comparison_tables import BagRegister
from coala.review.file import Review
from coala.review.rescue.salvage import Salvage, beyond_rescue
from coala.review.storage import schema, serialization
from coala.review.storage.board_tables import BOARD
from coala.review.storage.files import opening, review_paths
from coala.review.storage.journal import JournalRow, digest
from coala.review.storage.journal_table import write_row
from coala.review.storage.questions import question_of_spans
from coala.review.storage.seals import reseal

_NOT_KNOWN = "(not known)"


class Repaired(NamedTuple):
    """How many bags and lines of the journal are in the new file, and how many are lost.

    ``others`` counts what else is lost, by what it is.

    ``whole`` tells that nothing else was left out either, and ``is_board`` what to make again where it was.
    Without ``whole_journal`` more lines are lost than could be counted.
    """

    bags: int
    rows: int
    lost_bags: int
    lost_rows: int
    whole: bool
    is_board: bool = False
    whole_journal: bool = True
    others: tuple[tuple[str, int], ...] = ()


def repair(found: Salvage, target: Path) -> Repaired:
    """Write all that is sound into a new review file at ``target``.

    Raises ``ReviewError`` where it cannot, or where nothing can be recovered.

    Of bags that are lost the verdicts stay: the same comparison made again into the new file has them back.
    """
    if found.is_empty:
        raise beyond_rescue(found.path)
    review_paths.require_name(target)
    with review_paths.new_review(target, "a repair replaces none; name another") as unfinished:
        with closing(opening.create(unfinished, shown=target, board=found.is_board)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            _write(connection, found)
            connection.execute("COMMIT")
            bags, rows = (
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - constants
                for table in ("bag", "journal")
            )
        # What was repaired is not handed over before it has opened.
        if found.columns:
            read_board(unfinished)
        elif not found.is_board:
            Review.open(unfinished, blindly=BlindReview).close()
    figures = bool(found.columns) if found.is_board else found.summary is not None
    lost_rows = found.lost_rows + len(found.rows) - rows
    others = tuple((+found.lost).items())
    comes_back = any(what != "half-written note" for what, _ in others)
    whole = found.proven and figures and not found.lost_bags and not comes_back
    return Repaired(
        bags, rows, found.lost_bags, lost_rows, whole, found.is_board, found.whole_journal, others
    )


def _write(connection: sqlite3.Connection, found: Salvage) -> None:
    texts = {
        name: None if text is None else serialization.unpack_text(text, name)
        for name, text, _ in found.documents
    }
    _insert(connection, "header", _header(found))
    register = BagRegister(texts)
    bags = []
    for number, sound in enumerate(found.bags):
        headline = register.add(BagSentences(sound.bag))
        listed, (shares, _, group, earlier, content, gold) = sound.row[1:6], sound.row[6:]
        if not found.proven:
            # Nobody can tell whether a figure is the one that was written.
            shares, group, earlier = "{}", None, ""
        bags.append((number, *listed, shares, headline.stored, group, earlier, content, gold))
    _insert(connection, "bag", bags)
    for table, rows in found.columns.items():
        _insert(connection, table, rows)
    if not found.is_board:
        _insert(connection, "header", register.header().items())
        _insert(connection, "search", register.search_fields())
    _insert(connection, "document", found.documents)
    seal = ""
    for columns in found.rows:
        made = JournalRow.read(columns)
        seal = digest(seal, made)
        write_row(connection, made, seal)
    spans = {sound.bag.fingerprint: question_of_spans(sound.bag) for sound in found.bags}
    judged = {columns[5] for columns in found.rows}
    nothing = serialization.pack([])
    _insert(
        connection,
        "question",
        ((name, found.questions.get(name) or spans.get(name, nothing)) for name in sorted(judged)),
    )
    _insert(connection, "draft", found.drafts)
    reseal(connection)


def _insert(connection: sqlite3.Connection, table: str, rows: Any) -> None:
    for row in rows:
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)  # noqa: S608 - constants


def _header(found: Salvage) -> Iterator[tuple[str, str]]:
    if not found.is_board:
        summary = found.header["summary"] if found.summary is not None else json.dumps(_no_figures(found))
        yield "summary", summary
    for key, value in found.header.items():
        kept = (
            key == "provenance"
            or (key == BOARD and found.columns)
            or (key.startswith(schema.KEPT) and _is_json(value))
        )
        if kept or (key == "inputs" and _is_json(value) and _names_files(json.loads(value))):
            yield key, value


def _is_json(value: object) -> bool:
    try:
        json.loads(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _names_files(inputs: object) -> bool:
    return isinstance(inputs, dict) and all(isinstance(path, str) for path in inputs.values())


def _no_figures(found: Salvage) -> dict[str, Any]:
    side = Side(_NOT_KNOWN, documents=0, instances=0, mentions=0, spans=0, statements=0)
    bags = len(found.bags)
    return summaries.summary_to_json(
        Summary(
            baseline=side,
            changed=side,
            gold=None,
            bags=bags,
            interesting=bags,
            mentions=0,
            interesting_mentions=0,
            largest=max((len(sound.bag.spans) for sound in found.bags), default=0),
            kinds=dict.fromkeys(Kind, 0),
            scores={},
            share_tests={},
            resampling=None,
            notices=(),
            settings={},
            version=__version__,
        )
    )
