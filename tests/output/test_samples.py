"""The estimates of a sample for all bags, in the text of a tally and in its JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.output.tally import render_tally_json, render_tally_text
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.reviews import a_bag, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return a review of twenty bags with a sample of eight."""
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        draw(review, 8, seed=3)
        yield review


def lines(review: Review) -> list[str]:
    told = [line.strip() for line in render_tally_text([review])]
    return [
        line for line in told if line.startswith(("A sample", "Estimate", "The sign")) or "outside" in line
    ]


def judge(review: Review, verdict: Verdict, bags: int) -> None:
    for number in draw(review, 8, seed=3).drawn[:bags]:
        review.judge(number, State(verdict))


def test_the_tally_names_the_sample_before_anything_is_judged(review: Review) -> None:
    assert lines(review) == ["A sample of 8 of 20 bags (seed 3): 0 judged."]


def test_the_tally_estimates_all_and_says_when_the_sign_is_decided(review: Review) -> None:
    judge(review, Verdict.BETTER, 2)
    assert not any("sign" in line for line in lines(review))
    judge(review, Verdict.BETTER, 8)
    told = lines(review)
    assert told[0] == "A sample of 8 of 20 bags (seed 3): 8 judged."
    assert told[1].startswith("Estimate of all: mean +1.00 (+0.")
    assert told[2] == "The sign is decided by the 95 % interval: the change helped."


def test_the_sign_is_certain_once_nothing_could_change_it(review: Review) -> None:
    for number in range(11):
        review.judge(number, State(Verdict.WORSE))
    told = lines(review)
    assert "more bags judged outside the sample, not in the estimate." in told[1]
    assert told[-1] == (
        "The sign is decided for certain: the change did harm, even if all 9 other bags were better."
    )


def test_a_review_without_a_sample_says_nothing_of_one(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [a_bag(0)])) as review:
        review.judge(0, State(Verdict.BETTER))
        assert lines(review) == []
        assert json.loads(render_tally_json([review]))["sample"] is None


def test_json_has_the_strata_and_the_estimates(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    found = json.loads(render_tally_json([review]))["sample"]
    assert (found["seed"], found["drawn"], found["judged"], found["judged_outside"]) == (3, 8, 8, 0)
    assert found["strata"] == [{"name": "moved small", "bags": 20, "drawn": 8}]
    assert found["mean"]["value"] == 1
    assert found["net"]["value"] == 20
    assert (found["sign"], found["sign_decided_by"]) == (1, "interval")


def test_links_outside_of_the_sample_do_not_count(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    outside = next(number for number in range(20) if number not in draw(review, 8, seed=3).drawn)
    review.judge(outside, State(Verdict.WORSE))
    made = json.loads(render_tally_json([review]))["links"]["made"]
    assert (made["total"], made["judged"], made["right"]) == (20, 8, 8)
