"""The spans of a bag are found by where they stand in a document, a document at a time."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.model.bag import BASELINE, CHANGED
from coala.model.columns import pack
from coala.model.span_columns import SpanColumns
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.evidence.excerpts import Piece

if TYPE_CHECKING:
    from coala.model.graph import Integers


class _Index(NamedTuple):
    """The spans of a document by where they begin, and how far these and all before them reach."""

    spans: Sequence[int]
    begins: Sequence[int]
    reaches: Sequence[int]


class SpanPlaces:
    """Which spans lie in a part of a document; a document is looked through when it is first asked for."""

    def __init__(self, displayed: DisplayedBag) -> None:
        self._displayed = displayed
        self._extents = displayed.extents
        self._joined = bool(self._extents)
        self._made: dict[int, _Index] = {}

    def extent(self, span: int) -> Piece:
        """Where either graph has a span, from its first code point to its last."""
        spans = self._displayed.bag.spans
        if isinstance(spans, SpanColumns) and not self._joined and span not in spans.odd:
            # Of a great bag none is made for it: a page asks for hundreds.
            return Piece(spans.begins[span], spans.ends[span])
        own = spans[span]
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
            in_columns = isinstance(self._displayed.bag.spans, SpanColumns)
            make = self._index_columns if in_columns else self._index_spans
            made = self._made[document] = make(self._displayed.spans_of(document))
        return made

    def _index_spans(self, chosen: Sequence[int]) -> _Index:
        places = sorted((*self.extent(span), span) for span in chosen)
        spans, begins = [place[2] for place in places], [place[0] for place in places]
        return _Index(spans, begins, list(accumulate(map(itemgetter(1), places), max)))

    def _index_columns(self, chosen: Sequence[int]) -> _Index:
        # Most documents are one run of spans.
        spans = np.arange(chosen.start, chosen.stop) if isinstance(chosen, range) else np.array(chosen)
        begins, ends = (column[spans] for column in self._columns)
        order = pack(begins, ends, spans).argsort(kind="stable")
        reaches = np.maximum.accumulate(ends[order])
        return _Index(*(array("q", column.tobytes()) for column in (spans[order], begins[order], reaches)))

    @cached_property
    def _columns(self) -> tuple[Integers, Integers]:
        """Where each span of a bag in columns begins and ends."""
        spans = self._displayed.bag.spans
        assert isinstance(spans, SpanColumns)
        begins, ends = (np.array(column, dtype=np.int64) for column in (spans.begins, spans.ends))
        for span in (*spans.odd, *self._extents.spans()):
            begins[span], ends[span] = self.extent(span)
        return begins, ends
