"""Report and JSON of the agreement of reviewers, with disputed bags, and of blind reviews.

In a blind review the sides of each bag change places, so the reviewer does not know which system is which.
The tally says whether one side was preferred.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import one_line, plain_words
from coala.present.blocks import (
    Block,
    FigureCell,
    FigureColumn,
    Figures,
    Folded,
    Note,
    Report,
    list_item,
    say,
)
from coala.present.figures import FigureInterval, Share, say_p, show
from coala.present.phrases import DISTANCES, kind_word, sign
from coala.present.reviewers import describe_two_kinds
from coala.review.file import Review
from coala.review.minutes import Minutes
from coala.review.raters import Rater, Raters
from coala.review.unblinding import make_blind_reports, measure_blind_progress
from coala.verdicts.reliability import RESAMPLES, RESAMPLING_SEED, Coefficient, Reliability, VerdictAgreement
from coala.verdicts.reviewer_kinds import CountedReviewers, ReviewerKind

if TYPE_CHECKING:
    # A tally loads no numpy.
    from coala.verdicts.group_agreement import GroupAgreement, WhoIsWhoAgreement

_FIGURES = (
    ("raw", "raw", 5),
    ("kappa", "Cohen's κ", 1),
    ("alpha_nominal", "α nominal", 2),
    ("alpha_interval", "α interval", 3),
)
"""Each figure with its heading and the rank of its interval; Krippendorff's α with its kind of distance."""

_LONGEST_NAME = 24


def report_reviewers(raters: Raters, agreement: VerdictAgreement, who_is_who: WhoIsWhoAgreement) -> Report:
    """Report how far reviewers agree, who judged how many bags, and disputed bags."""
    together = agreement.together
    more = f" ({raters.unsure:,} more with a ?)" if raters.unsure else ""
    judged = (
        f"{together.bags:,} of {count(raters.bags_in_all, 'bag')} judged by two or "
        f"more{more}, {together.disputed:,} with a disagreement"
    )
    # κ is that of two reviewers.
    figure, name, _ = _FIGURES[1 if len(raters.reviewers) == 2 else 2]
    shown = _show_coefficient(getattr(together, figure))
    claim = f"Agreement of {count(len(raters.reviewers), 'reviewer')}: {name} {shown}. {judged}."
    blocks = (
        *_list_reviewers(raters),
        *_tabulate_agreement(raters, agreement),
        *_tabulate_who_is_who(raters, who_is_who),
        *_list_disputed(raters),
    )
    return Report("agree", claim, blocks, wanted="name")


def _list_reviewers(raters: Raters) -> Iterator[Block]:
    has_gold = any(reviewer.with_gold for reviewer in raters.reviewers)
    has_taken_over = any(reviewer.taken_over for reviewer in raters.reviewers)
    if raters.comparisons > 1:
        yield Note("The files have different comparisons. Only bags that are the same in them count here.")
    columns = [
        FigureColumn("", "reviewer", is_left=True),
        FigureColumn("judged", "judged"),
        *([FigureColumn("gold visible", "with_gold", rank=1)] if has_gold else []),
        *([FigureColumn("carried over", "taken_over", rank=1)] if has_taken_over else []),
    ]
    rows: list[list[FigureCell]] = [
        [
            f"{number} {_name(reviewer)}",
            reviewer.judged,
            *([reviewer.with_gold] if has_gold else []),
            *([reviewer.taken_over] if has_taken_over else []),
        ]
        for number, reviewer in enumerate(raters.reviewers, 1)
    ]
    yield Figures(columns, rows, "Reviewers")
    if has_taken_over:
        yield Note("Verdicts carried over from another review are left out.")
    for reviewer in raters.reviewers:
        if reviewer.has_two_kinds:
            yield Note(describe_two_kinds(reviewer.reviewer))


def _name(reviewer: Rater) -> str:
    return f"{one_line(reviewer.name)}{' (model)' if reviewer.kind is ReviewerKind.MODEL else ''}"


def _name_pair(raters: Raters, first: int, second: int) -> str:
    return " and ".join(one_line(raters.reviewers[place].name, _LONGEST_NAME) for place in (first, second))


def _tabulate_agreement(raters: Raters, agreement: VerdictAgreement) -> Iterator[Block]:
    rows = [("together", agreement.together)]
    if len(agreement.pairs) > 1:
        pairs = agreement.pairs
        rows += [(_name_pair(raters, first, second), reliability) for first, second, reliability in pairs]
    yield _tabulate_coefficients(rows, "Agreement on verdicts")
    yield Note(f"The 95 % intervals are from {RESAMPLES:,} resamples of the bags.")
    if agreement.by_kind:
        by_kind = [(kind_word(kind), reliability) for kind, reliability in agreement.by_kind.items()]
        yield _tabulate_coefficients(by_kind, "Agreement by kind")


def _tabulate_coefficients(rows: Sequence[tuple[str, Reliability]], title: str) -> Figures:
    columns = [FigureColumn("", "name", is_left=True), FigureColumn("bags", "bags")]
    for key, heading, rank in _FIGURES:
        columns += (FigureColumn(heading, key), FigureColumn("95 %", key, rank=rank))
    return Figures(columns, [[name, *_make_cells(reliability)] for name, reliability in rows], title)


def _make_cells(reliability: Reliability) -> Iterator[FigureCell]:
    yield reliability.bags
    for key, _, _ in _FIGURES:
        coefficient = getattr(reliability, key)
        yield Share(None if coefficient is None else float(coefficient.value))
        yield _make_interval(coefficient)


def _make_interval(coefficient: Coefficient | None) -> FigureInterval:
    limits = (None, None) if coefficient is None else coefficient.interval or (None, None)
    return FigureInterval(*map(Share, limits))


def _show_coefficient(coefficient: Coefficient | None) -> str:
    """Return a figure with its interval: ".538 (95 %: .031 to 1.000)"."""
    if coefficient is None:
        return NOT_APPLICABLE
    value = show(Share(float(coefficient.value)))
    limits = show(_make_interval(coefficient))
    return f"{value} (95 %: {limits})" if limits else value


def _tabulate_who_is_who(raters: Raters, who_is_who: WhoIsWhoAgreement) -> Iterator[Block]:
    """Yield Krippendorff's α over mentions, if two reviewers said who is who in one bag."""
    shown = {"together": who_is_who.together}
    if len(who_is_who.pairs) > 1:
        shown |= {
            _name_pair(raters, first, second): agreed for (first, second), agreed in who_is_who.pairs.items()
        }
    if not any(agreed.mentions for agreed in shown.values()):
        return
    columns = [
        FigureColumn("", "name", is_left=True),
        FigureColumn("bags", "bags"),
        FigureColumn("mentions", "mentions"),
        *(FigureColumn(f"α {title}", f"alpha_{distance}") for distance, title in DISTANCES.items()),
    ]
    rows: list[list[FigureCell]] = [
        [
            name,
            agreed.bags,
            agreed.mentions,
            *(
                Share(None if (alpha := agreed.alpha[distance]) is None else float(alpha))
                for distance in DISTANCES
            ),
        ]
        for name, agreed in shown.items()
    ]
    yield Figures(columns, rows, "Who is who: Krippendorff's α by distance")
    yield Note("Over the mentions of bags that all of them judged.")


def _list_disputed(raters: Raters) -> Iterator[Block]:
    items = [
        list_item(f"{' '.join(map(sign, bag.rated.verdicts))}  bag {bag.number:,}  {one_line(bag.title)}")
        for bag in raters.disputed
    ]
    if items:
        title = f"Disagreements, in the order of the reviewers above ({sign(None)} is not judged)"
        yield Folded(title, items, len(items))


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


def _reliability_to_json(reliability: Reliability) -> dict[str, object]:
    figures = {name: coefficient_to_json(getattr(reliability, name)) for name, _, _ in _FIGURES}
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


def describe_hidden(review: Review) -> Iterator[Block]:
    """Yield what a blind review may reveal."""
    bags = count(len(review.entries), "bag")
    yield say(f"{review.path}: this review is blind, so its result is hidden.")
    progress = list(measure_blind_progress(review))
    if not progress:
        yield Note(f"0 of {bags} judged")
    for reviewer, judged in progress:
        yield Note(f"{one_line(reviewer, 60)}: {judged:,} of {bags} judged")
    yield Note("Once all is judged, 'coala file reveal' shows which side is which. It cannot be undone.")


def describe_blind(review: Review) -> Iterator[str]:
    """Yield a sentence for each blind reviewer: whether one side was preferred."""
    for reviewer, report in make_blind_reports(review).items():
        sides = report.sides
        test = "" if sides.p is None else f"; exact binomial test {say_p(sides.p)}"
        yield (
            f"Blind verdicts of {one_line(reviewer, 60)} on {count(report.answers, 'bag')}: "
            f"left {sides.left:,}, right {sides.right:,}, neither {sides.neither:,}{test}."
        )


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
