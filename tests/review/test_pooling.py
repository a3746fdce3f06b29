"""Pools of review files, in which a bag counts once."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.merging import merge_reviews
from coala.review.pooling import Pool, pool_reviews, require_reviewer
from coala.review.storage.journal import Doing, JournalRow, digest, to_columns
from coala.review.storage.journal_table import INSERT_ROW
from coala.verdicts.comment import Comment
from coala.verdicts.state import Manner, Origin, State
from tests.support.examples import limit_examples
from tests.support.reviews import judge_as, review_of


@contextmanager
def pooled(*paths: Path, reviewer: str | None = None) -> Iterator[list[Pool]]:
    with ExitStack() as stack:
        reviews = [stack.enter_context(Review.open(path, read_only=True)) for path in paths]
        yield pool_reviews(reviews, reviewer)


def signs(pool: Pool, reviewer: str | None = None) -> str:
    return "".join(judgement.verdict or "" for judgement in pool.judgements(reviewer).elements())


def test_two_files_of_one_comparison_count_each_bag_once(tmp_path: Path) -> None:
    ann, bo = review_of(tmp_path / "ann.coala", range(3)), review_of(tmp_path / "bo.coala", range(3))
    judge_as(ann, "Ann", "+-")
    judge_as(bo, "Bo", "++=")
    with pooled(ann, bo) as (pool,):
        assert pool.reviewers == ["Ann", "Bo"]
        assert (signs(pool), pool.disputed) == ("+=", 1)
        assert (signs(pool, "Ann"), signs(pool, "Bo"), signs(pool, "Cy")) == ("+-", "++=", "")


def test_comparisons_that_differ_are_pools_of_their_own(tmp_path: Path) -> None:
    one, other = review_of(tmp_path / "one.coala", range(3)), review_of(tmp_path / "other.coala", range(1, 4))
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
def test_newer_of_two_verdicts_by_one_name_counts_in_any_order(tmp_path: Path, same_moment: bool) -> None:
    paths = [review_of(tmp_path / f"{name}.coala", range(3)) for name in "abc"]
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
    path = review_of(tmp_path / "a.coala", range(3))
    judge_as(path, "Ann", "+")
    copy = tmp_path / "copy.coala"
    shutil.copy(path, copy)
    with pooled(path, copy) as (pool,):
        assert (signs(pool), pool.replaced) == ("+", {})


def test_one_reviewer_can_be_asked_for_and_a_slip_names_who_is_there(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(3))
    with (
        Review.open(path) as review,
        pytest.raises(ReviewError, match=r"\bBo\b"),
    ):
        require_reviewer([review], "Bo")
    judge_as(path, "Ann", "+")
    judge_as(path, "Bo", "-")
    with pooled(path, reviewer="Bo") as (pool,):
        assert (signs(pool), pool.disputed, pool.reviewers) == ("-", 0, ["Bo"])
    with Review.open(path) as review:
        require_reviewer([review], "Bo")
        with pytest.raises(ReviewError, match=r"\bbo; .*\bAnn, Bo\b"):
            require_reviewer([review], "bo")


DAYS = [f"2026-01-{day:02}" for day in (1, 1, 2, 3)]
SAID = [
    State(),
    State(comment=Comment("a note alone")),
    State(rows=(("0123456789abcdef", Verdict.WORSE),)),
    *map(State, Verdict),
]
states_said = st.sampled_from(SAID) | st.builds(
    lambda state, day: state._replace(manner=Manner.TAKEN_OVER, origin=Origin("old.coala", "Ann", day)),
    st.sampled_from(SAID),
    st.sampled_from(DAYS),
)
acts = st.tuples(
    st.sampled_from(DAYS),
    st.sampled_from(["Ann", "Ann", "Bo"]),
    st.sampled_from(["judge", "judge", "undo"]),
    st.integers(0, 1),
    states_said,
)


@pytest.fixture(scope="module")
def judged_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = review_of(tmp_path_factory.mktemp("pooling") / "judged.coala", range(2))
    judge_as(path, "Ann", "++")
    return path


def write_acts(judged_once: Path, path: Path, said: list[tuple[str, str, str, int, State]]) -> None:
    """Write a copy of the file with these acts instead; the reviewer's last verdict is undone."""
    shutil.copy(judged_once, path)
    with Review.open(path, read_only=True) as review:
        bags = [entry.fingerprint for entry in review.entries]
    last: dict[tuple[str, int], int] = {}
    seal = ""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM journal")
        for sequence, (day, reviewer, act, bag, state) in enumerate(said, 1):
            target = last.get((reviewer, bag)) if act == "undo" else None
            doing: Doing = "judge" if target is None else "undo"
            row = JournalRow(sequence, day, reviewer, doing, target, bags[bag], state)
            if target is None:
                last[reviewer, bag] = sequence
            seal = digest(seal, row)
            connection.execute(INSERT_ROW, (*to_columns(row), seal))
        connection.execute("DELETE FROM question WHERE fingerprint NOT IN (SELECT fingerprint FROM journal)")


@limit_examples(30)
@given(st.lists(acts, max_size=3), st.lists(acts, max_size=4), st.lists(acts, max_size=4))
def test_two_files_count_as_what_they_are_merged_into(
    judged_once: Path,
    common: list[tuple[str, str, str, int, State]],
    one: list[tuple[str, str, str, int, State]],
    other: list[tuple[str, str, str, int, State]],
) -> None:
    folder = judged_once.parent
    paths = [folder / "one.coala", folder / "other.coala"]
    for path, said in zip(paths, (one, other), strict=True):
        write_acts(judged_once, path, common + said)
    found = []
    for order in (paths, paths[::-1]):
        target = folder / "merged.coala"
        target.unlink(missing_ok=True)
        merged = merge_reviews(order, target)
        for files in (order, [target]):
            with pooled(*files) as (pool,):
                found.append((pool.states, pool.settled, pool.reviewers))
                assert len(files) == 1 or pool.replaced == merged.differing
    assert all(each == found[0] for each in found)


def test_own_verdict_is_newer_than_a_taken_over_one_of_equal_time(tmp_path: Path) -> None:
    judged = review_of(tmp_path / "judged.coala", range(3))
    judge_as(judged, "Ann", "++")
    own, taken = tmp_path / "own.coala", tmp_path / "taken.coala"
    origin = Origin("old.coala", "Ann", DAYS[0])
    for verdict, opposite in ((Verdict.BETTER, Verdict.WORSE), (Verdict.WORSE, Verdict.BETTER)):
        write_acts(judged, own, [(DAYS[0], "Ann", "judge", 0, State(verdict))])
        said = State(opposite, manner=Manner.TAKEN_OVER, origin=origin)
        write_acts(judged, taken, [(DAYS[2], "Ann", "judge", 0, said)])
        for order in ((own, taken), (taken, own)):
            with pooled(*order) as (pool,):
                assert signs(pool) == verdict.value
