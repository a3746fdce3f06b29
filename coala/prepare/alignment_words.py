"""Texts with as many words are matched word by word, as the CoNLL reference scorer does, which counts tokens.

That holds only where nothing that is alike stands at another word: one word more and one less elsewhere make
as many words, too.
"""

from __future__ import annotations

import re
from bisect import bisect_right

import numpy as np

from coala.prepare.aligned_words import TextAlignment
from coala.prepare.spelling import Places

_WORD = re.compile(r"\S+")


class WordPairs:
    """The n-th word of one text is the n-th of the other, however it is spelled."""

    def __init__(self, alignment: TextAlignment) -> None:
        self._words = [[match.span() for match in _WORD.finditer(text)] for text in alignment.texts]
        self._begins = [begin for begin, _ in self._words[0]]
        self.fit = len(self._words[0]) == len(self._words[1]) and self._agree(alignment)

    def carry(self, begin: int, end: int) -> tuple[int, int] | None:
        """Where a span stands in the other text; None if it does not begin and end with words."""
        first, last = bisect_right(self._begins, begin) - 1, bisect_right(self._begins, end - 1) - 1
        own, other = self._words
        if first < 0 or own[first][0] != begin or own[last][1] != end:
            return None
        return other[first][0], other[last][1]

    def _agree(self, alignment: TextAlignment) -> bool:
        """Whether every sign that has a counterpart has it in the same word."""
        placed = np.flatnonzero(alignment.counterpart >= 0)
        numbers = (
            self._numbers(0, alignment.signs[0].begin[placed]),
            self._numbers(1, alignment.signs[1].begin[alignment.counterpart[placed]]),
        )
        return bool(np.array_equal(*numbers))

    def _numbers(self, text: int, places: Places) -> Places:
        begins = np.array([begin for begin, _ in self._words[text]], dtype=np.int32)
        return np.searchsorted(begins, places, side="right").astype(np.int32)
