"""Probabilities and intervals of samples and sign tests, whatever was counted.

scipy is imported only where it is needed: it takes 0.2 s, too long for a tally of few verdicts.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

Interval = tuple[float, float]

TAIL = 0.025
"""Probability left out on either side of a 95 % interval."""

# Summing this many exact binomial coefficients takes half a millisecond, 100,000 of them seconds.
_MOST_SUMMED = 2_000

_FEW_DRAWN = 100
"""Up to this sample the number of ways to draw it is a small integer."""


def sign_test(plus: int, minus: int) -> float | None:
    """Return the exact two-sided p of a split of + and −, if both were equally likely.

    p = min(1, 2 · Σ_{i ≤ min(+, −)} C(n, i) / 2ⁿ) with n = (+) + (−): 6 against 2 gives 0.2890625.
    None if there are no signs.
    """
    signs = plus + minus
    if not signs:
        return None
    if signs > _MOST_SUMMED:
        # The same sum as an incomplete beta function (Abramowitz & Stegun 26.5.24), right to 12 digits.
        from scipy.special import bdtr

        return min(1.0, 2 * float(bdtr(min(plus, minus), signs, 0.5)))
    ways, total = 1, 0
    for chosen in range(min(plus, minus) + 1):
        total += ways
        ways = ways * (signs - chosen) // (chosen + 1)
    return min(1.0, 2 * total / (1 << signs))


def adjust_by_holm(ps: Sequence[float | None]) -> list[float | None]:
    """Return each p adjusted for all of them: below α exactly where Holm's procedure rejects at α.

    Holm 1979, *A Simple Sequentially Rejective Multiple Test Procedure*: of m tests in ascending order the
    i-th is multiplied by (m − i + 1), and none is smaller than one before it. None is not a test and stays
    None.
    """
    tests = sorted((p, place) for place, p in enumerate(ps) if p is not None)
    adjusted: list[float | None] = [None] * len(ps)
    least = 0.0
    for number, (p, place) in enumerate(tests):
        least = max(least, min(1.0, (len(tests) - number) * p))
        adjusted[place] = least
    return adjusted


def half_width_of_mean(variance: float, sample: int, population: int) -> float:
    """Return half the width of the 95 % interval of a mean of ``sample`` values out of ``population``.

    Cochran 1977, *Sampling Techniques*, chapter 2: with s² the variance of the n values, of N,

        t(n − 1) · √((1 − n/N) · s² / n)

    There must be two values or more; once all are drawn, n = N and the width is 0.
    """
    from scipy.special import stdtrit

    t = float(stdtrit(sample - 1, 1 - TAIL))
    return t * math.sqrt((1 - sample / population) * variance / sample)


def share_that_may_differ(sample: int, population: int) -> float:
    """Return the largest share D/N of other values that n equal values (n ≥ 2) out of N may have missed.

    The formula of the mean has s² = 0 there and would claim certainty. D is the largest number of others
    that a random n would all miss with a probability of at least 2.5 % (hypergeometric):

        C(N − D, n) / C(N, n) ≥ 0.025
    """
    if sample <= _FEW_DRAWN:
        # D is then most of N: a binary search, since counting up to it takes 10 ms for 100,000. It finds the
        # index of the first number that is too many, and D = index, since the numbers begin with 1.
        ways, odds = math.perm(population, sample), round(1 / TAIL)
        others = range(1, population)
        different = bisect_left(others, 1, key=lambda d: odds * math.perm(population - d, sample) < ways)
        return different / population
    # ``missed`` is the probability that the sample misses all of ``different`` others.
    different, missed = 0, 1.0
    while True:
        missed *= (population - different - sample) / (population - different)
        if missed < TAIL:
            return different / population
        different += 1
