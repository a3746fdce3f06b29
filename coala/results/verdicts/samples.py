"""Sentences and JSON about a sample: what the verdicts on it say about all bags.

A review may have a random order of its items, drawn from strata (groups of similar items); the first items
of the order are a sample. An item is a bag, or a link or a change of a divided bag. From the verdicts on the
sample, the mean and the net (better minus worse) of all bags are estimated. There may also be a sample of
*kept links*: links between mentions that both graphs have, to judge whether these are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from coala.base.numerals import count
from coala.model.bag import Verdict
from coala.present.figures import Figure, Mean, Signed, show
from coala.review.drawing import KeptSample, find_kept_links, find_sample
from coala.review.pooling import Pool
from coala.verdicts.sampling import (
    LINK_UNITS,
    DrawnSample,
    DrawnUnit,
    JudgedComparison,
    SampleEstimate,
    estimate_all,
    estimate_together,
)
from coala.verdicts.shares import Estimate
from coala.verdicts.state import State


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


def estimate_pools(pools: Sequence[Pool]) -> Estimate | None:
    """Estimate the mean of all bags of several comparisons, each with the weight of its bags.

    None if the verdicts on one of them say nothing about all of its bags.
    """
    return estimate_together([_collect_verdicts(pool) for pool in pools])


def _collect_verdicts(pool: Pool) -> JudgedComparison:
    if (sample := find_pool_sample(pool)) is not None and (items := estimate_pool(pool, sample).items):
        return JudgedComparison(sample, list_item_verdicts(pool, sample), items)
    answered = [number for number, entry in enumerate(pool.entries) if entry.fingerprint in pool.settled]
    return JudgedComparison(None, _list_verdicts(pool), answered)


def _list_verdicts(pool: Pool) -> list[Verdict | None]:
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    return [None if result is None else result.verdict for result in settled]


def list_item_verdicts(pool: Pool, sample: DrawnSample) -> Sequence[Verdict | None]:
    """Return the verdict on each item of a sample, None without one that counts.

    On a change, one on which reviewers agree counts even if they disagree on its bag.
    """

    def find_state(bag: int) -> State:
        result = pool.settled.get(pool.entries[bag].fingerprint)
        if result is None:
            return State()
        return State(result.verdict, rows=result.counted_rows, groups=next(iter(result.groups), None))

    return sample.list_verdicts(_list_verdicts(pool), find_state)


def estimate_pool(pool: Pool, sample: DrawnSample) -> SampleEstimate:
    """Estimate all items from the verdicts on the sample."""
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    # Disputed bags, and those with verdicts on changes alone, are answered, but have no verdict. Of a divided
    # bag, the links and changes without a verdict are still to be answered, unless the bag is disputed.
    passed = frozenset(
        number
        for number, result in enumerate(settled)
        if result is not None and result.counted and (result.disputed or number not in sample.not_whole)
    )
    if sample.divided:
        disputed = {number: result for number, result in enumerate(settled) if result and result.disputed}
        # A dispute on who is who answers the links of a bag, one on its verdict does not.
        on_links = {bag for bag, result in disputed.items() if any(state.groups for state in result.counted)}
        answered = {DrawnUnit.BAG: passed, DrawnUnit.CHANGE: disputed.keys()}
        passed = frozenset(
            number
            for number, item in enumerate(sample.items)
            if item.bag in answered.get(item.unit, on_links)
        )
    return estimate_all(sample, list_item_verdicts(pool, sample), passed=passed)


def describe_sample(sample: DrawnSample, found: SampleEstimate) -> Iterator[str]:
    """Yield the estimate in sentences; nothing before an item is answered or a size is chosen."""
    if not sample.size and not found.items:
        return
    items, size = len(sample.order), max(sample.size, len(found.items))
    yield (
        f"A sample of {size:,} of {count(items, sample.unit)} (seed {sample.seed}): "
        f"{len(found.items):,} answered."
    )
    if sample.divided:
        yield f"These are {count_drawn(sample, size)}."
    if found.outside:
        yield (
            f"{count(found.outside, f'more {sample.unit}')} {'is' if found.outside == 1 else 'are'} judged, "
            f"but {_name_skipped(sample, sample.order[len(found.items)])} comes before in the sample. "
            "Answer it, if only with ?, to count more."
        )
    if found.mean is not None and found.net is not None:
        net = _say_estimate(found.net, _round_net)
        yield f"Estimate of all: mean {_say_estimate(found.mean, Mean)}, net {net}."


def count_drawn(sample: DrawnSample, size: int) -> str:
    """Return how many of the first ``size`` items are bags, links and changes: "3 bags, 2 links of 1 bag"."""
    items = [sample.items[item] for item in sample.order[:size]]
    links = [item.bag for item in items if item.unit in LINK_UNITS]
    changes = [item.bag for item in items if item.unit is DrawnUnit.CHANGE]
    return ", ".join(
        [count(size - len(links) - len(changes), "whole bag")]
        + [
            f"{count(len(found), noun)} of {count(len(set(found)), 'large bag')}"
            for found, noun in ((links, "link"), (changes, "change"))
            if found
        ]
    )


def _name_skipped(sample: DrawnSample, skipped: int) -> str:
    """Return the name of an item without an answer."""
    item = sample.items[skipped]
    bag = f"bag {item.bag + 1:,}"
    return bag if item.is_whole else f"a {'link' if item.unit in LINK_UNITS else 'change'} of {bag}"


def sample_to_json(sample: DrawnSample, found: SampleEstimate) -> dict[str, Any]:
    """Return the value of ``sample`` in the JSON of a tally."""
    strata = [
        {"name": name, f"{sample.unit}s": items, "answered": answered}
        for name, items, answered in zip(
            sample.strata, sample.sizes, sample.count_strata(found.items), strict=True
        )
    ]
    # Only where bags are divided, the figures are not those of bags.
    items = {} if not sample.divided else {"items": len(sample.order), "divided_bags": len(sample.divided)}
    return items | {
        "seed": sample.seed,
        "size": sample.size,
        "answered": len(found.items),
        "judged": found.judged,
        "open": found.open,
        "changes": found.changes,
        "judged_outside": found.outside,
        "mean": _estimate_to_json(found.mean),
        "net": _estimate_to_json(found.net),
        "strata": strata,
    }


def _estimate_to_json(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"value": float(estimate.value), "interval": [estimate.low, estimate.high]}


def _say_estimate(found: Estimate, make_figure: Callable[[float], Figure]) -> str:
    """Return a figure and its interval, each with a sign: "+85 (+70 to +98)"."""
    value, low, high = (show(make_figure(float(part))) for part in found)
    return value if found.low == found.high else f"{value} ({low} to {high})"


def _round_net(value: float) -> Signed:
    return Signed(round(value))
