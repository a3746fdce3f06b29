"""Krippendorff's alpha of chains: worked by hand, and by its definition from every pair of values."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.chain_agreement import SIMILARITIES, measure_chain_agreement
from coala.scores.partition import Clusters


def clusters(*sides: list[int]) -> list[Clusters]:
    return [Clusters(np.array(side, np.int64)) for side in sides]


SIDES = st.integers(2, 4).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(-1, 3), min_size=count, max_size=count), min_size=1, max_size=8
    )
)


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


def _list_values(sides: list[list[int]]) -> dict[tuple[int, int], frozenset[int]]:
    """Return the set of every annotator for every mention that at least two annotators marked."""
    units = [unit for unit in range(len(sides[0])) if sum(side[unit] >= 0 for side in sides) > 1]
    return {
        (number, unit): frozenset(each for each in units if side[each] == side[unit])
        for number, side in enumerate(sides)
        for unit in units
        if side[unit] >= 0
    }


@given(SIDES)
def test_alpha_is_that_of_the_library_of_krippendorffs_alpha(rows: list[list[int]]) -> None:
    sides = [_numbered(list(side)) for side in zip(*rows, strict=True)]
    value = _list_values(sides)
    domain = sorted(set(value.values()), key=sorted)
    if len(domain) < 2:
        return
    table = np.full((len(sides), len(rows)), np.nan)
    for place, members in value.items():
        table[place] = domain.index(members)

    found = measure_chain_agreement(clusters(*sides))

    for name in SIMILARITIES:
        distances = np.array([[float(_distance(one, other, name)) for other in domain] for one in domain])
        alpha = krippendorff.alpha(
            reliability_data=table,
            value_domain=np.arange(len(domain)),
            level_of_measurement=lambda _one, _other, *, i1, i2, d=distances, **_: d[i1, i2],  # type: ignore[arg-type]
        )
        assert float(found[name]) == pytest.approx(alpha)  # type: ignore[arg-type]


NO_MENTION = -2
VALUES = st.integers(2, 4).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(NO_MENTION, 2), min_size=count, max_size=count), min_size=1, max_size=8
    )
)


@given(VALUES)
def test_alpha_with_units_that_are_no_mention_is_that_of_all_pairs_of_values(rows: list[list[int]]) -> None:
    sides = [list(side) for side in zip(*rows, strict=True)]
    given_values = [[unit >= 0 or unit == NO_MENTION for unit in side] for side in sides]
    pairable = [unit for unit, row in enumerate(zip(*given_values, strict=True)) if sum(row) > 1]
    # By unit: the set of each annotator who has one.
    table = [
        [
            frozenset[int]()
            if side[unit] == NO_MENTION
            else frozenset(each for each in pairable if side[each] == side[unit])
            for side, has_value in zip(sides, given_values, strict=True)
            if has_value[unit]
        ]
        for unit in pairable
    ]
    values = [each for row in table for each in row]
    found = measure_chain_agreement(
        clusters(*(_numbered([max(each, -1) for each in side]) for side in sides)),
        [np.array(side) == NO_MENTION for side in sides],
    )
    for name in SIMILARITIES:
        observed = sum(
            (_distance(*pair, name) / (len(row) - 1) for row in table for pair in permutations(row, 2)),
            Fraction(0),
        )
        expected = [_distance(*pair, name) for pair in combinations(values, 2)]
        if not any(expected):
            assert found[name] is None
        else:
            of_all = sum(expected, Fraction(0)) / len(expected)
            assert found[name] == 1 - observed / len(values) / of_all


def test_all_values_of_two_pairs_of_annotators_count() -> None:
    # The third annotator did the last three mentions only, and agrees with the first there.
    sides = clusters([0, 0, 1, 2, 2, 3], [0, 1, 1, 2, 2, 3], [-1, -1, -1, 0, 0, 1])

    found = measure_chain_agreement(sides)["masi"]
    alone = measure_chain_agreement(sides[:2])["masi"]

    assert found is not None
    assert alone is not None
    assert found > alone
