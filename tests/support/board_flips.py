"""Boards with one flipped bit, for the suite and for the benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.rescue import Salvage
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.flips import BeforeDamage

_COLUMNS = ("without/names", "without/titles", "step/names")
_SAID = {State(), State(Verdict.BETTER, Comment("a note")), State(Verdict.WORSE), State(Verdict.SAME)}


def a_full_board(path: Path) -> Path:
    """Return a small board with all possible content: two reviewers, a note, a draft, an undo."""
    put_board(path)
    with Review.open(path, reviewer="Ann", column=_COLUMNS[0]) as review:
        review.judge(0, State(Verdict.BETTER, Comment("a note")))
        review.judge(1, State(Verdict.WORSE))
        review.undo(review.history()[-1])
        review.keep("trial", {"seed": 7})
    with Review.open(path, reviewer="Bo", column=_COLUMNS[2]) as review:
        review.judge(1, State(Verdict.SAME))
        review.keep_draft(0, Comment("half a note"))
    return path


def use_board(path: Path) -> list[object]:
    """Return everything that a page reads of a board, and a window of its columns."""
    stored = read_board(path, "Ann")
    used: list[object] = [stored.board, stored.questions, stored.marks.given, stored.marks.by_change]
    used += [stored.addresses, stored.states, stored.provenance]
    for address in _COLUMNS:
        with Review.open(path, reviewer="Ann", read_only=True, column=address) as review:
            used += [review.summary, review.entries, review.history(), review.judged(), review.kept("trial")]
            used += [review.link_counts(), review.inputs(), review.shares_of("b_cubed")]
            for entry in review.entries:
                bag = review.bag(entry.number)
                used += [
                    bag,
                    review.shares(entry.number),
                    review.gold(entry.number),
                    review.draft(entry.number),
                ]
                used += [review.similar_bags(entry.number), review.groups.find_group(entry.number)]
                used += [(review.text(name), review.mentions_of(name)) for name in bag.documents]
            assert set(review.search("ann")) <= {entry.number for entry in review.entries}
    return used


class OriginalBoard(BeforeDamage):
    """A board with its columns."""

    def use(self, path: Path) -> list[object]:
        return use_board(path)

    def compare(self, target: Path, found: Salvage) -> None:
        if not found.columns:
            # Writing the board again restores its columns.
            with pytest.raises(ReviewError, match="has lost its columns"):
                read_board(target)
            put_board(target)
        for states in read_board(target).states.values():
            assert set(states.values()) <= _SAID
