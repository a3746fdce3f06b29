"""Others' verdicts, shown as one sentence to a reviewer who has judged the bag."""

from __future__ import annotations

import re
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


def names_and_numbers(sentence: str) -> list[str]:
    return re.findall(r"\b(?:Me|Ann|Bo|Cy|Di|Ed|\d+)\b", sentence)


def test_who_has_most_verdicts_comes_first_and_more_than_three_are_counted(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)])
    assert sentence_for(path, "Me") == ""
    judge(path, "Ann", 0)
    assert names_and_numbers(sentence_for(path, "Me")) == "Me Ann 1".split()
    judge(path, "Bo", 0, 1)
    assert names_and_numbers(sentence_for(path, "Me")) == "Me Bo 2 Ann 1".split()
    for name in ("Cy", "Di", "Ed"):
        judge(path, name, 2)
    assert names_and_numbers(sentence_for(path, "Me")) == "Me Bo 2 Ann 1 Cy 1 2".split()
    assert sentence_for(path, "Ed") == ""


def test_who_gave_a_note_and_no_verdict_has_none(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    judge(path, "Ann", 0)
    with Review.open(path, reviewer="Me") as review:
        review.judge(0, State(comment=Comment("hm")))
    assert sentence_for(path, "Me")
