"""A random order of all bags, most informative first, and estimates from the verdicts on its first bags.

A bag is one item of a review, with kinds of change ("moved", "split", …), links that the change made or lost
there, and a fingerprint, a hash of its content. Any first part of the order is a stratified random sample
(Cochran 1977, *Sampling Techniques*, chapter 5), so that a sample can be extended without bias:

1. A bag's *weight* is the mean of its share of the bags and its share of the changed links: the mean verdict
   needs the first, and the number of right links the second.
2. A *cell* has the bags with the same first kind, in the order of ``Kind``, and a like number of links: none,
   1, 2 to 4, 5 to 16, and so on. The lightest cell is joined with its neighbour until each stratum has a
   thirtieth of all weight ("split, 1 link + merged, 1 link").
3. The next bag comes from the stratum with the greatest W / (k + ½), where W is its weight and k the number
   of its bags so far (the divisor method of Webster and Sainte-Laguë). So the few bags with most of the links
   come early, and their stratum is soon judged completely. This depends on no verdict.
4. Within a stratum, the bags come in the order of the hashes of their fingerprints with a seed. So the order
   depends neither on the order of the bags nor on the version of Python.

With n bags judged, k of the N bags of a stratum are a simple random sample of it: each bag had the
probability k/N. Only bags before the first one without an answer count: a reviewer who skips the hard bags
would otherwise get an estimate for the easy ones.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share, join_empty_strata
from coala.verdicts.state import VALUE_OF

_SIZE_STEP = 4
"""The ratio of the most links of one size to those of the size before: 1, 4, 16, …"""
_LEAST_WEIGHT = Fraction(1, 30)
"""The least part of all weight in a stratum: each has a bag among the first 15 or so."""
_FEWEST_BAGS = 4
"""The least weight of a stratum in average bags, so that few bags are not a stratum each."""

_SHARES = {verdict: Fraction(1 + value, 2) for verdict, value in VALUE_OF.items()}
"""A verdict as a share of right items: better is 1, the same 1/2, worse 0."""
_NEUTRAL = Fraction(1, 2)


class SampledBag(NamedTuple):
    """The properties of a bag that decide its place in the order."""

    fingerprint: str
    kinds: tuple[Kind, ...]
    links: int
    """The number of links that the change made or lost in it."""


@dataclass(frozen=True)
class DrawnSample:
    """A random order of the bags of a comparison, and how many of them are to be judged."""

    seed: int
    size: int  # the number of bags to judge; 0 if the reviewer did not choose one
    order: tuple[int, ...]  # the indices of all bags, most informative first
    strata: tuple[str, ...]  # the name of each stratum
    stratum_of: tuple[int, ...]  # for each bag of the comparison, the index of its stratum

    @property
    def drawn(self) -> tuple[int, ...]:
        """The indices of the bags to judge, in their order."""
        return self.order[: self.size]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of bags in each stratum."""
        return self.count_strata(self.order)

    def count_strata(self, bags: Collection[int]) -> tuple[int, ...]:
        """Return how many of these bags are in each stratum."""
        counts = Counter(self.stratum_of[number] for number in bags)
        return tuple(counts[stratum] for stratum in range(len(self.strata)))

    def find_answered(self, is_answered: Callable[[int], bool]) -> tuple[int, ...]:
        """Return the bags before the first one in the order that is not answered."""
        return tuple(takewhile(is_answered, self.order))


class SampleEstimate(NamedTuple):
    """Estimates for all bags from a sample, with a verdict as a number: better 1, the same 0, worse −1."""

    bags: tuple[int, ...]
    """The answered bags from the start of the order; they are the sample."""
    judged: int
    """Those with a verdict other than ``?``."""
    unsure: int
    """Those with ``?``."""
    outside: int
    """Bags with a verdict other than ``?`` after the first one without an answer."""
    mean: Estimate | None
    """The mean of the verdicts on all bags without those with ``?``; None until a bag is judged."""
    net: Estimate | None
    """The sum of the verdicts on all bags; ``?`` adds nothing."""
    sign: Verdict | None
    """The sign of the net (``BETTER`` or ``WORSE``); None while it is open."""
    certain: bool
    """True if no further verdicts could change the sign; otherwise it follows from the interval."""
    left: int
    """All bags without a verdict."""


def draw_sample(bags: Sequence[SampledBag], size: int, seed: int) -> DrawnSample:
    """Draw a random order of the bags; the first ``size`` are to be judged (0: the reviewer decides)."""
    # Weights are whole numbers, N · Σ links times too large, so that they do not depend on rounding.
    all_links = sum(bag.links for bag in bags)
    weights = [(all_links or 1) + len(bags) * bag.links for bag in bags]
    cells = [_find_cell(bag.kinds, bag.links) for bag in bags]
    weight_of_cell: defaultdict[_Cell, int] = defaultdict(int)
    for cell, weight in zip(cells, weights, strict=True):
        weight_of_cell[cell] += weight
    strata = _join_cells(weight_of_cell, max(_LEAST_WEIGHT, Fraction(_FEWEST_BAGS, max(1, len(bags)))))
    place_of = {cell: place for place, stratum in enumerate(strata) for cell in stratum.cells}
    stratum_of = tuple(place_of[cell] for cell in cells)
    return DrawnSample(
        seed,
        min(size, len(bags)),
        _interleave(stratum_of, [stratum.weight for stratum in strata], _rank_bags(bags, seed)),
        tuple(_name_stratum(stratum.cells) for stratum in strata),
        stratum_of,
    )


def _rank_bags(bags: Sequence[SampledBag], seed: int) -> list[int]:
    """Return the indices of the bags in the order of their hashes with the seed."""
    hashes = [hashlib.sha256(f"{seed} {bag.fingerprint}".encode()).hexdigest() for bag in bags]
    return sorted(range(len(bags)), key=hashes.__getitem__)


def _interleave(stratum_of: Sequence[int], weights: Sequence[int], ranked: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of all bags, the next one always from the stratum with the greatest W / (k + ½)."""
    members: list[list[int]] = [[] for _ in weights]
    for number in ranked:
        members[stratum_of[number]].append(number)
    # A heap of (−W / (2k + 1), stratum, k).
    waiting = [(-float(weight), stratum, 0) for stratum, weight in enumerate(weights)]
    heapq.heapify(waiting)
    order = []
    while waiting:
        _, stratum, taken = waiting[0]
        order.append(members[stratum][taken])
        taken += 1
        if taken < len(members[stratum]):
            heapq.heapreplace(waiting, (-weights[stratum] / (2 * taken + 1), stratum, taken))
        else:
            heapq.heappop(waiting)
    return tuple(order)


_KINDS = tuple(Kind)

_Cell = tuple[int, int]
"""A size (0 for no links, then 1, 2, … for up to 1, 4, … links) and a kind (an index of ``_KINDS``)."""


# Among 100,000 bags, most have the same kinds and number of links as others.
@lru_cache(maxsize=1_000)
def _find_cell(kinds: tuple[Kind, ...], links: int) -> _Cell:
    size = 0
    while _most_links(size) < links:
        size += 1
    return size, min(map(_KINDS.index, kinds))


def _most_links(size: int) -> int:
    return _SIZE_STEP ** (size - 1) if size else 0


class _JoinedCells(NamedTuple):
    """Cells that are one stratum, in order, and the weight of their bags."""

    cells: tuple[_Cell, ...]
    weight: int


def _join_cells(weights: Mapping[_Cell, int], least: Fraction) -> list[_JoinedCells]:
    """Join the lightest cells to strata until each has at least the part ``least`` of all weight."""
    strata = [_JoinedCells((cell,), weights[cell]) for cell in sorted(weights)]
    enough = least * sum(weights.values())
    while len(strata) > 1:
        at = min(range(len(strata)), key=lambda place: (strata[place].weight, place))
        if strata[at].weight >= enough:
            break
        # With the lighter of both neighbours, unless one is closer in size.
        first = min(
            (place for place in (at - 1, at) if 0 <= place < len(strata) - 1),
            key=lambda place: (
                strata[place + 1].cells[0][0] - strata[place].cells[-1][0],
                strata[place].weight + strata[place + 1].weight,
                place,
            ),
        )
        one, two = strata[first : first + 2]
        strata[first : first + 2] = [_JoinedCells(one.cells + two.cells, one.weight + two.weight)]
    return strata


def _name_stratum(cells: Sequence[_Cell]) -> str:
    return " + ".join(f"{_KINDS[kind].value}, {_name_size(size)}" for size, kind in cells)


def _name_size(size: int) -> str:
    if size < 2:
        return "1 link" if size else "no links"
    return f"{_most_links(size - 1) + 1:,} to {_most_links(size):,} links"


def estimate_all(
    sample: DrawnSample,
    verdicts: Sequence[Verdict | None],
    given: Mapping[Verdict, int] | None = None,
    passed: Collection[int] = (),
) -> SampleEstimate:
    """Estimate figures of all bags from the verdicts on a sample; ``verdicts`` has one for each bag or None.

    The sample are the bags before the first one without an answer. Bags that were ``passed`` are answered but
    have no verdict that counts, as when reviewers differ. ``given`` may have the number of bags with each
    verdict, so that only the sample must be read.
    """
    given = given or Counter(verdict for verdict in verdicts if verdict is not None)
    bags = sample.find_answered(lambda number: verdicts[number] is not None or number in passed)
    answers = _group_answers(sample, verdicts, bags)
    mean, mean_of_all = _estimate_mean(answers.decided), _estimate_mean(answers.answered)
    judged = sum(stratum.size for stratum in answers.decided)
    waiting = len(verdicts) - sum(given.values())
    # The net so far; even if all waiting verdicts were against it, the sign would stay.
    known = given.get(Verdict.BETTER, 0) - given.get(Verdict.WORSE, 0)
    certain = abs(known) > waiting
    sign = _sign(known) if certain else None
    if sign is None and mean is not None and (mean.low > 0 or mean.high < 0):
        sign = _sign(mean.value)
    return SampleEstimate(
        bags=bags,
        judged=judged,
        unsure=sum(stratum.size for stratum in answers.answered) - judged,
        outside=sum(given.get(verdict, 0) for verdict in _SHARES) - judged,
        mean=mean,
        net=None
        if mean is None or mean_of_all is None
        else mean_of_all.scaled(lambda value: len(verdicts) * value),
        sign=sign,
        certain=certain,
        left=waiting,
    )


class JudgedComparison(NamedTuple):
    """The verdicts on the bags of one of several comparisons, each None if the bag has none that counts.

    ``bags`` are those that count: of a sample its answered bags, else all with a verdict.
    """

    sample: DrawnSample | None
    verdicts: Sequence[Verdict | None]
    bags: Sequence[int]


def estimate_together(comparisons: Sequence[JudgedComparison]) -> Estimate | None:
    """Estimate the mean of the verdicts on all bags of several comparisons, without those with ``?``.

    Each comparison has its own strata, so each has the weight of its bags, however many of them are judged.
    None if a comparison has no verdict that counts: the others say nothing about it.
    """
    strata: list[Stratum] = []
    for sample, verdicts, bags in comparisons:
        # Joined for each comparison, so that no stratum is joined with one of another comparison.
        own = join_empty_strata(_group_answers(sample, verdicts, bags).decided)
        if not own and len(verdicts) > len(bags):
            return None
        strata += own
    return _estimate_mean(strata)


class _Answers(NamedTuple):
    """The bags of a sample by stratum, each a cluster of one item: without and with those with ``?``."""

    decided: Sequence[Stratum]
    answered: Sequence[Stratum]


def _group_answers(
    sample: DrawnSample | None, verdicts: Sequence[Verdict | None], bags: Iterable[int]
) -> _Answers:
    """Group the verdicts on these bags by stratum; without a sample, all bags are one stratum."""
    left = [len(verdicts)] if sample is None else list(sample.sizes)
    decided: list[list[Cluster]] = [[] for _ in left]
    answered: list[list[Cluster]] = [[] for _ in left]
    for number in bags:
        verdict, stratum = verdicts[number], 0 if sample is None else sample.stratum_of[number]
        if verdict is None:
            continue
        left[stratum] -= 1
        cluster = Cluster(1, _SHARES.get(verdict, _NEUTRAL))
        answered[stratum].append(cluster)
        if verdict in _SHARES:
            decided[stratum].append(cluster)
    return _Answers(
        *(
            [Stratum(inside, rest, rest) for inside, rest in zip(clusters, left, strict=True)]
            for clusters in (decided, answered)
        )
    )


def _estimate_mean(strata: Sequence[Stratum]) -> Estimate | None:
    """Return the mean verdict, between −1 and 1, from shares of right items."""
    share = estimate_share(strata)
    return share and share.scaled(lambda value: 2 * value - 1)


def _sign(value: Fraction | int) -> Verdict:
    return Verdict.BETTER if value > 0 else Verdict.WORSE


def sample_to_json(sample: DrawnSample, fingerprints: Sequence[str]) -> dict[str, Any]:
    """Return the sample as a review stores it, with a digest of all bags of the comparison."""
    return {
        "seed": sample.seed,
        "of": hash_bags(fingerprints),
        "size": sample.size,
        "order": list(sample.order),
        "strata": list(sample.strata),
        "stratum_of": list(sample.stratum_of),
    }


def sample_from_json(value: Any, fingerprints: Sequence[str]) -> DrawnSample | None:
    """Return the sample that ``sample_to_json`` wrote, None if it was drawn from other bags.

    Raises ``ValueError``, ``TypeError`` or ``KeyError`` for anything else.
    """
    if value["of"] != hash_bags(fingerprints):
        return None
    order, strata, stratum_of = (tuple(value[name]) for name in ("order", "strata", "stratum_of"))
    sample = DrawnSample(value["seed"], value["size"], order, strata, stratum_of)
    numbers = (sample.seed, sample.size, *sample.order, *sample.stratum_of)
    if not set(map(type, numbers)) <= {int} or not all(isinstance(name, str) for name in sample.strata):
        raise TypeError("numbers")
    if not len(sample.stratum_of) == len(sample.order) == len(fingerprints) >= sample.size >= 0:
        raise ValueError("bags")
    if set(sample.order) != set(range(len(fingerprints))) or not all(
        0 <= stratum < len(sample.strata) for stratum in sample.stratum_of
    ):
        raise ValueError("places")
    return sample


def hash_bags(fingerprints: Sequence[str]) -> str:
    """Return a hash that identifies these bags, independent of their order."""
    return hashlib.sha256(" ".join(sorted(fingerprints)).encode()).hexdigest()
