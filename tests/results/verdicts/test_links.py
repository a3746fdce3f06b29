"""The tally of links from verdicts, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.results.verdicts.links import describe_links, estimate_review_links, links_to_json
from coala.results.verdicts.tally import render_tally_json, report_tally
from coala.review.file import Review
from coala.review.pooling import pool_reviews
from coala.verdicts.estimates import estimate_links
from coala.verdicts.groups import Groups
from coala.verdicts.link_answers import NO_ANSWER
from coala.verdicts.links import LinkCounts
from coala.verdicts.state import Manner, State
from tests.support.figures import list_figures
from tests.support.link_evidence import judge_bag, link_row
from tests.support.reports import text_of
from tests.support.reviews import a_bag, a_mixed_bag, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return a review of nine bags with a move each, and one with a split, a merge and an added mention."""
    path = make_review(tmp_path / "r.coala", [*map(a_bag, range(9)), a_mixed_bag(9)])
    with Review.open(path) as review:
        yield review


def list_link_figures(review: Review, baseline_precision: Fraction | None = None) -> list[list[str]]:
    """Return the figures of each sentence of the tally about links."""
    found = estimate_review_links(pool_reviews([review])[0], baseline_precision)
    sentences = list(describe_links(found))
    text = "\n".join(text_of(report_tally([review], None, baseline_precision)))
    # What the answer says already is not said again.
    assert all(each in text or each in " ".join(text.split()) for each in sentences)
    return [list_figures(each) for each in sentences]


def test_the_tally_says_how_many_links_of_all_are_right(review: Review) -> None:
    for number in range(4):
        review.judge(number, State(Verdict.BETTER))
    review.judge(4, State(Verdict.WORSE))
    assert list_link_figures(review) == [["5", "11", "4"], ["5", "10", "4"], ["+3"]]


def test_with_everything_judged_there_is_no_doubt_and_a_precision_tells_of_the_whole(review: Review) -> None:
    for number in range(9):
        review.judge(number, State(Verdict.BETTER))
    # The split was right, and so is the added mention, but not the merge.
    review.judge(9, State(Verdict.BETTER, groups=Groups.sort([[0, 4], [1], [2], [3]])))
    *_, change, precision, recall = list_link_figures(review, Fraction(1, 2))
    assert change == ["+10"]
    # 28 of 56 links before, 38 of 57 after.
    assert precision == ["50.0", "66.7", "+16.7", "+33.3"]
    assert recall == ["+35.7"]


def test_open_links_count_for_the_upper_bound_only(review: Review) -> None:
    review.judge(0, State(Verdict.BETTER, manner=Manner.TAKEN_OVER))
    review.judge(1, State(Verdict.SAME))
    review.judge(2, State(Verdict.UNSURE))
    assert list_link_figures(review) == [
        # Answered, of all, right from and to, not sure, in bags judged as wholes.
        ["3", "11", "1", "3", "1", "1"],
        ["3", "10", "1", "3", "1", "1"],
        ["0", "+2"],
        ["2", "4"],
    ]


@pytest.mark.parametrize(("great", "figures"), [((30, 20), ["2", "91"]), ((30,), ["86"])])
def test_links_are_not_estimated_if_most_are_in_bags_beyond_the_judged_ones(
    great: Sequence[int], figures: list[str]
) -> None:
    lost = [LinkCounts(1, (link_row("a", 0, number),)) for number in (1, 4, *great)]
    bags = [judge_bag(lost[0], State(Verdict.BETTER)), *[judge_bag(each, State()) for each in lost[1:]]]
    found = estimate_links(
        [bag._replace(drawn=bag.answer != NO_ANSWER) for bag in bags],
        is_sample=True,
    )
    told = list(describe_links(found))
    assert [list_figures(line) for line in told] == [["1", str(sum(great) + 5), "1"], figures, ["0"]]
    assert told[1].replace("bag", "item") == list(describe_links(replace(found, unit="item")))[1]
    assert links_to_json(found)["lost"]["beyond"] == {"bags": len(great), "links": sum(great)}


def test_verdict_on_a_bag_of_several_changes_counts_for_their_links(review: Review) -> None:
    review.judge(9, State(Verdict.BETTER))
    assert list_link_figures(review)[0] == ["2", "11", "1", "2", "2"]


def test_json_has_both_bounds_and_null_for_what_cannot_be_said(review: Review) -> None:
    for number, verdict in enumerate((Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)):
        review.judge(number, State(verdict))
    found = json.loads(render_tally_json([review]))["links"]
    made = found["made"]
    assert (made["total"], made["answered"], made["right"]) == (11, 4, {"low": 1, "high": 3})
    assert (made["same"], made["unsure"], made["share"]) == (0, 1, None)
    assert found["lost"]["wrong"] == {"low": 1, "high": 3}
    # Of the bag that is the same, one of two links is good.
    assert found["change"] == {"low": -1, "high": 1}
    assert found["bags"] == {"by_groups": 0, "of_one_link": 2, "as_wholes": 2, "not_judged": 6}
    assert (found["precision"], found["recall_change"]) == (None, None)
