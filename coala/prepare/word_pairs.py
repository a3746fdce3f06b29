"""Matching of two texts word by word, if they have equally many words: the third word with the third.

The CoNLL reference scorer matches texts in this way, since it counts tokens. The matching is only used if it
agrees with the alignment of the characters (``coala.prepare.sign_alignment``). Otherwise the texts may have
equally many words by chance: one more in one place, one less in another.
"""

from __future__ import annotations

import re
from bisect import bisect_right

import numpy as np

from coala.prepare.sign_alignment import TextAlignment
from coala.prepare.spelling import Places

_WORD = re.compile(r"\S+")


class WordPairs:
    """Pairs of the n-th words of two texts, however they are spelled."""

    def __init__(self, alignment: TextAlignment) -> None:
        # Begin and end of each word, for each of the two texts.
        self._words = [[match.span() for match in _WORD.finditer(text)] for text in alignment.texts]
        self._begins = [begin for begin, _ in self._words[0]]
        self.fit = len(self._words[0]) == len(self._words[1]) and self._agree(alignment)

    def carry(self, begin: int, end: int) -> tuple[int, int] | None:
        """Return the place of a span in the other text, or None unless it begins and ends with words."""
        first, last = bisect_right(self._begins, begin) - 1, bisect_right(self._begins, end - 1) - 1
        own, other = self._words
        if first < 0 or own[first][0] != begin or own[last][1] != end:
            return None
        return other[first][0], other[last][1]

    def _agree(self, alignment: TextAlignment) -> bool:
        """Return True if the counterpart of each sign is in the word of the same number."""
        placed = np.flatnonzero(alignment.counterpart >= 0)
        numbers = (
            self._numbers(0, alignment.signs[0].begin[placed]),
            self._numbers(1, alignment.signs[1].begin[alignment.counterpart[placed]]),
        )
        return bool(np.array_equal(*numbers))

    def _numbers(self, text: int, places: Places) -> Places:
        """Return the numbers of the words at these places of a text (0 or 1)."""
        begins = np.array([begin for begin, _ in self._words[text]], dtype=np.int32)
        return np.searchsorted(begins, places, side="right").astype(np.int32)
