"""Strings in one block of bytes are the strings that went in, one by one and all together."""

from __future__ import annotations

import numpy as np
import pytest

from coala.base.sequences import Strings


@pytest.mark.parametrize(
    "texts",
    [["a", "", "bc", "x" * 50], ["ä", "", "b", "漢字", "\ud800"], [], [""]],
    ids=["ascii", "other", "none", ""],
)
def test_strings_come_back_as_they_were(texts: list[str]) -> None:
    parts = [text.encode("utf-8", "surrogatepass") for text in texts]
    strings = Strings(b"".join(parts), np.cumsum([len(part) for part in parts], dtype=np.int64))
    assert list(strings) == texts == [strings[place] for place in range(len(strings))]
    assert strings[1:] == texts[1:]
