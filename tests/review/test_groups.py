"""Who is who on every road of a verdict: undo, copies, merges, other comparisons, boards, damage."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.values import Span
from coala.results.verdicts.tally import render_tally_json
from coala.review.board.board_file import read_board, tally_board
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.review.history import read_past_verdicts
from coala.review.merging import MergedReviews, merge_reviews
from coala.review.pooling import newest_states
from coala.review.rescue import repair, salvage
from coala.review.storage.serialization import pack
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, State
from tests.support.board_files import three_columns
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.groups import HE_IS_BOB, HE_IS_JOHN, UNFITTING, put_groups
from tests.support.reviews import (
    a_bag,
    judge_as,
    put_comparison,
    put_with_verdicts,
    review_of,
    three_splits,
)

BETTER, WORSE, SAME = Verdict.BETTER, Verdict.WORSE, Verdict.SAME
TOGETHER, APART = Groups(((0, 1),)), Groups(((0,), (1,)))


def states_in(path: Path, reviewer: str = "Ann") -> list[State]:
    with Review.open(path, reviewer=reviewer) as review:
        return review.states()


def groups_in(path: Path, reviewer: str = "Ann") -> list[Groups | None]:
    return [state.groups for state in states_in(path, reviewer)]


def test_other_groups_with_an_equal_verdict_are_undone_and_redone(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(3))
    opened = Groups(((0,), (1,)), not_sure=(2,), start=1, moved=1)
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, State(SAME, groups=HE_IS_JOHN))
        review.judge(0, State(SAME, groups=opened))
        review.undo(review.history()[-1])
    assert groups_in(path) == [HE_IS_JOHN, None, None]
    with Review.open(path, reviewer="Ann") as review:
        assert [act.after.groups for act in review.history()] == [HE_IS_JOHN, opened]
        review.redo(review.history()[-1])
        assert [act.state.groups for act in review.history_of(0)] == [
            *(HE_IS_JOHN, opened),
            *(HE_IS_JOHN, opened),
        ]
    assert groups_in(path) == [opened, None, None]


def test_withdrawn_verdict_withdraws_the_groups_and_an_undo_brings_them_back(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(3))
    with Review.open(path, reviewer="Ann") as review:
        first = review.judge(0, State(BETTER, groups=HE_IS_JOHN)).after
        review.judge(0, first._replace(verdict=None))
        assert review.states()[0] == State()
        review.undo(review.history()[-1])
    assert states_in(path)[0] == first


def test_groups_on_a_bag_without_parts_are_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.coala"
    spans = [Span(DOC_1, 0, 9), Span(DOC_1, 32, 34)]
    put_comparison(path, graph({"x": spans}), graph({"x": spans}, types={"x": ["http://example.org/P"]}))
    with Review.open(path, reviewer="Ann") as review:
        for groups in (Groups(()), Groups((), start=0, moved=0), Groups(((0, 1),))):
            with pytest.raises(ReviewError, match="bag 1"):
                review.judge(0, State(BETTER, groups=groups))
    assert states_in(path) == [State()]


# Copies and merges.


def test_merge_has_the_groups_of_all_and_counts_other_groups_of_one_name(tmp_path: Path) -> None:
    ann, bo, target = tmp_path / "ann.coala", tmp_path / "bo.coala", tmp_path / "both.coala"
    review_of(ann, range(3))
    shutil.copy(ann, bo)
    judge_as(ann, "Ann", "+++", groups=HE_IS_JOHN)
    judge_as(ann, "Bo", "-", groups=HE_IS_BOB)
    judge_as(bo, "Ann", "+", groups=HE_IS_JOHN._replace(start=1, moved=0))
    judge_as(bo, "Ann", " +", groups=HE_IS_BOB)
    judge_as(bo, "Ann", "  +")
    # The first bag has the same answer twice; the second other groups, and the third lost them.
    assert merge_reviews([ann, bo], target) == MergedReviews({"Ann": 3, "Bo": 1}, {"Ann": 2})
    assert groups_in(target) == [HE_IS_JOHN._replace(start=1, moved=0), HE_IS_BOB, None]
    assert groups_in(target, "Bo") == [HE_IS_BOB, None, None]
    with Review.open(ann) as one, Review.open(bo) as other:
        states, replaced = newest_states([one, other])
    assert replaced == {"Ann": 2}
    assert [states["Ann"][a_bag(number).fingerprint].groups for number in range(3)] == groups_in(target)


# Other comparisons.


def test_groups_are_carried_over_by_fingerprint_and_come_back_with_their_comparison(tmp_path: Path) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, *three_splits())
    judge_as(old, "Ann", "+-+", groups=APART)
    counts = put_with_verdicts(new, *three_splits("Rob"), old)
    assert (counts.taken_over, counts.new, counts.disagreeing) == (2, 1, 0)
    assert sorted(map(str, groups_in(new))) == sorted(map(str, [APART, APART, None]))
    assert {state.manner for state in states_in(new) if state.groups} == {Manner.TAKEN_OVER}
    # Compared again and back: the bag that was gone has its groups again.
    before = states_in(old)
    put_comparison(old, *three_splits("Rob"))
    assert groups_in(old).count(None) == 1
    put_comparison(old, *three_splits())
    assert states_in(old) == before


def test_equal_verdicts_of_two_files_with_other_groups_disagree_and_the_newer_counts(tmp_path: Path) -> None:
    first, second, new = (tmp_path / f"{name}.coala" for name in ("first", "second", "new"))
    for path in (first, second):
        put_comparison(path, *three_splits())
    judge_as(first, "Ann", "++", groups=APART)
    judge_as(second, "Ann", "++", groups=APART._replace(start=0, moved=1))
    judge_as(second, "Ann", "+", groups=TOGETHER)
    past = read_past_verdicts([first, second])
    assert past.disagreeing == 1
    assert put_with_verdicts(new, *three_splits(), first, second).disagreeing == 1
    assert groups_in(new)[0] == TOGETHER


def test_groups_of_another_file_that_do_not_fit_are_its_damage_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    odd, sound, target = tmp_path / "odd.coala", tmp_path / "sound.coala", tmp_path / "new.coala"
    for path in (odd, sound):
        put_comparison(path, *three_splits())
        judge_as(path, "Ann", "++")
    put_groups(odd, "Ann", 2, Groups(((0,),)))
    put_groups(odd, "Bo", 1, TOGETHER)
    with pytest.raises(DamagedReviewError, match=r"odd\.coala"):
        read_past_verdicts([sound, odd])
    with pytest.raises(DamagedReviewError, match=r"odd\.coala"):
        merge_reviews([sound, odd], target)
    assert not target.exists()


def test_groups_that_do_not_fit_are_named_by_the_check_and_left_out_by_the_repair(tmp_path: Path) -> None:
    path, target = review_of(tmp_path / "a.coala", range(3)), tmp_path / "new.coala"
    judge_as(path, "Ann", "++", groups=HE_IS_JOHN)
    put_groups(path, "Ann", 2, UNFITTING[0])
    put_groups(path, "Bo", 1, HE_IS_BOB)
    with Review.open(path) as review, pytest.raises(DamagedReviewError, match="bag 2 "):
        render_tally_json([review])
    found = salvage(path)
    assert [" line 3 " in damage for damage in found.damages] == [True]
    repaired = repair(found, target)
    assert (repaired.rows, repaired.lost_rows) == (3, 1)
    assert (groups_in(target), groups_in(target, "Bo")) == (
        [HE_IS_JOHN, HE_IS_JOHN, None],
        [HE_IS_BOB, None, None],
    )
    assert salvage(target).is_sound


def test_groups_on_a_bag_of_an_earlier_comparison_are_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "a.coala"
    put_comparison(path, *three_splits())
    judge_as(path, "Ann", "+++", groups=APART)
    put_groups(path, "Bo", 1, Groups(((0,),)))
    put_groups(path, "Bo", 2, Groups(((0,),)))
    put_groups(path, "Bo", 3, Groups(((0,),)))
    put_comparison(path, *three_splits("Rob"))
    assert [" lines 4, 5, 6 " in damage for damage in salvage(path).damages] == [True]


# Boards.


def test_groups_given_in_one_column_hold_in_each_column_with_the_bag(tmp_path: Path) -> None:
    path = tmp_path / "b.coala"
    write_board(path, *three_columns())
    with Review.open(path, reviewer="Ann", column="titles") as review:
        review.judge(0, State(BETTER, groups=TOGETHER))
        fingerprint = review.entries[0].fingerprint
    write_board(path, *three_columns())
    with Review.open(path, reviewer="Ann", column="without/names") as review:
        assert review.state(fingerprint).groups == TOGETHER
    assert read_board(path).states["Ann"][fingerprint].groups == TOGETHER
    assert tally_board(read_board(path)).all_bags.tally.better == 1
    put_groups(path, "Ann", fingerprint, Groups(((0,),)))
    with pytest.raises(DamagedReviewError):
        tally_board(read_board(path))
    assert not salvage(path).is_sound


# Drafts for bags that changed.

TEXTS = {DOC_1: "Ann saw Bob, and she told him that he had it."}
ANN, BOB, SHE, HIM, HE = (Span(DOC_1, *place) for place in ((0, 3), (8, 11), (17, 20), (26, 29), (35, 37)))


def chains(**found: list[Span]) -> Graph:
    return graph(found, texts=TEXTS)


def test_changed_bag_has_the_groups_as_a_draft_that_counts_once_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "a.coala"
    put_comparison(path, chains(a=[ANN, SHE], b=[BOB, HIM]), chains(x=[ANN, BOB, HIM], y=[SHE]))
    # The parts are Ann, Bob and him, she.
    given = Groups(((0, 2), (1,)), start=0, moved=0)
    judge_as(path, "Ann", "-", groups=given)
    judge_as(path, "Bo", "+")
    put_comparison(path, chains(a=[ANN, SHE], b=[BOB, HIM, HE]), chains(x=[ANN, BOB, HE], y=[SHE, HIM]))
    with Review.open(path, reviewer="Ann") as review:
        assert [part.spans for part in review.find_parts(0)] == [(0,), (1, 4), (2,), (3,)]
        draft = review.draft_groups(0)
        assert draft == Groups(((0, 2), (1, 3)))
        assert review.states() == [State()]
        review.judge(0, State(WORSE, groups=draft))
        assert review.draft_groups(0) is None
        review.go_on_as("Bo")
        # A plain verdict on three links says nothing of who is who.
        assert review.draft_groups(0) is None
    assert groups_in(path) == [draft]


def test_draft_from_a_bag_of_one_link_or_of_which_only_spans_are_known(tmp_path: Path) -> None:
    path = tmp_path / "a.coala"
    put_comparison(path, chains(a=[ANN, SHE]), chains(x=[ANN], y=[SHE]))
    judge_as(path, "Ann", "-")
    put_comparison(path, chains(a=[ANN, SHE, HE]), chains(x=[ANN], y=[SHE], z=[HE]))
    with Review.open(path, reviewer="Ann") as review:
        # The link was lost and is right: Ann and she are one.
        assert review.draft_groups(0) == Groups(((0, 1),), not_sure=(2,))
    spans = [Span(DOC_1, 0, 3), Span(DOC_1, 17, 20)]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE question SET spans = ?", (pack([span.stored for span in spans]),))
    with Review.open(path, reviewer="Ann") as review:
        assert review.draft_groups(0) is None


def test_draft_from_groups_that_do_not_fit_the_earlier_bag_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.coala"
    put_comparison(path, chains(a=[ANN, SHE]), chains(x=[ANN], y=[SHE]))
    judge_as(path, "Ann", "-")
    put_groups(path, "Ann", 1, Groups(((0,),)))
    put_comparison(path, chains(a=[ANN, SHE, HE]), chains(x=[ANN], y=[SHE], z=[HE]))
    with (
        Review.open(path, reviewer="Ann") as review,
        pytest.raises(DamagedReviewError, match=r"a\.coala"),
    ):
        review.draft_groups(0)
