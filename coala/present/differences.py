"""The table of score differences between two systems, and one line for each difference.

Each row is the difference of F1 against gold by one metric, with its interval and p from the bootstrap.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE
from coala.engine.summary import Summary
from coala.present.figures import interval, say_p, short_p, signed
from coala.scores.findings import Bootstrap, Difference
from coala.scores.metrics.registry import METRICS_OF_RECORDS


class DifferenceRow(NamedTuple):
    """The difference by one metric against gold, in words."""

    metric: str
    points: str  # the difference in points of 0.01, with its sign
    interval: str
    p: str


DIFFERENCE_HEADS = DifferenceRow("", "points", "95 % interval", "p")


def list_differences(summary: Summary) -> list[DifferenceRow]:
    """Return the rows of the table; none without gold."""
    if summary.resampling is None:
        return []
    return [
        _make_row(METRICS_OF_RECORDS[key].title, result)
        for key, result in summary.resampling.metrics.items()
        if key in METRICS_OF_RECORDS
    ]


def describe_difference(title: str, difference: Difference, samples: int) -> str:
    """Return one line: "MUC F1 +1.40 points, 95 % interval −0.35 to +3.22, p = .12"."""
    if difference.estimate is None:
        return f"{title}: undefined"
    left_out = samples - difference.samples
    note = f"; {left_out:,} of {samples:,} resamples undefined and left out" if left_out else ""
    return (
        f"{title} {signed(100 * difference.estimate)} points, 95 % interval {_format_interval(difference)}, "
        f"{say_p(difference.p)}{note}"
    )


def _format_interval(difference: Difference) -> str:
    """Return the interval in points of 0.01."""
    low, high = difference.low, difference.high
    return interval(None if low is None else 100 * low, None if high is None else 100 * high)


def _make_row(title: str, result: Bootstrap) -> DifferenceRow:
    estimate = result.f1.estimate
    return DifferenceRow(
        title,
        signed(None if estimate is None else 100 * estimate),
        _format_interval(result.f1),
        NOT_APPLICABLE if result.f1.p is None else short_p(result.f1.p),
    )
