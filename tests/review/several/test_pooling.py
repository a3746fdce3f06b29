"""Review files into pools, in which a bag counts once."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import permutations
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.several.pooling import Pool, pool_reviews, require_reviewer
from coala.review.storage.journal import JournalRow, digest, to_columns
from coala.verdicts.state import State
from tests.support.reviews import a_bag, judge_as, make_review


def a_review(path: Path, *, bags: int = 3, first: int = 0) -> Path:
    return make_review(path, [a_bag(number) for number in range(first, first + bags)])


@contextmanager
def pooled(*paths: Path, reviewer: str | None = None) -> Iterator[list[Pool]]:
    with ExitStack() as stack:
        reviews = [stack.enter_context(Review.open(path, read_only=True)) for path in paths]
        yield pool_reviews(reviews, reviewer)


def signs(pool: Pool, reviewer: str | None = None) -> str:
    return "".join(judgement.verdict for judgement in pool.judgements(reviewer))


def test_two_files_of_one_comparison_count_each_bag_once(tmp_path: Path) -> None:
    ann, bo = a_review(tmp_path / "ann.coala"), a_review(tmp_path / "bo.coala")
    judge_as(ann, "Ann", "+-")
    judge_as(bo, "Bo", "++=")
    with pooled(ann, bo) as (pool,):
        assert pool.reviewers == ["Ann", "Bo"]
        assert (signs(pool), pool.disputed) == ("+=", 1)
        assert (signs(pool, "Ann"), signs(pool, "Bo"), signs(pool, "Cy")) == ("+-", "++=", "")


def test_comparisons_that_differ_are_pools_of_their_own(tmp_path: Path) -> None:
    one, other = a_review(tmp_path / "one.coala"), a_review(tmp_path / "other.coala", first=1)
    judge_as(one, "Ann", "++")
    judge_as(other, "Ann", "-")
    with pooled(one, other) as pools:
        assert [signs(pool) for pool in pools] == ["++", "-"]


def judge_at(path: Path, time: str, reviewer: str, verdict: Verdict) -> None:
    """Judge the first bag at a time, in a journal without other rows."""
    judge_as(path, reviewer, verdict.value)
    with Review.open(path, read_only=True) as review:
        bag = review.entries[0].fingerprint
    row = JournalRow(1, time, reviewer, "judge", None, bag, State(verdict))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE journal SET time = ?, digest = ?", (time, digest("", row)))
        assert connection.execute("SELECT count(*) FROM journal").fetchone() == (1,)
        assert to_columns(row)[1] == time


@pytest.mark.parametrize("same_moment", [True, False])
def test_of_two_verdicts_by_one_name_the_newer_counts_in_any_order_and_is_counted(
    tmp_path: Path, same_moment: bool
) -> None:
    paths = [a_review(tmp_path / f"{name}.coala") for name in "abc"]
    times = (
        ["2026-01-01T00:00:00.000+00:00"] * 3 if same_moment else ["2026-01-02", "2026-01-03", "2026-01-01"]
    )
    for path, time, verdict in zip(paths, times, Verdict, strict=False):
        judge_at(path, time, "Ann", verdict)
    found = set()
    for order in permutations(paths):
        with pooled(*order) as (pool,):
            found.add(signs(pool))
            assert pool.replaced == {"Ann": 1}
            assert pool.disputed == 0
    assert len(found) == 1
    assert same_moment or found == {"-"}


def test_one_file_twice_is_one_file(tmp_path: Path) -> None:
    path = a_review(tmp_path / "a.coala")
    judge_as(path, "Ann", "+")
    copy = tmp_path / "copy.coala"
    shutil.copy(path, copy)
    with pooled(path, copy) as (pool,):
        assert (signs(pool), pool.replaced) == ("+", {})


def test_one_reviewer_can_be_asked_for_and_a_slip_names_who_is_there(tmp_path: Path) -> None:
    path = a_review(tmp_path / "a.coala")
    with Review.open(path) as review, pytest.raises(ReviewError, match=r"by Bo; nobody has judged yet\.$"):
        require_reviewer([review], "Bo")
    judge_as(path, "Ann", "+")
    judge_as(path, "Bo", "-")
    with pooled(path, reviewer="Bo") as (pool,):
        assert (signs(pool), pool.disputed, pool.reviewers) == ("-", 0, ["Bo"])
    with Review.open(path) as review:
        require_reviewer([review], "Bo")
        with pytest.raises(ReviewError, match=r"no verdict by bo; those here are by Ann, Bo\.$"):
            require_reviewer([review], "bo")
