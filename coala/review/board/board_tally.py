"""The verdicts on a board become a tally for each column and one over all its bags, each counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coala.base.plain_text import one_line
from coala.errors import ReviewError
from coala.review.board.board_file import StoredBoard, read_board
from coala.review.file import Review
from coala.review.reviewers import clean_name
from coala.verdicts.changes import verdicts_by_kind
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.tally import Judgement, Tally, make_judgement, tally_verdicts


class BagsTallied(NamedTuple):
    """The tally of some bags, and what is left out of it: those on which reviewers differ, and those of
    which changes alone are judged.
    """

    tally: Tally
    disputed: int
    by_changes_alone: int


class BoardTally(NamedTuple):
    """The columns in their order, ``all_bags`` each once, and these by each of several reviewers."""

    columns: tuple[BagsTallied, ...]
    all_bags: BagsTallied
    reviewers: Mapping[str, Tally]


def read_judged_board(path: Path, reviewer: str | None = None) -> StoredBoard:
    """Read a board with the marks of ``reviewer``, by default of whoever alone has judged.

    Raises ``ReviewError`` where nobody of that name has.
    """
    if reviewer is None:
        stored = read_board(path)
        return read_board(path, stored.reviewers[0]) if len(stored.reviewers) == 1 else stored
    name = clean_name(reviewer)
    stored = read_board(path, name)
    if name not in stored.states:
        raise ReviewError(f"{path}: there is no verdict by {one_line(name, 60)}.")
    return stored


def open_columns(stored: StoredBoard) -> Iterator[Review]:
    """The review of each column in its turn, which is closed before the next: there may be hundreds.

    A graph that is held against nothing has none.
    """
    for address, column in zip(stored.addresses, stored.board.columns, strict=True):
        if column.baseline is not None:
            with Review.open(stored.path, read_only=True, column=address) as review:
                yield review


def tally_board(stored: StoredBoard, reviewer: str | None = None) -> BoardTally:
    """Total the verdicts of all reviewers, or those of one."""
    states = {name: said for name, said in stored.states.items() if reviewer in (None, name)}
    questions = list(stored.questions)
    settled = settle_all(states, questions)
    columns: list[list[str]] = [[] for _ in stored.board.columns]
    for place in stored.board.places:
        columns[place.column].append(place.fingerprint)
    alone = {name: settle_all({name: said}, questions) for name, said in states.items()}
    return BoardTally(
        tuple(_tally(stored, settled, column) for column in columns),
        _tally(stored, settled, questions),
        {name: _tally(stored, its, questions).tally for name, its in alone.items()} if len(alone) > 1 else {},
    )


def _tally(stored: StoredBoard, settled: Mapping[str, Settled], bags: Sequence[str]) -> BagsTallied:
    said = [(name, settled[name]) for name in bags if name in settled]
    judged = Counter(_judgements(stored, said))
    return BagsTallied(
        tally_verdicts(len(bags), judged),
        sum(each.disputed for _, each in said),
        sum(each.by_changes_alone for _, each in said),
    )


def _judgements(stored: StoredBoard, said: Sequence[tuple[str, Settled]]) -> Iterator[Judgement]:
    for name, each in said:
        if each.verdict is not None:
            changes = verdicts_by_kind(stored.judged_by_change[name], each.rows) if each.rows else ()
            kinds = stored.questions[name].kinds
            yield make_judgement(each.verdict, each, kinds, changes)
