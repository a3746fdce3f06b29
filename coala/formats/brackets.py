"""A column of coreference brackets, such as ``(12|(3)|4)``, -> what opens and what closes there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BRACKET = re.compile(r"(\(?)([^()|]+)(\)?)")


class Bracket(NamedTuple):
    """One label with its brackets; ``opens`` and ``closes`` both for a mention of one token."""

    label: str
    opens: bool
    closes: bool


class BracketError(ValueError):
    """The column is no sequence of brackets."""


def brackets(column: str) -> Iterator[Bracket]:
    """The brackets of a column in their order; ``|`` between two of them is allowed and not needed.

    Raises:
        BracketError: a label has no bracket, or a bracket no label.
    """
    place = 0
    while place < len(column):
        found = _BRACKET.match(column, place)
        if not found or not (found[1] or found[3]):
            raise BracketError(column)
        yield Bracket(found[2], bool(found[1]), bool(found[3]))
        place = found.end()
        if column.startswith("|", place) and place + 1 < len(column):
            place += 1
