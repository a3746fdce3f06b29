"""Addresses of a bag: its number, its fingerprint, or the file's name with either."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.review.file import Review


@pytest.mark.parametrize(
    "words",
    [
        *("9" * 5_000, "abcdeg", "abc", "", "#", "-1", "²", "\x00\u202e", "0123456789"),
        *("other.coala#1", "other.coala#9"),
    ],
)
def test_unknown_address_is_refused_in_one_sentence(path: Path, words: str) -> None:
    with Review.open(path) as review, pytest.raises(ReviewError, match=r"\A[^\n]{1,200}\Z"):
        review.find_bag(words)
