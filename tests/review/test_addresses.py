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
        with pytest.raises(ReviewError, match="2 bags have fingerprints that begin with 000000"):
            review.find_bag("000000")
        assert review.find_bag(f"{1:064d}") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("0", "There is no bag 0. This review has bags 1 to 3."),
        ("4", "There is no bag 4. This review has bags 1 to 3."),
        ("9" * 5_000, "No bag of this review has a fingerprint that begins with"),
        ("abcdeg", "is not a bag. Enter a bag’s number, or at least the first 6 digits"),
        ("abc", "is not a bag"),
        ("", "is not a bag"),
        ("#", "is not a bag"),
        ("-1", "is not a bag"),
        ("²", "is not a bag"),
        ("\x00\u202e", "is not a bag"),
        ("0123456789", "No bag of this review"),
        (
            "other.coala#1",
            "That bag belongs to other.coala, but this review is review.coala. Open that review.",
        ),
    ],
)
def test_unknown_address_is_refused_in_one_sentence(path: Path, words: str, sentence: str) -> None:
    with Review.open(path) as review, pytest.raises(ReviewError) as caught:
        review.find_bag(words)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


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
