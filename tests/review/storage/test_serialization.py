"""What a review file keeps is packed, and what is no such thing is refused in time."""

from __future__ import annotations

import json
import random
import zlib
from unittest.mock import Mock

import pytest

from coala.errors import ReviewError
from coala.review.storage.serialization import pack, pack_text, unpack_text

DOCUMENT = "http://example.org/doc"


def test_a_text_comes_back_as_it_was() -> None:
    text = "naïve 漢字 \ud800 \0\r\n" * 1000

    assert unpack_text(pack_text(DOCUMENT, text), DOCUMENT) == text


def test_a_text_that_swells_without_end_is_inflated_once_only(monkeypatch: pytest.MonkeyPatch) -> None:
    deflate = zlib.compressobj()
    bomb = b"".join(deflate.compress(bytes(2**24)) for _ in range(34)) + deflate.flush()

    inflating = Mock(wraps=zlib.decompressobj)
    monkeypatch.setattr(zlib, "decompressobj", inflating)
    for _ in range(2):
        with pytest.raises(ReviewError, match=f"The text of {DOCUMENT} is damaged"):
            unpack_text(bomb, DOCUMENT)

    assert inflating.call_count == 1


@pytest.mark.parametrize("size", [0, 1, 600, 4_093, 4_094, 4_095, 4_096, 70_000])
def test_what_is_packed_is_inflated_by_anybody_however_long_it_is(size: int) -> None:
    text = "".join(random.Random(size).choices("abcd é", k=size))
    assert json.loads(zlib.decompress(pack([text]))) == [text]
