"""Drawn links of both graphs, each reviewer's answers, and the precision of the baseline from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError
from coala.model.bag import KeptQuestion, MentionInText, Verdict
from coala.results.verdicts.tally import render_tally_json
from coala.review.drawing import answer_kept_link, find_kept_links, keep_kept_links
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.reviews import a_bag, make_review, review_of

QUESTIONS = [
    KeptQuestion(MentionInText("d", "then ", "she", ""), (MentionInText("d", "", f"Ann {number}", " left"),))
    for number in range(5)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = review_of(tmp_path / "r.coala", range(4))
    with Review.open(path) as review:
        keep_kept_links(review, QUESTIONS)
    return path


def test_the_tally_takes_the_precision_of_the_baseline_from_them(path: Path) -> None:
    with Review.open(path) as review:
        for number in range(4):
            review.judge(number, State(Verdict.BETTER))
        assert json.loads(render_tally_json([review]))["links"]["precision"] is None
        for place in range(5):
            answer_kept_link(review, place, Verdict.BETTER if place else Verdict.WORSE)
        links = json.loads(render_tally_json([review]))["links"]
    # 46 kept of 50, 80 % of them right, and four lost that were wrong; the four in their place are right.
    for key, precision in (("baseline_precision", 0.736), ("precision", 0.816)):
        assert (links[key]["low"], links[key]["high"]) == pytest.approx((precision, precision))


def test_links_of_other_graphs_are_not_found(path: Path) -> None:
    make_review(path, list(map(a_bag, range(3))))
    with Review.open(path) as review:
        assert find_kept_links(review) is None


WRONG: list[dict[str, object]] = [
    {"questions": 7},
    {"questions": [[1, 2]]},
    {"questions": [[["d", "", "x", 7], [["d", "", "x", ""]], 0]]},
    {"questions": [[["d", "", "x", ""], [["d", "", "x", 7]], 0]]},
    {"questions": [[["d", "", "x", ""], [], 0]]},
    {"questions": [[["d", "", "x", ""], [["d", "", "x", ""]], -1]]},
    {"answers": []},
    {"answers": {"Ann": {"9": "+"}}},
    {"answers": {"Ann": {"x": "+"}}},
    {"answers": {"Ann": {"0": "="}}},
    {"answers": {"Ann": {"0": "!"}}},
    {"answers": {"Ann": 7}},
]


def test_damaged_links_are_refused(path: Path) -> None:
    with Review.open(path) as review:
        kept = review.kept("kept links")
        for wrong in WRONG:
            review.keep("kept links", kept | wrong)
            with pytest.raises(DamagedReviewError):
                find_kept_links(review)
