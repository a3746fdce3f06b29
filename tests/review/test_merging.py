"""Merging of several reviews of one comparison into one file with every reviewer's acts."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Set
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.merging import MergedReviews, merge_reviews, merge_rows
from coala.review.storage.journal import JournalRow
from coala.verdicts.comment import Comment
from coala.verdicts.state import Origin, State
from tests.support.reviews import judge_as, review_of

NOTED = State(Verdict.WORSE, Comment("too far", ("pronoun",)), gold_seen=False)


def all_states(path: Path) -> dict[str, Mapping[str, State]]:
    with Review.open(path, read_only=True) as review:
        return {name: dict(review.states_of(name)) for name in review.reviewers()}


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    """Return Ann's verdicts on two bags; she took back the second."""
    path = review_of(tmp_path / "ann.coala", range(3))
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, NOTED)
        review.undo(review.judge(1, State(Verdict.BETTER)))
        review.keep_draft(2, Comment("half of Ann's"))
        review.keep("sample", {"seed": 1})
    return path


@pytest.fixture
def bo(tmp_path: Path) -> Path:
    path = review_of(tmp_path / "bo.coala", range(3))
    judge_as(path, "Bo", "+-")
    with Review.open(path, reviewer="Bo") as review:
        review.keep_draft(2, Comment("half of Bo's"))
    return path


def test_every_reviewers_verdicts_notes_tags_and_times_are_in_the_new_file(
    ann: Path, bo: Path, tmp_path: Path
) -> None:
    before = ann.read_bytes(), bo.read_bytes()
    target = tmp_path / "both.coala"
    assert merge_reviews([ann, bo], target) == MergedReviews({"Ann": 1, "Bo": 2}, {})
    assert (ann.read_bytes(), bo.read_bytes()) == before
    assert all_states(target) == all_states(ann) | all_states(bo)
    with Review.open(target, reviewer="Ann") as merged:
        for path, name in ((ann, "Ann"), (bo, "Bo")):
            with Review.open(path, read_only=True) as own:
                assert merged.times_of(name) == own.times_of(name)
        assert [act.done for act in merged.history()] == [True, False]
        merged.redo(merged.history()[1])
        assert (merged.draft(2), merged.kept("sample")) == (Comment("half of Ann's"), {"seed": 1})
        merged.go_on_as("Bo")
        assert merged.draft(2) == Comment("half of Bo's")
    assert sorted(child.name for child in tmp_path.iterdir()) == ["ann.coala", "bo.coala", "both.coala"]


def test_two_copies_that_went_on_apart_have_their_common_past_once(ann: Path, tmp_path: Path) -> None:
    copy, target = tmp_path / "copy.coala", tmp_path / "both.coala"
    shutil.copy(ann, copy)
    judge_as(ann, "Ann", "  =")
    judge_as(copy, "Ann", "+")
    assert merge_reviews([ann, copy], target) == MergedReviews({"Ann": 2}, {"Ann": 1})
    with Review.open(target, reviewer="Ann") as review:
        assert [act.state.verdict for act in review.history_of(0)] == [Verdict.WORSE, Verdict.BETTER]
        assert [review.state(entry.fingerprint).verdict for entry in review.entries] == [
            *(Verdict.BETTER, None, Verdict.SAME),
        ]


def test_unmergeable_reviews_are_refused_and_leave_no_file(ann: Path, bo: Path, tmp_path: Path) -> None:
    other = review_of(tmp_path / "other.coala", range(4))
    present = sorted(tmp_path.iterdir())
    for paths, target, named in [
        ([ann, other], "new.coala", r"ann\.coala .*\b3\b.*\b4\b"),
        ([ann, bo], "other.coala", "other"),
        ([ann, bo], "bo.coala", "bo"),
        ([ann, bo], "nowhere/new.coala", r"nowhere\b(?!/)"),
        ([ann, bo], "a\0b", "a"),
        ([ann, tmp_path / "gone.coala"], "new.coala", "gone"),
    ]:
        with pytest.raises(ReviewError, match=named):
            merge_reviews(paths, tmp_path / target)
    assert sorted(tmp_path.iterdir()) == present


def rows_of(signs: str, times: list[int], taken: Set[int] = frozenset()) -> list[JournalRow]:
    """Return a journal of one reviewer, a row a sign, on two bags in turn; the clock is arbitrary.

    Rows at the places ``taken`` were given at that time elsewhere, and carried over in March.
    """
    return [
        JournalRow(
            at + 1,
            "2026-03-01" if at in taken else f"2026-01-{time:02}",
            "Ann",
            "judge",
            None,
            "ab"[at % 2],
            State(
                Verdict(sign),
                Comment(f"{at}"),
                origin=Origin("old.coala", "Ann", f"2026-01-{time:02}") if at in taken else None,
            ),
        )
        for at, (sign, time) in enumerate(zip(signs, times, strict=True))
    ]


def written_in(file: int, rows: list[JournalRow], before: int) -> list[JournalRow]:
    """Return the rows after ``before`` others; no two files write the same row."""
    return [
        row._replace(
            sequence=row.sequence + before,
            state=row.state._replace(comment=Comment(f"{file} {row.sequence}")),
        )
        for row in rows
    ]


def standing(rows: list[JournalRow]) -> dict[str, State]:
    return {row.fingerprint: row.state for row in rows}


def draw_journals(taken: st.SearchStrategy[bool]) -> st.SearchStrategy[list[JournalRow]]:
    rows = st.lists(st.tuples(st.sampled_from("+-=?"), st.integers(1, 28), taken), max_size=6)
    return rows.map(
        lambda rows: rows_of(
            "".join(sign for sign, _, _ in rows),
            [time for _, time, _ in rows],
            {at for at, (_, _, taken) in enumerate(rows) if taken},
        )
    )


def forked(journals: st.SearchStrategy[list[JournalRow]]) -> st.SearchStrategy[list[list[JournalRow]]]:
    """Draw one to three journals that begin with the same rows."""
    return st.builds(
        lambda common, several: [
            [*common, *written_in(file, rows, len(common))] for file, rows in enumerate(several)
        ],
        journals,
        st.lists(journals, min_size=1, max_size=3),
    )


def has_in_order(merged: list[JournalRow], rows: list[JournalRow], bags: str) -> bool:
    """Return True if the rows of these bags are in the merged journal in their order."""
    left = iter([row._replace(sequence=0) for row in merged if row.fingerprint in bags])
    return all(row._replace(sequence=0) in left for row in rows if row.fingerprint in bags)


@given(forked(draw_journals(st.booleans())))
def test_taken_over_rows_are_reordered_but_not_within_a_bag(journals: list[list[JournalRow]]) -> None:
    merged = merge_rows(journals)
    for order in permutations(journals):
        assert standing(merge_rows(order)) == standing(merged)
    for rows in journals:
        assert merge_rows([merged, rows]) == merged
        assert all(has_in_order(merged, rows, bag) for bag in "ab")
    if len(journals) == 1:
        assert standing(merged) == standing(journals[0])


@given(forked(draw_journals(st.just(False))))
def test_order_of_files_decides_nothing_and_each_journal_keeps_its_own(
    journals: list[list[JournalRow]],
) -> None:
    merged = merge_rows(journals)
    assert [row.sequence for row in merged] == list(range(1, len(merged) + 1))
    for order in permutations(journals):
        assert standing(merge_rows(order)) == standing(merged)
    for rows in journals:
        assert merge_rows([merged, rows]) == merged
        assert has_in_order(merged, rows, "ab")
    if len(journals) == 1:
        assert merged == journals[0]
