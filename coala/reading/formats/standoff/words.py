"""Words with identifiers become a text and places in it, for annotations that point to words."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from coala.model.values import Fragments
from coala.reading.formats.text_lines import RunningText


class Words:
    """The words of one document in their order; an identifier that comes twice means the first word."""

    def __init__(self) -> None:
        self.running = RunningText()
        self._numbers: dict[str, int] = {}
        self._begins, self._ends = array("q"), array("q")

    def __len__(self) -> int:
        return len(self._begins)

    def add(self, identifier: str, word: str) -> bool:
        """Append a word to the running text; False if its identifier was there."""
        return self.place(identifier, *self.running.add(word))

    def place(self, identifier: str, begin: int, end: int) -> bool:
        """Append a word that has its place in a text; False if its identifier was there."""
        number = len(self._begins)
        self._begins.append(begin)
        self._ends.append(end)
        return self._numbers.setdefault(identifier, number) == number

    def number(self, identifier: str) -> int | None:
        """The number of a word in the document, from 0; None if there is no such word."""
        return self._numbers.get(identifier)

    def span(self, numbers: Iterable[int]) -> Fragments:
        """The places of words in their order, those that follow one another joined; none without a letter."""
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
