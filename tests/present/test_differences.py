"""Differences of two systems in words."""

from __future__ import annotations

from dataclasses import replace

from coala.present.differences import DifferenceRow, describe_difference, list_differences
from coala.scores.findings import Difference
from coala.scores.metrics.registry import METRICS
from tests.support.reviews import a_bag, a_summary


def test_difference_is_shown_in_points_with_its_interval() -> None:
    assert describe_difference("MUC F1", Difference(0.014, -0.0035, 0.0322, 0.12, 10_000), 10_000) == (
        "MUC F1 +1.40 points, 95 % interval −0.35 to +3.22, p = 0.12"
    )


def test_resamples_that_were_left_out_are_counted() -> None:
    assert describe_difference("MUC F1", Difference(0.5, 0.5, 0.5, 0.01, 7_500), 10_000) == (
        "MUC F1 +50.00 points, 95 % interval +50.00 to +50.00, p = 0.01; "
        "2,500 of 10,000 resamples undefined and left out"
    )
    assert describe_difference("MUC F1", Difference(None, None, None, None, 0), 10) == "MUC F1: undefined"


def test_each_metric_has_a_row_with_gold_and_none_without() -> None:
    rows = list_differences(a_summary([a_bag(0)], gold=True))

    assert [row.metric for row in rows] == [metric.title for metric in METRICS.values()]
    assert rows[0] == DifferenceRow("MUC", "+2.00", "−1.00 to +5.00", "0.250")
    assert rows[1] == DifferenceRow("B³", "n/a", "n/a", "n/a")
    assert list_differences(a_summary([a_bag(0)])) == []


def test_a_probability_too_small_to_read_is_less_than_a_thousandth() -> None:
    summary = a_summary([a_bag(0)], gold=True)
    assert summary.resampling is not None
    muc = summary.resampling.metrics["muc"]
    certain = replace(muc, f1=muc.f1._replace(p=0.0002))

    (row,) = list_differences(
        replace(summary, resampling=replace(summary.resampling, metrics={"muc": certain}))
    )

    assert row.p == "< 0.001"
