"""The tally of links from verdicts, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.output.links import describe_links, links_to_json, read_precision
from coala.output.tally import render_tally_json, render_tally_text
from coala.review.file import Review
from coala.verdicts.estimates import estimate_links
from coala.verdicts.groups import Groups
from coala.verdicts.link_answers import NO_ANSWER
from coala.verdicts.links import LinkCounts
from coala.verdicts.state import Manner, State
from tests.support.link_evidence import judge_bag, link_row
from tests.support.reviews import a_bag, a_mixed_bag, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return a review of nine bags with a move each, and one with a split, a merge and an added mention."""
    path = make_review(tmp_path / "r.coala", [*map(a_bag, range(9)), a_mixed_bag(9)])
    with Review.open(path) as review:
        yield review


def lines(review: Review, baseline_precision: Fraction | None = None) -> list[str]:
    """Return the tally's lines about links."""
    words = ("link", "Precision", "Recall", "Left out", "one verdict")
    told = list(render_tally_text([review], None, baseline_precision))
    # The answer comes first, in a paragraph of its own.
    told = told[next(place for place, line in enumerate(told) if "bags judged" in line) :]
    return [line.strip() for line in told if any(word in line for word in words) and "By kind" not in line]


def test_tally_has_no_links_before_the_first_verdict(review: Review) -> None:
    assert lines(review) == []


def test_the_tally_says_how_many_links_of_all_are_right(review: Review) -> None:
    for number in range(4):
        review.judge(number, State(Verdict.BETTER))
    review.judge(4, State(Verdict.WORSE))
    assert lines(review) == [
        "Of 5 answered links, out of 11 that the change made, 4 are right.",
        "Of 5 answered links, out of 10 that the change lost, 4 were wrong.",
        "Right links more than before, by the answered links: +3.",
    ]


def test_with_everything_judged_there_is_no_doubt_and_a_precision_tells_of_the_whole(review: Review) -> None:
    for number in range(9):
        review.judge(number, State(Verdict.BETTER))
    # The split was right, and so is the added mention, but not the merge.
    review.judge(9, State(Verdict.BETTER, groups=Groups.sort([[0, 4], [1], [2], [3]])))
    assert lines(review, Fraction(1, 2)) == [
        # The answer has the links that the change made and lost.
        "Right links more than before: +10.",
        # 28 of 56 links before, 38 of 57 after.
        "Precision of all links: 50.0 % before, 66.7 % after, that is +16.7 points, "
        "or +33.3 % of what it was.",
        "Recall changes by +35.7 % of what it was.",
    ]


def test_open_links_count_for_the_upper_bound_only(review: Review) -> None:
    review.judge(0, State(Verdict.BETTER, manner=Manner.TAKEN_OVER))
    review.judge(1, State(Verdict.SAME))
    review.judge(2, State(Verdict.UNSURE))
    assert lines(review) == [
        "Of 3 answered links, out of 11 that the change made, 1 to 3 are right: "
        "1 not sure or disagreed on; 1 is in bags judged as wholes.",
        "Of 3 answered links, out of 10 that the change lost, 1 to 3 were wrong: "
        "1 not sure or disagreed on; 1 is in bags judged as wholes.",
        "Right links more than before, by the answered links: 0 to +2.",
        "2 bags were judged as wholes, and 4 links rest on that. Say who is who there to count each link.",
    ]


@pytest.mark.parametrize(
    ("great", "words"),
    [
        ((30, 20), "2 bags hold 91 % of the links, and none of these bags is judged"),
        ((30,), "one bag holds 86 % of the links, and it is not judged"),
    ],
)
def test_links_are_not_estimated_if_most_are_in_bags_beyond_the_judged_ones(
    great: Sequence[int], words: str
) -> None:
    lost = [LinkCounts(1, (link_row("a", 0, number),)) for number in (1, 4, *great)]
    bags = [judge_bag(lost[0], State(Verdict.BETTER)), *[judge_bag(each, State()) for each in lost[1:]]]
    found = estimate_links(
        [bag._replace(drawn=bag.answer != NO_ANSWER) for bag in bags],
        is_sample=True,
    )
    total = sum(great) + 5
    told = list(describe_links(found))
    assert told == [
        f"Of 1 answered link, out of {total} that the change lost, 1 was wrong.",
        f"Not estimated for all: {words}.",
        "Right links more than before, by the answered links: 0.",
    ]
    assert words.replace("bag", "item") in list(describe_links(replace(found, unit="item")))[1]
    assert links_to_json(found)["lost"]["beyond"] == {"bags": len(great), "links": sum(great)}


def test_verdict_on_a_bag_of_several_changes_counts_for_their_links(review: Review) -> None:
    review.judge(9, State(Verdict.BETTER))
    assert lines(review)[0] == (
        "Of 2 answered links, out of 11 that the change made, 1 to 2 are right; "
        "2 are in bags judged as wholes."
    )


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


@pytest.mark.parametrize(
    ("words", "share"), [("0.85", Fraction(17, 20)), ("85%", Fraction(17, 20)), ("1", Fraction(1)), ("0", 0)]
)
def test_a_precision_is_read_as_it_is_written(words: str, share: Fraction) -> None:
    assert read_precision(words) == share


@pytest.mark.parametrize(
    "words", ["85", "-0.1", "nan", "inf", "", "1/0", "0.8.5", "%", "1e999999999", "\u0661"]
)
def test_what_is_no_share_is_refused(words: str) -> None:
    with pytest.raises(CoalaError, match="between 0 and 1"):
        read_precision(words)
