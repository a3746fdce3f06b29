"""Columns of numbers come back as they were from as little room as they need, and a wrong form is refused."""

from __future__ import annotations

import json
import random
import zlib
from array import array
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.review.storage.great_bag_columns import are_columns, pack_columns, read_columns

MARK = b"\0columns\n"
LEAST, MOST = -(2**31), 2**31 - 1

NUMBERS = st.integers(-200, 200) | st.integers(-40_000, 40_000) | st.integers(LEAST, MOST)


def laid_out(forms: Any, numbers: bytes, beside: Any = "beside") -> bytes:
    """Inflated columns of these forms, whatever they are."""
    head = json.dumps([beside, forms]).encode()
    return MARK + len(head).to_bytes(8, "little") + head + numbers


def size_of(column: list[int]) -> int:
    """The bytes of the numbers of one column alone."""
    raw = zlib.decompress(pack_columns(None, [column]))
    return len(raw) - len(MARK) - 8 - int.from_bytes(raw[len(MARK) : len(MARK) + 8], "little")


@given(st.lists(st.lists(NUMBERS), max_size=4))
def test_columns_come_back_as_they_were(columns: list[list[int]]) -> None:
    raw = zlib.decompress(pack_columns(["x", None], columns))
    assert are_columns(raw)
    assert read_columns(raw) == (["x", None], [array("i", column) for column in columns])


@pytest.mark.parametrize("number", [MOST + 1, LEAST - 1, 2**63, 2**80])
def test_a_number_of_more_than_31_bits_is_for_another_form(number: int) -> None:
    with pytest.raises(OverflowError):
        pack_columns(None, [[number]])


def test_small_numbers_and_such_as_follow_each_other_take_a_byte_each() -> None:
    chance, many = random.Random(1), 1_000
    assert size_of([chance.randint(-128, 127) for _ in range(many)]) == many
    assert size_of(list(accumulate(chance.randint(-128, 127) for _ in range(many)))) == many
    assert size_of([chance.randint(-(2**15), 2**15 - 1) for _ in range(many)]) == 2 * many
    assert size_of([chance.randint(LEAST, MOST) for _ in range(many)]) == 4 * many


def test_a_few_numbers_that_need_more_room_leave_the_others_in_theirs() -> None:
    begins = [20 * at for _ in range(10) for at in range(1_000)]
    assert size_of(begins) == len(begins) + 9 * 8
    assert size_of([1] * 1_000 + [MOST]) == 1_001 + 8


def test_no_more_numbers_are_read_than_fill_what_is_inflated_with_four_bytes_each() -> None:
    # Half a gigabyte of numbers of a byte each takes half a megabyte in a file, and six gigabytes once read.
    forms = [[2**26, "<i1", True, 0], [2**26 + 1, "<i1", True, 0]]
    with pytest.raises(ValueError, match="too many numbers"):
        read_columns(laid_out(forms, b""))


STEPS = b"\x02\0\0\0\xff\xff\xff\x7f" * 2

WRONG = {
    "a code that there is not": ([[2, "<i8", False, 0]], bytes(16)),
    "a code of objects": ([[1, "O", False, 0]], bytes(8)),
    "a code that is no word": ([[2, ["<i1"], False, 0]], bytes(2)),
    "a length that is no number": ([["2", "<i1", False, 0]], bytes(2)),
    "a length that is no whole number": ([[2.0, "<i1", False, 0]], bytes(2)),
    "a length that is a truth value": ([True], bytes(4)),
    "a length below nothing": ([-1], b""),
    "a length below nothing in a form": ([[-4, "<i4", False, 0]], b""),
    "more numbers than there are": ([[9, "<i1", False, 0]], bytes(8)),
    "far more numbers than any file has": ([[10**30, "<i4", False, 0]], bytes(8)),
    "far more numbers without a form": ([2**62], bytes(8)),
    "fewer numbers than there are": ([[7, "<i1", False, 0]], bytes(8)),
    "half of a number": ([[1, "<i4", False, 0]], bytes(3)),
    "steps that are no truth value": ([[2, "<i1", 1, 0]], bytes(2)),
    "steps beyond all numbers": ([[4, "<i4", True, 0]], STEPS),
    "a number apart that is not there": ([[2, "<i1", False, 1]], bytes(6)),
    "fewer than none apart": ([[2, "<i1", False, -1]], bytes(2)),
    "one apart behind the end": ([[2, "<i1", False, 1]], b"\0\0\x02\0\0\0\0\0\0\0"),
    "one apart before the beginning": ([[2, "<i1", False, 1]], b"\0\0\xff\xff\xff\xff\0\0\0\0"),
    "one apart of nothing": ([[0, "<i1", False, 1]], bytes(8)),
    "a form too short": ([[2, "<i1"]], bytes(2)),
    "a form too long": ([[2, "<i1", False, 0, 0]], bytes(2)),
    "a form that is none": ([None], b""),
    "forms that are no list": (3, bytes(12)),
}


@pytest.mark.parametrize(("forms", "numbers"), WRONG.values(), ids=WRONG)
def test_a_wrong_form_is_refused(forms: Any, numbers: bytes) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_columns(laid_out(forms, numbers))
