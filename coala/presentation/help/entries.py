"""Marks and words of the window become entries of its help, and a few letters find them.

A module of its own because both lists of entries and the dialog that searches them are made of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class HelpEntry(NamedTuple):
    """A mark or a word, and what it means in plain text."""

    name: str
    meaning: str


_SIDES = (
    ("the changed graph", "the right side"),
    ("the changed system", "the right side"),
    ("the baseline", "the left side"),
)
_NAMED = re.compile(r"\bbaseline|\bchanged\b", re.IGNORECASE)


def without_sides(entries: Iterable[HelpEntry]) -> list[HelpEntry]:
    """The entries for a reviewer who must not know which graph is which.

    Those are left out that speak of the graphs by more than their places.
    """
    told = []
    for name, meaning in entries:
        for graph, side in _SIDES:
            meaning = meaning.replace(graph, side).replace(graph.capitalize(), side.capitalize())
        if not _NAMED.search(f"{name} {meaning}"):
            told.append(HelpEntry(name, meaning))
    return told


def fold(text: str) -> str:
    """Text as a search compares it: without case, accents and kinds of minus signs and hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("\N{MINUS SIGN}", "-")
    return "".join(character for character in plain if not unicodedata.combining(character))


def is_found(query: str, *texts: str) -> bool:
    """Whether every word of the query stands somewhere in the texts; an empty query finds everything."""
    content = fold("\n".join(texts))
    return all(word in content for word in fold(query).split())


def find_entries(entries: Iterable[HelpEntry], query: str) -> list[HelpEntry]:
    """The entries with every word of the query: those whose name has them come first."""
    found = [entry for entry in entries if is_found(query, *entry)]
    return sorted(found, key=lambda entry: not is_found(query, entry.name))
