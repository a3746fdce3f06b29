"""The brackets of one document's tokens become spans; what opens or closes nothing is left out and counted.

A bracket closes the latest open one of the same label, as in the reference scorer; spans may nest and cross.
A bare label within its own span, ``(0``, ``0``, ``0)``, is no bracket. Some writers join brackets by ``_``
instead of ``|``: ``2)_1)``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.reading.formats.conll.columns import without_blanks
from coala.reading.formats.flaws import Flaws

_PIECE = re.compile(r"(\(?)([^()|]*)(\)?)")
_JOINED = re.compile(r"(?<=\))_|(?<=[^(|])_(?=\()")


class LabelledSpan(NamedTuple):
    """From the begin of its first to the end of its last token."""

    begin: int
    end: int
    label: str


class Spans:
    """Takes the cells of one document in their order."""

    def __init__(self, flaws: Flaws) -> None:
        self.found: list[LabelledSpan] = []
        self.brackets = 0
        self._flaws = flaws
        self._open: dict[str, list[tuple[int, int]]] = {}

    def cell(self, line: int, cell: str, begin: int, end: int, *, may_be_joined: bool) -> bool:
        """Take the brackets at one token; says whether ``_`` joined them."""
        if " " in cell:
            cell = without_blanks(cell)
        joined = may_be_joined and "_" in cell
        if joined:
            cell, times = _JOINED.subn("|", cell)
            joined = times > 0
        place = 0
        while place < len(cell):
            piece = _PIECE.match(cell, place)
            assert piece
            place = piece.end()
            if place == piece.start():  # a divider
                place += 1
            else:
                self._bracket(line, piece, begin, end)
        return joined

    def close(self) -> None:
        """The document ends; what is open stays so."""
        left = [(line, label) for label, places in self._open.items() for _, line in places]
        for line, label in sorted(left):
            self._leave_out(line, "(" + label, "opens what its document never closes")
        self._open = {}

    def _bracket(self, line: int, piece: re.Match[str], begin: int, end: int) -> None:
        opens, label, closes = piece.groups()
        self.brackets += 1
        if not label:
            self._leave_out(line, piece[0], "is a bracket without a label")
        elif opens and closes:
            self.found.append(LabelledSpan(begin, end, label))
        elif opens:
            self._open.setdefault(label, []).append((begin, line))
        elif self._open.get(label):
            if closes:
                self.found.append(LabelledSpan(self._open[label].pop()[0], end, label))
        elif closes:
            self._leave_out(line, piece[0], "closes what was not opened before")
        else:
            self._leave_out(line, piece[0], "is no bracket")

    def _leave_out(self, line: int, bracket: str, what: str) -> None:
        self._flaws.leave_out("bracket-left-out", line, f"{excerpt(bracket)} {what}")
