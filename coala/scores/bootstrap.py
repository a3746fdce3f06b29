"""Sums per bag of two systems into intervals: how far their scores' difference could move by chance.

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.statistics import TAIL
from coala.model.graph import Integers
from coala.scores.metric import ClusterPair, Metric, Rates
from coala.scores.metrics.registry import METRICS
from coala.scores.significance import NO_CHANGE
from coala.scores.sums import Floats

SAMPLES = 10_000

FEWEST_SAMPLES = 1_000
"""What a percentile interval of 95 % needs at least, for its ends are then the 25th value from either end."""

MOST_DRAWS = 1_000_000_000
"""Draws of single bags that a reader waits for (6 to 16 s). Only a corpus with more than 100,000 bags
that have no equal reaches it; it gets fewer samples, never fewer than ``FEWEST_SAMPLES``, and says so."""

SEED = 1993
"""The same comparison gives the same interval each time, with one version of numpy."""


WHAT_IT_SAYS = (
    "The interval says how far the figure would move if bags like these were drawn again: it speaks of this "
    "kind of text and of these two systems, not of other corpora.",
    "It takes the gold graph for right and the bags for independent; errors in gold are not in it. Where one "
    "bag holds much of the corpus the interval is rough.",
    "The metrics are computed from the same bags, so several of them agreeing is not several pieces of "
    "evidence; choose one beforehand.",
)
"""What stands beside the numbers wherever they are shown."""


@dataclass(frozen=True, eq=False)
class Paired:
    """One metric's sums for each bag, of both systems against the same gold: as many columns as it needs.

    ``rates`` makes recall, precision and F1 of the columns' totals, many totals at once
    (``Metric.rates``).
    """

    baseline: Sequence[Floats]
    changed: Sequence[Floats]
    rates: Callable[[Sequence[Floats]], Rates]


class Bounds(NamedTuple):
    """A figure of one system with its 95 % percentile interval, from the ``samples`` in which it is defined.

    ``estimate`` is None where the figure is undefined, ``low`` and ``high`` where fewer than 39 resamples
    have it: less than one value would lie beyond either end.
    """

    estimate: float | None
    low: float | None
    high: float | None
    samples: int


class Difference(NamedTuple):
    """Changed minus baseline, as ``Bounds``; ``p`` is the two-sided share of resamples beyond zero.

    With δ* the differences in B resamples, p = min(1, 2 · (1 + min(#{δ* ≤ 0}, #{δ* ≥ 0})) / (B + 1)):
    the largest α whose interval still reaches zero, hence at least 2/(B + 1).
    """

    estimate: float | None
    low: float | None
    high: float | None
    p: float | None
    samples: int


@dataclass(frozen=True)
class Bootstrap:
    """One metric's differences, and each system's own F1.

    What a metric does not have (CoNLL: recall and precision) is a difference in no sample.
    """

    f1: Difference
    recall: Difference
    precision: Difference
    baseline_f1: Bounds
    changed_f1: Bounds


@dataclass(frozen=True)
class Resampling:
    """What the bootstrap says of every metric; ``samples`` were drawn of ``bags`` bags."""

    metrics: Mapping[str, Bootstrap]
    bags: int
    samples: int
    seed: int


def bootstrap_of_pairs(
    changed: ClusterPair,
    baseline: ClusterPair,
    bag: Integers,
    bags: int,
    metrics: Mapping[str, Metric] = METRICS,
    *,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Resampling:
    """Resample the bags of changed and baseline, each paired with gold (as in ``share_bags``).

    ``bag`` has the closed bag, 0 to ``bags`` - 1, of every span that any of the three mentions.
    """
    pairs = (
        (
            name,
            Paired(
                metric.sums_of_bags(baseline, bag, bags),
                metric.sums_of_bags(changed, bag, bags),
                metric.rates,
            ),
        )
        for name, metric in metrics.items()
    )
    return _bootstrap(pairs, samples, seed)


def bootstrap(metrics: Mapping[str, Paired], *, samples: int = SAMPLES, seed: int = SEED) -> Resampling:
    """Resample the bags, the same ones for all metrics and for both systems.

    Resamples in which a figure is 0/0 are left out of that figure's interval; its ``samples`` counts the
    others.
    """
    return _bootstrap(metrics.items(), samples, seed)


def _bootstrap(metrics: Iterable[tuple[str, Paired]], samples: int, seed: int) -> Resampling:
    """The same of metrics that are made one at a time, so that columns that occur twice are held once."""
    columns = _Columns()
    places = {}
    for name, metric in metrics:
        systems = (metric.baseline, metric.changed)
        places[name] = metric.rates, [[columns.place(column) for column in system] for system in systems]
    table = rows(columns.distinct) if columns.distinct else None
    if table is None or not table.total:
        return Resampling(dict.fromkeys(places, _UNDEFINED), 0, 0, seed)
    samples = _affordable(table, samples)
    drawn = resampled_sums(table, samples, np.random.default_rng(seed))
    # The first row is the corpus itself, so that estimate and resamples go through the same arithmetic.
    drawn = np.concatenate([table.sums[np.newaxis], drawn])
    found = {}
    for name, (rates, of_systems) in places.items():
        before, after = (rates([drawn[:, place] for place in system]) for system in of_systems)
        found[name] = Bootstrap(
            f1=_difference(before.f1, after.f1),
            recall=_difference(before.recall, after.recall),
            precision=_difference(before.precision, after.precision),
            baseline_f1=_bounds(before.f1),
            changed_f1=_bounds(after.f1),
        )
    return Resampling(found, table.total, samples, seed)


def resampling_to_json(result: Resampling) -> dict[str, Any]:
    """The result as JSON, under the field names of the classes above."""
    return {
        "bags": result.bags,
        "samples": result.samples,
        "seed": result.seed,
        "interval": "percentile",
        "level": 1 - 2 * TAIL,
        "metrics": {
            name: {field: figure._asdict() for field, figure in vars(metric).items()}
            for name, metric in result.metrics.items()
        },
    }


def resampling_from_json(value: Mapping[str, Any]) -> Resampling:
    """The inverse of ``to_json``; raises ``KeyError``, ``TypeError`` or ``ValueError`` on anything else."""
    return Resampling(
        {name: _metric_from_json(metric) for name, metric in value["metrics"].items()},
        int(value["bags"]),
        int(value["samples"]),
        int(value["seed"]),
    )


def _metric_from_json(value: Mapping[str, Any]) -> Bootstrap:
    return Bootstrap(
        f1=Difference(**value["f1"]),
        recall=Difference(**value["recall"]),
        precision=Difference(**value["precision"]),
        baseline_f1=Bounds(**value["baseline_f1"]),
        changed_f1=Bounds(**value["changed_f1"]),
    )


class _Columns:
    """The columns of sums, each kept once: a metric's recall has the same denominators in both systems."""

    def __init__(self) -> None:
        self.distinct: list[Floats] = []
        self._places: dict[bytes, int] = {}

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


_NO_DIFFERENCE = Difference(None, None, None, None, 0)
_NO_BOUNDS = Bounds(None, None, None, 0)
_UNDEFINED = Bootstrap(_NO_DIFFERENCE, _NO_DIFFERENCE, _NO_DIFFERENCE, _NO_BOUNDS, _NO_BOUNDS)
"""What can be said where there is no bag."""


FREQUENT = 32
"""A row that this many bags share is drawn as one binomial number (50 to 140 ns), rarer ones bag by bag
(about 7 ns a draw)."""

CELLS = 4_000_000
"""Numbers held at once while drawing (32 MB): the samples come in chunks of as many as fit."""

_GRID = 2.0**40
"""Sums are rounded to a multiple of 1 / GRID before they are compared. The same thirds added in another
order differ in the last bit, and bags that are equal on paper would not be seen to be; rounding moves a
bag's sum by less than 5e-13."""


class BagRows(NamedTuple):
    """The bags by their sums: ``frequent`` rows with the number of bags of each, and the ``rare`` bags one by
    one. Rows are in the order of (most bags, first bag), so that they do not depend on which column is which.
    """

    frequent: Floats
    bags: Integers
    rare: Floats

    @property
    def total(self) -> int:
        """The number of bags."""
        return int(self.bags.sum()) + len(self.rare)

    @property
    def sums(self) -> Floats:
        """The sums of all bags, column by column."""
        return np.asarray(self.bags @ self.frequent + self.rare.sum(axis=0), np.float64)


def rows(columns: Sequence[Floats]) -> BagRows:
    """Group the bags (places of the columns) that have equal numbers in all columns."""
    first, inverse = _groups(columns)
    bags = np.bincount(inverse, minlength=len(first))
    order = np.lexsort((first, -bags))
    first, bags = first[order], bags[order]
    distinct = np.stack([_rounded(column[first]) for column in columns], axis=1)
    frequent = bags >= FREQUENT
    return BagRows(
        distinct[frequent], bags[frequent], np.repeat(distinct[~frequent], bags[~frequent], axis=0)
    )


def resampled_sums(given: BagRows, samples: int, generator: np.random.Generator) -> Floats:
    """The sums of ``samples`` resamples of all bags, one row a resample, one column a column."""
    cells = len(given.frequent) + len(given.rare) + 1
    chunk = max(1, CELLS // cells)
    totals = [_chunk(given, min(chunk, samples - start), generator) for start in range(0, samples, chunk)]
    return np.concatenate(totals)


def _chunk(given: BagRows, samples: int, generator: np.random.Generator) -> Floats:
    total, rare = given.total, len(given.rare)
    if not len(given.frequent):
        return _draw(given.rare, np.full(samples, total), generator)
    # The rare bags together are one more outcome; where there are none it must not take a rounding error.
    outcomes = np.append(given.bags, rare) if rare else given.bags
    drawn = generator.multinomial(total, outcomes / total, size=samples)
    frequent = drawn[:, : len(given.frequent)]
    sums = np.asarray(frequent.astype(np.float64) @ given.frequent, np.float64)
    return sums + _draw(given.rare, drawn[:, -1], generator) if rare else sums


def _draw(rare: Floats, draws: Integers, generator: np.random.Generator) -> Floats:
    """For each number in ``draws`` the sums of as many draws, all bags being equally likely."""
    chosen = generator.integers(0, len(rare), size=int(draws.sum()), dtype=np.uint32)
    ends = np.cumsum(draws)
    counts = np.empty((len(draws), len(rare)))
    for sample, (begin, end) in enumerate(zip((ends - draws).tolist(), ends.tolist(), strict=True)):
        counts[sample] = np.bincount(chosen[begin:end], minlength=len(rare))
    return np.asarray(counts @ rare, np.float64)


def _groups(columns: Sequence[Floats]) -> tuple[Integers, Integers]:
    """The first bag of each group of equal bags, and the group of each bag.

    Bags are compared by a 64-bit mixture of their numbers, since sorting whole rows takes ten times as
    long. The groups are then checked number by number; should two rows ever have met in one mixture, every
    bag is a group of its own, which is slower and as right.
    """
    label = _mixture(columns)
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    for column in columns:
        rounded = _rounded(column)
        if not np.array_equal(rounded[first][inverse], rounded):
            place = np.arange(len(label))
            return place, place
    return first, inverse


def _mixture(columns: Sequence[Floats]) -> npt.NDArray[np.uint64]:
    """64 bits for each bag, the same for equal bags, and for others nearly never."""
    label = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        # The last bits of whole numbers are 0: multiplying spreads bits upwards, shifting brings them back.
        label ^= _rounded(column).view(np.uint64)
        label ^= label >> np.uint64(32)
        label *= np.uint64(0x9E3779B97F4A7C15)
        label ^= label >> np.uint64(29)
    return label


def _rounded(column: Floats) -> Floats:
    # Adding 0.0 makes 0.0 of -0.0, which is equal but has other bits.
    return np.asarray(np.rint(column * _GRID) / _GRID + 0.0, np.float64)
