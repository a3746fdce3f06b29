"""Sentences and JSON about links and facts: how many of those that changed are right, by the verdicts.

A link joins a mention to an earlier mention of its chain; two graphs differ in the links that the change made
or lost. A verdict on a bag says which of them are right, so the judged bags give an estimate of the share of
right links. Facts, statements and types are counted in the same way: added ones are "made", and dropped ones
"lost".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from coala.base.numerals import count
from coala.base.process import without_collector
from coala.errors import CoalaError
from coala.output.samples import estimate_pool, find_pool_kept_links, find_pool_sample, format_signed
from coala.present.phrases import MINUS
from coala.review.pooling import Pool
from coala.verdicts.consensus import Settled
from coala.verdicts.estimates import JudgedBag, LinkEstimates, LinkShare, estimate_links
from coala.verdicts.facts import name_content
from coala.verdicts.links import divide_links
from coala.verdicts.sampling import DrawnSample
from coala.verdicts.shares import Estimate
from coala.verdicts.state import State

_UNJUDGED = State()

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
    review, sample = pool.reviews[0], find_pool_sample(pool)
    bags = [
        JudgedBag(links, _find_state(pool.settled.get(entry.fingerprint)))
        for entry, links in zip(review.entries, review.link_counts(), strict=True)
    ]
    # Without a sample, all bags are drawn and in one stratum.
    items = bags
    if sample is not None:
        drawn = frozenset(estimate_pool(pool, sample).items)
        items = [
            item._replace(stratum=sample.stratum_of[number], drawn=number in drawn)
            for number, item in enumerate(_divide_bags(bags, pool, sample))
        ]
    kept = find_pool_kept_links(pool)
    found = estimate_links(
        items,
        review.summary.links,
        baseline_precision=baseline_precision,
        kept=None if kept is None else kept.counted(),
    )
    if sample is None or not sample.changes:
        return found
    # Verdicts are carried over with bags, so several changes of one are one.
    return replace(found, unit=sample.unit, left_out=estimate_links(bags).left_out)


def _divide_bags(bags: Sequence[JudgedBag], pool: Pool, sample: DrawnSample) -> Iterator[JudgedBag]:
    """Yield the items of a sample, each with its own links; only changes have verdicts in a disputed bag."""
    for number, bag in enumerate(bags):
        changes = sample.changes.get(number)
        if changes is None:
            yield bag
            continue
        settled = pool.settled.get(pool.entries[number].fingerprint)
        state = _UNJUDGED if settled is None else _make_state(settled)
        yield from (JudgedBag(links, state) for links in divide_links(bag.links, changes))


def estimate_review_content(pool: Pool, content: str) -> LinkEstimates:
    """Estimate the facts that were added and dropped, from the verdicts on the bags of one comparison.

    ``content`` is ``FACTS``, or another key of ``KINDS_OF_CONTENT``.
    """
    bags = [
        JudgedBag(counts, _find_state(pool.settled.get(entry.fingerprint)))
        for entry, counts in zip(pool.entries, pool.reviews[0].content_counts(content), strict=True)
        if counts.rows
    ]
    return estimate_links(bags)


def describe_content(found: LinkEstimates, content: str) -> Iterator[str]:
    """Yield the line about statements, types or entity links; nothing unless some were judged."""
    added, dropped = found.made, found.lost
    right, noun = (added.favourable, dropped.judged - dropped.favourable), name_content(content)
    parts = [
        f"{number:,} of {count(judged, f'{word} {noun}')} {'is' if number == 1 else 'are'} right"
        for number, judged, word in zip(
            right, (added.judged, dropped.judged), ("added", "dropped"), strict=True
        )
        if judged
    ]
    if parts:
        left = added.total + dropped.total - added.judged - dropped.judged
        rest = f"; {left:,} not judged right or wrong" if left else ""
        yield f"{' and '.join(parts)}{rest}."


def describe_facts(found: LinkEstimates) -> Iterator[str]:
    """Yield the line about facts; nothing if none was added or dropped."""
    added, dropped = found.made, found.lost
    if not added.total and not dropped.total:
        return
    parts = [f"Facts: +{added.total:,} {MINUS}{dropped.total:,}"]
    for facts, share, word in (
        (added, added.share, "added"),
        (dropped, _complement(dropped.share), "dropped"),
    ):
        if facts.total:
            judged = (
                "none judged"
                if share is None
                else f"{_format_percent(share)} right of {facts.judged:,} judged"
            )
            parts.append(f"{word}: {judged}")
    yield f"{'; '.join(parts)}."


def content_to_json(found: LinkEstimates) -> dict[str, Any]:
    """Return the value of a key of ``KINDS_OF_CONTENT`` in a tally's JSON; null means undefined."""
    added, dropped = found.made, found.lost
    return {
        "added": {"total": added.total, "judged": added.judged, "right": added.favourable}
        | {"precision": _estimate_to_json(added.share)},
        "dropped": {
            "total": dropped.total,
            "judged": dropped.judged,
            "right": dropped.judged - dropped.favourable,
        }
        | {"precision": _estimate_to_json(_complement(dropped.share))},
        "same": found.same,
        "unsure": found.unsure,
        "bags_taken_over": found.left_out,
    }


def _complement(share: Estimate | None) -> Estimate | None:
    """Return 1 - share, with the ends of the interval exchanged."""
    return share and Estimate(1 - share.value, 1 - share.high, 1 - share.low)


def _find_state(settled: Settled | None) -> State:
    """Return what counts of a bag; a disputed bag does not count."""
    if settled is None or settled.disputed:
        return _UNJUDGED
    return _make_state(settled)


def _make_state(settled: Settled) -> State:
    return State(settled.verdict, rows=settled.counted_rows, manner=settled.manner)


def describe_links(found: LinkEstimates) -> Iterator[str]:
    """Yield the estimates in sentences; nothing if no links were made or lost."""
    if found.made.total:
        yield _describe_share(
            found.made, found.unit, f"Of {count(found.made.total, 'link')} that the change made", "right"
        )
    if found.lost.total:
        yield _describe_share(
            found.lost, found.unit, f"Of {count(found.lost.total, 'link')} that it lost", "wrong"
        )
    if any(links.judged and links.share is None for links in (found.made, found.lost)):
        yield "To estimate them, judge a sample: it begins with the bags that hold most of the links."
    if found.net is not None:
        yield f"Right links more than before: {format_signed(found.net, 0)}."
    if found.whole is not None:
        before, after = (_format_percent(share, 1) for share in found.whole[:2])
        change = format_signed(found.whole.precision.scaled(_to_percent), 1, " points")
        yield f"Precision of all links: {before} before, {after} after, that is {change}."
        if found.whole.recall is not None:
            recall = format_signed(found.whole.recall.scaled(_to_percent), 1, " %")
            yield f"Recall changes by {recall} of what it was."
    yield from _describe_left_out(found)


def _describe_share(links: LinkShare, unit: str, which: str, what: str) -> str:
    verb = "are" if what == "right" else "were"
    judged = f"{links.judged:,} {'is' if links.judged == 1 else 'are'} judged"
    if not links.judged:
        return f"{which}, none is judged right or wrong."
    if links.share is None:
        return f"{which}, not estimated: {judged}, but {_describe_gap(links, unit)}."
    if _is_certain(links.share):
        judged = "all that can be are judged"
    return f"{which}, {_format_percent(links.share)} {verb} {what}; {judged}."


def _describe_gap(links: LinkShare, unit: str) -> str:
    bags, part = links.gap.bags, f"{100 * links.gap.links / links.total:.0f} % of the links"
    if bags == 1:
        return f"one {unit} holds {part}, and it is not judged"
    return f"{bags:,} {unit}s hold {part}, and none of these {unit}s is judged"


def _describe_left_out(found: LinkEstimates) -> Iterator[str]:
    if found.same:
        yield (
            f"{count(found.same, 'link')} judged = (same): in no share above, "
            "and counted as neither gained nor lost."
        )
    if found.unsure:
        yield f"Left out: {count(found.unsure, 'link')} judged ? (not sure)."
    if found.left_out:
        yield (
            f"Left out: {count(found.left_out, 'bag')} with a verdict carried over from another "
            "review. Judge the bag again to count it."
        )
    if found.without_row:
        yield f"{count(found.without_row, 'link')} changed in a way that this comparison does not count."


def _is_certain(estimate: Estimate) -> bool:
    return estimate.low == estimate.high


def _format_percent(share: Estimate, digits: int = 0) -> str:
    """Return a share such as "81 % (72 to 88)"."""
    bounds = "" if _is_certain(share) else f" ({100 * share.low:.{digits}f} to {100 * share.high:.{digits}f})"
    return f"{100 * float(share.value):.{digits}f} %{bounds}"


def _to_percent(share: Any) -> Any:
    return 100 * share


def links_to_json(found: LinkEstimates) -> dict[str, Any]:
    """Return the value of ``links`` in the JSON of a tally; null means undefined."""
    whole = found.whole
    return {
        "made": _share_to_json(found.made) | {"right": found.made.favourable},
        "lost": _share_to_json(found.lost) | {"wrong": found.lost.favourable},
        "right_links_more": _estimate_to_json(found.net),
        "baseline_precision": _estimate_to_json(whole and whole.before),
        "precision": _estimate_to_json(whole and whole.after),
        "precision_change": _estimate_to_json(whole and whole.precision),
        "recall_change": _estimate_to_json(whole and whole.recall),
        "same": found.same,
        "unsure": found.unsure,
        "bags_taken_over": found.left_out,
        "links_of_kinds_left_out": found.without_row,
    }


def _share_to_json(links: LinkShare) -> dict[str, Any]:
    return {
        "total": links.total,
        "judged": links.judged,
        "share": _estimate_to_json(links.share),
        "beyond": links.gap._asdict(),
    }


def _estimate_to_json(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {
        "numerator": estimate.value.numerator,
        "denominator": estimate.value.denominator,
        "value": float(estimate.value),
        "interval": [estimate.low, estimate.high],
    }
