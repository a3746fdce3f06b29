"""A pair of offsets in one of many conventions -> begin and end in code points of a text."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from coala.formats.annotations import Fragments
from coala.formats.plain import excerpt
from coala.formats.running_text import RunningText
from coala.offsets import Ruler

UNITS = ("character", "token", "utf-16", "byte")
SYNONYMS = {"code-point": "character"}
ENDS = ("exclusive", "inclusive")

Place = tuple[int, int]


class OffsetError(ValueError):
    """What does not fit, as the beginning of a sentence."""


class Tokens(NamedTuple):
    """Where the tokens of a document begin and end in its text."""

    begins: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def joined(cls, sentences: list[list[str]]) -> tuple[str, Tokens]:
        """Join the tokens by one space and the sentences by a newline."""
        text = RunningText()
        begins, ends = array("q"), array("q")
        for sentence in sentences:
            for token in sentence:
                begin, end = text.add(token)
                begins.append(begin)
                ends.append(end)
            text.end_sentence()
        return text.text(), cls(begins, ends)

    @classmethod
    def found(cls, sentences: list[list[str]], text: str) -> Tokens:
        """Look them up in a text, each after the one before it with nothing but white space between.

        Raises:
            OffsetError: one is not there.
        """
        begins, ends = array("q"), array("q")
        place = number = 0
        for sentence in sentences:
            for token in sentence:
                while place < len(text) and text[place].isspace():
                    place += 1
                if not text.startswith(token, place):
                    raise OffsetError(
                        f"token {number}, {excerpt(token)}, is not at character {place} of the text"
                    )
                begins.append(place)
                place += len(token)
                ends.append(place)
                number += 1
        return cls(begins, ends)


class Convention(NamedTuple):
    """What the offsets count, and whether the end belongs to the span."""

    unit: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} offsets with an {self.end} end"

    def size(self, text: str, tokens: Tokens | None) -> str:
        """How long the text is, in words."""
        if self.unit == "token" and tokens is not None:
            return f"of {len(tokens.begins):,} tokens"
        return f"of {len(text):,} characters"

    def reader(self, text: str, tokens: Tokens | None) -> Callable[[int, int], Place]:
        """From the offsets of a pair to code points; it raises ``OffsetError``."""
        more = 1 if self.end == "inclusive" else 0
        if self.unit == "token":
            assert tokens is not None
            begins, ends = tokens

            def of_tokens(begin: int, end: int) -> Place:
                if not 0 <= begin < end + more <= len(begins):
                    raise OffsetError(_misfit(begin, end))
                return begins[begin], ends[end + more - 1]

            return of_tokens
        ruler = Ruler(text, "code-point" if self.unit == "character" else self.unit)

        def of_characters(begin: int, end: int) -> Place:
            first, after = ruler.code_points(begin), ruler.code_points(end + more)
            if begin < 0 or first is None or after is None or first >= after:
                raise OffsetError(_misfit(begin, end))
            return first, after

        return of_characters


def fragments(pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], Place]) -> Fragments:
    """A span with its parts sorted.

    Raises:
        OffsetError: a part does not fit the text, or two overlap.
    """
    places = sorted(to_code_points(begin, end) for begin, end in pairs)
    for (_, end), (begin, _) in pairwise(places):
        if begin < end:
            raise OffsetError("the parts of a span overlap in the text")
    return tuple(places)


def _misfit(begin: int, end: int) -> str:
    return f"the span [{_short(begin)}, {_short(end)}] does not fit the text"


def _short(number: int) -> str:
    return str(number) if -(10**15) < number < 10**15 else "a number past all texts"
