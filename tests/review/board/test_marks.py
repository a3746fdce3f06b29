"""A verdict marks each column that asks the same, and what it implies elsewhere is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.diff.changes.ranked import rows_by_change
from coala.diff.row_keys import row_keys
from coala.engine.board.plan import Role
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.review.board.board_file import read_board
from coala.review.board.marks import ImpliedMark
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.board_files import build_by_hand
from tests.support.graphs_by_hand import A, graph

TEXT = "Ann left. She slept. Her cat slept."
ANN, SHE, HER = (A._replace(document="d", begin=begin, end=begin + 3) for begin in (0, 10, 21))


def said(*chains: str) -> Graph:
    """A graph of "Ann", "She" and "Her": each chain by the first letters of its mentions."""
    span_of = {"a": ANN, "s": SHE, "h": HER}
    texts = {"d": TEXT}
    return graph(
        {f"x{place}": [span_of[key] for key in keys] for place, keys in enumerate(chains)}, texts=texts
    )


@pytest.fixture
def board_path(tmp_path: Path) -> Path:
    """Without "pronouns" she is nobody; the second column joins all three at once, the third she alone."""
    path = tmp_path / "board.coala"
    pairs = {
        ("pronouns", Role.WITHOUT): (said("a", "s", "h"), said("as", "h")),
        ("all", Role.WITHOUT): (said("a", "s", "h"), said("ash")),
        ("pronouns", Role.STEP): (said("as", "h"), said("a", "s", "h")),
    }
    write_board(path, *build_by_hand(pairs))
    return path


def questions_of(path: Path, *addresses: str) -> list[str]:
    """The only bag of each of these columns, by its fingerprint."""
    found = []
    for address in addresses:
        with Review.open(path, read_only=True, column=address) as review:
            (entry,) = review.entries
            found.append(entry.fingerprint)
    return found


def test_a_verdict_implies_one_where_another_column_asks_the_same_of_its_mentions(board_path: Path) -> None:
    joined, together, parted = questions_of(board_path, "without/pronouns", "all", "step/pronouns")
    stored = read_board(board_path, "Ann")
    changed = stored.marks.take(joined, State(Verdict.BETTER))
    assert stored.marks.given == {joined: Verdict.BETTER}
    assert stored.marks.implied == {parted: ImpliedMark(Verdict.WORSE, (joined,))}
    assert changed == {joined, parted}
    assert together not in stored.marks.implied
    assert stored.describe((joined,)) == f"“{stored.questions[joined].title}” (without/pronouns)"


def test_verdicts_on_changes_imply_and_a_verdict_on_all_of_several_does_not(board_path: Path) -> None:
    joined, together, parted = questions_of(board_path, "without/pronouns", "all", "step/pronouns")
    with Review.open(board_path, reviewer="Ann", column="all") as review:
        bag = review.bag(0)
        assert len(bag.divergences) == 2
        review.judge(0, State(Verdict.BETTER))
        she = next(key for key, row in zip(row_keys(bag), bag.divergences, strict=True) if row.spans == (1,))
    assert read_board(board_path, "Ann").marks.implied == {}
    state = State(Verdict.BETTER, rows=((she, Verdict.WORSE),))
    with Review.open(board_path, reviewer="Ann", column="all") as review:
        review.judge(0, state)
    stored = read_board(board_path, "Ann")
    assert stored.marks.implied == {
        joined: ImpliedMark(Verdict.WORSE, (together,)),
        parted: ImpliedMark(Verdict.BETTER, (together,)),
    }
    fresh = read_board(board_path, "Bo")
    assert fresh.marks.implied == {}
    assert fresh.marks.take(together, state, bag) == {together, joined, parted}
    assert fresh.marks.implied == stored.marks.implied
    assert fresh.marks.by_change == stored.marks.by_change == {together: 1}
    assert fresh.marks.take(together, State(), bag) == {together, joined, parted}
    assert fresh.marks.by_change == {}


def test_a_change_of_several_rows_is_counted_as_one(tmp_path: Path) -> None:
    path = tmp_path / "board.coala"
    write_board(path, *build_by_hand({("pronouns", Role.WITHOUT): (said("ash"), said("h"))}))
    with Review.open(path, reviewer="Ann", column="without/pronouns") as review:
        bag = review.bag(0)
        rows = tuple(sorted((key, Verdict.WORSE) for key in row_keys(bag)))
        assert (len(bag.divergences), len(rows_by_change(bag))) == (2, 1)
        review.judge(0, State(rows=rows))
    assert list(read_board(path, "Ann").marks.by_change.values()) == [1]


def test_a_verdict_of_ones_own_takes_the_place_of_an_implied_one_and_gives_it_back(board_path: Path) -> None:
    joined, _, parted = questions_of(board_path, "without/pronouns", "all", "step/pronouns")
    marks = read_board(board_path, "Ann").marks
    marks.take(joined, State(Verdict.BETTER))
    assert marks.take(parted, State(Verdict.UNSURE)) == {parted}
    assert (marks.given[parted], marks.implied) == (Verdict.UNSURE, {})
    assert marks.take(parted, State()) == {parted}
    assert parted in marks.implied
    assert marks.take(joined, State()) == {joined, parted}
    assert (marks.given, marks.implied) == ({}, {})


def test_marks_that_followed_verdicts_and_undos_are_those_that_the_file_has(board_path: Path) -> None:
    joined, _, parted = questions_of(board_path, "without/pronouns", "all", "step/pronouns")
    marks = read_board(board_path, "Ann").marks
    for column, fingerprint in (("without/pronouns", joined), ("step/pronouns", parted)):
        with Review.open(board_path, reviewer="Ann", column=column) as review:
            act = review.judge(0, State(Verdict.BETTER))
            marks.take(fingerprint, act.after)
            if fingerprint == parted:
                review.undo(act)
                marks.take(fingerprint, act.before)
    stored = read_board(board_path, "Ann")
    assert (marks.given, marks.implied) == (stored.marks.given, stored.marks.implied)
    assert marks.implied == {parted: ImpliedMark(Verdict.WORSE, (joined,))}


def test_a_bag_of_another_column_is_no_earlier_state_of_a_bag_when_the_board_is_made_again(
    board_path: Path,
) -> None:
    with Review.open(board_path, reviewer="Ann", column="without/pronouns") as review:
        review.judge(0, State(Verdict.BETTER))
    pairs = {("pronouns", Role.WITHOUT): (said("a", "s", "h"), said("as", "h"))}
    others = {("all", Role.WITHOUT): (said("a", "s", "h"), said("ash"))}
    write_board(board_path, *build_by_hand(pairs | others))
    with Review.open(board_path, reviewer="Ann", column="all") as review:
        assert (review.entries[0].earlier, review.former_verdict(0)) == ("", None)
    write_board(board_path, *build_by_hand(others))
    with Review.open(board_path, reviewer="Ann", column="all") as review:
        assert review.former_verdict(0) is Verdict.BETTER
