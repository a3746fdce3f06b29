"""Sentences and JSON about a sample: what the verdicts on it say about all bags.

A review may have a random order of its bags, drawn from strata (groups of similar bags); the first bags of
the order are a sample. From its verdicts, the mean and the net (better minus worse) of all bags are
estimated. There may also be a
sample of *kept links*: links between mentions that both graphs have, to judge whether these are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from coala.base.numerals import count
from coala.model.bag import Verdict
from coala.present.phrases import interval, signed
from coala.review.drawing import KeptSample, find_kept_links, find_sample
from coala.review.pooling import Pool
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


def estimate_pools(pools: Sequence[Pool]) -> Estimate | None:
    """Estimate the mean of all bags of several comparisons, each with the weight of its bags."""
    return estimate_together([_collect_verdicts(pool) for pool in pools])


def _collect_verdicts(pool: Pool) -> JudgedComparison:
    verdicts = _list_verdicts(pool)
    # Without a sample, the judged bags are taken as a random part, as for the tally of one comparison.
    if (sample := find_pool_sample(pool)) is not None and (bags := estimate_pool(pool, sample).bags):
        return JudgedComparison(sample, verdicts, bags)
    judged = [number for number, verdict in enumerate(verdicts) if verdict is not None]
    return JudgedComparison(None, verdicts, judged)


def _list_verdicts(pool: Pool) -> list[Verdict | None]:
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    return [None if result is None else result.verdict for result in settled]


def estimate_pool(pool: Pool, sample: DrawnSample) -> SampleEstimate:
    """Estimate all bags from the verdicts on the sample."""
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    verdicts = _list_verdicts(pool)
    # Disputed bags, and those with verdicts on changes alone, are answered, but have no verdict.
    passed = frozenset(
        number for number, result in enumerate(settled) if result is not None and result.counted
    )
    return estimate_all(sample, verdicts, passed=passed)


def describe_sample(sample: DrawnSample, found: SampleEstimate) -> Iterator[str]:
    """Yield the estimate in sentences; nothing before a bag is answered or a size is chosen."""
    if not sample.size and not found.bags:
        return
    bags = len(sample.order)
    unsure = f", {found.unsure:,} not sure" if found.unsure else ""
    yield (
        f"A sample of {max(sample.size, len(found.bags)):,} of {count(bags, 'bag')} (seed {sample.seed}): "
        f"{found.judged:,} judged{unsure}."
    )
    if found.outside:
        skipped = sample.order[len(found.bags)] + 1
        yield (
            f"{count(found.outside, 'more bag')} {'is' if found.outside == 1 else 'are'} judged, but bag "
            f"{skipped:,} comes before in the sample. Answer it, if only with ?, to count more."
        )
    if found.mean is not None and found.net is not None:
        yield f"Estimate of all: mean {format_signed(found.mean, 2)}, net {format_signed(found.net, 0)}."
    if sentence := describe_decision(found):
        yield sentence


def describe_decision(found: SampleEstimate) -> str:
    """Say whether the change helped, and how certain that is; return "" if it is not decided.

    It is decided by the interval of net, or for certain: if even the worst verdicts on all other bags could
    not turn the sign of net.
    """
    if found.sign is None:
        return ""
    helped = found.sign is Verdict.BETTER
    outcome = "the change helped" if helped else "the change did harm"
    if not found.certain:
        return f"The sign is decided by the 95 % interval: {outcome}."
    if not found.left:
        return f"The sign is decided for certain: {outcome}."
    others = "the other bag was" if found.left == 1 else f"all {found.left:,} other bags were"
    return f"The sign is decided for certain: {outcome}, even if {others} {'worse' if helped else 'better'}."


def describe_comparisons_for_paper(total: Tally, comparisons: int, mean: Estimate | None) -> Iterator[str]:
    """Yield the line with the figure to quote for several comparisons together, if it can be estimated."""
    if total.judged + total.unsure == total.interesting:
        yield from describe_for_paper(total)
    elif mean is not None:
        bags = f"{total.judged + total.unsure:,} of {count(total.interesting, 'bag')}"
        limits, decided = interval(mean.low, mean.high), _say_decided(mean.low, mean.high)
        yield (
            f"For a paper: mean {signed(float(mean.value))} (95 % {limits}) from {bags} of "
            f"{count(comparisons, 'comparison')}, each weighted by its bags; {decided}."
        )


def _say_decided(low: float, high: float) -> str:
    return "the change helped" if low > 0 else "the change did harm" if high < 0 else "undecided"


def describe_for_paper(total: Tally, found: SampleEstimate | None = None) -> Iterator[str]:
    """Yield the line with the figure to quote: from the sample if there is one, else from all verdicts."""
    if total.judged + total.unsure == total.interesting or found is None or not found.bags:
        mean, bounds, bags = total.mean, total.interval, total.judged + total.unsure
        by_chance = ", if these were chosen at random"
    else:
        mean = None if found.mean is None else float(found.mean.value)
        bounds = None if found.mean is None else found.mean[1:]
        bags, by_chance = len(found.bags), ""
    if mean is None:
        return
    if bags == total.interesting:
        unsure = f", {total.unsure:,} of them not sure" if total.unsure else ""
        yield f"For a paper: mean {signed(mean)} of all {count(bags, 'bag')}{unsure}."
        return
    if bounds is None:
        return
    low, high = bounds
    yield (
        f"For a paper: mean {signed(mean)} (95 % {interval(low, high)}) from a sample of {bags:,} of "
        f"{count(total.interesting, 'bag')}{by_chance}; {_say_decided(low, high)}."
    )


def sample_to_json(sample: DrawnSample, found: SampleEstimate) -> dict[str, Any]:
    """Return the value of ``sample`` in the JSON of a tally."""
    strata = [
        {"name": name, "bags": bags, "answered": answered}
        for name, bags, answered in zip(
            sample.strata, sample.sizes, sample.count_strata(found.bags), strict=True
        )
    ]
    return {
        "seed": sample.seed,
        "size": sample.size,
        "answered": len(found.bags),
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
