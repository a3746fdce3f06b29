"""An open review and the bag that is looked at to explanations of every number on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coala.assessment import SIMILARITY
from coala.explanations import (
    explain_bootstrap,
    explain_mentions,
    explain_share,
    explain_share_test,
    explain_tally,
)
from coala.gui import words
from coala.scores import METRICS
from coala.scores.bootstrap import Bootstrap, Resampling
from coala.scores.meanings import Explanation
from coala.share_test import ShareTest
from coala.summary import Summary
from coala.tally import Tally

BOOTSTRAP = "bootstrap"
FINDINGS = "findings"

GROUPS = {
    SIMILARITY: "Similarity of the two systems",
    "changed": "Changed against gold",
    "baseline": "Baseline against gold",
}
NO_GOLD = (
    "Intervals and tests of a difference need a gold graph: without one there is no difference to test, "
    "only how alike the two systems are."
)
_FINDINGS = Explanation(
    "Reviewer against metric",
    "Each bag stands in the row of its verdict and in the column of its share's direction. Better though "
    "the score falls, and worse though it rises, are findings: about the bag, about gold, or about the "
    "metric. A bag judged = or ? contradicts no direction.",
    (
        "rises: share > 0; falls: share < 0; no change: a share of 0, give or take 10⁻¹² of rounding",
        "undefined: one of the two scores is 0/0",
    ),
    "the verdicts of this review, and the shares of the same bags",
)


class Topic(NamedTuple):
    """One explanation under its heading. ``key`` begins with the block of the screen that it is about."""

    key: str
    group: str
    title: str
    text: str


def topics(summary: Summary, tally: Tally, shares: Mapping[str, float | None] | None) -> list[Topic]:
    """Everything that can be explained; ``shares`` are those of the bag that is looked at, if one is."""
    found = [
        _topic(f"tally {name}", "Tally", explanation) for name, explanation in explain_tally(tally).items()
    ]
    for table in (SIMILARITY, "changed", "baseline"):
        found += [
            _topic(f"scores {table} {metric}", GROUPS[table], explanation)
            for metric, explanation in summary.explanations.get(table, {}).items()
        ]
    found += _of_shares(summary, shares)
    group = "Intervals and tests"
    if summary.resampling is None:
        found.append(Topic(BOOTSTRAP, group, "Differences and intervals", NO_GOLD))
    else:
        found.append(Topic(BOOTSTRAP, group, "Differences and intervals", _method(summary.resampling)))
    test = summary.share_tests.get("b_cubed")
    if test is not None:
        found.append(_topic("share_test", group, explain_share_test(test)))
    found.append(_topic(FINDINGS, "Other", _FINDINGS))
    found.append(
        _topic("mentions", "Other", explain_mentions(summary.interesting_mentions, summary.mentions))
    )
    return found


class Row(NamedTuple):
    """One metric's difference against gold, and the sign test over bags beside it, in words."""

    metric: str
    points: str
    interval: str
    p: str
    raise_lower: str
    sign_test_p: str


HEADS = Row("", "points", "95 % interval", "p", "bags up / down", "sign test p")


def bootstrap_rows(summary: Summary) -> list[Row]:
    """The table of differences; nothing without gold."""
    if summary.resampling is None:
        return []
    return [
        _row(METRICS[key].title, result, summary.share_tests.get(key))
        for key, result in summary.resampling.metrics.items()
        if key in METRICS
    ]


def as_text(explanation: Explanation) -> str:
    """All lines of an explanation but its title, in paragraphs."""
    parts = (
        (explanation.meaning,),
        explanation.formula,
        explanation.numbers,
        (f"Source: {explanation.source}",),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _topic(key: str, group: str, explanation: Explanation) -> Topic:
    return Topic(key, group, explanation.title, as_text(explanation))


def _of_shares(summary: Summary, shares: Mapping[str, float | None] | None) -> Iterator[Topic]:
    scores = summary.scores.get("changed", summary.scores.get(SIMILARITY, {}))
    for key, metric in METRICS.items():
        if shares is not None:
            score = scores.get(key)
            explanation = explain_share(
                f"{metric.title} F1", shares.get(key), f1=None if score is None else score.f1
            )
            yield Topic(f"share {key}", "Share of this bag", metric.title, as_text(explanation))


def _method(resampling: Resampling) -> str:
    """How the table came about, and what it does and does not say."""
    muc = resampling.metrics.get("muc", next(iter(resampling.metrics.values())))
    explanation = explain_bootstrap("", muc.f1, bags=resampling.bags, samples=resampling.samples)
    drawn = f"B = {words.count(resampling.samples, 'resample')} of {words.count(resampling.bags, 'bag')}"
    return as_text(Explanation("", explanation.meaning, explanation.formula, explanation.source, (drawn,)))


def _row(title: str, result: Bootstrap, test: ShareTest | None) -> Row:
    low, high = result.f1.low, result.f1.high
    interval = words.NOT_APPLICABLE
    if low is not None and high is not None:
        interval = f"{words.signed(100 * low)} to {words.signed(100 * high)}"
    estimate = result.f1.estimate
    return Row(
        title,
        words.signed(None if estimate is None else 100 * estimate),
        interval,
        _p(result.f1.p),
        words.NOT_APPLICABLE if test is None else f"{test.rises:,} / {test.falls:,}",
        _p(None if test is None else test.p),
    )


def _p(p: float | None) -> str:
    if p is None:
        return words.NOT_APPLICABLE
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
