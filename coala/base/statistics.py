"""Sign tests, and constants of 95 % intervals.

scipy is imported only where it is needed: it takes 0.2 s, too long for a tally of few verdicts.
"""

from __future__ import annotations

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
