"""Where more links are worse although more bags are better: said only if open links cannot change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from coala.model.kinds import Kind
from coala.output.answering import answer_pools
from coala.present.answer import write_answer
from coala.review.file import Review
from coala.review.pooling import pool_reviews
from coala.verdicts.tally import Counts
from tests.support.reviews import a_bag, judge_as, make_review


@pytest.mark.parametrize(
    ("by_kind", "sentence"),
    [
        (
            {Kind.SPLIT: Counts(better=2, worse=8, open=5)},
            "More links are worse than better where chains were split: 8 to 2, 5 open.",
        ),
        ({Kind.SPLIT: Counts(better=2, worse=8, open=6)}, ""),
        # The one that stays worse is named, though another one has a larger difference so far.
        (
            {Kind.SPLIT: Counts(worse=9, open=8), Kind.MOVED: Counts(better=1, worse=5)},
            "More links are worse than better where mentions moved: 5 to 1.",
        ),
        ({Kind.MOVED: Counts(better=1, worse=3)}, ""),
        (
            {Kind.TYPE: Counts(better=1, worse=4)},
            "More changes are worse than better where types changed: 4 to 1.",
        ),
        (
            {Kind.INSTANCE_ADDED: Counts(worse=3)},
            "More links and changes are worse than better where chains are new: 3 to 0.",
        ),
    ],
)
def test_exception_is_named_with_its_open_links(
    by_kind: Mapping[Kind, Counts], sentence: str, tmp_path: Path
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(12)])
    judge_as(path, "Ann", "+" * 12)
    with Review.open(path) as review:
        stated = answer_pools(pool_reviews([review]), None)
    words = write_answer(stated._replace(tally=replace(stated.tally, by_kind=by_kind)))
    assert words.startswith("The change helped: 12 bags are better")
    assert ("worse than better" in words) is bool(sentence)
    assert sentence in words
