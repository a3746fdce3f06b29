"""Packed content of a review file, and early refusal of anything else."""

from __future__ import annotations

import json
import random
import tracemalloc
import zlib

import pytest

from coala.errors import DamagedReviewError
from coala.review.storage.serialization import MOST_SWELLING, pack, pack_text, unpack_text

DOCUMENT = "http://example.org/doc"


def test_text_that_swells_further_than_any_that_is_written_is_refused_in_little_memory() -> None:
    bomb = zlib.compress(json.dumps([DOCUMENT, "a" * 2**26]).encode())
    tracemalloc.start()
    try:
        with pytest.raises(DamagedReviewError, match=DOCUMENT):
            unpack_text(bomb, DOCUMENT)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2**24


@pytest.mark.parametrize(
    "text", ["a" * 2**22, "Bob Smith met the mayor on Tuesday.\n" * 10_000, "\0" * 70_000, ""]
)
def test_text_of_repetitions_comes_back_and_swells_no_further_than_others(text: str) -> None:
    packed = pack_text(DOCUMENT, text)
    assert unpack_text(packed, DOCUMENT) == text
    assert len(zlib.decompress(packed)) <= MOST_SWELLING * len(packed)


@pytest.mark.parametrize("size", [0, 1, 600, 4_093, 4_094, 4_095, 4_096, 70_000])
def test_packed_content_of_any_length_is_readable_by_zlib(size: int) -> None:
    text = "".join(random.Random(size).choices("abcd é", k=size))
    assert json.loads(zlib.decompress(pack([text]))) == [text]
