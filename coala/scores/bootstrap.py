"""Sums per bag of two systems become intervals: how far their scores' difference could move by chance.

The paired bootstrap: draw as many bags as there are, with replacement, the same ones for both systems;
score both on them; take the difference; do it again 10,000 times. Bags, not documents, are drawn, for a
class may span documents, and no class leaves its bag: a resample is a corpus whose chains are whole.

- Efron & Tibshirani 1993, *An Introduction to the Bootstrap*, chapters 12 and 13: percentile intervals.
- Koehn 2004, *Statistical Significance Tests for Machine Translation Evaluation*: pairs, and the share of
  resamples in which the other system wins; Berg-Kirkpatrick et al. 2012, *An Empirical Investigation of
  Statistical Significance in NLP*: what such a p does and does not mean.
- Davison & Hinkley 1997, *Bootstrap Methods and their Application*, p. 161: the + 1 in p.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coala.base.statistics import TAIL
from coala.model.graph import Integers
from coala.scores.findings import Bootstrap, Bounds, Difference, Resampling
from coala.scores.metric import ClusterPair, Rates
from coala.scores.metrics.registry import METRICS
from coala.scores.resamples import BagRows, draw_sums, group_bags
from coala.scores.significance import NO_CHANGE
from coala.scores.sums import Floats

SAMPLES = 10_000

FEWEST_SAMPLES = 1_000
"""What a percentile interval of 95 % needs at least, for its ends are then the 25th value from either end."""

MOST_DRAWS = 1_000_000_000
"""Draws of single bags that a reader waits for (6 to 16 s). Only a corpus with more than 100,000 bags
that have no equal reaches it; it gets fewer samples, never fewer than ``FEWEST_SAMPLES``, and says so."""

COLUMNS_AT_ONCE = 256
"""Columns of which 10,000 sums are held at once (20 MB), and a few copies; drawing again takes less than the
memory would cost."""

SEED = 1993
"""The same comparison gives the same interval each time, with one version of numpy."""


@dataclass(frozen=True, eq=False)
class Paired:
    """One metric's sums for each bag, of both systems against the same gold: as many columns as it needs.

    ``rates`` makes recall, precision and F1 of the columns' totals, many totals at once
    (``Metric.rates``).
    """

    baseline: Sequence[Floats]
    changed: Sequence[Floats]
    rates: Callable[[Sequence[Floats]], Rates]


_NO_DIFFERENCE = Difference(None, None, None, None, 0)
_NO_BOUNDS = Bounds(None, None, None, 0)
_UNDEFINED = Bootstrap(_NO_DIFFERENCE, _NO_DIFFERENCE, _NO_DIFFERENCE, _NO_BOUNDS, _NO_BOUNDS)
"""What can be said where there is no bag."""


def bootstrap_of_pairs(
    changed: ClusterPair,
    baseline: ClusterPair,
    bag: Integers,
    bags: int,
    *,
    samples: int = SAMPLES,
) -> Resampling:
    """Resample the bags of changed and baseline, each paired with gold (as in ``share_bags``).

    ``bag`` has the closed bag, 0 to ``bags`` - 1, of every span that any of the three mentions.
    """
    return bootstrap(pair_sums(changed, baseline, bag, bags), samples=samples)


def pair_sums(
    changed: ClusterPair, baseline: ClusterPair, bag: Integers, bags: int
) -> Iterator[tuple[str, Paired]]:
    """For each metric the sums of the bags of both, one metric at a time."""
    for name, metric in METRICS.items():
        before, after = (metric.sums_of_bags(system, bag, bags) for system in (baseline, changed))
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

    Metrics that are made one at a time need the memory of one, for columns that occur twice are held once.
    Resamples in which a figure is 0/0 are left out of that figure's interval; its ``samples`` counts the
    others.
    """
    columns = _Columns()
    placed = [
        {name: _Placed(metric.rates, *columns.place_both(metric)) for name, metric in metrics}
        for metrics in comparisons
    ]
    table = group_bags(columns.distinct) if columns.distinct else None
    if table is None or not table.total:
        return [Resampling(dict.fromkeys(metrics, _UNDEFINED), 0, 0, seed) for metrics in placed]
    samples = _affordable(table, samples)
    resamplings = []
    for block in _blocks(placed):
        used = sorted({place for metrics in block for metric in metrics.values() for place in metric.used})
        part = table.take(used)
        # The same bags in each block, for they are drawn anew from the same seed.
        drawn = draw_sums(part, samples, np.random.default_rng(seed))
        # The first row is the corpus itself, so that estimate and resamples go through the same arithmetic.
        drawn = np.concatenate([part.sums[np.newaxis], drawn])
        column = dict(zip(used, drawn.T, strict=True))
        resamplings += [
            Resampling(
                {name: metric.bootstrap(column) for name, metric in metrics.items()},
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
    """Resample what has these sums; ``rates`` makes recall, precision and F1 of the columns' totals."""
    drawn = draw_sums(table, _affordable(table, SAMPLES), np.random.default_rng(SEED))
    drawn = np.concatenate([table.sums[np.newaxis], drawn])
    found = rates([drawn[:, place] for place in range(drawn.shape[1])])
    return RateBounds(*map(_bounds, found))


class _Placed(NamedTuple):
    """A metric whose columns of sums stand at these places among the distinct ones."""

    rates: Callable[[Sequence[Floats]], Rates]
    baseline: Sequence[int]
    changed: Sequence[int]

    @property
    def used(self) -> Iterator[int]:
        yield from self.baseline
        yield from self.changed

    def bootstrap(self, column: Mapping[int, Floats]) -> Bootstrap:
        """What the columns' totals say, first of the corpus and then of each resample."""
        before, after = (
            self.rates([column[place] for place in system]) for system in (self.baseline, self.changed)
        )
        return Bootstrap(
            f1=_difference(before.f1, after.f1),
            recall=_difference(before.recall, after.recall),
            precision=_difference(before.precision, after.precision),
            baseline_f1=_bounds(before.f1),
            changed_f1=_bounds(after.f1),
        )


def _blocks(placed: Sequence[Mapping[str, _Placed]]) -> Iterator[list[Mapping[str, _Placed]]]:
    """Comparisons as they come, as many at once as have about ``COLUMNS_AT_ONCE`` columns."""
    block: list[Mapping[str, _Placed]] = []
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
    """The columns of sums, each kept once: a metric's recall has the same denominators in both systems."""

    def __init__(self) -> None:
        self.distinct: list[Floats] = []
        self._places: dict[bytes, int] = {}

    def place_both(self, metric: Paired) -> Iterator[list[int]]:
        """Where the columns of baseline and changed stand."""
        for system in (metric.baseline, metric.changed):
            yield [self.place(column) for column in system]

    def place(self, column: Floats) -> int:
        """Where the column stands among the distinct ones."""
        column = np.ascontiguousarray(column, np.float64)
        content = hashlib.blake2b(column.data, digest_size=16).digest()
        if content not in self._places:
            self._places[content] = len(self.distinct)
            self.distinct.append(column)
        return self._places[content]


def _affordable(table: BagRows, samples: int) -> int:
    most = MOST_DRAWS // max(1, len(table.rare))
    return min(samples, max(FEWEST_SAMPLES, most))


def _difference(before: Floats, after: Floats) -> Difference:
    """Of the two columns' differences; the first row is the corpus itself."""
    difference = after - before
    bounds = _bounds(difference)
    # Ties count on both sides, so that two systems that never differ have p = 1.
    below = int((difference[1:] <= NO_CHANGE).sum())
    above = int((difference[1:] >= -NO_CHANGE).sum())
    p = min(1.0, 2 * (1 + min(below, above)) / (bounds.samples + 1)) if bounds.samples else None
    return Difference(bounds.estimate, bounds.low, bounds.high, p, bounds.samples)


def _bounds(figure: Floats) -> Bounds:
    """The k-th smallest and k-th largest of B values, k = ⌊(B + 1) · 2.5 %⌋ (Efron & Tibshirani, p. 160)."""
    values = np.sort(figure[1:][~np.isnan(figure[1:])])
    estimate = None if np.isnan(figure[0]) else float(figure[0])
    beyond = int((len(values) + 1) * TAIL)
    if not beyond:
        return Bounds(estimate, None, None, len(values))
    return Bounds(estimate, float(values[beyond - 1]), float(values[-beyond]), len(values))
