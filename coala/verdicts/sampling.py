"""A stratified random sample of bags, and estimates for all bags from the verdicts on it.

A bag is one item of a review, with kinds of change ("moved", "split", …) and a fingerprint, a hash of its
content. The sample is stratified (Cochran 1977, *Sampling Techniques*, chapter 5):

1. A *cell* has the bags with the same first kind, in the order of ``Kind``, and the same size: small (up to 4
   spans), middle (up to 12) or great. Each cell is a stratum at first ("moved small").
2. The smallest stratum is joined with its neighbour until there are two drawn bags for each
   ("moved small + moved middle").
3. Each stratum gets its share of the sample, at least one bag; rounding is by the largest remainder.
4. In each stratum, the bags are drawn whose fingerprints have the smallest hashes with the seed. So the
   result depends neither on the order of the bags nor on the version of Python.

The drawn bags are in the order of these hashes, so those judged so far are always a random part of the
sample.
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
"""The sizes of bags, and the most spans of each."""
_FEWEST_A_STRATUM = 2
"""The least number of drawn bags for each stratum, on average."""

_SHARES = {verdict: Fraction(1 + value, 2) for verdict, value in VALUE_OF.items()}
"""A verdict as a share of right items: better is 1, the same 1/2, worse 0."""


class SampledBag(NamedTuple):
    """The properties of a bag that decide whether it is drawn."""

    fingerprint: str
    kinds: tuple[Kind, ...]
    spans: int


@dataclass(frozen=True)
class DrawnSample:
    """A sample of the bags of a comparison."""

    seed: int
    drawn: tuple[int, ...]  # the indices of the drawn bags, in the order in which they are to be judged
    strata: tuple[str, ...]  # the name of each stratum
    stratum_of: tuple[int, ...]  # for each bag of the comparison, the index of its stratum

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
    """Estimates for all bags from a sample, with a verdict as a number: better 1, the same 0, worse −1."""

    judged: int
    """Bags of the sample with a verdict other than ``?``."""
    unsure: int
    """Bags of the sample with ``?``."""
    outside: int
    """Judged bags outside of the sample."""
    mean: Estimate | None
    """The mean of the verdicts on all bags without those with ``?``; None until a bag is judged."""
    net: Estimate | None
    """The sum of the same verdicts."""
    sign: Verdict | None
    """The sign of the net (``BETTER`` or ``WORSE``); None while it is open."""
    certain: bool
    """True if no further verdicts could change the sign; otherwise it follows from the interval."""
    left: int
    """All bags without a verdict."""


def draw_sample(bags: Sequence[SampledBag], size: int, seed: int) -> DrawnSample:
    """Draw ``size`` of the bags, or all if there are fewer; raise ``ReviewError`` for a size below 1."""
    if size < 1:
        raise ReviewError("A sample needs at least one bag. Give a greater number.")
    size = min(size, len(bags))
    # Sort bags into cells, join cells to strata, and allot the sample to the strata.
    ranks = [_hash_bag(seed, bag.fingerprint) for bag in bags]
    cells = [_cell(bag) for bag in bags]
    joined = _join_strata(Counter(cells), max(1, size // _FEWEST_A_STRATUM))
    names = list(dict.fromkeys(joined[cell] for cell in sorted(joined)))
    stratum_of = [names.index(joined[cell]) for cell in cells]
    members: list[list[int]] = [[] for _ in names]
    for number, stratum in enumerate(stratum_of):
        members[stratum].append(number)
    allotted = allocate(list(map(len, members)), size)
    # In each stratum, draw the bags with the smallest hashes.
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
    # Round down, then add or remove one place at a time where the quota is missed by most.
    given = [min(size, max(1, int(quota))) for size, quota in zip(sizes, quotas, strict=True)]
    while (spare := total - sum(given)) != 0:
        step = 1 if spare > 0 else -1
        adjustable = [
            part for part, size in enumerate(sizes) if (given[part] < size if step > 0 else given[part] > 1)
        ]
        adjusted = max(adjustable, key=lambda part: (step * (quotas[part] - given[part]), -part))
        given[adjusted] += step
    return given


def _hash_bag(seed: int, fingerprint: str) -> str:
    return hashlib.sha256(f"{seed} {fingerprint}".encode()).hexdigest()


_KINDS = tuple(Kind)

_Cell = tuple[int, int]
"""A kind (an index of ``_KINDS``) and a size (an index of ``_SIZES``)."""


def _cell(bag: SampledBag) -> _Cell:
    kind = min(map(_KINDS.index, bag.kinds))
    return kind, next(size for size, (_, most) in enumerate(_SIZES) if bag.spans <= most)


class _JoinedCells(NamedTuple):
    """Cells that are one stratum, in order, and the number of their bags."""

    cells: list[_Cell]
    bags: int

    @property
    def first_kind(self) -> int:
        return self.cells[0][0]


def _join_strata(cells: Mapping[_Cell, int], most: int) -> dict[_Cell, str]:
    """Return the name of the stratum of each cell, after joining strata until ``most`` are left.

    ``cells`` has the number of bags in each cell.
    """
    strata = [_JoinedCells([cell], cells[cell]) for cell in sorted(cells)]
    while len(strata) > most:
        least = min(range(len(strata)), key=lambda at: (strata[at].bags, at))
        neighbours = [at for at in (least - 1, least + 1) if 0 <= at < len(strata)]
        # A neighbour of the same kind before one of another, the smaller before the greater.
        kind = strata[least].first_kind
        other = min(neighbours, key=lambda at: (strata[at].first_kind != kind, strata[at].bags, at))
        one, two = strata[min(least, other)], strata[max(least, other)]
        strata[min(least, other) : max(least, other) + 1] = [
            _JoinedCells(one.cells + two.cells, one.bags + two.bags)
        ]
    return {cell: _name_stratum(stratum.cells) for stratum in strata for cell in stratum.cells}


def _name_stratum(cells: Sequence[_Cell]) -> str:
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
    # For each stratum, the judged bags as clusters of one item each, and the number of other bags.
    clusters: list[list[Cluster]] = [[] for _ in sample.strata]
    left = list(sample.sizes)
    for number in range(len(verdicts)) if not waiting else sample.drawn:
        verdict, stratum = verdicts[number], sample.stratum_of[number]
        if verdict is not None:
            left[stratum] -= 1
            if verdict in _SHARES:
                clusters[stratum].append(Cluster(1, _SHARES[verdict]))
    share = estimate_share([Stratum(inside, rest, rest) for inside, rest in zip(clusters, left, strict=True)])
    # From a share between 0 and 1 to a mean between −1 and 1.
    mean = None if share is None else share.scaled(lambda value: 2 * value - 1)
    # All bags but those with ``?``.
    decided_or_left = sum(map(len, clusters)) + sum(left)
    # The net so far; even if all waiting verdicts were against it, the sign would stay.
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
        net=None if mean is None else mean.scaled(lambda value: decided_or_left * value),
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
