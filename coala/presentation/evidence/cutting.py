"""An excerpt is cut out of its text: sentences, paragraphs or a window around its mentions."""

from __future__ import annotations

from collections.abc import Iterable

from coala.model.values import Span
from coala.presentation.evidence.excerpts import (
    LONGEST_MENTION,
    Piece,
    find_paragraph,
    find_sentence,
    find_window,
    join_pieces,
    with_neighbours,
)
from coala.presentation.evidence.facts import FactMarks
from coala.presentation.evidence.page import Excerpt, Level, Link, Opening
from coala.presentation.evidence.places import SpanPlaces

# Code points of a document that are shown on either side at once, and mentions among them.
_WINDOW, _MENTIONS = 12_000, 400


class Scissors:
    """Cuts the pieces of excerpts, and knows which spans they show."""

    def __init__(self, places: SpanPlaces) -> None:
        self._places = places
        # With each mention that is added all of its excerpt are cut anew.
        self._sentences: dict[tuple[int, int], list[Piece]] = {}

    def cut(self, excerpt: Excerpt) -> None:
        """Cut the pieces of an excerpt, as its spans and its level ask."""
        pieces = [piece for span in excerpt.spans for piece in self._around(excerpt, span)]
        if excerpt.level is Level.DOCUMENT:
            begin, end = self._places.extent(excerpt.focus)
            room = self._room(excerpt.document, begin)
            pieces.append(find_window(excerpt.text or "", begin, min(end, begin + room), room))
        excerpt.pieces = join_pieces([*pieces, *excerpt.also])

    def show_marks(self, marks: FactMarks, excerpts: Iterable[Excerpt]) -> None:
        """Show the sentences of a fact, and no other's, as far as these excerpts have its documents."""
        written = [excerpt for excerpt in excerpts if excerpt.text is not None]
        for excerpt in written:
            if excerpt.also:
                excerpt.also = ()
                self.cut(excerpt)
        for document, places in marks.of_document.items():
            there = [excerpt for excerpt in written if excerpt.document == document]
            for mark in places if there else ():
                if not any(self._shows(excerpt, mark.span) for excerpt in there):
                    self._show_also(there[0], mark.span)

    def _show_also(self, excerpt: Excerpt, span: Span) -> None:
        """Show the sentences of a place that is none of the bag's spans; of a long one, of its ends."""
        length = len(excerpt.text or "")
        begin, end = min(span.begin, length), min(span.end, length)
        if begin >= end:
            return
        ends = [(begin, begin + 1), (end - 1, end)] if end - begin > LONGEST_MENTION else [(begin, end)]
        excerpt.also += tuple(find_sentence(excerpt.text or "", low, high) for low, high in ends)
        self.cut(excerpt)

    def inside(self, excerpt: Excerpt) -> list[int]:
        """The spans that an excerpt shows in its text."""
        if excerpt.text is None:
            return []
        length = len(excerpt.text)
        spans = self._places.inside(excerpt.document, excerpt.pieces)
        return [span for span in spans if self._places.fits(span, length)]

    def shows_ends(self, excerpt: Excerpt, span: int) -> bool:
        """Whether an excerpt shows where a span begins and where it ends."""
        begin, end = self._places.extent(span)
        return any(piece.begin <= begin < piece.end for piece in excerpt.pieces) and any(
            piece.begin < end <= piece.end for piece in excerpt.pieces
        )

    def _shows(self, excerpt: Excerpt, span: Span) -> bool:
        return all(
            any(piece.begin <= at < piece.end for piece in excerpt.pieces)
            for at in (span.begin, max(span.begin, span.end - 1))
        )

    def shows_again(self, excerpt: Excerpt, excerpts: Iterable[Excerpt]) -> bool:
        """Whether an excerpt shows text that stands in another of some as well."""
        return any(
            mine.begin < piece.end and piece.begin < mine.end
            for other in excerpts
            if other is not excerpt and other.document == excerpt.document
            for piece in other.pieces
            for mine in excerpt.pieces
        )

    def unfold(self, excerpt: Excerpt, link: Link) -> None:
        """Show what lies beside a piece, as much as is read at a time."""
        pieces = excerpt.pieces
        if link.opening is not Opening.BEFORE:
            number = len(pieces) - 1 if link.opening is Opening.AFTER else link.place - 1
            begin, end = pieces[number]
            pieces[number] = Piece(begin, self._window(excerpt, end).end)
        if link.opening is not Opening.AFTER:
            begin, end = pieces[link.place]
            pieces[link.place] = Piece(self._window(excerpt, begin).begin, end)
        excerpt.pieces = join_pieces(pieces)

    def _around(self, excerpt: Excerpt, span: int) -> list[Piece]:
        """The sentence or the paragraph around a span, or around the two ends of a long one."""
        text = excerpt.text or ""
        if excerpt.flat:
            return self._sentences_around(text, span, excerpt.wider)
        return [find_paragraph(text, each) for each in self._sentences_around(text, span, 0)]

    def _sentences_around(self, text: str, span: int, wider: int) -> list[Piece]:
        """The sentences of a span, or of the two ends of a long one, with so many on either side."""
        known = self._sentences.get((span, wider))
        if known is not None:
            return known
        if wider:
            found = [with_neighbours(text, each) for each in self._sentences_around(text, span, wider - 1)]
        else:
            begin, end = self._places.extent(span)
            ends = [(begin, begin + 1), (end - 1, end)] if end - begin > LONGEST_MENTION else [(begin, end)]
            found = [find_sentence(text, low, high) for low, high in ends]
        self._sentences[span, wider] = found
        return found

    def _window(self, excerpt: Excerpt, at: int) -> Piece:
        return find_window(excerpt.text or "", at, at, self._room(excerpt.document, at))

    def _room(self, document: int, at: int) -> int:
        return max(LONGEST_MENTION, self._places.room(document, at, _WINDOW, _MENTIONS))
