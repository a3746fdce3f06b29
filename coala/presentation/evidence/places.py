"""The spans of a bag are found by where they stand in a document, a document at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from coala.model.bag import BASELINE, CHANGED
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.evidence.excerpts import Piece


class _Index(NamedTuple):
    """The spans of a document by where they begin, and how far these and all before them reach."""

    spans: list[int]
    begins: list[int]
    reaches: list[int]


class SpanPlaces:
    """Which spans lie in a part of a document; a document is looked through when it is first asked for."""

    def __init__(self, displayed: DisplayedBag) -> None:
        self._displayed = displayed
        self._extents = displayed.extents
        self._joined = bool(self._extents)
        self._made: dict[int, _Index] = {}

    def extent(self, span: int) -> Piece:
        """Where either graph has a span, from its first code point to its last."""
        own = self._displayed.bag.spans[span]
        if not self._joined:
            return Piece(own.begin, own.end)
        both = [self._extents.place(side, span) for side in (BASELINE, CHANGED)]
        return Piece(min(each.begin for each in both), max(each.end for each in both))

    def fits(self, span: int, length: int) -> bool:
        """Whether a span lies in a text of that length."""
        begin, end = self.extent(span)
        return 0 <= begin < end <= length

    def inside(self, document: int, pieces: Iterable[Piece]) -> list[int]:
        """The spans that reach into one of these pieces, in the order of the text."""
        spans, begins, reaches = self._index(document)
        found: dict[int, None] = {}
        for piece in pieces:
            first, last = bisect_right(reaches, piece.begin), bisect_left(begins, piece.end)
            found.update(
                dict.fromkeys(span for span in spans[first:last] if self.extent(span).end > piece.begin)
            )
        return list(found)

    def room(self, document: int, at: int, widest: int, most: int) -> int:
        """How far a window around a place may reach on either side so that it has not too many spans."""
        begins, half = self._index(document).begins, most // 2
        here = bisect_left(begins, at)
        room = widest
        if here >= half:
            room = min(room, max(0, at - begins[here - half]))
        if here + half < len(begins):
            room = min(room, begins[here + half] - at)
        return room

    def _index(self, document: int) -> _Index:
        made = self._made.get(document)
        if made is None:
            places = sorted((*self.extent(span), span) for span in self._displayed.spans_of(document))
            spans, begins = [place[2] for place in places], [place[0] for place in places]
            made = _Index(spans, begins, list(accumulate(map(itemgetter(1), places), max)))
            self._made[document] = made
        return made
