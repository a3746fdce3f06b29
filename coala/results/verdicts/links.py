"""Sentences and JSON about links and facts: how many of those that changed are right, by the verdicts.

A link joins a mention to an earlier mention of its chain; two graphs differ in the links that the change made
or lost. Verdicts say which of them are right, between two bounds, so a sample gives an estimate of the share
of right links. Facts, statements and types are counted in the same way: added ones are "made", dropped ones
"lost".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from coala.base.numerals import count
from coala.base.process import without_collector
from coala.errors import CoalaError
from coala.model.kinds import FACTS, STATEMENTS, TYPES
from coala.present.answer import LOST, MADE, say_bounds, say_links, say_share
from coala.present.figures import MINUS, Signed, percent, show, signed
from coala.results.verdicts.link_evidence import LinkEvidence, collect_content, collect_links
from coala.results.verdicts.samples import find_pool_kept_links, find_pool_sample
from coala.review.pooling import Pool
from coala.scores.findings import LinkTotals
from coala.verdicts.estimates import (
    Bounded,
    KeptLinks,
    LinkEstimates,
    LinkShare,
    WholeFigures,
    estimate_links,
)
from coala.verdicts.facts import ENTITY_LINKS, name_content

_SHARE = re.compile(r"([0-9]{1,3}|[0-9]{0,3}\.[0-9]{1,15}) ?(%?)")


def read_precision(words: str) -> Fraction:
    """Read the value of ``--baseline-precision``, such as "0.85" or "85%".

    Raise ``CoalaError`` on anything else.
    """
    found = _SHARE.fullmatch(words.strip())
    share = Fraction(-1) if found is None else Fraction(found[1]) / (100 if found[2] else 1)
    if not 0 <= share <= 1:
        raise CoalaError(
            "--baseline-precision is the share of right links in the baseline, between 0 and 1, such as 0.85."
        )
    return share


@without_collector()
def estimate_review_links(pool: Pool, baseline_precision: Fraction | None = None) -> LinkEstimates:
    """Estimate the links of one comparison from the verdicts on its bags, or on a sample of them.

    ``baseline_precision`` is the share of the baseline's links that are right, if it is known.
    """
    kept, totals = find_pool_kept_links(pool), pool.reviews[0].summary.links
    return _estimate(
        pool, collect_links(pool), totals, baseline_precision, None if kept is None else kept.counted()
    )


def estimate_review_content(pool: Pool, content: str) -> LinkEstimates:
    """Estimate the facts that were added and dropped, from the verdicts on the bags of one comparison.

    ``content`` is ``FACTS``, or another key of ``KINDS_OF_CONTENT``.
    """
    return _estimate(pool, collect_content(pool, content))


def _estimate(
    pool: Pool,
    evidence: LinkEvidence,
    totals: LinkTotals | None = None,
    baseline_precision: Fraction | None = None,
    kept: KeptLinks | None = None,
) -> LinkEstimates:
    found = estimate_links(
        evidence.items,
        totals,
        is_sample=evidence.is_sample,
        baseline_precision=baseline_precision,
        kept=kept,
    )
    sample = find_pool_sample(pool)
    return replace(
        found,
        bags=evidence.bags,
        wholes=evidence.wholes,
        of_wholes=evidence.of_wholes,
        unit="bag" if sample is None else sample.unit,
    )


def describe_all_content(pool: Pool) -> Iterator[str]:
    """Yield the lines about facts, statements, types and entity links of one comparison."""
    yield from describe_facts(estimate_review_content(pool, FACTS))
    for content in (STATEMENTS, TYPES, ENTITY_LINKS):
        yield from describe_content(estimate_review_content(pool, content), content)


def describe_content(found: LinkEstimates, content: str) -> Iterator[str]:
    """Yield the line about statements, types or entity links; nothing unless some were judged."""
    noun = name_content(content)
    parts = [
        f"{right:,} of {count(judged, f'{word} {noun}')} {'is' if 1 in (right, judged) else 'are'} right"
        for right, judged, word in (
            (found.made.good.low, found.made.answer.judged, "added"),
            (found.lost.answer.judged - found.lost.good.low, found.lost.answer.judged, "dropped"),
        )
        if judged
    ]
    if parts:
        left = sum(side.total - side.answer.judged for side in (found.made, found.lost))
        rest = f"; {left:,} not judged right or wrong" if left else ""
        yield f"{' and '.join(parts)}{rest}."


def describe_facts(found: LinkEstimates) -> Iterator[str]:
    """Yield the line about facts; nothing if none was added or dropped."""
    added, dropped = found.made, found.lost
    if not added.total and not dropped.total:
        return
    parts = [f"Facts: +{added.total:,} {MINUS}{dropped.total:,}"]
    for facts, right, share, word in (
        (added, added.good.low, added.share, "added"),
        (dropped, dropped.answer.judged - dropped.good.low, _complement(dropped.share), "dropped"),
    ):
        judged = facts.answer.judged
        if share is not None and judged:
            parts.append(f"{word}: {say_share(share)} right of {judged:,} judged")
        elif judged:
            parts.append(f"{word}: {right:,} right of {judged:,} judged")
        elif facts.total:
            parts.append(f"{word}: none judged")
    yield f"{'; '.join(parts)}."


def content_to_json(found: LinkEstimates) -> dict[str, Any]:
    """Return the value of a key of ``KINDS_OF_CONTENT`` in a tally's JSON; null means undefined."""
    added, dropped = found.made, found.lost
    judged = dropped.answer.judged
    return {
        "added": {"total": added.total, "judged": added.answer.judged, "right": added.good.low}
        | {"precision": _share_to_json(added.share)},
        "dropped": {"total": dropped.total, "judged": judged, "right": judged - dropped.good.low}
        | {"precision": _share_to_json(_complement(dropped.share))},
        "same": added.answer.same + dropped.answer.same,
        "unsure": added.answer.unsure + dropped.answer.unsure,
    }


def _complement(share: Bounded | None) -> Bounded | None:
    """Return 1 − share, with the ends exchanged."""
    return share and Bounded(1 - share.high, 1 - share.low, (1 - share.limits[1], 1 - share.limits[0]))


def describe_links(found: LinkEstimates) -> Iterator[str]:
    """Yield the estimates in sentences; nothing if no links were made or lost."""
    for share, side in ((found.made, MADE), (found.lost, LOST)):
        if share.total and share.answer.answered:
            yield say_links(share, side)
        elif share.total:
            yield f"Of the {count(share.total, 'link')} {side.which}, none is answered."
        if share.share is None and share.gap.bags and share.answer.answered:
            yield f"Not estimated for all: {_describe_gap(share, found.unit)}."
    if found.made.answer.answered or found.lost.answer.answered:
        yield _describe_change(found)
    if found.whole is not None:
        yield from _describe_whole(found.whole)
    if found.bags.as_wholes:
        yield describe_wholes(found)


def describe_wholes(found: LinkEstimates) -> str:
    """Say how many links rest on verdicts that leave open which of them are right, and what to do."""
    bags = found.bags.as_wholes
    links = found.of_wholes
    were = "was" if bags == 1 else "were"
    wholes = "a whole" if bags == 1 else "wholes"
    rest = f"{count(links, 'link')} {'rests' if links == 1 else 'rest'} on that"
    judged = f"{count(bags, 'bag')} {were} judged as {wholes}"
    return f"{judged}, and {rest}. Say who is who there to count each link."


def _describe_change(found: LinkEstimates) -> str:
    change = found.change_of_all
    if change is None:
        return f"Right links more than before, by the answered links: {say_bounds(found.change)}."
    low, high, *limits = (show(Signed(round(end))) for end in (change.low, change.high, *change.limits))
    interval = "" if limits == [low, high] else f" (95 %: {' to '.join(limits)})"
    return f"Right links more than before: {low if low == high else f'{low} to {high}'}{interval}."


def _describe_whole(whole: WholeFigures) -> Iterator[str]:
    before, after = say_share(whole.before, 1), say_share(whole.after, 1)
    points = _say_change(whole.precision, " points")
    relative = (
        ""
        if whole.relative_precision is None
        else f", or {_say_change(whole.relative_precision, ' %')} of what it was"
    )
    yield f"Precision of all links: {before} before, {after} after, that is {points}{relative}."
    if whole.recall is not None:
        yield f"Recall changes by {_say_change(whole.recall, ' %')} of what it was."


def _say_change(change: Bounded, unit: str) -> str:
    """Return a change of a share: "+5.2 points (+3.1 to +7.0)"."""
    low, high, *limits = (signed(100 * float(part), 1) for part in (change.low, change.high, *change.limits))
    value = low if low == high else f"{low} to {high}"
    return f"{value}{unit}" + ("" if change.is_exact else f" ({' to '.join(limits)})")


def _describe_gap(links: LinkShare, unit: str) -> str:
    bags, part = links.gap.bags, f"{percent(links.gap.links, links.total)} of the links"
    if bags == 1:
        return f"one {unit} holds {part}, and it is not judged"
    return f"{bags:,} {unit}s hold {part}, and none of these {unit}s is judged"


def links_to_json(found: LinkEstimates) -> dict[str, Any]:
    """Return the value of ``links`` in the JSON of a tally; null means undefined."""
    whole, change = found.whole, found.change._asdict()
    if found.change_of_all is not None:
        change["interval"] = list(found.change_of_all.limits)
    return {
        "made": _side_to_json(found.made, "right"),
        "lost": _side_to_json(found.lost, "wrong"),
        "change": change,
        "baseline_precision": _share_to_json(whole and whole.before),
        "precision": _share_to_json(whole and whole.after),
        "precision_change": _share_to_json(whole and whole.precision),
        "precision_change_relative": _share_to_json(whole and whole.relative_precision),
        "recall_change": _share_to_json(whole and whole.recall),
        "bags": found.bags._asdict(),
    }


def _side_to_json(links: LinkShare, good: str) -> dict[str, Any]:
    """Return the links of one side; the good ones of the answered links, with an interval for all links."""
    bounds: dict[str, Any] = links.good._asdict()
    if links.share is not None:
        is_known = links.is_complete and links.share.is_exact
        limits = [links.total * limit for limit in links.share.limits]
        bounds["interval"] = list(links.good) if is_known else limits
    return {
        "total": links.total,
        "between_pieces": links.opened,
        "answered": links.answer.answered,
        good: bounds,
        "same": links.answer.same,
        "unsure": links.answer.unsure,
        "share": _share_to_json(links.share),
        "beyond": links.gap._asdict(),
    }


def _share_to_json(share: Bounded | None) -> dict[str, Any] | None:
    if share is None:
        return None
    return {"low": float(share.low), "high": float(share.high), "interval": list(share.limits)}
