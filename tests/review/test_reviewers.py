"""The verdicts of several reviewers in one file, where each can change only their own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.diff.row_keys import row_keys
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.present.opinions import find_other_reviewers
from coala.review.file import Review
from coala.review.reviewers import clean_name, login_name
from coala.review.storage.journal import JournalRow
from coala.review.storage.journal_table import write_row
from coala.verdicts.comment import Comment
from coala.verdicts.others import may_show_others
from coala.verdicts.state import Manner, State
from tests.support.reviews import put_comparison, three_splits

BETTER, WORSE = (
    State(Verdict.BETTER, Comment("a note of mine")),
    State(Verdict.WORSE, Comment(tags=("name",))),
)


def by(path: Path, reviewer: str) -> Review:
    return Review.open(path, reviewer=reviewer)


def test_reviewer_with_verdicts_on_changes_only_is_listed(path: Path) -> None:
    with by(path, "Ann") as review:
        (key, *_) = row_keys(review.bag(0))
        review.judge(0, State(rows=((key, Verdict.WORSE),)))
    with by(path, "Bo") as review:
        assert review.reviewers() == ["Ann"]
        assert (other := find_other_reviewers(review)) is not None
        assert other.name == "Ann"


def test_others_acts_are_shown_after_the_own_verdict_or_an_adjudication(path: Path) -> None:
    with by(path, "Ann") as review:
        review.judge(0, BETTER)
        review.judge(1, BETTER._replace(manner=Manner.ADJUDICATION))
    with by(path, "Bo") as review:
        names = [entry.fingerprint for entry in review.entries]
        assert [may_show_others(review, name) for name in names] == [False, True, False]
        assert review.history_of(0) == []
        assert review.search("note:mine") == []
        review.judge(0, State(comment=Comment("only a note")))
        assert [act.reviewer for act in review.history_of(0)] == ["Bo"]
        review.judge(0, WORSE)
        assert [act.reviewer for act in review.history_of(0)] == ["Ann", "Bo", "Bo"]


def test_a_long_journal_of_several_has_the_newest_state_of_each(path: Path) -> None:
    with Review.open(path, read_only=True) as review:
        names = [entry.fingerprint for entry in review.entries]
    signs = list(Verdict)
    with closing(sqlite3.connect(path)) as connection, connection:
        seal = ""
        for at in range(21_000):
            reviewer = "Ann" if at < 10_000 and at % 3 else "Bo"
            # The newest rows are all on the first bag.
            name = names[at % 2 if at < 19_000 else 0]
            row = JournalRow(at + 1, "2026", reviewer, "judge", None, name, State(signs[at // 1_000 % 4]))
            seal = write_row(connection, row, seal)
        connection.execute("INSERT INTO question SELECT DISTINCT fingerprint, x'' FROM journal")
    with Review.open(path, read_only=True, reviewer="Ann") as review:
        for reviewer, newest in {"Ann": (9, 9), "Bo": (20, 18)}.items():
            expected = {name: State(signs[at % 4]) for name, at in zip(names, newest, strict=False)}
            assert review.states_of(reviewer) == expected


def test_kept_value_outlives_its_comparison_and_is_sealed(path: Path) -> None:
    with Review.open(path) as review:
        assert review.kept("sample") is None
        review.keep("sample", {"seed": 7, "bags": ["a"]})
        review.keep("other", [1])
        review.keep("other", None)
    put_comparison(path, *three_splits("Rob"))
    with Review.open(path) as review:
        assert review.kept("sample") == {"seed": 7, "bags": ["a"]}
        assert review.kept("other") is None
    with Review.open(path, read_only=True) as review, pytest.raises(ReviewError, match="read-only"):
        review.keep("sample", 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE header SET key = 'kept:simple' WHERE key = 'kept:sample'")
    with pytest.raises(DamagedReviewError):
        Review.open(path)


def test_one_person_has_one_name_however_it_is_typed() -> None:
    assert clean_name("  Zoe\u0308 \t van  Dyk\n") == "Zoë van Dyk"
    assert clean_name("می\u200cنا") == "می\u200cنا"
    assert clean_name("a\u202eb") == "a\\u202eb"
    assert clean_name(login_name())
