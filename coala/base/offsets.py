"""Offsets in another unit -> code points of the same text.

Qt and Java count UTF-16 units, C programs count bytes of UTF-8; Python and this program count code points.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right

STEP = 64
"""Code points from one mark to the next: few marks to keep, few characters to count."""


class Ruler:
    """Where the code points of one text begin, counted in a unit: "code-point", "utf-16" or "byte".

    It keeps a mark every ``STEP`` characters, so it is small beside the text, and counts on from there.
    """

    def __init__(self, text: str, unit: str) -> None:
        self._text = text
        self._size = _utf16_size if unit == "utf-16" else _byte_size
        uniform = unit == "code-point" or text.isascii() or (unit == "utf-16" and max(text) <= "\uffff")
        self._marks = None if uniform else _marks(text, unit)

    def code_points(self, offset: int) -> int | None:
        """The same place in code points; None inside a character or outside the text."""
        if self._marks is None:
            return offset if 0 <= offset <= len(self._text) else None
        if not 0 <= offset <= self._marks[-1]:
            return None
        mark = bisect_right(self._marks, offset) - 1
        here, place = self._marks[mark], mark * STEP
        for char in self._text[place : place + STEP]:
            if here >= offset:
                break
            here += self._size(char)
            place += 1
        return min(place, len(self._text)) if here == offset else None


def _marks(text: str, unit: str) -> array[int]:
    """Where every ``STEP``-th code point begins, and where the text ends."""
    codec, unit_size = ("utf-16-le", 2) if unit == "utf-16" else ("utf-8", 1)
    marks = array("q", [0])
    for begin in range(0, len(text), STEP):
        # Half a character has a size, too.
        marks.append(marks[-1] + len(text[begin : begin + STEP].encode(codec, "surrogatepass")) // unit_size)
    return marks


def _utf16_size(char: str) -> int:
    return 2 if char > "\uffff" else 1


def _byte_size(char: str) -> int:
    return 1 if char < "\x80" else 2 if char < "\u0800" else 3 if char <= "\uffff" else 4


_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16:
    """The two counts over one text. A position is between characters, 0 to the length."""

    def __init__(self, text: str) -> None:
        # Only characters outside the basic plane take two units; most texts have none.
        self._astral = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]
        self._units = [position + before for before, position in enumerate(self._astral)]
        self.length = len(text) + len(self._astral)

    def unit(self, position: int) -> int:
        """The UTF-16 position of a code point position."""
        return position + bisect_left(self._astral, position)

    def code_point(self, unit: int) -> int:
        """The code point position of a UTF-16 position; inside a pair, the position before it."""
        before = bisect_left(self._units, unit)
        if before and unit == self._units[before - 1] + 1:
            return self._astral[before - 1]
        return unit - before
