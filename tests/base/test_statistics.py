"""The exact probabilities of signs, and p-values of several tests."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.statistics import adjust_by_holm, sign_test


@given(st.integers(0, 30), st.integers(0, 30))
def test_the_sign_test_is_the_sum_over_all_splits_as_uneven(better: int, worse: int) -> None:
    signs = better + worse
    uneven = [i for i in range(signs + 1) if abs(2 * i - signs) >= abs(better - worse)]
    expected = Fraction(sum(math.comb(signs, i) for i in uneven), 2**signs)

    assert sign_test(better, worse) == (float(expected) if signs else None)


def test_thousands_of_verdicts_do_not_overflow_the_sign_test() -> None:
    p = sign_test(3000, 2000)

    assert p is not None
    assert 0 < p < 1e-40


@pytest.mark.parametrize(("better", "worse"), [(1_200, 1_000), (1_001, 1_000), (2_500, 2_500), (2_000, 100)])
def test_the_sign_test_of_thousands_of_verdicts_is_the_same_sum(better: int, worse: int) -> None:
    signs = better + worse
    # Each binomial from the one before it, since 2,500 of them one by one take seconds.
    choices = accumulate(range(min(better, worse)), lambda last, i: last * (signs - i) // (i + 1), initial=1)
    tail = sum(choices)

    assert sign_test(better, worse) == pytest.approx(min(1, 2 * Fraction(tail, 2**signs)), rel=1e-11, abs=0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0.001, 0.999))
def test_an_adjusted_p_is_below_alpha_exactly_where_the_procedure_rejects(
    ps: list[float], alpha: float
) -> None:
    rejected = set()
    for number, (p, place) in enumerate(sorted((p, place) for place, p in enumerate(ps))):
        if (len(ps) - number) * p > alpha:
            break
        rejected.add(place)

    adjusted = adjust_by_holm(list(ps))

    assert {place for place, p in enumerate(adjusted) if p is not None and p <= alpha} == rejected
