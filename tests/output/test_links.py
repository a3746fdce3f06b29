"""The tally of links from verdicts, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coala.diff.row_keys import row_keys
from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.output.links import describe_links, links_to_json, read_precision
from coala.output.tally import render_tally_json, render_tally_text
from coala.review.file import Review
from coala.verdicts.estimates import JudgedBag, estimate_links
from coala.verdicts.links import LinkCounts, RowLinks
from coala.verdicts.state import Manner, State
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
    return [line.strip() for line in told if any(word in line for word in words)]


def test_tally_has_no_links_before_the_first_verdict(review: Review) -> None:
    assert lines(review) == []


def test_the_tally_says_how_many_links_of_all_are_right(review: Review) -> None:
    for number in range(4):
        review.judge(number, State(Verdict.BETTER))
    review.judge(4, State(Verdict.WORSE))
    assert lines(review) == [
        "Of 11 links that the change made, 80 % (46 to 91) are right; 5 are judged.",
        "Of 10 links that it lost, 80 % (49 to 90) were wrong; 5 are judged.",
        "Right links more than before: +7 (0 to +9).",
    ]


def test_with_everything_judged_there_is_no_doubt_and_a_precision_tells_of_the_whole(review: Review) -> None:
    bag = review.bag(9)
    for number in range(9):
        review.judge(number, State(Verdict.BETTER))
    rows = zip(row_keys(bag), (Verdict.BETTER, Verdict.WORSE, Verdict.BETTER), strict=True)
    review.judge(9, State(Verdict.BETTER, rows=tuple(sorted(rows))))
    assert lines(review, Fraction(1, 2)) == [
        "Of 11 links that the change made, 91 % are right; all that can be are judged.",
        "Of 10 links that it lost, 100 % were wrong; all that can be are judged.",
        "Right links more than before: +10.",
        # 28 of 56 links before, 38 of 57 after.
        "Precision of all links: 50.0 % before, 66.7 % after, that is +16.7 points.",
        "Recall changes by +35.7 % of what it was.",
    ]


def test_what_speaks_for_no_link_is_counted(review: Review) -> None:
    review.judge(0, State(Verdict.BETTER, manner=Manner.TAKEN_OVER))
    review.judge(1, State(Verdict.SAME))
    review.judge(2, State(Verdict.UNSURE))
    assert lines(review) == [
        "Of 11 links that the change made, none is judged right or wrong.",
        "Of 10 links that it lost, none is judged right or wrong.",
        "Right links more than before: 0 (−8 to +9).",
        "2 links judged = (same): in no share above, and counted as neither gained nor lost.",
        "Left out: 2 links judged ? (not sure).",
        "Left out: 1 bag with a verdict carried over from another review. Judge the bag again to count it.",
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
    lost = [LinkCounts(1, (RowLinks("a" * 16, 0, number),)) for number in (1, 4, *great)]
    bags = [JudgedBag(lost[0], State(Verdict.BETTER)), *[JudgedBag(each, State()) for each in lost[1:]]]
    found = estimate_links(bags)
    total = sum(great) + 5
    told = list(describe_links(found))
    assert told == [
        f"Of {total} links that it lost, not estimated: 1 is judged, but {words}.",
        "To estimate them, judge a sample: it begins with the bags that hold most of the links.",
    ]
    assert words.replace("bag", "item") in next(describe_links(replace(found, unit="item")))
    assert links_to_json(found)["lost"]["beyond"] == {"bags": len(great), "links": sum(great)}


def test_verdict_on_a_bag_of_several_changes_counts_for_their_links(review: Review) -> None:
    review.judge(9, State(Verdict.BETTER))
    assert lines(review)[0] == "Of 11 links that the change made, 100 % (34 to 100) are right; 2 are judged."


def test_json_has_exact_fractions_and_null_for_what_cannot_be_said(review: Review) -> None:
    review.judge(0, State(Verdict.BETTER))
    review.judge(1, State(Verdict.WORSE))
    found = json.loads(render_tally_json([review]))["links"]
    share = found["made"]["share"]
    assert (found["made"]["total"], found["made"]["judged"], found["made"]["right"]) == (11, 2, 1)
    assert (share["numerator"], share["denominator"], share["value"]) == (1, 2, 0.5)
    assert share["interval"][0] < 0.5 < share["interval"][1]
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
