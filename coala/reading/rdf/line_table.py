"""The bytes of a window become the places of its lines, and of the three parts of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coala.reading.rdf.terms import MOST_DIGITS

Positions = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

LONGEST_SHAPE = 512
"""Bytes that may be looked for at a place."""

_LONGEST_COMPARED = 128
"""Bytes of a value; a longer one is looked up, even if the line before says the same."""

_PADDING = bytes(LONGEST_SHAPE)
"""Behind a window, so that nothing is read beyond its end."""

_AT_ONCE = 64
"""Bytes are compared in pieces of this size, eight words of eight."""

_FIRST_BYTES = {
    size: np.tril(np.full((size + 1, size), 255, np.uint8), -1).view(f"V{size}")[:, 0]
    for size in range(_AT_ONCE, _LONGEST_COMPARED + 1, _AT_ONCE)
}
"""Masks of the first so many bytes of values."""

_BLANK, _LINE_FEED, _OPENING, _CLOSING, _UNDERSCORE, _ZERO = b" \n<>_0"


class TextForm(NamedTuple):
    """What a text must be: those that begin as most do need only lack some characters."""

    pattern: re.Pattern[str]
    beginnings: tuple[bytes, ...]
    never: bytes

    def check(self, texts: list[str], together: bytes, certain: Flags) -> Flags:
        """Which of the texts are so."""
        if len(together.translate(None, self.never)) < len(together):
            certain = np.zeros(len(texts), bool)
        right = certain.copy()
        for place in np.flatnonzero(~certain).tolist():
            right[place] = self.pattern.fullmatch(texts[place]) is not None
        return right


class Runs(NamedTuple):
    """The texts of some rows; rows one after the other that say the same share one."""

    texts: list[str]
    run_of: Positions
    right: Flags
    """Which rows have texts that are as they must be."""

    def numbers(self, kept: Flags, number: Callable[[list[str]], list[int]]) -> Positions:
        """The numbers of some of the rows; texts that none of these has are not numbered."""
        texts, run_of = self.texts, self.run_of
        if not kept.all():
            run_of = run_of[kept]
            used = np.zeros(len(texts), bool)
            used[run_of] = True
            texts = [texts[run] for run in np.flatnonzero(used).tolist()]
            run_of = (np.cumsum(used) - 1)[run_of]
        return np.array(number(texts), np.int64)[run_of]


class LineTable:
    """Columns of one length: where each line begins and ends, its subject and its predicate end.

    ``key`` is the same for lines of one predicate, ``has_iri`` says whether the subject begins like an IRI,
    and ``fits`` whether the line looks like a statement at all.
    """

    def __init__(self, window: bytes) -> None:
        """The window has an end of a line at least."""
        self._window = window
        self._data = data = np.frombuffer(window + _PADDING, np.uint8)
        self._words = np.ndarray((len(data) - 7,), "<u8", data.data, 0, (1,))
        marks = np.flatnonzero(data[: len(window)] <= _BLANK)
        kinds = data[marks]
        last = np.flatnonzero(kinds == _LINE_FEED)
        first = np.concatenate(([0], last[:-1] + 1))
        self.end = marks[last]
        self.start = np.concatenate(([0], self.end[:-1] + 1))
        self.subject_end = marks[first]
        self.predicate_end = marks[np.minimum(first + 1, last)]
        blanks = last - first
        # A predicate is known by its end, and then compared.
        self.key = self._at(self.predicate_end - 8, "<u8") ^ (self.predicate_end - self.subject_end).view(
            "<u8"
        )
        self.has_iri = data[self.start] == _OPENING
        closed = (data[self.subject_end - 1] == _CLOSING) & (data[self.start + 1] != _UNDERSCORE)
        self.fits = (blanks >= 3) & self.has_iri & closed
        if not self.has_iri.all():
            self.fits |= (blanks >= 3) & self.reads(self.start, b"_:")
        odd = marks[(kinds != _BLANK) & (kinds != _LINE_FEED)]
        self.fits[np.searchsorted(self.end, odd[odd < self.end[-1]])] = False

    def reads(self, places: Positions, word: bytes) -> Flags:
        """Whether the word stands at each of the places."""
        width = len(word)
        there = self._at(places, f"S{width}")
        if there.tobytes() == word * len(places):
            # As for most words: comparing them one by one takes many times as long.
            return np.ones(len(places), bool)
        flags: Flags = there == word
        return flags

    def _at(self, places: Positions, kind: str) -> npt.NDArray[Any]:
        """What stands at the places; a kind without structure is fast to copy."""
        data, width = self._data, np.dtype(kind).itemsize
        return np.ndarray((len(data) - width + 1,), kind, data.data, 0, (1,))[places]

    def runs(self, start: Positions, end: Positions, form: TextForm) -> Runs:
        """What stands between these places."""
        width = end - start
        longest = int(width.max(initial=1))
        differs = np.ones(len(start), bool)
        differs[1:] = (width[1:] != width[:-1]) | (width[1:] > _LONGEST_COMPARED)
        size = min(_LONGEST_COMPARED, -(-longest // _AT_ONCE) * _AT_ONCE)
        there = self._at(start, f"V{size}").view("<u8").reshape(-1, size // 8)
        masks = _FIRST_BYTES[size][np.minimum(width, size)].view("<u8").reshape(-1, size // 8)
        differs[1:] |= _any((there[1:] ^ there[:-1]) & masks[1:])
        first = start[differs]
        together = self._together(first, width[differs])
        texts = together.decode("utf-8").split("\n")
        texts.pop()
        certain = np.zeros(len(first), bool)
        for beginning in form.beginnings:
            if not certain.all():
                certain |= self.reads(first, beginning)
        run_of = np.cumsum(differs) - 1
        return Runs(texts, run_of, form.check(texts, together, certain)[run_of])

    def _together(self, start: Positions, width: Positions) -> bytes:
        """What stands at these places, each with an end of a line."""
        size = int(width.max(initial=0)) + 1
        if size > len(_PADDING):
            places = zip(start.tolist(), (start + width).tolist(), strict=True)
            return b"".join([self._window[one:other] + b"\n" for one, other in places])
        there = self._at(start, f"V{size}").view(np.uint8).reshape(-1, size)
        there[np.arange(len(start)), width] = _LINE_FEED
        inside: Flags = np.arange(size, dtype=np.uint16) <= width.astype(np.uint16)[:, np.newaxis]
        return there[inside].tobytes()

    def offsets(self, start: Positions, end: Positions) -> tuple[Positions, Flags]:
        """The numbers between these places, and which are written in digits and nothing else."""
        width = end - start
        right = (width > 0) & (width <= MOST_DIGITS)
        values = np.zeros(len(start), np.int64)
        for place in range(min(MOST_DIGITS, int(width.max(initial=0)))):
            inside = width > place
            digits = self._data[start + place * inside] - np.uint8(_ZERO)
            right &= (digits <= 9) | ~inside
            values = np.where(inside, values * 10 + digits, values)
        return values, right

    def lines(self, flags: Flags) -> bytes:
        """Some of the lines, one after the other."""
        edges = np.flatnonzero(np.diff(flags, prepend=False, append=False))
        places = zip(self.start[edges[::2]].tolist(), self.end[edges[1::2] - 1].tolist(), strict=True)
        return b"".join([self._window[start : end + 1] for start, end in places])

    def line(self, row: int) -> bytes:
        """One line."""
        return self._window[self.start[row] : self.end[row] + 1]

    def tail(self) -> bytes:
        """What stands behind the last end of a line."""
        return self._window[self.end[-1] + 1 :]


def _any(words: npt.NDArray[np.uint64]) -> Flags:
    """Which rows have a bit; eight words become one, since numpy is slow along short rows."""
    flags = (words != 0).view("<u8")
    found: Flags = flags[:, 0] != 0
    for place in range(1, flags.shape[1]):
        found |= flags[:, place] != 0
    return found
