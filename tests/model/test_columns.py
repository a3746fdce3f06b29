"""Sorting of columns, which distinguishes the values that sets and tuples of Python distinguish."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.base.arrays import Integers
from coala.model.columns import distinct, is_in, number_by_first, number_values, pack

NUMBERS = st.one_of(st.integers(-3, 3), st.integers(-(2**62), 2**62))
VALUES = st.lists(NUMBERS, max_size=20)
ROWS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.tuples(*[NUMBERS] * width), min_size=1, max_size=20)
)


def column(values: list[int]) -> Integers:
    return np.array(values, dtype=np.int64)


@given(VALUES, VALUES)
def test_a_value_is_among_others_or_not(values: list[int], others: list[int]) -> None:
    assert is_in(column(values), column(others)).tolist() == [value in others for value in values]


@given(VALUES)
def test_different_values_are_sorted_and_numbered(values: list[int]) -> None:
    different = sorted(set(values))
    assert distinct(column(values)).tolist() == different
    assert number_values(column(values)).tolist() == [different.index(value) for value in values]


@given(ROWS)
def test_packed_rows_are_equal_and_sorted_as_the_rows_are(rows: list[tuple[int, ...]]) -> None:
    packed = pack(*(column(list(values)) for values in zip(*rows, strict=True))).tolist()
    for row, one in zip(rows, packed, strict=True):
        for other_row, other in zip(rows, packed, strict=True):
            assert ((row < other_row), (row == other_row)) == ((one < other), (one == other))


@given(st.lists(st.integers(-1, 5), max_size=20))
def test_parts_are_numbered_by_their_first_places(labels: list[int]) -> None:
    first = list(dict.fromkeys(label for label in labels if label >= 0))
    expected = [first.index(label) if label >= 0 else -1 for label in labels]
    assert number_by_first(column(labels)).tolist() == expected
