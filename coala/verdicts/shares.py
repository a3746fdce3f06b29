"""Some judged clusters become the share of right things among all, with an interval that covers it.

The things are links, which come in bags, or bags themselves. What is judged is taken for a random part of
each stratum, and all that is left is known by its size. The interval has these parts:

- *Prediction* (Valliant, Dorfman & Royall 2000, *Finite Population Sampling and Inference*, chapters 1, 2
  and 8): of a total of M only the M − S things that were not judged are in doubt, so the error of a share is
  (M − S)/M times that of predicting theirs by the judged ones'; with nothing left its width is 0.
- *Clusters*: things of one bag go together with a correlation ρ, as in the beta-binomial model, so that a
  sum over clusters of m has p(1 − p) Σ m(1 + ρ(m − 1)) for its variance. ρ comes from Pearson's residuals
  (Williams 1982, *Extra-binomial variation in logistic linear models*), each divided by 1 less its leverage,
  and from a mild presumption of 0.2 that is worth three clusters, for few bags say little of it.
- *Strata* give p(1 − p) up for the variance within them, as far as the judged ones show it to be less.
- *Wilson's interval* (1927) with the effective size that has this variance: what is recommended for shares in
  samples of clusters (Franco, Little, Louis & Slud 2019, *Comparative Study of Confidence Intervals for
  Proportions in Complex Sample Surveys*). The quantile is Student's as far as the variance rests on ρ.

Percentiles of resampled bags, the usual way, cover too little: of 15 bags with 95 % right links half have no
wrong one, and every resample of these says 100 %. ``python -m tests.benchmarks coverage`` shows both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from coala.base.statistics import TAIL

_PRESUMED_CORRELATION = 0.2
_WORTH = 3
"""In clusters that tell of the correlation; tuned by simulation, where 2 to 10 do nearly as well."""

_MOST_LEVERAGE = 0.9
"""Of a cluster that is nearly all that was judged: its residual is 0 by itself and says nothing."""

_ENDLESS = 1e6
"""Degrees of freedom from which Student's quantile is the normal one."""


class Cluster(NamedTuple):
    """``right`` out of ``size`` judged things that go together; a half is right where ``=`` was said."""

    size: int
    right: Fraction | int


@dataclass(frozen=True)
class Stratum:
    """What is judged of a part of all things, and what is left of it: how many, and Σ m² over clusters."""

    judged: Sequence[Cluster]
    left: int
    left_squares: int

    @property
    def size(self) -> int:
        """How many of its things are judged."""
        return sum(cluster.size for cluster in self.judged)


class Estimate(NamedTuple):
    """A figure and its 95 % interval; the value is exact where everything is known."""

    value: Fraction
    low: float
    high: float

    def scaled(self, by: Callable[[Any], Any]) -> Estimate:
        """The same of what grows with the figure and with nothing else."""
        return Estimate(by(self.value), by(self.low), by(self.high))


def estimate_share(strata: Sequence[Stratum]) -> Estimate | None:
    """The share of right things among all of all strata; None where nothing is judged.

    A stratum of which nothing is judged goes together with the one before it, or else with the next.
    """
    parts = _joined(strata)
    if not parts:
        return None
    total = sum(part.size + part.left for part in parts)
    shares = [_share(part) for part in parts]
    value = sum(
        (Fraction(part.size + part.left, total) * share for part, share in zip(parts, shares, strict=True)),
        Fraction(0),
    )
    if not any(part.left for part in parts):
        return Estimate(value, float(value), float(value))
    size, freedom = _effective_size(parts, shares, value, total)
    low, high = _wilson(float(value), size, _quantile(freedom))
    right = Fraction(sum(map(_right, parts)))
    wrong = sum(part.size for part in parts) - right
    return Estimate(value, max(low, float(right / total)), min(high, float(1 - wrong / total)))


def _joined(strata: Sequence[Stratum]) -> list[Stratum]:
    parts: list[Stratum] = []
    waiting: Stratum | None = None
    for stratum in strata:
        if waiting is not None:
            stratum = _both(waiting, stratum)
            waiting = None
        if stratum.size:
            parts.append(stratum)
        elif parts:
            parts[-1] = _both(parts[-1], stratum)
        else:
            waiting = stratum
    return parts


def _both(one: Stratum, other: Stratum) -> Stratum:
    return Stratum((*one.judged, *other.judged), one.left + other.left, one.left_squares + other.left_squares)


def _share(part: Stratum) -> Fraction:
    return Fraction(_right(part)) / part.size


def _right(part: Stratum) -> Fraction | int:
    return sum(cluster.right for cluster in part.judged)


def _effective_size(
    parts: Sequence[Stratum], shares: Sequence[Fraction], value: Fraction, total: int
) -> tuple[float, float]:
    """How many independent things would have this variance, and the degrees of freedom of the variance."""
    spread = float(value * (1 - value))
    within = _variance_within(parts, shares, spread)
    correlation = _correlation(parts, shares, within * spread)
    plain = extra = 0.0
    squares = 0
    for part in parts:
        if not part.left:
            continue
        judged_squares = sum(cluster.size**2 for cluster in part.judged)
        squares += judged_squares
        plain += (part.left / total) ** 2 * (1 / part.size + 1 / part.left)
        extra += (part.left / total) ** 2 * (
            (judged_squares - part.size) / part.size**2 + (part.left_squares - part.left) / part.left**2
        )
    variance = plain + correlation * extra
    size = sum(part.size for part in parts if part.left)
    independent = max(1.0, size**2 / squares - 1)
    if not correlation or not extra:
        return 1 / (within * variance), _ENDLESS
    return 1 / (within * variance), min(_ENDLESS, independent * (variance / (correlation * extra)) ** 2)


def _variance_within(parts: Sequence[Stratum], shares: Sequence[Fraction], spread: float) -> float:
    """The variance of one thing within its stratum, as a part of p(1 − p); 1 where nothing is known of it."""
    if not spread:
        return 1.0
    found = free = 0.0
    for part, share in zip(parts, shares, strict=True):
        clusters = len(part.judged)
        if clusters < 2:
            continue
        if all(cluster.size == 1 for cluster in part.judged):
            # A value between right and wrong, as that of ``=``, spreads less than p(1 − p) says.
            found += float(sum((cluster.right - share) ** 2 for cluster in part.judged))
        else:
            found += float(share * (1 - share)) * clusters
        free += clusters - 1
    return min(1.0, (found / spread + _WORTH) / (free + _WORTH))


def _correlation(parts: Sequence[Stratum], shares: Sequence[Fraction], spread: float) -> float:
    """ρ of the things of one cluster, between 0 and 1."""
    found, told = _WORTH * _PRESUMED_CORRELATION, float(_WORTH)
    if not spread:
        return _PRESUMED_CORRELATION
    for part, share in zip(parts, shares, strict=True):
        if len(part.judged) < 2:
            continue
        size, mean = part.size, float(share)
        for cluster in part.judged:
            residual = float(cluster.right) - mean * cluster.size
            leverage = min(_MOST_LEVERAGE, cluster.size / size)
            found += residual**2 / (cluster.size * spread * (1 - leverage)) - 1
            told += cluster.size - 1
    return min(1.0, max(0.0, found / told))


def _quantile(freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 1 - TAIL))


def _wilson(share: float, size: float, quantile: float) -> tuple[float, float]:
    """Wilson 1927: the shares from which the one found is at most so many standard errors away."""
    square = quantile**2 / size
    middle = (share + square / 2) / (1 + square)
    half = quantile / (1 + square) * math.sqrt(share * (1 - share) / size + square / (4 * size))
    return max(0.0, middle - half), min(1.0, middle + half)
