"""A stratified random sample of bags, and estimates for all bags from the verdicts on it.

The sample is stratified (Cochran 1977, *Sampling Techniques*, chapter 5). A stratum has the bags with the
same first kind, in the order of ``Kind``, and the same size: small (up to 4 spans), middle (up to 12) or
great. The smallest stratum is joined with its neighbour until there are two drawn bags for each. Each stratum
gets its share of the sample, at least one bag; rounding is by the largest remainder. In each stratum, the
bags are drawn whose fingerprints have the smallest hashes with the seed, so the result depends neither on the
order of the bags nor on the version of Python. The drawn bags are in the order of these hashes, so those
judged so far are always a random part of the sample.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share
from coala.verdicts.state import VALUE_OF

_SIZES = (("small", 4), ("middle", 12), ("great", 2**62))
_FEWEST_A_STRATUM = 2

_SHARES = {verdict: Fraction(1 + value, 2) for verdict, value in VALUE_OF.items()}
"""A verdict between 0 and 1, as shares are."""


class SampledBag(NamedTuple):
    """The properties of a bag that decide whether it is drawn."""

    fingerprint: str
    kinds: tuple[Kind, ...]
    spans: int


@dataclass(frozen=True)
class DrawnSample:
    """A sample; ``drawn`` has the indices of its bags, in the order in which they are to be judged.

    ``strata`` has the name of each stratum, ``stratum_of`` the stratum of each bag of the comparison.
    """

    seed: int
    drawn: tuple[int, ...]
    strata: tuple[str, ...]
    stratum_of: tuple[int, ...]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of bags in each stratum."""
        counts = Counter(self.stratum_of)
        return tuple(counts[stratum] for stratum in range(len(self.strata)))

    def list_first(self) -> list[int]:
        """Return all bags: first the sample in its order, then the others in the order of the text."""
        drawn = set(self.drawn)
        return [*self.drawn, *(number for number in range(len(self.stratum_of)) if number not in drawn)]


class SampleEstimate(NamedTuple):
    """Estimates for all bags from a sample.

    ``judged`` and ``unsure`` count bags of the sample, ``outside`` judged bags outside of it, and ``left``
    all bags without a verdict. ``mean`` is the mean of the verdicts on all bags, ``net`` their sum; both are
    None until a bag is judged, and neither includes bags with ``?``. ``sign`` is the sign of the net, None
    while it is open: ``certain`` is True if no further verdicts could change it, else it follows from the
    interval.
    """

    judged: int
    unsure: int
    outside: int
    mean: Estimate | None
    net: Estimate | None
    sign: Verdict | None
    certain: bool
    left: int


def draw_sample(bags: Sequence[SampledBag], size: int, seed: int) -> DrawnSample:
    """Draw ``size`` of the bags, or all if there are fewer; raise ``ReviewError`` for a size below 1."""
    if size < 1:
        raise ReviewError("A sample needs at least one bag. Give a greater number.")
    size = min(size, len(bags))
    ranks = [_hash_bag(seed, bag.fingerprint) for bag in bags]
    cells = [_cell(bag) for bag in bags]
    joined = _join_strata(Counter(cells), max(1, size // _FEWEST_A_STRATUM))
    names = list(dict.fromkeys(joined[cell] for cell in sorted(joined)))
    stratum_of = [names.index(joined[cell]) for cell in cells]
    members: list[list[int]] = [[] for _ in names]
    for number, stratum in enumerate(stratum_of):
        members[stratum].append(number)
    allotted = allocate(list(map(len, members)), size)
    drawn = [
        number
        for inside, count in zip(members, allotted, strict=True)
        for number in sorted(inside, key=ranks.__getitem__)[:count]
    ]
    return DrawnSample(seed, tuple(sorted(drawn, key=ranks.__getitem__)), tuple(names), tuple(stratum_of))


def allocate(sizes: Sequence[int], total: int) -> list[int]:
    """Divide ``total`` places among parts in proportion to their sizes, at least 1 and at most the size each.

    Quotas are rounded by the largest remainder; of equal remainders the first part wins. ``total`` must be
    between the number of parts and the sum of the sizes.
    """
    everything = sum(sizes)
    quotas = [Fraction(total * size, everything) for size in sizes]
    given = [min(size, max(1, int(quota))) for size, quota in zip(sizes, quotas, strict=True)]
    while (spare := total - sum(given)) != 0:
        step = 1 if spare > 0 else -1
        able = [
            part for part, size in enumerate(sizes) if (given[part] < size if step > 0 else given[part] > 1)
        ]
        place = max(able, key=lambda part: (step * (quotas[part] - given[part]), -part))
        given[place] += step
    return given


def _hash_bag(seed: int, fingerprint: str) -> str:
    return hashlib.sha256(f"{seed} {fingerprint}".encode()).hexdigest()


def _cell(bag: SampledBag) -> tuple[int, int]:
    kind = min(map(_KINDS.index, bag.kinds))
    return kind, next(place for place, (_, most) in enumerate(_SIZES) if bag.spans <= most)


_KINDS = tuple(Kind)


def _join_strata(cells: Mapping[tuple[int, int], int], most: int) -> dict[tuple[int, int], str]:
    """Return the name of the stratum of each kind and size, after joining strata until ``most`` are left."""
    groups: list[tuple[list[tuple[int, int]], int]] = [([cell], cells[cell]) for cell in sorted(cells)]
    while len(groups) > most:
        place = min(range(len(groups)), key=lambda at: (groups[at][1], at))
        neighbours = [at for at in (place - 1, place + 1) if 0 <= at < len(groups)]
        # A neighbour of the same kind before one of another, the smaller before the greater.
        other = min(
            neighbours, key=lambda at: (groups[at][0][0][0] != groups[place][0][0][0], groups[at][1], at)
        )
        first, second = sorted((place, other))
        groups[first : second + 1] = [
            (groups[first][0] + groups[second][0], groups[first][1] + groups[second][1])
        ]
    return {cell: _name_stratum(group) for group, _ in groups for cell in group}


def _name_stratum(cells: Sequence[tuple[int, int]]) -> str:
    return " + ".join(f"{_KINDS[kind].value} {_SIZES[size][0]}" for kind, size in cells)


def estimate_all(
    sample: DrawnSample, verdicts: Sequence[Verdict | None], given: Mapping[Verdict, int] | None = None
) -> SampleEstimate:
    """Estimate figures of all bags from the verdicts on a sample; ``verdicts`` has one for each bag or None.

    Only the drawn bags count in the estimate, until every bag has a verdict: then the figures are exact.
    ``given`` may have the number of bags with each verdict, so that only the sample must be read.
    """
    given = given or Counter(verdict for verdict in verdicts if verdict is not None)
    waiting = len(verdicts) - sum(given.values())
    judged = sum(verdicts[number] in _SHARES for number in sample.drawn)
    unsure = sum(verdicts[number] is Verdict.UNSURE for number in sample.drawn)
    clusters: list[list[Cluster]] = [[] for _ in sample.strata]
    left = list(sample.sizes)
    for number in range(len(verdicts)) if not waiting else sample.drawn:
        verdict, stratum = verdicts[number], sample.stratum_of[number]
        if verdict is not None:
            left[stratum] -= 1
            if verdict in _SHARES:
                clusters[stratum].append(Cluster(1, _SHARES[verdict]))
    share = estimate_share([Stratum(inside, rest, rest) for inside, rest in zip(clusters, left, strict=True)])
    mean = None if share is None else share.scaled(lambda value: 2 * value - 1)
    tellable = sum(map(len, clusters)) + sum(left)
    known = given.get(Verdict.BETTER, 0) - given.get(Verdict.WORSE, 0)
    certain = abs(known) > waiting
    sign = _sign(known) if certain else None
    if sign is None and mean is not None and (mean.low > 0 or mean.high < 0):
        sign = _sign(mean.value)
    return SampleEstimate(
        judged=judged,
        unsure=unsure,
        outside=sum(given.get(verdict, 0) for verdict in _SHARES) - judged,
        mean=mean,
        net=None if mean is None else mean.scaled(lambda value: tellable * value),
        sign=sign,
        certain=certain,
        left=waiting,
    )


def _sign(value: Fraction | int) -> Verdict:
    return Verdict.BETTER if value > 0 else Verdict.WORSE


def sample_to_json(sample: DrawnSample, fingerprints: Sequence[str]) -> dict[str, Any]:
    """Return the sample as a review stores it, with a digest of all bags of the comparison."""
    return {
        "seed": sample.seed,
        "of": hash_bags(fingerprints),
        "drawn": list(sample.drawn),
        "strata": list(sample.strata),
        "stratum_of": list(sample.stratum_of),
    }


def sample_from_json(value: Any, fingerprints: Sequence[str]) -> DrawnSample | None:
    """Return the sample that ``sample_to_json`` wrote, None if it was drawn from other bags.

    Raises ``ValueError``, ``TypeError`` or ``KeyError`` for anything else.
    """
    if value["of"] != hash_bags(fingerprints):
        return None
    drawn, strata, stratum_of = (tuple(value[name]) for name in ("drawn", "strata", "stratum_of"))
    sample = DrawnSample(value["seed"], drawn, strata, stratum_of)
    numbers = (sample.seed, *sample.drawn, *sample.stratum_of)
    if not set(map(type, numbers)) <= {int} or not all(isinstance(name, str) for name in sample.strata):
        raise TypeError("numbers")
    if len(sample.stratum_of) != len(fingerprints) or len(set(sample.drawn)) != len(sample.drawn):
        raise ValueError("bags")
    if not all(0 <= number < len(fingerprints) for number in sample.drawn) or not all(
        0 <= stratum < len(sample.strata) for stratum in sample.stratum_of
    ):
        raise ValueError("places")
    return sample


def hash_bags(fingerprints: Sequence[str]) -> str:
    """Return a hash that identifies these bags, independent of their order."""
    return hashlib.sha256(" ".join(sorted(fingerprints)).encode()).hexdigest()
