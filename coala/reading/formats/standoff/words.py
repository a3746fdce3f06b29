"""Words with identifiers become a text and places in it, for annotations that point to words."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.model.values import Fragments
from coala.reading.formats.text_lines import RunningText

_WIDEST_GAP = 1000
"""Characters between two words of a text that is made by offsets; an honest one has a few blank lines."""

_MOST_WORDS_TOLD = 100
"""Of those whose identifier comes twice; the rest is counted."""

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""How English treebanks write a bracket, which stands in the text as one character."""


class Words:
    """The words of one document in their order; an identifier that comes twice means the first word."""

    def __init__(self) -> None:
        self.running = RunningText()
        self._numbers: dict[str, int] = {}
        self._begins, self._ends = array("q"), array("q")
        self._in_order = True
        self._twice: list[str] = []

    def __len__(self) -> int:
        return len(self._begins)

    def add(self, identifier: str, word: str) -> bool:
        """Append a word to the running text; False if its identifier was there."""
        return self.place(identifier, *self.running.add(word))

    def place(self, identifier: str, begin: int, end: int) -> bool:
        """Append a word that has its place in a text; False if its identifier was there."""
        number = len(self._begins)
        if number and begin < self._ends[-1]:
            self._in_order = False
        self._begins.append(begin)
        self._ends.append(end)
        is_new = self._numbers.setdefault(identifier, number) == number
        if not is_new and identifier:
            self._twice.append(identifier)
        return is_new

    def number(self, identifier: str) -> int | None:
        """The number of a word in the document, from 0; None if there is no such word."""
        return self._numbers.get(identifier)

    def span(self, numbers: Iterable[int]) -> Fragments:
        """The places of words in their order, those that follow one another joined; none without a letter."""
        if isinstance(numbers, range) and self._in_order:
            return self._stretch(numbers)
        parts: list[tuple[int, int]] = []
        last = -2
        for number in sorted(set(numbers)):
            begin, end = self._begins[number], self._ends[number]
            if number == last + 1 and parts and begin >= parts[-1][1]:
                parts[-1] = (parts[-1][0], end)
            elif begin < end and (not parts or begin >= parts[-1][1]):
                parts.append((begin, end))
            elif parts and end > parts[-1][1]:
                parts[-1] = (parts[-1][0], end)
            last = number
        return tuple(parts)

    def spans(self, ranges: Iterable[tuple[int, int]]) -> Fragments:
        """The places of all words from each first to each last one, in time that words do not add to."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted(ranges):
            if joined and first <= joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
            else:
                joined.append((first, last))
        stretches = [range(first, last + 1) for first, last in joined]
        if self._in_order:
            return tuple(chain.from_iterable(map(self._stretch, stretches)))
        return self.span(chain.from_iterable(stretches))

    def remarks(self, path: str) -> list[tuple[str, str]]:
        """What to remark of words whose identifier an earlier one has, so that nothing can point to them."""
        told = [
            ("identifier-twice", f"{path}, the word {excerpt(word)}")
            for word in self._twice[:_MOST_WORDS_TOLD]
        ]
        return told + told[-1:] * (len(self._twice) - len(told))

    def _stretch(self, numbers: range) -> Fragments:
        """The one place of words that follow one another, in a text that has them in their order."""
        for first in numbers:
            if self._begins[first] < self._ends[first]:
                return ((self._begins[first], self._ends[numbers[-1]]),)
        return ()


class Word(NamedTuple):
    """A word, the sentence or paragraph it stands in, and where it is said to begin and to end."""

    identifier: str
    text: str
    block: str = ""
    begin: int | None = None
    end: int | None = None


class Layout(NamedTuple):
    """A text with the places of its words; ``differs`` when they are not those of the text that was given."""

    text: str
    words: Words
    differs: bool = False


def lay_out(words: Sequence[Word], text: str | None = None) -> Layout:
    """Find the words in their text or, without one, make it: by their offsets, else joined by a space."""
    if text is not None:
        places = _follow(words, text) or _stated(words, text, "utf-16") or _stated(words, text, "code-point")
        if places is not None:
            return Layout(text, _placed(words, places))
    else:
        made = _spaced(words)
        if made is not None:
            return made
    joined = Words()
    block = words[0].block if words else ""
    for word in words:
        if word.block != block:
            joined.running.end_sentence()
            block = word.block
        joined.add(word.identifier, word.text)
    return Layout(joined.running.text(), joined, text is not None)


def _placed(words: Sequence[Word], places: Sequence[tuple[int, int]]) -> Words:
    placed = Words()
    for word, (begin, end) in zip(words, places, strict=True):
        placed.place(word.identifier, begin, end)
    return placed


def _follow(words: Sequence[Word], text: str) -> list[tuple[int, int]] | None:
    """Each word after the one before it, with nothing but white space between."""
    places: list[tuple[int, int]] = []
    position = 0
    for word in words:
        while position < len(text) and text[position].isspace():
            position += 1
        shown = word.text
        if not text.startswith(shown, position):
            shown = _BRACKETS.get(shown, shown)
            if not text.startswith(shown, position):
                return None
        places.append((position, position + len(shown)))
        position += len(shown)
    return places


def _stated(words: Sequence[Word], text: str, unit: str) -> list[tuple[int, int]] | None:
    """Each word where its offset says, if it stands there."""
    ruler = Ruler(text, unit)
    places: list[tuple[int, int]] = []
    for word in words:
        begin = None if word.begin is None else ruler.code_points(word.begin)
        if begin is None or not text.startswith(word.text, begin):
            return None
        places.append((begin, begin + len(word.text)))
    return places


def _spaced(words: Sequence[Word]) -> Layout | None:
    """A text in which every word stands where its offsets say, as far as these count its characters."""
    if not words:
        return None
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length = end = 0
    block = words[0].block
    for word in words:
        if word.begin is None or word.end is None or not 0 <= word.begin - end <= _WIDEST_GAP:
            return None
        if word.end < word.begin:
            return None
        gap = word.begin - end
        shown = _BRACKETS.get(word.text, word.text) if word.end - word.begin == 1 else word.text
        blank = "\n" if word.block != block and gap else " "
        pieces += (blank * min(gap, 1) + " " * (gap - 1), shown)
        places.append((length + gap, length + gap + len(shown)))
        length, end, block = places[-1][1], word.end, word.block
    return Layout("".join(pieces), _placed(words, places))
