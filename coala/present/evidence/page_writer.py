"""The writer of the evidence page: it writes excerpts below each other and records where everything is.

An excerpt has pieces of a document's text. Behind each mention that moved the writer adds its sign ("A→1"),
and between pieces a link that opens what is folded ("⋯"); both are asides, which are not text of the
document. Sentences share a line, longer excerpts keep their line breaks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.base.sentence_starts import sentence_starts
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.excerpts import Piece, is_inside_sentence, label_fold, split_for_layout
from coala.present.evidence.facts import FactMarks, GoldSigns
from coala.present.evidence.page import Excerpt, Label, Link, Opening, Page, SourceText, Stretch

# Each code point is replaced by one code point, so that offsets stay valid. Invisible characters, those that
# reorder text, noncharacters, and separators of Qt's blocks are shown as the replacement character, U+FFFD.
_VISIBLE = {
    code: 0xFFFD for code in (*range(0x20), *range(0x7F, 0xA0), 0xFEFF, 0xFFFC) if chr(code) not in "\t\n\r"
}
_VISIBLE |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xFDD0, 0xFDF0)], 0xFFFD)
_VISIBLE |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
# Unusual line separators are shown as line breaks.
_VISIBLE |= {0x85: 0x0A, 0x2028: 0x0A, 0x2029: 0x0A}
_UNSHOWN = re.compile(f"[{''.join(map(chr, (*_VISIBLE, 0x0D)))}]")

_SENTENCE_ENDS = frozenset(".!?…:;,'\"”’»)]。！？؟۔")
# Separates the words of a mention from its sign: narrow, without a line break.
_NARROW = "\u202f"
# Instead of the chain of a graph that lacks the mention.
_NEW, _GONE = "new", "gone"
_NO_BREAK = "\u00a0"


def mention_sign(chains: Chains, span: int) -> str:
    """Return the chains of a span: "A1" if it stayed, "B→1" if it moved, "new→1" or "B→gone"."""
    old, new = (
        "·".join(chains.sign(side, number) for number in chains.numbers_of(side, span))
        for side in (BASELINE, CHANGED)
    )
    return f"{old or _NEW}→{new or _GONE}" if chains.is_divergent(span) else f"{old}{new}"


def make_visible(text: str) -> str:
    """Return text of the same length whose characters are all visible and do not reorder their neighbours."""
    if _UNSHOWN.search(text) is None:
        return text
    # CRLF is one line break, and so is a single CR.
    return re.sub(r"\r(?=\n)", " ", text.translate(_VISIBLE)).replace("\r", "\n")


def _join_lines(visible: str, text: str, piece: Piece) -> str:
    """Return the words of a piece with line breaks only behind paragraphs and headings.

    Other line breaks, which are layout, become blanks.
    """
    if "\n" not in visible:
        return visible
    flat = visible.replace("\n", " ")
    for start in sentence_starts(text, piece.begin, piece.end - 1):
        at = start - piece.begin
        before = visible[:at].rstrip()
        lines = visible.count("\n", len(before), at)
        # An empty line ends a paragraph; a line without a full stop before a sentence is a heading.
        if lines > 1 or (lines and before[-1:] not in _SENTENCE_ENDS):
            line = visible.rindex("\n", 0, at)
            flat = f"{flat[:line]}\n{flat[line + 1 :]}"
    return flat


class _Mark(NamedTuple):
    """A sign to write behind a mention or a place of a fact."""

    end: int  # the offset in the document behind which the sign is written
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
        # The number of pieces that are written, over all excerpts.
        self._piece = 0
        # Where the mentions of the chain of the current excerpt went (``Label.target``).
        self._target = ""
        self._extents = displayed.extents
        self._bag = displayed.bag
        # The text that is written, and its length: the position of what comes next.
        self._parts: list[str] = []
        self._length = 0

    def finish(self) -> Page:
        """Return the page with everything that was written."""
        # A last empty line would let the page scroll further than its text.
        if self._parts and self._parts[-1] == "\n":
            self._parts.pop()
        self._page.text = "".join(self._parts)
        self._page.spans = tuple(sorted(self._spans))
        return self._page

    def write_excerpt(
        self, number: int, excerpt: Excerpt, inside: Sequence[int], telling: Sequence[Piece] = ()
    ) -> None:
        """Write an excerpt with its number; ``inside`` are the spans in its pieces.

        ``telling`` are the parts of its text that show what differs; the rest is context.
        """
        self._break_line()
        self._target = self._find_target(excerpt, inside)
        others = self._list_others(excerpt, inside)
        label = Label(self._length, excerpt.chains, excerpt.document, number, self._target, others)
        self._page.labels.append(label)
        if excerpt.text is None:
            self._write_words_only(excerpt)
        else:
            self._write_pieces(number, excerpt, excerpt.text, inside, telling)

    def write_link(
        self, words: str, opening: Opening, excerpt: int = 0, place: int = 0, tip: str = ""
    ) -> None:
        """Write words that open something, on the current line."""
        links = self._page.links
        if self._parts and not self._parts[-1].endswith(("\n", " ")):
            # A link stays on the line of what it follows.
            self._write_aside(_NO_BREAK)
        begin = self._write_aside(words).begin
        links.append(Link(begin, self._length, opening, excerpt, place, tip))

    def write_line(
        self, words: str, opening: Opening, excerpt: int = 0, place: int = 0, tip: str = ""
    ) -> None:
        """Write words that open something, on a line of their own."""
        self._break_line()
        self.write_link(words, opening, excerpt, place, tip)
        self._write("\n")

    def write_remark(self, words: str) -> None:
        """Write words on a line of their own that are no text of a document."""
        self._break_line()
        self._write_aside(make_visible(words))
        self._write("\n")

    def _write_words_only(self, excerpt: Excerpt) -> None:
        """Write the words and signs of the mentions of an excerpt without a text, and why it has none."""
        for span in excerpt.spans:
            if self._parts and not self._parts[-1].endswith("\n"):
                self._write_aside("  ")
            self._record_stretches(self._page.places, span, (self._write_words(BASELINE, span),))
            if self._extents.differ_in_place(span):
                self._write_aside(" ≈ ")
                self._record_stretches(self._page.changed_places, span, (self._write_words(CHANGED, span),))
            if sign := self._sign_of(excerpt, span):
                self._write_sign(sign)
        self._write_aside(f"  {excerpt.problem}")

    def _write_pieces(
        self,
        excerpt_number: int,
        excerpt: Excerpt,
        text: str,
        inside: Sequence[int],
        telling: Sequence[Piece],
    ) -> None:
        """Write the pieces of an excerpt, each with the signs of the mentions that end in it."""
        flat = excerpt.is_flat
        ends = {span: self._find_end(excerpt, span) for span in inside}
        signs_due = self._list_signs(excerpt, ends)
        written = _WrittenExcerpt(excerpt, telling, [], [], {})
        before = 0
        for place, piece in enumerate(excerpt.pieces):
            self._write_gap(text, before, piece, Link(0, 0, Opening.GAP, excerpt_number, place), flat)
            upcoming = [mark for mark in signs_due if piece.begin < mark.end <= piece.end]
            self._write_piece(text, piece, upcoming, written)
            before = piece.end
            self._piece += 1
        if not flat and (words := label_fold(text, before, len(text))):
            self.write_line(words, Opening.AFTER, excerpt_number, tip="Show the text after this")
        elif flat and is_inside_sentence(text, before):
            self._write_aside("…")
        # Now that the text is written, record where mentions and places of facts are.
        for span, mark in ends.items():
            self._record_place(span, written, written.signs.get(mark))
        for fact_place in self._fact.by_document.get(excerpt.document, ()):
            self._page.fact += written.find_stretches(fact_place.span.parts)

    def _write_piece(self, text: str, piece: Piece, upcoming: list[_Mark], written: _WrittenExcerpt) -> None:
        """Write a piece, with the ``upcoming`` signs in the order of their ends."""
        # Include the next character: whether a carriage return ends a line depends on it.
        visible = make_visible(text[piece.begin : piece.end + 1])[: piece.end - piece.begin]
        if written.excerpt.is_flat:
            visible = _join_lines(visible, text, piece)
        # Write the text up to each sign, then the sign, then the rest of the block.
        for block in split_for_layout(text, piece):
            at = block.begin
            while upcoming and upcoming[0].end <= block.end:
                mark = upcoming.pop(0)
                self._write_text(visible[at - piece.begin : mark.end - piece.begin], at, written)
                at = max(at, mark.end)
                written.signs[mark] = self._write_sign(mark.sign)
            self._write_text(visible[at - piece.begin : block.end - piece.begin], at, written)
            if not written.excerpt.is_flat:
                self._break_line()

    def _write_text(self, words: str, begin: int, written: _WrittenExcerpt) -> None:
        """Write words of a document from the offset ``begin`` on, and record where they are."""
        if words:
            start = self._write(words)
            written.begins.append(begin)
            written.starts.append(start)
            document = written.excerpt.document
            end = begin + len(words)
            self._page.sources.append(SourceText(document, begin, end, start, self._piece))
            # What is between the telling parts is context.
            for telling in (*written.telling, Piece(end, end)):
                if begin < min(telling.begin, end):
                    self._page.context.append(Stretch(start, start + min(telling.begin, end) - begin))
                skipped = max(0, telling.end - begin)
                begin, start = begin + skipped, start + skipped

    def _find_end(self, excerpt: Excerpt, span: int) -> _Mark:
        """Return the end of a mention in either graph, with its sign."""
        return _Mark(max(end for _, end in self._fragments_of_both(span)), self._sign_of(excerpt, span))

    def _fragments_of_both(self, span: int) -> tuple[tuple[int, int], ...]:
        """Return the fragments of a mention, and those of the changed graph if its extent is different."""
        others = self._fragments(CHANGED, span) if self._extents.differ_in_place(span) else ()
        return (*self._fragments(BASELINE, span), *others)

    def _list_signs(self, excerpt: Excerpt, ends: Mapping[int, _Mark]) -> list[_Mark]:
        """Return the signs of an excerpt in text order: those of mentions, then those of a fact."""

        def sort_key(span: int) -> tuple[int, bool, int, str]:
            # Of mentions that end together, the innermost comes first: the one that begins last.
            begin = min(begin for begin, _ in self._fragments_of_both(span))
            return ends[span].end, bool(self._bag.spans[span].unplaced), -begin, ends[span].sign

        # Two mentions of one instance that end together share a sign.
        signs_due = list(dict.fromkeys(ends[span] for span in sorted(ends, key=sort_key) if ends[span].sign))
        places = self._fact.by_document.get(excerpt.document, ())
        signs_due += (_Mark(each.span.end, f"‹{make_visible(each.words)}›") for each in places)
        return sorted(signs_due, key=attrgetter("end"))

    def _record_place(self, span: int, written: _WrittenExcerpt, sign: Stretch | None) -> None:
        """Record where a mention of an excerpt is on the page."""
        self._record_stretches(
            self._page.places, span, written.find_stretches(self._fragments(BASELINE, span))
        )
        if self._bag.spans[span].unplaced:
            # The words next to the nearest place are not the mention: its sign shows its words.
            self._page.places[span] = () if sign is None else (sign,)
        elif self._extents.differ_in_place(span):
            self._record_stretches(
                self._page.changed_places, span, written.find_stretches(self._fragments(CHANGED, span))
            )

    def _write_gap(self, text: str, before: int, piece: Piece, link: Link, flat: bool) -> None:
        """Write what separates a piece from the one before it, or from the beginning of the text."""
        if link.place == 0:
            if not flat and (words := label_fold(text, 0, piece.begin)):
                self.write_line(words, Opening.BEFORE, link.excerpt, tip="Show the text before this")
            elif flat and is_inside_sentence(text, piece.begin):
                self._write_aside("… ")
        elif flat:
            self.write_link(f"⋯{_NARROW}", Opening.GAP, link.excerpt, link.place, "Show the text between")
            self._write_aside(" ")
        elif words := label_fold(text, before, piece.begin):
            self.write_line(words, Opening.GAP, link.excerpt, link.place, "Show the text between")

    def _write_words(self, side: int, span: int) -> Stretch:
        """Write the words of a mention in a graph, without a text around them."""
        begin = self._write(plain_words(self._extents.words(side, span) or "(unknown words)", 200))
        return Stretch(begin, self._length)

    def _fragments(self, side: int, span: int) -> tuple[tuple[int, int], ...]:
        return self._extents.place(side, span).parts

    def _sign_of(self, excerpt: Excerpt, span: int) -> str:
        """Return the sign of a mention, such as "A→1": with that of a zero before it, and gold's behind it.

        A mention that stayed has none, nor one whose sign is that of the margin.
        """
        sign = self._bag.spans[span].sign
        is_elsewhere = self._chains.is_divergent(span) or bool(self._bag.spans[span].unplaced)
        if is_elsewhere and not self._is_named_in_margin(excerpt, span):
            marks = mention_sign(self._chains, span)
            sign += f"{_NARROW}{marks}" if sign and marks.startswith(_NEW) else marks
        gold = self._gold.signs_at(span) if self._gold is not None else ""
        return _NARROW.join(filter(None, (sign, gold)))

    def _is_named_in_margin(self, excerpt: Excerpt, span: int) -> bool:
        if not self._target or self._bag.spans[span].unplaced:
            return False
        return mention_sign(self._chains, span) == f"{excerpt.chains[0].sign}{self._target}"

    def _list_others(self, excerpt: Excerpt, inside: Sequence[int]) -> tuple[str, ...]:
        """Return the signs of mentions of an excerpt that stayed in chains which its label does not name."""
        # With a target, the label would say that they went there.
        named = set() if self._target else {shown.number for shown in excerpt.chains}
        staying = (
            span
            for span in (inside if excerpt.text is not None else excerpt.spans)
            if not (self._chains.is_divergent(span) or self._bag.spans[span].unplaced)
            and not named.issuperset(self._chains.numbers_of(BASELINE, span))
        )
        return tuple(dict.fromkeys(mention_sign(self._chains, span) for span in staying))

    def _find_target(self, excerpt: Excerpt, inside: Sequence[int]) -> str:
        """Return where all mentions of the one chain of an excerpt went that moved, such as "→1"; else ""."""
        if len(excerpt.chains) != 1 or excerpt.chains[0].side != BASELINE:
            return ""
        shown = excerpt.chains[0]
        spans = inside if excerpt.text is not None else excerpt.spans
        signs = {
            mention_sign(self._chains, span)
            for span in spans
            if shown.number in self._chains.numbers_of(BASELINE, span) and self._chains.is_divergent(span)
        }
        if len(signs) != 1:
            return ""
        own, arrow, target = signs.pop().partition("→")
        return f"{arrow}{target}" if own == shown.sign and target != _GONE else ""

    def _record_stretches(
        self, places: dict[int, tuple[Stretch, ...]], span: int, stretches: tuple[Stretch, ...]
    ) -> None:
        """Add stretches of a span to ``places``; another excerpt may have shown the span already."""
        if stretches:
            self._spans[span] = None
            places[span] = (*places.get(span, ()), *stretches)

    def _write_sign(self, words: str) -> Stretch:
        """Write a sign behind a narrow space, and return its stretch without the space."""
        begin = self._length + 1
        # Isolated, since words from right to left would reverse "A→1" next to them.
        self._write_aside(f"{_NARROW}\u2066{words}\u2069")
        return Stretch(begin, self._length)

    def _write_aside(self, words: str) -> Stretch:
        """Write something that is not text of a document."""
        begin = self._write(words)
        asides = self._page.asides
        if asides and asides[-1].end == begin:
            # Join them: of two adjacent selections, Qt shows only the first.
            asides[-1] = Stretch(asides[-1].begin, self._length)
        else:
            asides.append(Stretch(begin, self._length))
        return Stretch(begin, self._length)

    def _break_line(self) -> None:
        """Begin a new line, unless a line begins here already."""
        if self._parts and not self._parts[-1].endswith("\n"):
            self._write("\n")

    def _write(self, words: str) -> int:
        """Write something, and return its position on the page."""
        begin = self._length
        if words:
            self._parts.append(words)
            self._length += len(words)
        return begin


class _WrittenExcerpt(NamedTuple):
    """Where the text of an excerpt is on the page.

    The text from offset ``begins[i]`` of the document on is written at position ``starts[i]`` of the page.
    """

    excerpt: Excerpt
    telling: Sequence[Piece]  # the parts that show what differs, in order
    begins: list[int]  # ascending
    starts: list[int]
    signs: dict[_Mark, Stretch]  # where each sign is on the page

    def find_stretches(self, fragments: Iterable[tuple[int, int]]) -> tuple[Stretch, ...]:
        """Return the stretches on the page of fragments, which are in offsets of the document."""
        return tuple(stretch for begin, end in fragments for stretch in self._find_parts(begin, end))

    def _find_parts(self, begin: int, end: int) -> Iterator[Stretch]:
        """Yield the stretches of a fragment: one, unless a part of it is folded."""
        pieces = self.excerpt.pieces
        # The first piece that may have a part of it is the last one that does not begin after it.
        first = max(0, bisect_right(pieces, (begin, inf)) - 1)
        for number in range(first, len(pieces)):
            piece = pieces[number]
            if piece.begin >= end:
                break
            low, high = max(begin, piece.begin), min(end, piece.end)
            if low < high:
                yield Stretch(self._find_position(low), self._find_position(high - 1) + 1)

    def _find_position(self, offset: int) -> int:
        """Return the position on the page of a character of the document."""
        part = bisect_right(self.begins, offset) - 1
        return self.starts[part] + offset - self.begins[part]
