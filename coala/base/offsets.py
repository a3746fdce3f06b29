"""Conversion of offsets between code points, UTF-16 units and bytes.

Qt and Java count UTF-16 units, C programs count bytes of UTF-8; Python and this program count code points.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

_STEP = 64
"""Code points between two marks of a ruler: few marks to keep, few characters to count."""

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
"""Characters of two UTF-16 units; most texts have none."""


class Ruler:
    """Conversion of the offsets of one text from and to a unit: "code-point", "utf-16" or "byte".

    In "né" the offset 2 in code points is 3 in bytes of UTF-8. Offsets lie between characters, from 0 to
    ``length``, the size of the text in the unit. A ruler keeps a mark (an offset in the unit) for every 64th
    character and counts on from there, so it is small compared to the text.
    """

    def __init__(self, text: str, unit: str) -> None:
        self._text = text
        self._size = _utf16_size if unit == "utf-16" else _byte_size
        # Where each character has one unit, offsets are equal and no marks are needed.
        is_equal = unit == "code-point" or text.isascii() or (unit == "utf-16" and not _ASTRAL.search(text))
        self._marks = None if is_equal else _set_marks(text, unit)
        self.length = len(text) if self._marks is None else self._marks[-1]

    def code_points(self, offset: int) -> int | None:
        """Convert an offset in the unit to code points; None inside a character or outside the text."""
        if not 0 <= offset <= self.length:
            return None
        if self._marks is None:
            return offset
        # Go to the last mark that is not after the offset, and count characters from there.
        mark = bisect_right(self._marks, offset) - 1
        here, place = self._marks[mark], mark * _STEP
        for char in self._text[place : place + _STEP]:
            if here >= offset:
                break
            here += self._size(char)
            place += 1
        return min(place, len(self._text)) if here == offset else None

    def units(self, place: int) -> int:
        """Convert an offset in code points to the unit."""
        if self._marks is None:
            return place
        mark = place // _STEP
        return self._marks[mark] + sum(map(self._size, self._text[mark * _STEP : place]))


def _set_marks(text: str, unit: str) -> array[int]:
    """Return the offset of every ``_STEP``-th code point, and of the end of the text."""
    codec, unit_size = ("utf-16-le", 2) if unit == "utf-16" else ("utf-8", 1)
    marks = array("q", [0])
    for begin in range(0, len(text), _STEP):
        # "surrogatepass", since a lone half of a surrogate pair has a size too.
        marks.append(marks[-1] + len(text[begin : begin + _STEP].encode(codec, "surrogatepass")) // unit_size)
    return marks


def _utf16_size(char: str) -> int:
    return 2 if char > "\uffff" else 1


def _byte_size(char: str) -> int:
    return 1 if char < "\x80" else 2 if char < "\u0800" else 3 if char <= "\uffff" else 4
