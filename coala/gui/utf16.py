"""Positions in code points to positions in UTF-16 units and back: Python counts the first, Qt the second."""

from __future__ import annotations

import re
from bisect import bisect_left

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
