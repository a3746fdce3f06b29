"""The agreement of reviewers, compared with results by hand, by definition, and of a library."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.reliability import (
    Coefficient,
    RatedBag,
    Reliability,
    measure_agreement,
    measure_coefficient,
)
from coala.verdicts.state import VALUE_OF

NUMBERS: dict[Verdict | None, float] = {verdict: VALUE_OF.get(verdict, np.nan) for verdict in Verdict}
NUMBERS[None] = np.nan

FIRST, SECOND = "++-=+-+=-+", "+=-=+++=--"


def bags(*reviewers: str, kinds: tuple[Kind, ...] = ()) -> list[RatedBag]:
    """Return a column a bag; a blank means not judged."""
    return [
        RatedBag(tuple(None if sign == " " else Verdict(sign) for sign in signs), kinds)
        for signs in zip(*reviewers, strict=True)
    ]


def agreed(*reviewers: str) -> Reliability:
    return measure_agreement(len(reviewers), bags(*reviewers), resamples=0).together


def value(coefficient: Coefficient | None) -> Fraction | None:
    return coefficient and coefficient.value


def test_the_worked_example_of_two_reviewers() -> None:
    found = agreed(FIRST, SECOND)

    assert (found.bags, found.disputed) == (10, 3)
    assert value(found.raw) == Fraction(7, 10)
    assert value(found.kappa) == Fraction(7, 13)
    assert value(found.alpha_nominal) == Fraction(24, 43)
    assert value(found.alpha_interval) == Fraction(40, 97)


SIGNS = st.sampled_from([*Verdict, None])
RATED = st.integers(2, 4).flatmap(
    lambda reviewers: st.lists(st.tuples(*[SIGNS] * reviewers), min_size=1, max_size=12)
)


@given(RATED)
def test_alpha_is_that_of_the_library(rows: list[tuple[Verdict | None, ...]]) -> None:
    found = measure_agreement(len(rows[0]), map(RatedBag, rows), resamples=0).together
    table = np.array([[NUMBERS[v] for v in row] for row in rows]).T
    told = [row for row in rows if sum(v in VALUE_OF for v in row) > 1]
    if len({v for row in told for v in row if v in VALUE_OF}) < 2:
        assert found.alpha_nominal is found.alpha_interval is None
        return
    assert found.alpha_nominal is not None
    assert found.alpha_interval is not None
    nominal = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    interval = krippendorff.alpha(reliability_data=table, level_of_measurement="interval")
    assert float(found.alpha_nominal.value) == pytest.approx(nominal, abs=1e-9)
    assert float(found.alpha_interval.value) == pytest.approx(interval, abs=1e-9)


@given(RATED)
def test_raw_agreement_is_that_of_its_definition(rows: list[tuple[Verdict | None, ...]]) -> None:
    found = measure_agreement(len(rows[0]), map(RatedBag, rows), resamples=0).together
    met = [
        pair for row in rows for pair in combinations([verdict for verdict in row if verdict in VALUE_OF], 2)
    ]
    equal = sum(one is other for one, other in met)

    assert value(found.raw) == (Fraction(equal, len(met)) if met else None)


@given(st.lists(st.tuples(st.sampled_from(list(VALUE_OF)), st.sampled_from(list(VALUE_OF))), min_size=1))
def test_kappa_is_that_of_its_definition(rows: list[tuple[Verdict, Verdict]]) -> None:
    found = measure_agreement(2, map(RatedBag, rows), resamples=0).together
    bags = len(rows)
    firsts, seconds = Counter(first for first, _ in rows), Counter(second for _, second in rows)
    observed = Fraction(sum(first is second for first, second in rows), bags)
    expected = sum((Fraction(firsts[v] * seconds[v], bags * bags) for v in VALUE_OF), Fraction())

    assert value(found.raw) == observed
    assert value(found.kappa) == (None if expected == 1 else (observed - expected) / (1 - expected))


def test_intervals_come_from_their_seed_and_hold_the_figure() -> None:
    one, again, other = (
        measure_agreement(2, bags(FIRST * 5, SECOND * 5), seed=seed).together for seed in (1, 1, 2)
    )

    assert one == again != other
    for figure in (one.raw, one.kappa, one.alpha_nominal, one.alpha_interval):
        assert figure is not None
        assert figure.interval is not None
        assert figure.interval[0] < figure.value < figure.interval[1]


def test_the_interval_of_the_raw_agreement_is_nearly_the_binomial_one() -> None:
    # 350 of 500: 0.7 ± 1.96 · √(0.7 · 0.3 / 500) = 0.66 to 0.74.
    raw = measure_agreement(2, bags(FIRST * 50, SECOND * 50)).together.raw

    assert raw is not None
    assert raw.interval == pytest.approx((0.66, 0.74), abs=0.006)


@given(st.integers(2, 4).flatmap(lambda width: st.lists(st.tuples(*[st.sampled_from("+-=? ")] * width))))
def test_coefficient_is_that_of_the_agreement_of_all_reviewers(columns: list[tuple[str, ...]]) -> None:
    reviewers = ["".join(row) for row in zip(*columns, strict=True)]
    found = agreed(*reviewers)
    coefficient = measure_coefficient(Counter(bags(*reviewers)), len(reviewers))
    assert coefficient == value(found.kappa if len(reviewers) == 2 else found.alpha_nominal)
