"""Bootstrap intervals: how far the difference of two systems' scores could move by chance.

The paired bootstrap draws as many bags as there are, with replacement, and the same ones for both systems. It
scores both systems on them, takes the difference, and repeats this 10,000 times. It draws bags and not
documents, since a class may span documents but never leaves its bag: the chains of a resample are complete.

- Efron & Tibshirani 1993, *An Introduction to the Bootstrap*, chapters 12 and 13: percentile intervals.
- Koehn 2004, *Statistical Significance Tests for Machine Translation Evaluation*: pairs, and the share of
  resamples in which the other system wins; Berg-Kirkpatrick et al. 2012, *An Empirical Investigation of
  Statistical Significance in NLP*: what this kind of p does and does not mean.
- Davison & Hinkley 1997, *Bootstrap Methods and their Application*, p. 161: the + 1 in p.

A bag is known by its sums: a metric has a few sums for each bag (numerator and denominator of recall and of
precision), one *column* for each sum, and its score follows from the totals of the columns. To score a
resample is to add up the rows of the drawn bags.

Most bags of a corpus have the same sums as many others. How often one of these rows is drawn is a single
binomial number; only bags with few equals are drawn one by one.

The module has three parts: grouping equal bags (``BagRows``), drawing (``draw_sums``), and the figures of
each metric (``bootstrap``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Integers
from coala.base.statistics import NO_CHANGE, TAIL
from coala.scores.findings import Bootstrap, Bounds, Difference, Resampling
from coala.scores.metric import ClusterPair, Metric, Rates
from coala.scores.metrics.registry import METRICS
from coala.scores.sums import Floats

FREQUENT = 32
"""The number of equal bags from which on a row is drawn as one binomial number (50 to 140 ns). Rarer rows are
drawn bag by bag (about 7 ns a draw).
"""

CELLS = 4_000_000
"""Numbers held at once while drawing (32 MB). Resamples are drawn in chunks of this size."""

_GRID = 2.0**40
"""Sums are rounded to a multiple of 1 / GRID before they are compared. The same thirds added in another order
differ in the last bit, which would hide that two bags are equal. Rounding moves a bag's sum by less than
5e-13.
"""


class BagRows(NamedTuple):
    """The sums of all bags, with equal bags grouped: tables with a row for bags and a column for each sum.

    Rows are ordered by (most bags, first bag), so that their order does not depend on the order of the
    columns.
    """

    # The distinct rows that many bags share, and the number of bags of each.
    frequent: Floats
    bags: Integers
    # The rows of the other bags one by one.
    rare: Floats

    @property
    def total(self) -> int:
        """The number of bags."""
        return int(self.bags.sum()) + len(self.rare)

    @property
    def sums(self) -> Floats:
        """The sums of all bags, column by column."""
        return np.asarray(self.bags @ self.frequent + self.rare.sum(axis=0), np.float64)

    def select_columns(self, columns: Sequence[int]) -> BagRows:
        """Return the same bags with some of the columns. One seed still draws the same bags."""
        return BagRows(self.frequent[:, columns], self.bags, self.rare[:, columns])


def group_bags(columns: Sequence[Floats]) -> BagRows:
    """Group the bags that have equal numbers in all columns. Bag i is place i of each column."""
    first, inverse = _group_equal_bags(columns)
    bags = np.bincount(inverse, minlength=len(first))
    order = np.lexsort((first, -bags))
    first, bags = first[order], bags[order]
    distinct = np.stack([_round_sums(column[first]) for column in columns], axis=1)
    frequent = bags >= FREQUENT
    return BagRows(
        distinct[frequent], bags[frequent], np.repeat(distinct[~frequent], bags[~frequent], axis=0)
    )


def draw_sums(table: BagRows, samples: int, generator: np.random.Generator) -> Floats:
    """Return the sums of ``samples`` resamples of all bags, one row for each resample."""
    # A resample needs a count for each frequent row and for each rare bag while it is drawn.
    cells = len(table.frequent) + len(table.rare) + 1
    chunk = max(1, CELLS // cells)
    totals = [
        _draw_chunk(table, min(chunk, samples - start), generator) for start in range(0, samples, chunk)
    ]
    return np.concatenate(totals)


def _draw_chunk(table: BagRows, samples: int, generator: np.random.Generator) -> Floats:
    """Return the sums of a few resamples, as ``draw_sums`` does."""
    total, rare = table.total, len(table.rare)
    if not len(table.frequent):
        return _draw_rare(table.rare, np.full(samples, total), generator)
    # All rare bags together are one more outcome. Without rare bags a rounding error could draw that outcome.
    outcomes = np.append(table.bags, rare) if rare else table.bags
    drawn = generator.multinomial(total, outcomes / total, size=samples)
    frequent = drawn[:, : len(table.frequent)]
    sums = np.asarray(frequent.astype(np.float64) @ table.frequent, np.float64)
    return sums + _draw_rare(table.rare, drawn[:, -1], generator) if rare else sums


def _draw_rare(rare: Floats, draws: Integers, generator: np.random.Generator) -> Floats:
    """Return for each number n in ``draws`` the sums of n draws from the rare bags, all equally likely."""
    chosen = generator.integers(0, len(rare), size=int(draws.sum()), dtype=np.uint32)
    ends = np.cumsum(draws)
    counts = np.empty((len(draws), len(rare)))
    for sample, (begin, end) in enumerate(zip((ends - draws).tolist(), ends.tolist(), strict=True)):
        counts[sample] = np.bincount(chosen[begin:end], minlength=len(rare))
    return np.asarray(counts @ rare, np.float64)


def _group_equal_bags(columns: Sequence[Floats]) -> tuple[Integers, Integers]:
    """Return the first bag of each group of equal bags, and the group of each bag.

    Bags are compared by a 64-bit hash of their numbers, since sorting whole rows takes ten times as long. The
    groups are then checked number by number. If two different rows ever have the same hash, every bag becomes
    a group of its own, which is slower but just as correct.
    """
    label = hash_numbers(columns)
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    for column in columns:
        rounded = _round_sums(column)
        if not np.array_equal(rounded[first][inverse], rounded):
            place = np.arange(len(label))
            return place, place
    return first, inverse


def hash_numbers(columns: Sequence[Floats]) -> npt.NDArray[np.uint64]:
    """Return a 64-bit hash for each bag: equal for equal bags, and almost never equal for others.

    A float is taken as its 64 bits, which are mixed as in splitmix64.
    """
    label = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        # The last bits of whole numbers are 0: multiplying spreads bits upwards, shifting brings them back.
        label ^= _round_sums(column).view(np.uint64)
        label ^= label >> np.uint64(32)
        label *= np.uint64(0x9E3779B97F4A7C15)
        label ^= label >> np.uint64(29)
    return label


def _round_sums(column: Floats) -> Floats:
    """Return the sums as multiples of 1 / GRID, so that equal bags have equal bits."""
    # Adding 0.0 turns -0.0, which is equal to 0.0 but has other bits, into 0.0.
    return np.asarray(np.rint(column * _GRID) / _GRID + 0.0, np.float64)


SAMPLES = 10_000

FEWEST_SAMPLES = 1_000
"""The fewest resamples for a percentile interval of 95 %: its ends are then the 25th value from either end.
"""

MOST_DRAWS = 1_000_000_000
"""The most draws of single bags that a user has to wait for (6 to 16 s). Only a corpus with more than 100,000
bags that have no equal reaches it. It gets fewer resamples, but never fewer than ``FEWEST_SAMPLES``, and
reports their number.
"""

COLUMNS_AT_ONCE = 256
"""The number of columns whose 10,000 sums are held at once (20 MB, and a few copies). Drawing again takes
less time than this memory would cost.
"""

SEED = 1993
"""A fixed seed: the same comparison gives the same interval each time, with one version of numpy."""


@dataclass(frozen=True, eq=False)
class Paired:
    """One metric's sums for each bag, of both systems against the same gold.

    There are as many columns as the metric needs. ``rates`` computes recall, precision and F1 from the
    columns' totals, for many totals at once (``Metric.rates``).
    """

    baseline: Sequence[Floats]
    changed: Sequence[Floats]
    rates: Callable[[Sequence[Floats]], Rates]


_NO_DIFFERENCE = Difference(None, None, None, None, 0)
_NO_BOUNDS = Bounds(None, None, None, 0)
_UNDEFINED = Bootstrap(_NO_DIFFERENCE, _NO_DIFFERENCE, _NO_DIFFERENCE, _NO_BOUNDS, _NO_BOUNDS)
"""The result where there is no bag."""


def bootstrap_pairs(
    changed: ClusterPair,
    baseline: ClusterPair,
    bag: Integers,
    bags: int,
    *,
    metrics: Mapping[str, Metric] = METRICS,
    samples: int = SAMPLES,
) -> Resampling:
    """Resample the bags of changed and baseline, each paired with gold (as in ``compute_bag_shares``).

    ``bag`` has the number, 0 to ``bags`` - 1, of the bag of every span that any of the three graphs mentions.
    The bags must be closed: no class of any of them is in two bags.
    """
    return bootstrap(sum_pairs(changed, baseline, bag, bags, metrics), samples=samples)


def sum_pairs(
    changed: ClusterPair,
    baseline: ClusterPair,
    bag: Integers,
    bags: int,
    metrics: Mapping[str, Metric] = METRICS,
) -> Iterator[tuple[str, Paired]]:
    """Yield each metric's name with the sums of the bags of both systems, one metric at a time."""
    for name, metric in metrics.items():
        before, after = (metric.sum_bags(system, bag, bags) for system in (baseline, changed))
        yield name, Paired(before, after, metric.rates)


def bootstrap(
    metrics: Iterable[tuple[str, Paired]], *, samples: int = SAMPLES, seed: int = SEED
) -> Resampling:
    """Resample the bags, the same ones for all metrics and for both systems."""
    return bootstrap_together([metrics], samples=samples, seed=seed)[0]


def bootstrap_together(
    comparisons: Iterable[Iterable[tuple[str, Paired]]], *, samples: int = SAMPLES, seed: int = SEED
) -> list[Resampling]:
    """Resample the bags, the same ones for all metrics and both systems of all comparisons.

    Equal columns are held once. If ``comparisons`` yields metrics one at a time, only one metric's other data
    is in memory. Resamples in which a figure is 0/0 are left out of that figure's interval; its ``samples``
    counts the others.
    """
    # 1. Collect the distinct columns of all metrics of all comparisons, and group equal bags.
    columns = _Columns()
    placed = [
        {name: _PlacedMetric(metric.rates, *columns.add_both(metric)) for name, metric in metrics}
        for metrics in comparisons
    ]
    table = group_bags(columns.distinct) if columns.distinct else None
    if table is None or not table.total:
        return [Resampling(dict.fromkeys(metrics, _UNDEFINED), 0, 0, seed) for metrics in placed]
    # 2. Draw the sums of the columns, and compute the figures of the metrics, a block of columns at a time.
    samples = _limit_samples(table, samples)
    resamplings = []
    for block in _split_into_blocks(placed):
        used = sorted({place for metrics in block for metric in metrics.values() for place in metric.used})
        part = table.select_columns(used)
        # Each block starts from the same seed, so it draws the same bags.
        drawn = draw_sums(part, samples, np.random.default_rng(seed))
        # The first row is the corpus itself: estimate and resamples go through the same arithmetic.
        drawn = np.concatenate([part.sums[np.newaxis], drawn])
        column_at = dict(zip(used, drawn.T, strict=True))
        resamplings += [
            Resampling(
                {name: metric.bootstrap(column_at) for name, metric in metrics.items()},
                table.total,
                samples,
                seed,
            )
            for metrics in block
        ]
    return resamplings


class RateBounds(NamedTuple):
    """The recall, precision and F1 of one system, each with its interval."""

    recall: Bounds
    precision: Bounds
    f1: Bounds


def bound_rates(table: BagRows, rates: Callable[[Sequence[Floats]], Rates]) -> RateBounds:
    """Resample the rows of ``table``; ``rates`` computes recall, precision and F1 from column totals."""
    drawn = draw_sums(table, _limit_samples(table, SAMPLES), np.random.default_rng(SEED))
    drawn = np.concatenate([table.sums[np.newaxis], drawn])
    found = rates([drawn[:, place] for place in range(drawn.shape[1])])
    return RateBounds(*map(_estimate_bounds, found))


class _PlacedMetric(NamedTuple):
    """A metric with the places of its columns of sums among the distinct columns."""

    rates: Callable[[Sequence[Floats]], Rates]
    baseline: Sequence[int]
    changed: Sequence[int]

    @property
    def used(self) -> Iterator[int]:
        """The places of all its columns."""
        yield from self.baseline
        yield from self.changed

    def bootstrap(self, column_at: Mapping[int, Floats]) -> Bootstrap:
        """Compute the differences and intervals from the columns of totals, by place.

        The first row of each column is the corpus itself, the others are the resamples.
        """
        before, after = (
            self.rates([column_at[place] for place in system]) for system in (self.baseline, self.changed)
        )
        return Bootstrap(
            f1=_estimate_difference(before.f1, after.f1),
            recall=_estimate_difference(before.recall, after.recall),
            precision=_estimate_difference(before.precision, after.precision),
            baseline_f1=_estimate_bounds(before.f1),
            changed_f1=_estimate_bounds(after.f1),
        )


def _split_into_blocks(
    placed: Sequence[Mapping[str, _PlacedMetric]],
) -> Iterator[list[Mapping[str, _PlacedMetric]]]:
    """Yield comparisons in their order, in blocks of about ``COLUMNS_AT_ONCE`` columns."""
    block: list[Mapping[str, _PlacedMetric]] = []
    used: set[int] = set()
    for metrics in placed:
        block.append(metrics)
        used.update(place for metric in metrics.values() for place in metric.used)
        if len(used) >= COLUMNS_AT_ONCE:
            yield block
            block, used = [], set()
    if block:
        yield block


class _Columns:
    """The distinct columns of sums, each held once.

    Many are equal: the denominators of recall, for example, depend on gold alone and not on the system.
    """

    def __init__(self) -> None:
        self.distinct: list[Floats] = []
        self._places: dict[bytes, int] = {}

    def add_both(self, metric: Paired) -> Iterator[list[int]]:
        """Yield the places of the columns of the baseline, then those of the changed system."""
        for system in (metric.baseline, metric.changed):
            yield [self.place(column) for column in system]

    def place(self, column: Floats) -> int:
        """Return the place of a column among the distinct ones; add it if it is new."""
        column = np.ascontiguousarray(column, np.float64)
        content = hashlib.blake2b(column.data, digest_size=16).digest()
        if content not in self._places:
            self._places[content] = len(self.distinct)
            self.distinct.append(column)
        return self._places[content]


def _limit_samples(table: BagRows, samples: int) -> int:
    """Return fewer samples if drawing them all would take too long (``MOST_DRAWS``)."""
    most = MOST_DRAWS // max(1, len(table.rare))
    return min(samples, max(FEWEST_SAMPLES, most))


def _estimate_difference(before: Floats, after: Floats) -> Difference:
    """Return the interval and p of the difference; the first row of each column is the corpus itself."""
    difference = after - before
    bounds = _estimate_bounds(difference)
    # Ties count on both sides: two systems that never differ have p = 1.
    below = int((difference[1:] <= NO_CHANGE).sum())
    above = int((difference[1:] >= -NO_CHANGE).sum())
    p = min(1.0, 2 * (1 + min(below, above)) / (bounds.samples + 1)) if bounds.samples else None
    return Difference(bounds.estimate, bounds.low, bounds.high, p, bounds.samples)


def _estimate_bounds(figure: Floats) -> Bounds:
    """Return the estimate and the 95 % interval of a figure, given that of the corpus and of each resample.

    The ends are the k-th smallest and k-th largest of B values, k = ⌊(B + 1) · 2.5 %⌋ (Efron & Tibshirani,
    p. 160).
    """
    values = np.sort(figure[1:][~np.isnan(figure[1:])])
    estimate = None if np.isnan(figure[0]) else float(figure[0])
    beyond = int((len(values) + 1) * TAIL)
    if not beyond:
        return Bounds(estimate, None, None, len(values))
    return Bounds(estimate, float(values[beyond - 1]), float(values[-beyond]), len(values))
