"""Two names are compared as a reader does at a glance: equal, but for capitals, forms, a word in common.

No dictionary: a form of a word is one with the same beginning, so that it works in any language that inflects
words at their ends.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from coala.diff.names import DETERMINERS

_WORD = re.compile(r"\w+")

_STEM = 3
"""Letters that forms of one word have in common at least."""
_ENDING = 3
"""Letters by which they may differ at most, at either end."""


class Likeness(StrEnum):
    """How much two names have in common."""

    SAME = "same"
    CASE = "case"
    FORMS = "forms"
    PART = "part"
    OTHER = "other"


# A bag has the same names again and again.
@lru_cache(maxsize=64)
def normal_words(text: str) -> str:
    """Words in small letters, without marks and without articles before them."""
    words = _WORD.findall(text.casefold())
    while len(words) > 1 and words[0] in DETERMINERS:
        del words[0]
    return " ".join(words)


def compare_names(one: str, other: str) -> Likeness:
    """How much two names have in common; those that differ in capitals, marks and articles are one CASE."""
    if one.split() == other.split():
        return Likeness.SAME
    words, others = normal_words(one).split(), normal_words(other).split()
    if words == others:
        return Likeness.CASE
    if len(words) == len(others) and all(map(_are_forms, words, others)):
        return Likeness.FORMS
    if any(_are_forms(word, each) for word in words for each in others) or _are_initials(words, others):
        return Likeness.PART
    return Likeness.OTHER


def _are_forms(one: str, other: str) -> bool:
    stem = max(_STEM, len(one) - _ENDING, len(other) - _ENDING)
    return one == other or (min(len(one), len(other)) >= stem and one[:stem] == other[:stem])


def _are_initials(words: list[str], others: list[str]) -> bool:
    first, second = ("".join(word[0] for word in each) for each in (words, others))
    return (len(words) > 1 and others == [first]) or (len(others) > 1 and words == [second])
