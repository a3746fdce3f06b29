"""The writer of the evidence page: excerpts below each other, with the place of everything on the page.

White space and signs are those of the screen: sentences share a line, longer excerpts keep their lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.excerpts import Piece, is_inside_sentence, label_fold, split_for_layout
from coala.present.evidence.facts import FactMarks, GoldSigns
from coala.present.evidence.page import Excerpt, Label, Link, Opening, Page, SourceText, Stretch

# Each code point is replaced by one code point, so that offsets stay valid. Invisible characters, those that
# reorder text, noncharacters, and separators of Qt's blocks become the replacement character.
_VISIBLE = {
    code: 0xFFFD for code in (*range(0x20), *range(0x7F, 0xA0), 0xFEFF, 0xFFFC) if chr(code) not in "\t\n\r"
}
_VISIBLE |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xFDD0, 0xFDF0)], 0xFFFD)
_VISIBLE |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
_VISIBLE |= {0x85: 0x0A, 0x2028: 0x0A, 0x2029: 0x0A}
_UNSHOWN = re.compile(f"[{''.join(map(chr, (*_VISIBLE, 0x0D)))}]")

# Separates the words of a mention from its sign: narrow, without a line break.
_NARROW = "\u202f"
_NO_BREAK = "\u00a0"


def mention_sign(chains: Chains, span: int) -> str:
    """Return the chains of a span: "A1" if it stayed, "B→1" if it moved, "→1" if new, "B→" if gone."""
    old, new = (
        "·".join(chains.sign(side, number) for number in chains.numbers_of(side, span))
        for side in (BASELINE, CHANGED)
    )
    return f"{old}→{new}" if chains.is_divergent(span) else f"{old}{new}"


def make_visible(text: str) -> str:
    """Return text of the same length whose characters are all visible and do not reorder their neighbours."""
    if _UNSHOWN.search(text) is None:
        return text
    return re.sub(r"\r(?=\n)", " ", text.translate(_VISIBLE)).replace("\r", "\n")


class _Mark(NamedTuple):
    """A sign to write after the character that ends at ``end``."""

    end: int
    sign: str


class PageWriter:
    """Writes a page from top to bottom and records where everything is on it."""

    def __init__(
        self, displayed: DisplayedBag, chains: Chains, gold: GoldSigns | None, fact: FactMarks
    ) -> None:
        self._page = Page()
        self._fact = fact
        self._spans: dict[int, None] = {}
        self._chains, self._gold = chains, gold
        self._piece = 0
        self._extents = displayed.extents
        self._bag = displayed.bag
        self._parts: list[str] = []
        self._length = 0

    def finish(self) -> Page:
        # A last empty line would let the page scroll further than its text.
        if self._parts and self._parts[-1] == "\n":
            self._parts.pop()
        self._page.text = "".join(self._parts)
        self._page.spans = tuple(sorted(self._spans))
        return self._page

    def write_excerpt(self, number: int, excerpt: Excerpt, inside: Sequence[int]) -> None:
        """Write an excerpt; ``inside`` are the spans in its pieces."""
        self._break()
        self._page.labels.append(Label(self._length, excerpt.chains, excerpt.document, number))
        if excerpt.text is None:
            self._write_words_only(excerpt)
        else:
            self._write_pieces(number, excerpt, excerpt.text, inside)

    def write_link(
        self, words: str, opening: Opening, excerpt: int = 0, place: int = 0, tip: str = ""
    ) -> None:
        """Write words that open something, on the current line."""
        links = self._page.links
        if self._parts and not self._parts[-1].endswith(("\n", " ")):
            # Two links stay on one line.
            self._aside(_NO_BREAK if links and links[-1].end == self._length else " ")
        begin = self._aside(words).begin
        links.append(Link(begin, self._length, opening, excerpt, place, tip))

    def write_line(
        self, words: str, opening: Opening, excerpt: int = 0, place: int = 0, tip: str = ""
    ) -> None:
        """Write words that open something, on a line of their own."""
        self._break()
        self.write_link(words, opening, excerpt, place, tip)
        self._write("\n")

    def write_remark(self, words: str) -> None:
        """Write words on a line of their own that are no text of a document."""
        self._break()
        self._aside(make_visible(words))
        self._write("\n")

    def _write_words_only(self, excerpt: Excerpt) -> None:
        for number in excerpt.spans:
            if self._parts and not self._parts[-1].endswith("\n"):
                self._aside("  ")
            self._add(self._page.places, number, (self._words(BASELINE, number),))
            if self._extents.differ_in_place(number):
                self._aside(" ≈ ")
                self._add(self._page.changed_places, number, (self._words(CHANGED, number),))
            self._sign(self._sign_of(number))
        self._aside(f"  {excerpt.problem}")

    def _write_pieces(self, excerpt_number: int, excerpt: Excerpt, text: str, inside: Sequence[int]) -> None:
        pieces, flat = excerpt.pieces, excerpt.is_flat
        ends = {number: self._find_end(number) for number in inside}
        signs_due = self._list_signs(excerpt, ends)
        signs: dict[_Mark, Stretch] = {}
        begins: list[int] = []
        starts: list[int] = []
        before = 0
        for place, piece in enumerate(pieces):
            self._write_gap(text, before, piece, Link(0, 0, Opening.GAP, excerpt_number, place), flat)
            # Include the next character: whether a carriage return ends a line depends on it.
            visible = make_visible(text[piece.begin : piece.end + 1])[: piece.end - piece.begin]
            if flat:
                visible = visible.replace("\n", " ")
            upcoming = [mark for mark in signs_due if piece.begin < mark.end <= piece.end]
            for block in split_for_layout(text, piece):
                at = block.begin
                while upcoming and upcoming[0].end <= block.end:
                    mark = upcoming.pop(0)
                    if mark.end > at:
                        begins.append(at)
                        starts.append(self._write(visible[at - piece.begin : mark.end - piece.begin]))
                        self._record_source(excerpt, at, mark.end, starts[-1])
                        at = mark.end
                    signs[mark] = self._sign(mark.sign)
                if at < block.end:
                    begins.append(at)
                    starts.append(self._write(visible[at - piece.begin : block.end - piece.begin]))
                    self._record_source(excerpt, at, block.end, starts[-1])
                if not flat:
                    self._break()
            before = piece.end
            self._piece += 1
        if not flat and (words := label_fold(text, before, len(text))):
            self.write_line(words, Opening.AFTER, excerpt_number, tip="Show what comes after")
        elif flat and is_inside_sentence(text, before):
            self._aside("…")
        written = _WrittenExcerpt(begins, starts, pieces)
        for number, mark in ends.items():
            self._record_place(number, written, signs.get(mark))
        for fact_place in self._fact.by_document.get(excerpt.document, ()):
            self._page.fact += written.stretches(fact_place.span.parts)

    def _find_end(self, span: int) -> _Mark:
        """Return the end of a mention in either graph, with its sign."""
        return _Mark(max(end for _, end in self._fragments_of_both(span)), self._sign_of(span))

    def _fragments_of_both(self, span: int) -> tuple[tuple[int, int], ...]:
        """Return the fragments of a mention, and those of the changed graph if its extent is different."""
        others = self._fragments(CHANGED, span) if self._extents.differ_in_place(span) else ()
        return (*self._fragments(BASELINE, span), *others)

    def _list_signs(self, excerpt: Excerpt, ends: Mapping[int, _Mark]) -> list[_Mark]:
        """Return the signs of an excerpt in text order: those of mentions, then those of a fact."""

        def in_order(span: int) -> tuple[int, bool, int, str]:
            outermost = -min(begin for begin, _ in self._fragments_of_both(span))
            return ends[span].end, bool(self._bag.spans[span].unplaced), outermost, ends[span].sign

        # Two mentions of one instance that end together share a sign.
        signs_due = list(dict.fromkeys(ends[span] for span in sorted(ends, key=in_order)))
        places = self._fact.by_document.get(excerpt.document, ())
        signs_due += (_Mark(each.span.end, f"‹{make_visible(each.words)}›") for each in places)
        return sorted(signs_due, key=attrgetter("end"))

    def _record_place(self, span: int, written: _WrittenExcerpt, sign: Stretch | None) -> None:
        """Record where a mention of an excerpt is on the page."""
        self._add(self._page.places, span, written.stretches(self._fragments(BASELINE, span)))
        if self._bag.spans[span].unplaced:
            # The words next to the nearest place are not the mention: its sign shows its words.
            self._page.places[span] = () if sign is None else (sign,)
        elif self._extents.differ_in_place(span):
            self._add(self._page.changed_places, span, written.stretches(self._fragments(CHANGED, span)))

    def _record_source(self, excerpt: Excerpt, begin: int, end: int, start: int) -> None:
        self._page.sources.append(SourceText(excerpt.document, begin, end, start, self._piece))

    def _write_gap(self, text: str, before: int, piece: Piece, link: Link, flat: bool) -> None:
        """Write what separates a piece from the one before it, or from the beginning of the text."""
        if link.place == 0:
            if not flat and (words := label_fold(text, 0, piece.begin)):
                self.write_line(words, Opening.BEFORE, link.excerpt, tip="Show what comes before")
            elif flat and is_inside_sentence(text, piece.begin):
                self._aside("… ")
        elif flat:
            self.write_link(f"⋯{_NARROW}", Opening.GAP, link.excerpt, link.place, "Show what lies between")
            self._aside(" ")
        elif words := label_fold(text, before, piece.begin):
            self.write_line(words, Opening.GAP, link.excerpt, link.place, "Show what lies between")

    def _words(self, side: int, span: int) -> Stretch:
        begin = self._write(plain_words(self._extents.words(side, span) or "(words not known)", 200))
        return Stretch(begin, self._length)

    def _fragments(self, side: int, span: int) -> tuple[tuple[int, int], ...]:
        return self._extents.place(side, span).parts

    def _sign_of(self, span: int) -> str:
        sign = self._bag.spans[span].sign + mention_sign(self._chains, span)
        if self._gold is not None and (gold := self._gold.signs_at(span)):
            return f"{sign}{_NARROW}{gold}"
        return sign

    def _add(self, places: dict[int, tuple[Stretch, ...]], span: int, stretches: tuple[Stretch, ...]) -> None:
        """Record stretches of a span; an excerpt may show again what another one shows."""
        if stretches:
            self._spans[span] = None
            places[span] = (*places.get(span, ()), *stretches)

    def _sign(self, words: str) -> Stretch:
        begin = self._length + 1
        # Isolated, since words from right to left would reverse "A→1" next to them.
        self._aside(f"{_NARROW}\u2066{words}\u2069")
        return Stretch(begin, self._length)

    def _aside(self, words: str) -> Stretch:
        begin = self._write(words)
        asides = self._page.asides
        if asides and asides[-1].end == begin:
            # Join them: of two adjacent selections, Qt shows only the first.
            asides[-1] = Stretch(asides[-1].begin, self._length)
        else:
            asides.append(Stretch(begin, self._length))
        return Stretch(begin, self._length)

    def _break(self) -> None:
        if self._parts and not self._parts[-1].endswith("\n"):
            self._write("\n")

    def _write(self, words: str) -> int:
        begin = self._length
        if words:
            self._parts.append(words)
            self._length += len(words)
        return begin


class _WrittenExcerpt(NamedTuple):
    """The parts of an excerpt on the page: text from each of ``begins`` is written at one of ``starts``."""

    begins: Sequence[int]
    starts: Sequence[int]
    pieces: Sequence[Piece]

    def stretches(self, fragments: Iterable[tuple[int, int]]) -> tuple[Stretch, ...]:
        """Return the stretches of fragments on the page."""
        return tuple(
            stretch
            for fragment in fragments
            for stretch in _stretches(fragment, self.begins, self.starts, self.pieces)
        )


def _stretches(
    fragment: tuple[int, int], begins: Sequence[int], starts: Sequence[int], pieces: Sequence[Piece]
) -> list[Stretch]:
    """Return the stretches of a fragment on the page: one, unless a part of it is folded."""
    begin, end = fragment
    found: list[Stretch] = []
    for number in range(max(0, bisect_right(pieces, (begin, inf)) - 1), len(pieces)):
        piece = pieces[number]
        if piece.begin >= end:
            break
        low, high = max(begin, piece.begin), min(end, piece.end)
        if low < high:
            first, last = bisect_right(begins, low) - 1, bisect_right(begins, high - 1) - 1
            found.append(Stretch(starts[first] + low - begins[first], starts[last] + high - begins[last]))
    return found
