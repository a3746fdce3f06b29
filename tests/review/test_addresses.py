"""Addresses of a bag: its number, its fingerprint, or the file's name with either."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.review.file import Review
from coala.review.listing import split_address
from tests.support.reviews import a_bag, make_review


def test_a_bag_is_found_by_its_number_its_fingerprint_and_its_file(path: Path) -> None:
    with Review.open(path) as review:
        prints = [entry.fingerprint for entry in review.entries]
        for words in (
            "2",
            " #2 ",
            "review.coala#2",
            f"/elsewhere/review.coala#{prints[1]}",
            prints[1].upper(),
        ):
            assert review.find_bag(words) == 1
        assert [review.find_bag(print_[:10]) for print_ in prints] == [0, 1, 2]


def test_number_is_preferred_to_a_fingerprint_of_digits(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)])) as review:
        assert review.find_bag("000002") == 1
        with pytest.raises(ReviewError, match=r"2 .* 000000"):
            review.find_bag("000000")
        assert review.find_bag(f"{1:064d}") == 1


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


@pytest.mark.parametrize("number", ["0", "4"])
def test_number_without_a_bag_is_refused_by_those_that_have_one(path: Path, number: str) -> None:
    with Review.open(path) as review, pytest.raises(ReviewError, match=rf"\b{number}\b.*\b1\b.*\b3\b"):
        review.find_bag(number)


def test_a_file_with_the_sign_in_its_name_is_that_file(path: Path) -> None:
    odd = path.with_name("a#2")
    shutil.copy(path, odd)
    shutil.copy(path, path.with_name("a"))
    assert split_address(str(odd)) == (odd, None)
    assert split_address(f"{odd}#3") == (odd, "3")
    assert split_address(f"{path}#12") == (path, "12")
    assert split_address(f"{path}x#12") == (Path(f"{path}x#12"), None)
    assert split_address("a\0#1") == (Path("a\0#1"), None)
    with Review.open(odd) as review:
        assert review.find_bag("a#2#3") == 2
