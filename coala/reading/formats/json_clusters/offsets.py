"""Offsets of JSON, in characters or tokens, become code points, or a sentence about what does not fit."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.model.values import Fragments
from coala.reading.formats.text_lines import RunningText

COUNTED = ("character", "token", "utf-16", "byte")
SYNONYMS = {"code-point": "character"}
ENDS_OF_SPANS = ("exclusive", "inclusive")

JsonPlace = tuple[int, int]


class OffsetError(ValueError):
    """What does not fit, as the beginning of a sentence."""


class MisfitError(OffsetError):
    """The offsets lead past the text, or run backwards, as they are counted."""


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
    def laid_out(cls, pieces: list[str]) -> Tokens:
        """Tell where tokens stand whose texts are every second of the pieces that make up the text."""
        begins, ends = array("q"), array("q")
        place = 0
        for before, token in zip(pieces[::2], pieces[1::2], strict=True):
            begins.append(place + len(before))
            place = begins[-1] + len(token)
            ends.append(place)
        return cls(begins, ends)

    @classmethod
    def found(cls, sentences: list[list[str]], text: str) -> Tokens:
        """Look them up in a text, each after the one before it with nothing but white space between.

        Some of them may be white space themselves, or begin with it.

        Raises:
            OffsetError: one is not there.
        """
        begins, ends = array("q"), array("q")
        place = number = blanks_end = 0
        for sentence in sentences:
            for token in sentence:
                blanks_end = max(blanks_end, place)
                while blanks_end < len(text) and text[blanks_end].isspace():
                    blanks_end += 1
                if token[:1].isspace():
                    begin = text.find(token, place, blanks_end + len(token))
                else:
                    begin = blanks_end if text.startswith(token, blanks_end) else -1
                if begin < 0:
                    shown = place if token.isspace() else blanks_end
                    raise OffsetError(
                        f"token {number}, {excerpt(token)}, is not at character {shown} of the text"
                    )
                place = begin + len(token)
                # The blank before a word is no part of a mention.
                begins.append(place - len(token.lstrip() or token))
                ends.append(place)
                number += 1
        return cls(begins, ends)


class Convention(NamedTuple):
    """What the offsets count, and whether the end belongs to the span."""

    unit: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} offsets with an {self.end} end"

    def advice(self) -> str:
        """The end of a sentence about offsets that would be right if they were counted like this."""
        said = f'"offsets": "{self.unit}", "end": "{self.end}"'
        return f"as {self}; if they are, write {said} in it, or give --offsets {self.unit} --ends {self.end}"

    def size(self, text: str, tokens: Tokens | None) -> str:
        """How long the text is, in words."""
        if self.unit == "token" and tokens is not None:
            return f"of {len(tokens.begins):,} tokens"
        return f"of {len(text):,} characters"

    def reader(self, text: str, tokens: Tokens | None) -> Callable[[int, int], JsonPlace]:
        """From the offsets of a pair to code points; it raises ``OffsetError``."""
        more = 1 if self.end == "inclusive" else 0
        if self.unit == "token":
            assert tokens is not None
            begins, ends = tokens

            def of_tokens(begin: int, end: int) -> JsonPlace:
                if not 0 <= begin < end + more <= len(begins):
                    raise MisfitError(_misfit(begin, end))
                return begins[begin], ends[end + more - 1]

            return of_tokens
        ruler = Ruler(text, "code-point" if self.unit == "character" else self.unit)

        def of_characters(begin: int, end: int) -> JsonPlace:
            first, after = ruler.code_points(begin), ruler.code_points(end + more)
            if begin < 0 or first is None or after is None or first >= after:
                raise MisfitError(_misfit(begin, end))
            return first, after

        return of_characters


def fragments(pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], JsonPlace]) -> Fragments:
    """A span with its parts sorted.

    Raises:
        OffsetError: a part does not fit the text, or two overlap.
    """
    if len(pairs) == 1:
        return (to_code_points(*pairs[0]),)
    places = sorted(to_code_points(begin, end) for begin, end in pairs)
    for (_, end), (begin, _) in pairwise(places):
        if begin < end:
            raise OffsetError("the parts of a span overlap in the text")
    return tuple(places)


def _misfit(begin: int, end: int) -> str:
    return f"the span [{shorten(begin)}, {shorten(end)}] does not fit the text"


def shorten(number: int) -> str:
    """A number as a sentence may have it."""
    return str(number) if -(10**15) < number < 10**15 else "a number past all texts"


def advise(
    pairs: list[tuple[int, int]], tried: Convention, text: str, tokens: Tokens | None
) -> tuple[str, bool]:
    """How else all spans of a line would fit, and whether they would."""
    units = [unit for unit in COUNTED if unit != "token" or tokens is not None]
    units.sort(key=lambda unit: unit != tried.unit)  # the likelier slip is the end
    fitting = [
        convention
        for unit in units
        for end in ENDS_OF_SPANS
        if (convention := Convention(unit, end)) != tried and _all_fit(pairs, convention.reader(text, tokens))
    ]
    if not fitting or not pairs:
        return (
            "nor do all spans of the line fit in any other unit or with the other end, so correct the offsets"
        ), False
    return f"all spans of the line would fit {fitting[0].advice()}", True


_MOST_SLIPS = 10
"""One span in so many may be empty: in any corpus more mentions than that are single tokens."""


def is_slip(pairs: list[tuple[int, int]], convention: Convention) -> bool:
    """Is a span without tokens one of a few? Were ends meant to be inclusive, each single token were one."""
    empty = sum(begin == end for begin, end in pairs)
    return convention == Convention("token", "exclusive") and 0 < empty * _MOST_SLIPS <= len(pairs)


def _all_fit(pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], JsonPlace]) -> bool:
    try:
        for begin, end in pairs:
            to_code_points(begin, end)
    except OffsetError:
        return False
    return True
