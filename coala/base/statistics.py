"""Sign tests, and 95 % intervals of figures that are estimated from a random sample.

scipy is imported only where it is needed: it takes 0.2 s, too long for a tally of few verdicts.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

Interval = tuple[float, float]

TAIL = 0.025
"""Probability left out on either side of a 95 % interval."""

NO_CHANGE = 1e-12
"""A difference of two scores that is no larger than this counts as no change.

A bag whose classes did not change has a share of exactly 0.0. If a bag's changes cancel out, its share is 0
in theory, but its float may be off by the last bit: F1 is at most 1, its sums are rounded to 16 digits, and a
few additions and two divisions stay below 1e-15. That bit must not count as a direction. At the other end,
one link of MUC among a million mentions is worth 5e-7, and scores are not read beyond the sixth digit. 1e-12
is far from both.
"""

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
    """Return p-values that are adjusted for the number of tests; None is not a test and stays None.

    An adjusted p is below α exactly where Holm's procedure rejects at α. Of m tests in ascending order the
    i-th p is multiplied by (m − i + 1), and is at least as large as the one before it. Source: Holm 1979, *A
    Simple Sequentially Rejective Multiple Test Procedure*.
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

    With n values out of N, and their variance s² (Cochran 1977, *Sampling Techniques*, chapter 2):

        t(n − 1) · √((1 − n/N) · s² / n)

    There must be two values or more. If all are drawn, n = N and the width is 0.
    """
    from scipy.special import stdtrit

    t = float(stdtrit(sample - 1, 1 - TAIL))
    return t * math.sqrt((1 - sample / population) * variance / sample)


def share_that_may_differ(sample: int, population: int) -> float:
    """Return the share of the population that may differ from a sample of n ≥ 2 equal values.

    If 20 verdicts drawn from 100 are all "Better", up to 15 of the 100 may be another verdict. (The formula
    of the mean has s² = 0 and would claim certainty.) The result is D/N, where D is the largest number of
    other values that n random draws all miss with a probability of at least 2.5 % (hypergeometric):

        C(N − D, n) / C(N, n) ≥ 0.025
    """
    if sample <= _FEW_DRAWN:
        # D may be most of N, so use a binary search. It finds the index of the first number that is too many;
        # this index is D, since the numbers begin with 1.
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
