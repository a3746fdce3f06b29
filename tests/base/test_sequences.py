"""Strings stored in one block of bytes, read one by one and all together."""

from __future__ import annotations

import numpy as np
import pytest

from coala.base.sequences import LruCache, Strings


@pytest.mark.parametrize(
    "texts",
    [["a", "", "bc", "x" * 50], ["ä", "", "b", "漢字", "\ud800"], [], [""]],
    ids=["ascii", "other", "none", ""],
)
def test_strings_come_back_as_they_were(texts: list[str]) -> None:
    parts = [text.encode("utf-8", "surrogatepass") for text in texts]
    strings = Strings(b"".join(parts), np.cumsum([len(part) for part in parts], dtype=np.int64))
    assert list(strings) == texts == [strings[place] for place in range(len(strings))]
    assert strings[1:] == tuple(texts[1:])


def test_lru_cache_drops_the_value_that_was_asked_for_longest_ago() -> None:
    made: list[int] = []

    def make(key: int) -> int:
        made.append(key)
        return -key

    cache = LruCache[int, int](2)
    assert [cache.get(key, make) for key in (1, 2, 1, 3, 1, 2)] == [-1, -2, -1, -3, -1, -2]
    assert made == [1, 2, 3, 2]


def test_peek_into_lru_cache_keeps_and_drops_nothing() -> None:
    cache = LruCache[int, object](1)
    kept = cache.get(1, lambda _: object())
    other = cache.peek(2, lambda _: object())
    assert cache.peek(2, lambda _: object()) is not other
    assert cache.get(1, lambda _: object()) is kept
