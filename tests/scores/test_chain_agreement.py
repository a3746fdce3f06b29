"""Krippendorff's alpha of chains: worked by hand, and by its definition from every pair of values."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.chain_agreement import SIMILARITIES, measure_chain_agreement
from coala.scores.partition import Clusters

X, Y, Z = [0, 1, 0, 0], [0, 1, 0, 2], [0, 1, 1, 0]


def clusters(*sides: list[int]) -> list[Clusters]:
    return [Clusters(np.array(side, np.int64)) for side in sides]


def test_the_annotations_of_the_paper_agree_as_worked_by_hand() -> None:
    assert measure_chain_agreement(clusters(X, Y)) == {
        "masi": Fraction(58, 177),
        "jaccard": Fraction(13, 27),
        "passonneau": Fraction(10, 17),
    }
    assert measure_chain_agreement(clusters(X, Z))["masi"] == Fraction(11, 690)


@pytest.mark.parametrize("sides", [([0, 0], [0, 0]), ([-1, 0], [0, -1]), ([0], [0]), ([], [])])
def test_without_two_values_that_differ_alpha_is_undefined(sides: tuple[list[int], ...]) -> None:
    assert set(measure_chain_agreement(clusters(*sides)).values()) == {None}


def test_what_only_one_annotator_marked_does_not_count() -> None:
    assert measure_chain_agreement(clusters([*X, 0, -1], [*Y, -1, 1])) == measure_chain_agreement(
        clusters(X, Y)
    )


SIDES = st.integers(2, 4).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(-1, 3), min_size=count, max_size=count), min_size=1, max_size=8
    )
)


@given(SIDES)
def test_alpha_is_that_of_the_whole_table_of_values(rows: list[list[int]]) -> None:
    sides = [_numbered(list(side)) for side in zip(*rows, strict=True)]
    units = [unit for unit in range(len(rows)) if all(side[unit] >= 0 for side in sides)]
    values = [
        [frozenset(other for other in units if side[other] == side[unit]) for side in sides] for unit in units
    ]

    found = measure_chain_agreement(clusters(*sides))

    for name in SIMILARITIES:
        assert found[name] == _alpha_by_definition(values, name)


def _numbered(side: list[int]) -> list[int]:
    number: dict[int, int] = {-1: -1}
    return [number.setdefault(one, len(number) - 1) for one in side]


def _distance(one: frozenset[int], other: frozenset[int], name: str) -> Fraction:
    if one == other:
        return Fraction(0)
    if not one & other:
        return Fraction(1)
    within = one <= other or other <= one
    if name == "passonneau":
        return Fraction(1, 3) if within else Fraction(2, 3)
    jaccard = Fraction(len(one & other), len(one | other))
    return 1 - jaccard * (1 if name == "jaccard" else Fraction(2 if within else 1, 3))


def _alpha_by_definition(values: list[list[frozenset[int]]], name: str) -> Fraction | None:
    """Return Krippendorff's alpha from every pair of values, one by one."""
    everything = [value for unit in values for value in unit]

    def mean(pairs: list[Fraction]) -> Fraction:
        return sum(pairs, Fraction(0)) / len(pairs) if pairs else Fraction(0)

    within = [
        _distance(unit[i], unit[j], name) for unit in values for i in range(len(unit)) for j in range(i)
    ]
    between = [
        _distance(everything[i], everything[j], name) for i in range(len(everything)) for j in range(i)
    ]
    return None if not any(between) else 1 - mean(within) / mean(between)
