"""The estimates of a sample for all bags, in the text of a tally and in its JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.output.tally import render_tally_json, render_tally_text
from coala.review.drawing import draw, draw_order
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
        line for line in told if line.startswith(("A sample", "Estimate", "The sign")) or "more bag" in line
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
    assert told[-1] == (
        "The sign is decided for certain: the change did harm, even if all 9 other bags were better."
    )


def test_bags_judged_after_a_skipped_one_are_named_and_do_not_count(review: Review) -> None:
    order = draw(review, 8, seed=3).order
    for number in (*order[:3], *order[4:6]):
        review.judge(number, State(Verdict.BETTER))
    told = lines(review)
    assert told[0] == "A sample of 8 of 20 bags (seed 3): 3 judged."
    assert told[1] == (
        f"2 more bags are judged, but bag {order[3] + 1} comes before in the sample. "
        "Answer it, if only with ?, to count more."
    )
    review.judge(order[3], State(Verdict.UNSURE))
    assert lines(review)[0] == "A sample of 8 of 20 bags (seed 3): 5 judged, 1 not sure."


def test_an_order_without_a_size_says_nothing_before_its_first_bag_is_judged(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        order = draw_order(review).order
        assert lines(review) == []
        for number in order[:4]:
            review.judge(number, State(Verdict.BETTER))
        assert lines(review)[0] == "A sample of 4 of 20 bags (seed 1): 4 judged."


def find_paper_line(review: Review) -> str:
    return next(line.strip() for line in render_tally_text([review]) if "For a paper" in line)


def test_the_figure_for_a_paper_is_that_of_the_sample(review: Review) -> None:
    order = draw(review, 8, seed=3).order
    for number in order[:4]:
        review.judge(number, State(Verdict.BETTER))
    review.judge(order[-1], State(Verdict.WORSE))
    assert re.fullmatch(
        r"For a paper: mean \+1\.00 \(95 % [+−]0\.\d\d to \+1\.00\) from a sample of 4 of 20 bags; "
        r"(undecided|the change helped)\.",
        find_paper_line(review),
    )
    for number in range(20):
        review.judge(number, State(Verdict.BETTER if number % 2 else Verdict.WORSE))
    assert find_paper_line(review) == "For a paper: mean 0.00 of all 20 bags."


def test_the_figure_for_a_paper_without_a_sample_names_its_condition(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        for number in range(6):
            review.judge(number, State(Verdict.WORSE if number % 2 else Verdict.BETTER))
        assert re.fullmatch(
            r"For a paper: mean 0\.00 \(95 % −0\.\d\d to \+0\.\d\d\) from a sample of 6 of 20 bags, "
            r"if these were chosen at random; undecided\.",
            find_paper_line(review),
        )


def test_the_tally_has_true_minus_signs_and_no_sign_of_zero(review: Review) -> None:
    review.judge(0, State(Verdict.WORSE))
    assert any(line.startswith("  net −1   mean −1.000") for line in render_tally_text([review]))
    review.judge(1, State(Verdict.BETTER))
    told = "\n".join(render_tally_text([review]))
    assert "  Bags: + better 1   − worse 1   = same 0" in told
    assert "  net 0   mean 0.000   for all 20 bags −" in told
    assert "-" not in told.split("For a paper")[0].partition("bags judged")[2]


def test_the_plain_mean_of_a_sample_has_no_interval(review: Review) -> None:
    order = draw(review, 8, seed=3).order
    for number in order[:4]:
        review.judge(number, State(Verdict.BETTER))
    assert "  net +4   mean +1.000   of the judged bags" in list(render_tally_text([review]))
    for number in order[4:]:
        review.judge(number, State(Verdict.BETTER))
    told = list(render_tally_text([review]))
    assert "  net +20   mean +1.000   exact, since no bag is left" in told


def test_a_review_without_a_sample_says_nothing_of_one(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [a_bag(0)])) as review:
        review.judge(0, State(Verdict.BETTER))
        assert lines(review) == []
        assert json.loads(render_tally_json([review]))["sample"] is None


def test_json_has_the_strata_and_the_estimates(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    found = json.loads(render_tally_json([review]))["sample"]
    assert (found["seed"], found["size"], found["judged"], found["judged_outside"]) == (3, 8, 8, 0)
    assert found["strata"] == [{"name": "moved, 2 to 4 links", "bags": 20, "answered": 8}]
    assert found["mean"]["value"] == 1
    assert found["net"]["value"] == 20
    assert (found["sign"], found["sign_decided_by"]) == (1, "interval")


def test_links_outside_of_the_sample_do_not_count(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    review.judge(draw(review, 8, seed=3).order[-1], State(Verdict.WORSE))
    made = json.loads(render_tally_json([review]))["links"]["made"]
    assert (made["total"], made["judged"], made["right"]) == (20, 8, 8)
