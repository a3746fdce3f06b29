"""Others' verdicts, shown as one sentence to a reviewer who has judged the bag."""

from __future__ import annotations

from pathlib import Path

from coala.model.bag import Verdict
from coala.present.opinions import find_other_reviewers
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.reviews import a_bag, make_review


def sentence_for(path: Path, reviewer: str) -> str:
    with Review.open(path, reviewer=reviewer) as review:
        others = find_other_reviewers(review)
        return "" if others is None else others.sentence


def judge(path: Path, reviewer: str, *bags: int) -> None:
    with Review.open(path, reviewer=reviewer) as review:
        for bag in bags:
            review.judge(bag, State(Verdict.SAME))


def test_who_has_most_verdicts_comes_first_and_more_than_three_are_counted(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)])
    assert sentence_for(path, "Me") == ""
    judge(path, "Ann", 0)
    assert sentence_for(path, "Me") == "You are judging this review as Me. Ann has judged 1 bag."
    judge(path, "Bo", 0, 1)
    assert sentence_for(path, "Me").endswith("Bo has judged 2 bags and Ann has judged 1 bag.")
    for name in ("Cy", "Di", "Ed"):
        judge(path, name, 2)
    assert "Ann has judged 1 bag, Cy has judged 1 bag and so have 2 more reviewers." in sentence_for(
        path, "Me"
    )
    assert sentence_for(path, "Ed") == ""


def test_who_gave_a_note_and_no_verdict_has_none(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    judge(path, "Ann", 0)
    with Review.open(path, reviewer="Me") as review:
        review.judge(0, State(comment=Comment("hm")))
    assert sentence_for(path, "Me")
