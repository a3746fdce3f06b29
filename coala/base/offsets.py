"""Conversion of offsets between code points, UTF-16 units and bytes.

Qt and Java count UTF-16 units, C programs count bytes of UTF-8; Python and this program count code points.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

_STEP = 64
"""Code points between two marks: few marks to keep, few characters to count."""

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
"""Characters of two UTF-16 units; most texts have none."""


class Ruler:
    """Offsets of one text in a unit: "code-point", "utf-16" or "byte".

    A ruler keeps a mark every few characters and counts on from there, so it is small compared to the text.
    Offsets lie between characters, from 0 to ``length``, the size of the text in the unit.
    """

    def __init__(self, text: str, unit: str) -> None:
        self._text = text
        self._size = _utf16_size if unit == "utf-16" else _byte_size
        uniform = unit == "code-point" or text.isascii() or (unit == "utf-16" and not _ASTRAL.search(text))
        self._marks = None if uniform else _marks(text, unit)
        self.length = len(text) if self._marks is None else self._marks[-1]

    def code_points(self, offset: int) -> int | None:
        """Return an offset in code points, or None if it is inside a character or outside the text."""
        if not 0 <= offset <= self.length:
            return None
        if self._marks is None:
            return offset
        mark = bisect_right(self._marks, offset) - 1
        here, place = self._marks[mark], mark * _STEP
        for char in self._text[place : place + _STEP]:
            if here >= offset:
                break
            here += self._size(char)
            place += 1
        return min(place, len(self._text)) if here == offset else None

    def units(self, place: int) -> int:
        """Return an offset, given in code points, in the unit."""
        if self._marks is None:
            return place
        mark = place // _STEP
        return self._marks[mark] + sum(map(self._size, self._text[mark * _STEP : place]))


def _marks(text: str, unit: str) -> array[int]:
    """Return the offset of every ``_STEP``-th code point, and of the end of the text."""
    codec, unit_size = ("utf-16-le", 2) if unit == "utf-16" else ("utf-8", 1)
    marks = array("q", [0])
    for begin in range(0, len(text), _STEP):
        # Lone surrogates have a size, too.
        marks.append(marks[-1] + len(text[begin : begin + _STEP].encode(codec, "surrogatepass")) // unit_size)
    return marks


def _utf16_size(char: str) -> int:
    return 2 if char > "\uffff" else 1


def _byte_size(char: str) -> int:
    return 1 if char < "\x80" else 2 if char < "\u0800" else 3 if char <= "\uffff" else 4
