"""Damaged copies of a valid file, to test that readers give a sound result or one sentence."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import strategies as st

from coala.errors import ReadingError
from coala.formats.annotations import Annotations

ODD = [
    b"<",
    b">",
    b'"',
    b"&",
    b"\t",
    b"\n",
    b"|",
    b"\\",
    b"[",
    b"]",
    b"-",
    b";",
    b"\xff",
    b"\x00",
    b"9" * 30,
    b"",
    "\u2028".encode(),
    "\u202e".encode(),  # the rest of the line runs from right to left
    "\ufeff".encode(),
    "😀".encode(),
    b"\\ud800",
    b"&#xD800;",
    b"\xed\xa0\x80",
    b"\r",
]


def damaged(valid: bytes) -> st.SearchStrategy[bytes]:
    """Return copies with a few places cut out, doubled or replaced, some of them cut short."""
    place = st.integers(0, len(valid))
    edit = st.tuples(place, st.integers(0, 8), st.sampled_from(ODD) | st.binary(max_size=4))
    swap = st.tuples(place, place, st.integers(1, 12))
    swapped = st.builds(_swapped, st.just(valid), st.lists(swap, max_size=2))
    return st.builds(_edited, swapped, st.lists(edit, min_size=1, max_size=4), st.none() | place)


def _swapped(valid: bytes, swaps: list[tuple[int, int, int]]) -> bytes:
    """Exchange two pieces; if they overlap, one of them comes twice."""
    for one, other, length in swaps:
        first, second = sorted((one, other))
        middle = valid[first + length : second]
        valid = (
            valid[:first]
            + valid[second : second + length]
            + middle
            + valid[first : first + length]
            + valid[second + length :]
        )
    return valid


def _edited(valid: bytes, edits: list[tuple[int, int, bytes]], cut: int | None) -> bytes:
    for begin, length, put in edits:
        valid = valid[:begin] + put + valid[begin + length :]
    return valid if cut is None else valid[:cut]


def reads_or_says_why(read: Callable[[], Annotations]) -> None:
    """Assert that the reader gives sound annotations or one sentence; let other exceptions through."""
    try:
        annotations = read()
    except ReadingError as error:
        assert_is_a_sentence(str(error))
    else:
        assert_sound(annotations)


def assert_sound(annotations: Annotations) -> None:
    """Assert that every span is in its text, in sorted parts, and every statement and link of an instance."""
    keys = {mention.instance for mention in annotations.mentions}
    for mention in annotations.mentions:
        is_elsewhere = mention.document in annotations.textless
        length = math.inf if is_elsewhere else len(annotations.documents[mention.document].text)
        ends = [0]
        for begin, end in mention.fragments:
            assert ends[-1] <= begin < end <= length
            ends.append(end)
        if mention.minimum:
            assert mention.fragments[0][0] <= mention.minimum[0] < mention.minimum[1] <= ends[-1]
    assert {link.instance for link in annotations.links} <= keys
    if not any(code == "offsets-empty" for code, _ in annotations.remarks):
        assert {statement.instance for statement in annotations.statements} <= keys


def assert_is_a_sentence(message: str) -> None:
    assert "\n" not in message
    assert message.endswith(".")
    assert len(message) < 400


def refusal(read: Callable[[], object]) -> str:
    """Return the sentence with which a reader refuses."""
    with pytest.raises(ReadingError) as caught:
        read()
    assert_is_a_sentence(str(caught.value))
    return str(caught.value)
