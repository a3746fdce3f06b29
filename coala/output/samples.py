"""Sentences and JSON about a sample: what the verdicts on it say about all bags.

A reviewer may judge a random sample of the bags of a comparison, drawn from strata (groups of similar bags).
From its verdicts, the mean and the net (better minus worse) of all bags are estimated. There may also be a
sample of *kept links*: links between mentions that both graphs have, to judge whether these are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coala.base.numerals import count
from coala.model.bag import Verdict
from coala.review.drawing import KeptSample, find_kept_links, find_sample
from coala.review.pooling import Pool
from coala.verdicts.sampling import DrawnSample, SampleEstimate, estimate_all
from coala.verdicts.shares import Estimate
from coala.verdicts.state import VALUE_OF


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


def estimate_pool(pool: Pool, sample: DrawnSample) -> SampleEstimate:
    """Estimate all bags from the verdicts on the sample; a disputed bag counts as not judged."""
    settled = (pool.settled.get(entry.fingerprint) for entry in pool.entries)
    return estimate_all(sample, [None if result is None else result.verdict for result in settled])


def describe_sample(sample: DrawnSample, found: SampleEstimate) -> Iterator[str]:
    """Yield the estimate in sentences."""
    bags = len(sample.stratum_of)
    unsure = f", {found.unsure:,} not sure" if found.unsure else ""
    yield (
        f"A sample of {len(sample.drawn):,} of {count(bags, 'bag')} (seed {sample.seed}): "
        f"{found.judged:,} judged{unsure}."
    )
    if found.outside:
        yield f"{count(found.outside, 'more bag')} judged outside the sample, not in the estimate."
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


def sample_to_json(sample: DrawnSample, found: SampleEstimate) -> dict[str, Any]:
    """Return the value of ``sample`` in the JSON of a tally."""
    drawn = set(sample.drawn)
    strata = [
        {
            "name": name,
            "bags": sample.sizes[stratum],
            "drawn": sum(sample.stratum_of[number] == stratum for number in drawn),
        }
        for stratum, name in enumerate(sample.strata)
    ]
    return {
        "seed": sample.seed,
        "drawn": len(drawn),
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
    # Adding 0 turns −0.0 into 0.0.
    value, low, high = (f"{round(float(part), digits) + 0.0:+.{digits}f}" for part in figure)
    return f"{value}{unit}" + ("" if figure.low == figure.high else f" ({low} to {high})")
