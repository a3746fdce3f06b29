from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.sentence_starts import sentence_starts


def sentences(text: str) -> list[str]:
    edges = [0, *sentence_starts(text, 0, len(text)), len(text)]
    return [text[begin:end].strip() for begin, end in pairwise(edges) if begin < end]


@pytest.mark.parametrize(
    "text",
    [
        "A 6 . 1 - magnitude quake strikes",
        "A quake of 4 . 6 hits at 10.30 . 5 are hurt",
        "He met Mr . Smith , Dr . J . Doe and Prof. Roe",
        "The U . S . Army came at 9 p . m . EST",
        "In the U.S. Army J. R. Smith served from Dec . 5 to Jan. 7",
        "It fell approx. Half a metre",
    ],
)
def test_no_sentence_ends_in_a_number_an_initial_or_an_abbreviation(text: str) -> None:
    assert sentences(text) == [text]


@given(st.text(alphabet="aU. 16\n!。", max_size=200), st.integers(0, 200), st.integers(0, 200))
def test_sentences_begin_behind_what_was_asked_for_and_in_order(text: str, low: int, high: int) -> None:
    found = list(sentence_starts(text, low, high))
    assert found == sorted(set(found))
    assert all(low < at <= min(high, len(text)) for at in found)


def test_a_million_blanks_are_looked_at_once() -> None:
    # Hours, where each blank is followed to the end of them all.
    blanks = " " * 1_000_000
    assert sentences(f"He left{blanks}then. She{blanks}\n\nslept.") == [
        f"He left{blanks}then.",
        "She",
        "slept.",
    ]


@pytest.mark.parametrize("mark", ".!?؟۔…。！？｡\n")
def test_each_mark_ends_a_sentence_by_itself(mark: str) -> None:
    assert list(sentence_starts(f"One word{mark} Two words", 0, 19)) == [10]
