"""The spans of a document by their offsets, and the choice of the mention that shows a chain best.

The evidence page shows one sentence for each chain at first. ``SentenceChoice`` chooses the mention whose
sentence shows most of what differs. Words and offsets, which the bag has, decide first; texts are read only
for the few best mentions. ``SpanPlaces`` finds which spans are in a sentence.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from coala.diff.names import looks_proper
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import Chains, ShownChain
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.excerpts import REACH, Piece, find_sentence


class _Index(NamedTuple):
    """The spans of a document in the order of their begin, as parallel sequences.

    Both ``begins`` and ``reaches`` ascend, so that binary search finds the spans in a part of the text.
    """

    spans: Sequence[int]
    begins: Sequence[int]
    reaches: Sequence[int]  # the furthest end of this span and all spans before it


class SpanPlaces:
    """Finds the spans in a part of a document; a document is indexed on first use."""

    def __init__(self, displayed: DisplayedBag) -> None:
        self._displayed = displayed
        self._extents = displayed.extents
        # True if a span may have different offsets in the two graphs.
        self._has_extents = bool(self._extents)
        self._indexes: dict[int, _Index] = {}

    def extent(self, span: int) -> Piece:
        """Return the offsets that cover a span in both graphs."""
        own = self._displayed.bag.spans[span]
        if not self._has_extents:
            return Piece(own.begin, own.end)
        both = [self._extents.place(side, span) for side in (BASELINE, CHANGED)]
        return Piece(min(each.begin for each in both), max(each.end for each in both))

    def fits(self, span: int, length: int) -> bool:
        """Return True if a span is inside a text of this length."""
        begin, end = self.extent(span)
        return 0 <= begin < end <= length

    def inside(self, document: int, pieces: Iterable[Piece]) -> list[int]:
        """Return the spans that overlap one of these pieces, in text order."""
        spans, begins, reaches = self._index(document)
        found: dict[int, None] = {}
        for piece in pieces:
            first, last = bisect_right(reaches, piece.begin), bisect_left(begins, piece.end)
            # Among these are spans that end before the piece, behind a longer one that does not.
            found.update(
                dict.fromkeys(span for span in spans[first:last] if self.extent(span).end > piece.begin)
            )
        return list(found)

    def room(self, document: int, at: int, widest: int, most: int) -> int:
        """Return how far a window may reach on either side of an offset to have at most ``most`` spans.

        It is at most ``widest`` code points.
        """
        begins, half = self._index(document).begins, most // 2
        here = bisect_left(begins, at)
        room = widest
        if here >= half:
            room = min(room, max(0, at - begins[here - half]))
        if here + half < len(begins):
            room = min(room, begins[here + half] - at)
        return room

    def _index(self, document: int) -> _Index:
        index = self._indexes.get(document)
        if index is None:
            spans, own = self._displayed.spans_of(document), self._displayed.bag.spans
            # A bag may have 20,000 spans, and a piece for each would take most of the time.
            places = sorted(
                [(*self.extent(span), span) for span in spans]
                if self._has_extents
                else [(own[span].begin, own[span].end, span) for span in spans]
            )
            begins, numbers = [place[0] for place in places], [place[2] for place in places]
            reaches = list(accumulate(map(itemgetter(1), places), max))
            index = self._indexes[document] = _Index(numbers, begins, reaches)
        return index


# The most mentions of a chain that are compared.
_MOST_COMPARED = 60
# Mentions at most this far apart, in code points, are often in one sentence.
_NEAR = 120
# The number of best mentions whose sentences are read and compared.
_READ = 4
# A longer sentence is a poor example.
_LONG = 300
# Further chains or mentions in a sentence make it no better.
_ENOUGH = 4


class ChainKey(NamedTuple):
    """A chain by its side and its number (``ShownChain.number``)."""

    side: int
    number: int


def key_of(shown: ShownChain) -> ChainKey:
    """Return the side and number of a chain."""
    return ChainKey(shown.side, shown.number)


class SentenceChoice:
    """Chooses the mention of a chain whose sentence is shown.

    ``text_of`` returns the text of a document, which is given by its number.
    """

    def __init__(
        self,
        displayed: DisplayedBag,
        chains: Chains,
        places: SpanPlaces,
        text_of: Callable[[int], str | None],
    ) -> None:
        self._displayed, self._chains, self._places, self._text_of = displayed, chains, places, text_of
        # How far a sentence is shown on either side of a mention, in characters.
        self.reach = REACH
        self._candidates_of: dict[ChainKey, list[int]] = {}
        # Cached, since a mention is checked for each chain and each sentence that may have it.
        self._chains_shown_by: dict[int, tuple[ChainKey, ...]] = {}

    def choose_mention(
        self, shown: ShownChain, covered: Container[ChainKey], seen: Container[int]
    ) -> int | None:
        """Return the mention whose sentence shows most that the page does not show yet.

        ``covered`` are the chains that have an example on the page, and ``seen`` the mentions on it.
        """

        def rate(span: int, stretch: Piece, *, read: bool = True) -> tuple[bool, int, bool, bool, int, int]:
            """Return a sort key for a mention in its sentence: the first criterion counts most."""
            there = self._places.inside(self._displayed.document_of(span), [stretch]) or [span]
            new = {key for each in there for key in self.chains_shown_by(each) if key not in covered}
            differing = sum(each not in seen and self._chains.is_divergent(each) for each in there)
            return (
                read,
                min(len(new), _ENOUGH),
                stretch.end - stretch.begin <= _LONG,
                looks_proper(self._displayed.bag.words[span] or ""),
                min(differing, _ENOUGH),
                -span,
            )

        spans = self._candidates(shown)
        if len(spans) == 1:
            return spans[0]
        # Without reading texts, the code points around a mention are taken as its sentence.
        if len(spans) > _READ:
            spans = sorted(spans, key=lambda span: rate(span, self._neighbourhood(span)), reverse=True)
        sentences = {span: self._sentence(span) for span in spans[:_READ]}
        return max(
            sentences,
            key=lambda span: rate(
                span, sentences[span] or self._neighbourhood(span), read=sentences[span] is not None
            ),
            default=None,
        )

    def chains_shown_by(self, span: int) -> tuple[ChainKey, ...]:
        """Return the differing chains that a mention is an example of.

        If some mentions of a chain moved, only these are; otherwise all its mentions are.
        """
        shown = self._chains_shown_by.get(span)
        if shown is None:
            shown = self._chains_shown_by[span] = tuple(self._find_chains_shown_by(span))
        return shown

    def _find_chains_shown_by(self, span: int) -> Iterator[ChainKey]:
        for side in (BASELINE, CHANGED):
            for number in self._chains.numbers_of(side, span):
                if self._displayed.numbering.differs[number] and (
                    self._chains.is_divergent(span) or not loses_or_gains(self._chains.chain(side, number))
                ):
                    yield ChainKey(side, number)

    def _candidates(self, shown: ShownChain) -> list[int]:
        """Return the mentions to compare: those that moved, or without these the first ones."""
        found = self._candidates_of.get(key_of(shown))
        if found is None:
            differing = self._chains.divergent_spans(shown)[:_MOST_COMPARED] if loses_or_gains(shown) else ()
            found = list(map(int, differing)) or list(shown.spans[:_MOST_COMPARED])
            self._candidates_of[key_of(shown)] = found
        return found

    def _neighbourhood(self, span: int) -> Piece:
        """Return the part of a document around a span that is often its sentence."""
        begin, end = self._places.extent(span)
        return Piece(begin - _NEAR, min(end, begin + _NEAR) + _NEAR)

    def _sentence(self, span: int) -> Piece | None:
        """Return the sentence around a span; None without a text."""
        text = self._text_of(self._displayed.document_of(span))
        if text is None or not self._places.fits(span, len(text)):
            return None
        return find_sentence(text, *self._places.extent(span), self.reach)


def loses_or_gains(shown: ShownChain) -> bool:
    """Return True if a mention of the chain moved to or from another chain, or only one graph has it."""
    return bool(shown.alone) or any(way.number != shown.number for way in shown.ways)
