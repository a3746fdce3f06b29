"""The agreement of several reviewers on the same bags, and the reliability of one blind reviewer.

A verdict on a bag (an item of a review) is +1, 0 or −1; ``?`` counts as missing, as does a bag that a
reviewer has not judged. A bag counts if at least two reviewers gave one of the three. All four figures are 1
− (observed disagreement) / (its reference):

- raw: the share of equal verdicts among all pairs of verdicts on one bag: a bag that m reviewers judged has
  m · (m − 1) / 2 pairs;
- Cohen 1960, *A Coefficient of Agreement for Nominal Scales*: kappa of two reviewers;
- Krippendorff 2011, *Computing Krippendorff's Alpha-Reliability*: alpha of any number of reviewers, nominal
  (two verdicts are equal or not) and interval (+ is twice as far from - as from =).

They are exact fractions. The library ``krippendorff`` has floats and is under the GPL, so only the tests use
it, as an oracle. The intervals are percentiles of the bootstrap over bags (Efron & Tibshirani 1993, chapter
13).

To compute a figure, each bag gives a table of 3 × 3 cells (a list of 9 numbers, ``_CELLS``): how often each
pair of verdicts occurs on it. The tables of all bags are added up, and a formula takes the figure from the
sum. Bags with the same verdicts (a *pattern*) have the same table, so patterns are counted, and resampled by
count.

In a blind review the sides of each bag are exchanged by a seeded coin. A reviewer without a bias for a side
prefers the right side in half of the bags, however much better one system is. The test of that bias is the
exact binomial test with p = 1/2 (``sign_test``) over the answers that prefer a side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from types import MappingProxyType
from typing import Any, NamedTuple

from coala.base.statistics import TAIL, Interval, sign_test
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.state import VALUE_OF, State

RESAMPLES = 2_000
"""Twice the minimum for a 95 % percentile interval (Efron & Tibshirani, p. 275)."""

RESAMPLING_SEED = 1960
"""A fixed seed: with one version of numpy, equal verdicts give equal intervals."""

_AT_ONCE = 1_000_000
"""The most numbers of a resampling in memory."""

_ROUNDING = 1e-9
"""A sum of floats below this is 0 but for rounding."""

_CELLS = tuple((first, second) for first in VALUE_OF for second in VALUE_OF)
"""The cells of a table, row by row: the verdict of one reviewer, then that of another."""
_SAME = tuple(first is second for first, second in _CELLS)
"""For each cell, True if it is on the diagonal."""


class RatedBag(NamedTuple):
    """The verdict of each reviewer on one bag, in the order of the reviewers; None if not judged."""

    verdicts: tuple[Verdict | None, ...]
    kinds: tuple[Kind, ...] = ()

    @property
    def values(self) -> tuple[Verdict | None, ...]:
        """The verdicts with None in place of ``?``."""
        return tuple(verdict if verdict in VALUE_OF else None for verdict in self.verdicts)

    @property
    def disputed(self) -> bool:
        """True if two verdicts other than ``?`` differ."""
        return len(set(self.values) - {None}) > 1


class Coefficient(NamedTuple):
    """A figure with its 95 % interval, which is None if all resamples give one value."""

    value: Fraction
    interval: Interval | None


@dataclass(frozen=True)
class Reliability:
    """The agreement of reviewers on ``bags`` bags, ``disputed`` of them with different verdicts.

    A figure is None if it is 0/0, as alpha and kappa are if all verdicts are equal. Kappa needs exactly two
    reviewers.
    """

    bags: int
    disputed: int
    raw: Coefficient | None
    kappa: Coefficient | None
    alpha_nominal: Coefficient | None
    alpha_interval: Coefficient | None


class ReviewerPair(NamedTuple):
    """The agreement of two reviewers, given by their indices."""

    first: int
    second: int
    reliability: Reliability


@dataclass(frozen=True)
class VerdictAgreement:
    """The agreement of all reviewers, of each pair, and of all by kind; kinds without bags are left out.

    A bag counts under each of its kinds.
    """

    together: Reliability
    pairs: tuple[ReviewerPair, ...]
    by_kind: Mapping[Kind, Reliability]


def measure_agreement(
    reviewers: int, bags: Iterable[RatedBag], *, resamples: int = RESAMPLES, seed: int = RESAMPLING_SEED
) -> VerdictAgreement:
    """Measure the agreement of two or more reviewers."""
    patterns = Counter(RatedBag(bag.values, bag.kinds) for bag in bags)

    # Measure some reviewers, given by their indices, over all bags or over those of a kind.
    def measure_over(places: Sequence[int], kind: Kind | None = None) -> Reliability:
        chosen: Counter[_Pattern] = Counter()
        for bag, times in patterns.items():
            verdicts = tuple(bag.verdicts[place] for place in places)
            if (kind is None or kind in bag.kinds) and len(verdicts) - verdicts.count(None) >= 2:
                chosen[verdicts] += times
        return _measure(chosen, resamples, seed)

    all_reviewers = range(reviewers)
    by_kind = {kind: measure_over(all_reviewers, kind) for kind in Kind}
    return VerdictAgreement(
        measure_over(all_reviewers),
        tuple(ReviewerPair(*pair, measure_over(pair)) for pair in combinations(all_reviewers, 2)),
        {kind: reliability for kind, reliability in by_kind.items() if reliability.bags},
    )


def measure_coefficient(bags: Mapping[RatedBag, int], reviewers: int) -> Fraction | None:
    """Return Cohen's kappa of two reviewers, Krippendorff's nominal alpha of more, without an interval.

    ``bags`` has the number of bags with each combination of verdicts. None if it is undefined.
    """
    patterns: Counter[_Pattern] = Counter()
    for bag, times in bags.items():
        if len(bag.values) - bag.values.count(None) >= 2:
            patterns[bag.values] += times
    if not patterns:
        return None
    return _compute_exactly(patterns, _FIGURES["kappa" if reviewers == 2 else "alpha_nominal"])


_Pattern = tuple[Verdict | None, ...]
"""The verdict of each reviewer on one bag, None if missing."""

_Number = Any
"""A fraction, or an array with a float for each resample: the formulas are the same."""

_Table = Sequence[_Number]
"""How often each pair of verdicts occurs, in the order of ``_CELLS``, on one bag or on all."""

_Parts = tuple[_Number, _Number]
"""The observed disagreement and its reference: the figure is 1 − first / second."""


def _raw(pairs: _Table) -> _Parts:
    """Return the parts of 1 − unequal pairs / all pairs."""
    return _count_unequal(pairs), sum(pairs)


def _kappa(pairs: _Table) -> _Parts:
    """Return the parts of 1 − (1 − p_o) / (1 − p_e), both times n²."""
    firsts, seconds = _margins(pairs)
    bags = sum(pairs)
    return _count_unequal(pairs) * bags, bags * bags - sum(map(_multiply, firsts, seconds))


def _alpha(distance: Callable[[int, int], int]) -> Callable[[_Table], _Parts]:
    """Return a function for the parts of 1 − (n − 1) · Σ o_ck δ_ck / Σ n_c n_k δ_ck.

    o are the coincidences, n their margins, δ the distances.
    """
    distances = [distance(VALUE_OF[first], VALUE_OF[second]) for first, second in _CELLS]

    def alpha(coincidences: _Table) -> _Parts:
        margins, _ = _margins(coincidences)
        expected = [first * second for first in margins for second in margins]
        return (
            (sum(margins) - 1) * sum(map(_multiply, coincidences, distances)),
            sum(map(_multiply, expected, distances)),
        )

    return alpha


def _multiply(one: _Number, other: _Number) -> _Number:
    return one * other


def _count_unequal(table: _Table) -> _Number:
    """Return the sum of the cells off the diagonal."""
    return sum(times for times, same in zip(table, _SAME, strict=True) if not same)


def _margins(table: _Table) -> tuple[list[_Number], list[_Number]]:
    """Return the sums of the rows of a table, and those of its columns."""
    size = len(VALUE_OF)
    return (
        [sum(table[row * size : (row + 1) * size]) for row in range(size)],
        [sum(table[column::size]) for column in range(size)],
    )


_nominal = _alpha(lambda one, other: int(one != other))
_interval = _alpha(lambda one, other: (one - other) ** 2)


def _count_pairs(pattern: _Pattern) -> list[Fraction]:
    """Count the ordered pairs of verdicts on one bag, so each pair twice."""
    times = Counter(permutations([verdict for verdict in pattern if verdict is not None], 2))
    return [Fraction(times[cell]) for cell in _CELLS]


def _count_coincidences(pattern: _Pattern) -> list[Fraction]:
    """Count Krippendorff's coincidences: the ordered pairs of m verdicts, each as 1 / (m − 1)."""
    given = len(pattern) - pattern.count(None)
    return [pairs / (given - 1) for pairs in _count_pairs(pattern)]


def _count_contingencies(pattern: _Pattern) -> list[Fraction]:
    """Return Cohen's table: the verdict of the first reviewer by that of the second."""
    return [Fraction(pattern == cell) for cell in _CELLS]


class _Figure(NamedTuple):
    """A coefficient: the table of one bag, and the parts of the coefficient from the sum of all tables."""

    table: Callable[[_Pattern], list[Fraction]]
    parts: Callable[[_Table], _Parts]


_FIGURES: Mapping[str, _Figure] = MappingProxyType(
    {
        "raw": _Figure(_count_pairs, _raw),
        "kappa": _Figure(_count_contingencies, _kappa),
        "alpha_nominal": _Figure(_count_coincidences, _nominal),
        "alpha_interval": _Figure(_count_coincidences, _interval),
    }
)


def _measure(patterns: Counter[_Pattern], resamples: int, seed: int) -> Reliability:
    """Return all figures over the bags with these patterns, each with its number of bags."""
    disputed = sum(times for pattern, times in patterns.items() if RatedBag(pattern).disputed)
    figures = {name: figure for name, figure in _FIGURES.items() if name != "kappa" or _are_pairs(patterns)}
    # Without any disagreement, all resamples are the same, and there is no interval.
    intervals = _resample(patterns, figures, resamples, seed) if disputed else {}
    found: dict[str, Coefficient | None] = dict.fromkeys(_FIGURES)
    for name, figure in figures.items():
        value = _compute_exactly(patterns, figure)
        found[name] = None if value is None else Coefficient(value, intervals.get(name))
    return Reliability(patterns.total(), disputed, **found)


def _are_pairs(patterns: Iterable[_Pattern]) -> bool:
    return all(len(pattern) == 2 for pattern in patterns)


def _compute_exactly(patterns: Counter[_Pattern], figure: _Figure) -> Fraction | None:
    """Return a figure of all bags; None for 0/0."""
    sums = [Fraction()] * len(_CELLS)
    for pattern, times in patterns.items():
        sums = [known + times * more for known, more in zip(sums, figure.table(pattern), strict=True)]
    observed, expected = figure.parts(sums)
    return None if expected == 0 else 1 - Fraction(observed) / expected


def _resample(
    patterns: Counter[_Pattern], figures: Mapping[str, _Figure], resamples: int, seed: int
) -> dict[str, Interval]:
    """Return percentile intervals of the figures, from bags drawn with replacement.

    Resamples that are 0/0 are left out, and so are figures that are the same in all resamples.
    """
    # Imported here so that a tally need not load numpy.
    import numpy as np

    bags, distinct = patterns.total(), list(patterns)
    # A row for each pattern, a column for each cell.
    tables = {
        name: np.array([[float(cell) for cell in figure.table(pattern)] for pattern in distinct])
        for name, figure in figures.items()
    }
    odds = np.array([patterns[pattern] / bags for pattern in distinct])
    drawn: dict[str, list[float]] = {name: [] for name in figures}
    generator = np.random.default_rng(seed)
    left, at_once = resamples, max(1, _AT_ONCE // len(distinct))
    while left > 0:
        # How often each pattern is drawn: a row for each resample.
        times = generator.multinomial(bags, odds, size=min(left, at_once))
        left -= at_once
        for name, figure in figures.items():
            # The sum of tables for each resample; transposed, so that each cell is an array over the
            # resamples.
            observed, expected = figure.parts((times @ tables[name]).T)
            defined = expected > _ROUNDING
            drawn[name] += (1 - observed[defined] / expected[defined]).tolist()
    return {
        name: (float(low), float(high))
        for name, values in drawn.items()
        # One value in all resamples does not show what other bags would give.
        if values and max(values) - min(values) > _ROUNDING
        for low, high in [np.quantile(values, [TAIL, 1 - TAIL])]
    }


@dataclass(frozen=True)
class SideBias:
    """How often each side was preferred in blind answers; ``p`` is None if no side ever was."""

    left: int
    right: int
    neither: int
    p: float | None


class BlindReport(NamedTuple):
    """One reviewer's blind answers: how many there are, and whether they prefer a side."""

    answers: int
    sides: SideBias


def report_blind(states: Iterable[State]) -> BlindReport:
    """Measure the bias of one reviewer from all their states; states not given blind are ignored.

    Unless the sides were exchanged, the changed graph was on the right.
    """
    answers = [
        (state.verdict, state.swapped)
        for state in states
        if state.swapped is not None and state.verdict is not None
    ]
    right = sum(verdict is _prefers_right(swapped=swapped) for verdict, swapped in answers)
    left = sum(verdict is _prefers_right(swapped=not swapped) for verdict, swapped in answers)
    sides = SideBias(left, right, len(answers) - left - right, sign_test(right, left))
    return BlindReport(len(answers), sides)


def _prefers_right(*, swapped: bool) -> Verdict:
    """Return the verdict, as it is stored, of an answer that prefers the right side."""
    return Verdict.WORSE if swapped else Verdict.BETTER


def mirror_verdict(verdict: Verdict | None) -> Verdict | None:
    """Return the verdict for exchanged sides: better becomes worse and vice versa, the others stay."""
    return _MIRRORED.get(verdict, verdict)


_MIRRORED: dict[Verdict | None, Verdict] = {
    Verdict.BETTER: Verdict.WORSE,
    Verdict.WORSE: Verdict.BETTER,
}
