"""Text and JSON of the agreement of reviewers, with disputed bags, and of blind reviews.

In a blind review the sides of each bag change places, so the reviewer does not know which system is which.
Its report says whether one side was preferred.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import one_line, plain_words
from coala.model.bag import Verdict
from coala.present.phrases import kind_word, say_alphas
from coala.present.reviewers import describe_two_kinds
from coala.review.file import Review
from coala.review.minutes import Minutes
from coala.review.raters import Raters
from coala.review.unblinding import make_blind_reports, measure_blind_progress
from coala.verdicts.reliability import RESAMPLES, RESAMPLING_SEED, Coefficient, Reliability, VerdictAgreement
from coala.verdicts.reviewer_kinds import CountedReviewers, ReviewerKind

if TYPE_CHECKING:
    # A tally loads no numpy.
    from coala.verdicts.group_agreement import GroupAgreement, WhoIsWhoAgreement

_FIGURES = (
    ("raw", "raw"),
    ("kappa", "Cohen's kappa"),
    ("alpha_nominal", "alpha nominal"),
    ("alpha_interval", "alpha interval"),
)
"""Each figure with its heading; Krippendorff's alpha with its kind of distance."""

# The widths of the columns of names and of figures.
_NAME, _CELL = 17, 24
_MINUS = "\N{MINUS SIGN}"


def render_reviewers_text(
    raters: Raters, agreement: VerdictAgreement, who_is_who: WhoIsWhoAgreement
) -> Iterator[str]:
    """Yield who judged how many bags, the figures with their 95 % intervals, and disputed bags."""
    yield f"Agreement of {count(len(raters.reviewers), 'reviewer')}"
    for number, reviewer in enumerate(raters.reviewers, 1):
        model = " (model)" if reviewer.kind is ReviewerKind.MODEL else ""
        yield f"  {number}  {one_line(reviewer.name)}{model}: {count(reviewer.judged, 'bag')} judged"
        if reviewer.has_two_kinds:
            yield f"     {describe_two_kinds(reviewer.reviewer)}"
        if reviewer.taken_over:
            yield f"     left out: {count(reviewer.taken_over, 'verdict')} carried over from another review"
        if reviewer.with_gold:
            yield f"     {reviewer.with_gold:,} of them with gold visible"
    together = agreement.together
    yield ""
    more = f" ({raters.unsure:,} more with a ?)" if raters.unsure else ""
    yield (
        f"{together.bags:,} of {count(raters.bags_in_all, 'bag')} judged by two or "
        f"more{more}, {together.disputed:,} with a disagreement"
    )
    if raters.comparisons > 1:
        yield "The files have different comparisons. Only bags that are the same in them count here."
    yield ""
    yield f"  {'':<{_NAME}}{'bags':>7}  " + "".join(f"{title:<{_CELL}}" for _, title in _FIGURES).rstrip()
    yield _render_line("together", together)
    if len(agreement.pairs) > 1:
        for first, second, reliability in agreement.pairs:
            yield _render_line(f"{first + 1} and {second + 1}", reliability)
    for kind, reliability in agreement.by_kind.items():
        yield _render_line(kind_word(kind), reliability)
    yield f"  In brackets 95 % intervals, from {RESAMPLES:,} resamples of the bags."
    yield from _render_who_is_who(who_is_who)
    disputed = raters.disputed
    if disputed:
        yield ""
        yield "Disagreements, in the order of the reviewers above (a blank is not judged)"
        for bag in disputed:
            signs = " ".join(map(_format_sign, bag.rated.verdicts))
            yield f"  {signs}  bag {bag.number:,}  {one_line(bag.title)}".rstrip()


def _render_who_is_who(who_is_who: WhoIsWhoAgreement) -> Iterator[str]:
    """Yield Krippendorff's alpha over mentions, if two reviewers said who is who in one bag."""
    shown = {"together": who_is_who.together}
    if len(who_is_who.pairs) > 1:
        pairs = who_is_who.pairs.items()
        shown |= {f"{first + 1} and {second + 1}": agreed for (first, second), agreed in pairs}
    if not any(agreed.mentions for agreed in shown.values()):
        return
    yield ""
    yield "Who is who: Krippendorff's alpha over the mentions of bags that all of them judged, by distance"
    for name, agreed in shown.items():
        rests_on = f"{count(agreed.mentions, 'mention')} of {count(agreed.bags, 'bag')}"
        yield f"  {name:<{_NAME}}{rests_on}: {say_alphas(agreed.alpha)}"


def render_reviewers_json(raters: Raters, agreement: VerdictAgreement, who_is_who: WhoIsWhoAgreement) -> str:
    """Return the ``coala-reviewer-agreement/1`` document."""
    document = {
        "format": "coala-reviewer-agreement/1",
        "reviewers": [
            {
                "name": reviewer.name,
                "reviewer": reviewer.reviewer,
                "kind": reviewer.kind.value,
                "path": reviewer.path,
                "judged": reviewer.judged,
                "with_gold_in_sight": reviewer.with_gold,
                "taken_over": reviewer.taken_over,
            }
            for reviewer in raters.reviewers
        ],
        "comparisons": raters.comparisons,
        "bags": raters.bags_in_all,
        "unsure": raters.unsure,
        "resamples": RESAMPLES,
        "seed": RESAMPLING_SEED,
        "together": _reliability_to_json(agreement.together),
        "pairs": [
            {"first": first, "second": second, **_reliability_to_json(reliability)}
            for first, second, reliability in agreement.pairs
        ],
        "by_kind": {
            kind.value: _reliability_to_json(reliability) for kind, reliability in agreement.by_kind.items()
        },
        "groups": {
            "together": _groups_to_json(who_is_who.together),
            "pairs": [
                {"first": first, "second": second, **_groups_to_json(agreed)}
                for (first, second), agreed in who_is_who.pairs.items()
            ],
        },
        "disputed": [
            {
                "bag": bag.number,
                "fingerprint": bag.fingerprint,
                "title": plain_words(bag.title, 400),
                "verdicts": [verdict and verdict.value for verdict in bag.rated.verdicts],
            }
            for bag in raters.disputed
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def minutes_to_json(minutes: Minutes) -> dict[str, object]:
    """Return the time of verdicts: all of it in minutes, and the median of those whose time is known."""
    return {
        "total": round(minutes.total.total_seconds() / 60, 2),
        "median_seconds": minutes.median_seconds,
        "verdicts": minutes.verdicts,
    }


def counted_to_json(counted: CountedReviewers) -> dict[str, object]:
    """Return which reviewers count in a tally, and which models do not."""
    return {"counted": counted.counted.value, "left_out": list(counted.left_out)}


def _render_line(name: str, reliability: Reliability) -> str:
    cells = "".join(
        f"{describe_coefficient(getattr(reliability, figure)):<{_CELL}}" for figure, _ in _FIGURES
    )
    return f"  {name:<{_NAME}}{reliability.bags:>7,}  {cells}".rstrip()


def describe_coefficient(coefficient: Coefficient | None) -> str:
    """Return a figure with its interval: "0.538 (0.03 to 1.00)"."""
    if coefficient is None:
        return NOT_APPLICABLE
    value = f"{float(coefficient.value):.3f}"
    if coefficient.interval is None:
        return value
    low, high = coefficient.interval
    return f"{value} ({low:.2f} to {high:.2f})".replace("-", _MINUS)


def _reliability_to_json(reliability: Reliability) -> dict[str, object]:
    figures = {name: coefficient_to_json(getattr(reliability, name)) for name, _ in _FIGURES}
    return {"bags": reliability.bags, "disputed": reliability.disputed, **figures}


def _groups_to_json(agreed: GroupAgreement) -> dict[str, object]:
    """Return the agreement on who is who, with alpha as exact fractions by the name of its distance."""
    alphas = {
        distance: None
        if alpha is None
        else {"numerator": alpha.numerator, "denominator": alpha.denominator, "value": float(alpha)}
        for distance, alpha in agreed.alpha.items()
    }
    return {"bags": agreed.bags, "mentions": agreed.mentions, "alpha": alphas}


def coefficient_to_json(coefficient: Coefficient | None) -> dict[str, object] | None:
    """Return a figure as an exact fraction, with its interval."""
    if coefficient is None:
        return None
    value, interval = coefficient
    return {
        "numerator": value.numerator,
        "denominator": value.denominator,
        "value": float(value),
        "interval": None if interval is None else list(interval),
    }


def _format_sign(verdict: Verdict | None) -> str:
    return " " if verdict is None else verdict.value


def describe_hidden(review: Review) -> Iterator[str]:
    """Yield what a blind review may reveal."""
    bags = len(review.entries)
    yield f"{review.path}: this review is blind, so its result is hidden"
    progress = list(measure_blind_progress(review))
    if not progress:
        yield f"  0 of {count(bags, 'bag')} judged"
    for reviewer, judged in progress:
        yield f"  {one_line(reviewer, 60)}: {judged:,} of {count(bags, 'bag')} judged"
    yield "  Once all is judged, 'coala file reveal' shows which side is which. It cannot be undone."


def describe_blind(review: Review) -> Iterator[str]:
    """Yield for each blind reviewer whether one side was preferred."""
    for reviewer, report in make_blind_reports(review).items():
        sides = report.sides
        yield f"Blind verdicts of {one_line(reviewer, 60)}: {count(report.answers, 'bag')}"
        test = "" if sides.p is None else f"; exact binomial test p = {sides.p:.4g}"
        yield f"  preferred: left {sides.left:,}, right {sides.right:,}, neither {sides.neither:,}{test}"


def blind_to_json(review: Review) -> list[dict[str, Any]]:
    """Return the same as ``describe_blind`` for JSON."""
    return [
        {
            "reviewer": reviewer,
            "answers": report.answers,
            "left": report.sides.left,
            "right": report.sides.right,
            "neither": report.sides.neither,
            "binomial_test_p": report.sides.p,
        }
        for reviewer, report in make_blind_reports(review).items()
    ]
