"""The verdicts on a board become a tally for each column and one over all its bags, each counted once.

What is implied is no verdict and stands in no tally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.review.board.board_file import StoredBoard
from coala.verdicts.changes import verdicts_by_kind
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.tally import Judgement, Tally, tally_verdicts


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
            yield Judgement(each.verdict, kinds, each.tags, each.gold_seen, changes, each.source)
