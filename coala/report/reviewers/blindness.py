"""What blind answers say of those who gave them becomes text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.report.reviewers.agreement import coefficient_as_json, describe_coefficient
from coala.review.blind.blind_review import BlindReview
from coala.review.blind.unblinding import blind_progress, blind_reports
from coala.review.file import Review


def describe_hidden(review: BlindReview) -> Iterator[str]:
    """What may be told of a review that is blind."""
    looks = len(review.second_looks)
    bags = len(review.entries) - looks
    yield f"{review.path}: blind; 'coala unblind' tells which side is which, for good"
    for reviewer, judged, again in blind_progress(review):
        twice = f", {again:,} of {looks:,} a second time" if looks else ""
        yield f"  {one_line(reviewer, 60)}: {judged:,} of {count(bags, 'bag')} judged{twice}"


def describe_blind(review: Review) -> Iterator[str]:
    """Of each who judged blind, whether one side was preferred, and how answers given twice agree."""
    for reviewer, report in blind_reports(review).items():
        sides, repeated = report.sides, report.repeated
        yield f"Blind answers of {one_line(reviewer, 60)}: {count(report.answers, 'bag')}"
        test = "" if sides.p is None else f"; exact binomial test p = {sides.p:.4g}"
        yield f"  preferred: left {sides.left:,}, right {sides.right:,}, neither {sides.neither:,}{test}"
        if repeated.bags:
            same = repeated.bags - repeated.disputed
            raw, kappa = map(describe_coefficient, (repeated.raw, repeated.kappa))
            yield f"  answered twice: {same:,} of {count(repeated.bags, 'bag')} alike"
            yield f"  self-consistency: raw {raw}, Cohen's kappa {kappa}"


def blind_as_json(review: Review) -> list[dict[str, Any]]:
    """The same for JSON."""
    return [
        {
            "reviewer": reviewer,
            "answers": report.answers,
            "left": report.sides.left,
            "right": report.sides.right,
            "neither": report.sides.neither,
            "binomial_test_p": report.sides.p,
            "answered_twice": report.repeated.bags,
            "alike": report.repeated.bags - report.repeated.disputed,
            "raw": coefficient_as_json(report.repeated.raw),
            "kappa": coefficient_as_json(report.repeated.kappa),
        }
        for reviewer, report in blind_reports(review).items()
    ]
