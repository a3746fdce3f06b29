"""Offsets in another unit -> code points of the same text.

Qt and Java count UTF-16 units, C programs count bytes of UTF-8; Python and this program count code points.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate


class Ruler:
    """Where the code points of one text begin, counted in a unit: "code-point", "utf-16" or "byte"."""

    def __init__(self, text: str, unit: str) -> None:
        self._length = len(text)
        size = _utf16_size if unit == "utf-16" else _byte_size
        uniform = unit == "code-point" or text.isascii() or (unit == "utf-16" and max(text) <= "\uffff")
        self._starts = None if uniform else [0, *accumulate(map(size, text))]

    def code_points(self, offset: int) -> int | None:
        """The same place in code points; None inside a character or outside the text."""
        if self._starts is None:
            return offset if 0 <= offset <= self._length else None
        index = bisect_left(self._starts, offset)
        return index if index < len(self._starts) and self._starts[index] == offset else None


def _utf16_size(char: str) -> int:
    return 2 if char > "\uffff" else 1


def _byte_size(char: str) -> int:
    return 1 if char < "\x80" else 2 if char < "\u0800" else 3 if char <= "\uffff" else 4
