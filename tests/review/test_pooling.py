"""Pools of review files, in which a bag counts once."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.merging import merge_reviews
from coala.review.pooling import Pool, pool_reviews
from coala.review.storage.journal import Doing, JournalRow
from coala.review.storage.journal_table import write_row
from coala.verdicts.comment import Comment
from coala.verdicts.state import Manner, Origin, State
from tests.support.examples import limit_examples
from tests.support.reviews import judge_as, review_of


@contextmanager
def pooled(*paths: Path, reviewer: str | None = None) -> Iterator[list[Pool]]:
    with ExitStack() as stack:
        reviews = [stack.enter_context(Review.open(path, read_only=True)) for path in paths]
        yield pool_reviews(reviews, reviewer)


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
            seal = write_row(connection, row, seal)
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
