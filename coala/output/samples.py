"""Sentences and JSON about a sample: what the verdicts on it say about all bags.

A review may have a random order of its items, drawn from strata (groups of similar items); the first items
of the order are a sample. An item is a bag, or a change of a great bag. From the verdicts on the sample, the
mean and the net (better minus worse) of all items are estimated. There may also be a sample of *kept links*:
links between mentions that both graphs have, to judge whether these are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.model.bag import Verdict
from coala.present.phrases import interval, signed
from coala.review.drawing import KeptSample, find_kept_links, find_sample
from coala.review.pooling import Pool
from coala.verdicts.changes import MOST_TOGETHER, Rows
from coala.verdicts.sampling import (
    DrawnSample,
    JudgedComparison,
    SampleEstimate,
    estimate_all,
    estimate_together,
)
from coala.verdicts.shares import Estimate
from coala.verdicts.state import VALUE_OF
from coala.verdicts.tally import Tally


def find_pool_sample(pool: Pool) -> DrawnSample | None:
    """Return the sample of bags of a comparison, which one of its reviews may have."""
    found = (find_sample(review) for review in pool.reviews)
    return next((sample for sample in found if sample is not None), None)


def find_pool_kept_links(pool: Pool) -> KeptSample | None:
    """Return the sample of kept links of a comparison, which one of its reviews may have."""
    found = (find_kept_links(review) for review in pool.reviews)
    return next((sample for sample in found if sample is not None), None)


def describe_kept_links(sample: KeptSample) -> str:
    """Say how many of the drawn links that both graphs have are judged."""
    right, wrong = sample.counted()
    drawn = count(len(sample.questions), "link")
    return f"Of {drawn} drawn from the links of both graphs, {right + wrong:,} judged, {right:,} right."


def kept_links_to_json(sample: KeptSample) -> dict[str, int]:
    """Return the value of ``kept_links`` in the JSON of a tally."""
    right, wrong = sample.counted()
    return {"drawn": len(sample.questions), "judged": right + wrong, "right": right}


class TogetherEstimate(NamedTuple):
    """The mean verdict on all items of several comparisons, if it can be estimated."""

    mean: Estimate | None
    verdicts: Mapping[Verdict, int]
    """The number of items with each verdict that counts."""
    total: int
    """The number of all items."""
    unit: str
    """The word for an item: "bag", unless a great bag was divided."""


def estimate_pools(pools: Sequence[Pool]) -> TogetherEstimate:
    """Estimate the mean of all items of several comparisons, each with the weight of its items."""
    found = [_collect_verdicts(pool) for pool in pools]
    samples = [comparison.sample for comparison in found if comparison.sample is not None]
    return TogetherEstimate(
        estimate_together(found),
        Counter(verdict for comparison in found for verdict in comparison.verdicts if verdict is not None),
        sum(len(comparison.verdicts) for comparison in found),
        next((sample.unit for sample in samples if sample.changes), "bag"),
    )


def _collect_verdicts(pool: Pool) -> JudgedComparison:
    # Without a sample, the judged bags are taken as a random part, as for the tally of one comparison.
    if (sample := find_pool_sample(pool)) is not None and (items := estimate_pool(pool, sample).items):
        return JudgedComparison(sample, list_item_verdicts(pool, sample), items)
    verdicts = _list_verdicts(pool)
    judged = [number for number, verdict in enumerate(verdicts) if verdict is not None]
    return JudgedComparison(None, verdicts, judged)


def _list_verdicts(pool: Pool) -> list[Verdict | None]:
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    return [None if result is None else result.verdict for result in settled]


def list_item_verdicts(pool: Pool, sample: DrawnSample) -> Sequence[Verdict | None]:
    """Return the verdict on each item of a sample, None without one that counts.

    On a change, one on which reviewers agree counts even if they disagree on its bag.
    """

    def find_rows(bag: int) -> Rows:
        result = pool.settled.get(pool.entries[bag].fingerprint)
        return () if result is None else result.counted_rows

    return sample.list_verdicts(_list_verdicts(pool), find_rows)


def estimate_pool(pool: Pool, sample: DrawnSample) -> SampleEstimate:
    """Estimate all items from the verdicts on the sample."""
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    # Disputed bags, and those with verdicts on changes alone, are answered, but have no verdict. Of a great
    # bag, the changes without a verdict are still to be answered, unless the bag is disputed.
    passed = frozenset(
        number
        for number, result in enumerate(settled)
        if result is not None and result.counted and (result.disputed or number not in sample.changes)
    )
    if sample.changes:
        passed = frozenset(number for number, item in enumerate(sample.items) if item.bag in passed)
    return estimate_all(sample, list_item_verdicts(pool, sample), passed=passed)


def describe_sample(sample: DrawnSample, found: SampleEstimate) -> Iterator[str]:
    """Yield the estimate in sentences; nothing before an item is answered or a size is chosen."""
    if not sample.size and not found.items:
        return
    items, size = len(sample.order), max(sample.size, len(found.items))
    unsure = f", {found.unsure:,} not sure" if found.unsure else ""
    yield (
        f"A sample of {size:,} of {count(items, sample.unit)} (seed {sample.seed}): "
        f"{found.judged:,} judged{unsure}."
    )
    if sample.changes:
        yield f"These are {count_drawn(sample, size)}."
    if found.outside:
        yield (
            f"{count(found.outside, f'more {sample.unit}')} {'is' if found.outside == 1 else 'are'} judged, "
            f"but {_name_skipped(sample, sample.order[len(found.items)])} comes before in the sample. "
            "Answer it, if only with ?, to count more."
        )
    if found.mean is not None and found.net is not None:
        which = f"all {items:,} items" if sample.changes else "all"
        yield f"Estimate of {which}: mean {format_signed(found.mean, 2)}, net {format_signed(found.net, 0)}."
    if sentence := describe_decision(found, sample.unit):
        yield sentence


def count_drawn(sample: DrawnSample, size: int) -> str:
    """Return how many of the first ``size`` items are bags, and how many are changes of great bags."""
    divided = [item.bag for item in map(sample.items.__getitem__, sample.order[:size]) if item.keys]
    whole = count(size - len(divided), "whole bag")
    if not divided:
        return whole
    great = f"{count(len(set(divided)), 'great bag')} (more than {MOST_TOGETHER} changes)"
    return f"{whole} and {count(len(divided), 'change')} of {great}"


def _name_skipped(sample: DrawnSample, skipped: int) -> str:
    """Return the name of an item without an answer."""
    if not sample.changes:
        return f"bag {skipped + 1:,}"
    bag, keys = sample.items[skipped]
    return f"a change of bag {bag + 1:,}" if keys else f"bag {bag + 1:,}"


def describe_decision(found: SampleEstimate, unit: str = "bag") -> str:
    """Say whether the change helped, and how certain that is; return "" if it is not decided.

    It is decided by the interval of net, or for certain: if even the worst verdicts on all other bags could
    not turn the sign of net.
    """
    if found.sign is None:
        return ""
    helped = found.sign is Verdict.BETTER
    outcome = "the change helped" if helped else "the change hurt"
    if not found.certain:
        return f"The 95 % interval decides it: {outcome}."
    if not found.left:
        return f"It is certain: {outcome}."
    others = f"the other {unit} was" if found.left == 1 else f"all {found.left:,} other {unit}s were"
    return f"It is certain: {outcome}, even if {others} {'worse' if helped else 'better'}."


def describe_comparisons_for_paper(
    total: Tally, comparisons: int, together: TogetherEstimate
) -> Iterator[str]:
    """Yield the line with the figure to quote for several comparisons together, if it can be estimated."""
    mean, unit = together.mean, together.unit
    if total.judged + total.unsure == total.interesting:
        yield from describe_for_paper(total)
    elif mean is not None:
        items = f"{sum(together.verdicts.values()):,} of {count(together.total, unit)}"
        limits, decided = interval(mean.low, mean.high), _say_decided(mean.low, mean.high)
        yield (
            f"For a paper: mean {signed(float(mean.value))} (95 % {limits}) from {items} of "
            f"{count(comparisons, 'comparison')}, each weighted by its {unit}s; {decided}."
        )


def _say_decided(low: float, high: float) -> str:
    return "the change helped" if low > 0 else "the change hurt" if high < 0 else "undecided"


def describe_for_paper(total: Tally, found: SampleEstimate | None = None, unit: str = "bag") -> Iterator[str]:
    """Yield the line with the figure to quote: from the sample if there is one, else from all verdicts.

    ``total`` counts what ``unit`` says (``tally_items``).
    """
    if total.judged + total.unsure == total.interesting or found is None or not found.items:
        mean, bounds, judged = total.mean, total.interval, total.judged + total.unsure
        by_chance = ", if these were chosen at random"
    else:
        mean = None if found.mean is None else float(found.mean.value)
        bounds = None if found.mean is None else found.mean[1:]
        judged, by_chance = len(found.items), ""
    if mean is None:
        return
    if judged == total.interesting:
        unsure = f", {total.unsure:,} of them not sure" if total.unsure else ""
        yield f"For a paper: mean {signed(mean)} of all {count(judged, unit)}{unsure}."
        return
    if bounds is None:
        return
    low, high = bounds
    yield (
        f"For a paper: mean {signed(mean)} (95 % {interval(low, high)}) from a sample of {judged:,} of "
        f"{count(total.interesting, unit)}{by_chance}; {_say_decided(low, high)}."
    )


def sample_to_json(sample: DrawnSample, found: SampleEstimate) -> dict[str, Any]:
    """Return the value of ``sample`` in the JSON of a tally."""
    strata = [
        {"name": name, f"{sample.unit}s": items, "answered": answered}
        for name, items, answered in zip(
            sample.strata, sample.sizes, sample.count_strata(found.items), strict=True
        )
    ]
    # Only where great bags are divided, the figures are not those of bags.
    items = {} if not sample.changes else {"items": len(sample.order), "great_bags": len(sample.changes)}
    return items | {
        "seed": sample.seed,
        "size": sample.size,
        "answered": len(found.items),
        "judged": found.judged,
        "unsure": found.unsure,
        "judged_outside": found.outside,
        "mean": _estimate_to_json(found.mean),
        "net": _estimate_to_json(found.net),
        "sign": found.sign and VALUE_OF[found.sign],
        "sign_decided_by": None if found.sign is None else "certainty" if found.certain else "interval",
        "strata": strata,
    }


def _estimate_to_json(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"value": float(estimate.value), "interval": [estimate.low, estimate.high]}


def format_signed(figure: Estimate, digits: int, unit: str = "") -> str:
    """Return a figure and its interval, each with a sign: "+85 (+70 to +98)"."""
    value, low, high = (signed(float(part), digits) for part in figure)
    return f"{value}{unit}" + ("" if figure.low == figure.high else f" ({low} to {high})")
