"""A bag and the texts of its documents become one page: documents under each other, mentions numbered.

The page is one string for a widget; ``places`` says where on it each span of the bag is. A widget's text is
never read back: every position comes from here. Positions are code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

import numpy as np

from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.errors import CoalaError
from coala.model.bag import BASELINE, CHANGED, Extents
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.excerpts import Piece, blocks, cut_excerpts, fold
from coala.presentation.instance_numbers import Numbering, superscript

# One code point becomes one code point, so that offsets stay right. What cannot be seen, reorders text, is no
# character, or would be a block of its own to Qt becomes the replacement character, which every font has.
_VISIBLE = {code: 0xFFFD for code in (*range(0x20), *range(0x7F, 0xA0), 0xFFFC) if chr(code) not in "\t\n\r"}
_VISIBLE |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xFDD0, 0xFDF0)], 0xFFFD)
_VISIBLE |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
_VISIBLE |= {0x85: 0x0A, 0x2028: 0x0A, 0x2029: 0x0A}
_UNSHOWN = re.compile(f"[{''.join(map(chr, (*_VISIBLE, 0x0D)))}]")

_TURNED = re.compile("[→·⁺⁻]")


# A page of so many mentions is laid out between two keys: more of them wait until somebody comes near.
_MENTIONS = 200
# In a whole document so many characters cost as much as a mention.
_CHARACTERS = 400


class Stretch(NamedTuple):
    """A part of the page, end exclusive."""

    begin: int
    end: int


@dataclass
class Page:
    """Some documents of a bag, ``first`` and those after it; ``spans`` are the spans that they have.

    ``places`` has, for each span of the bag, its stretches on the page: none when it cannot be shown. They
    are those of the baseline's extent; ``changed_places`` has the changed graph's where it is another.
    """

    documents: tuple[str, ...]
    first: int = 0
    spans: Sequence[int] = ()
    text: str = ""
    places: list[tuple[Stretch, ...]] = field(default_factory=list)
    changed_places: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    titles: list[Stretch] = field(default_factory=list)
    asides: list[Stretch] = field(default_factory=list)

    @property
    def part(self) -> range:
        """The numbers of its documents."""
        return range(self.first, self.first + len(self.documents))

    def filled(self, span: int) -> tuple[Stretch, ...]:
        """Where the changed graph has a span."""
        return self.changed_places.get(span, self.places[span])

    def around(self, span: int) -> list[Stretch]:
        """Where either graph has a span; of two extents that overlap, what they cover together."""
        if span not in self.changed_places:
            return list(self.places[span])
        found: list[Stretch] = []
        for begin, end in sorted((*self.places[span], *self.changed_places[span])):
            if found and begin <= found[-1].end:
                found[-1] = Stretch(found[-1].begin, max(found[-1].end, end))
            else:
                found.append(Stretch(begin, end))
        return found


def lay_out_page(
    displayed: DisplayedBag,
    text_of: Callable[[str], str | None],
    *,
    whole: bool = False,
    part: range | None = None,
) -> Page:
    """Set the bag's documents under each other, those with differences first; or only ``part`` of them."""
    labels = displayed.labels
    part = range(len(displayed.documents)) if part is None else part
    documents = displayed.documents[part.start : part.stop]
    spans = displayed.order[displayed.starts[part.start] : displayed.starts[part.stop]]
    places: list[tuple[Stretch, ...]] = [()] * len(displayed.order)
    sheet = _Sheet(Page(documents, part.start, spans, places=places), displayed)
    if part.start:
        sheet.gap(part.start, "before")
    for number, document in zip(part, documents, strict=True):
        sheet.title(labels[document])
        try:
            text = text_of(document)
        except CoalaError as error:
            sheet.words_only(str(error), displayed.spans_of(number))
            continue
        if text is None:
            sheet.words_only(_no_text(labels[document]), displayed.spans_of(number))
        else:
            sheet.document(text, displayed.spans_of(number), whole)
    if part.stop < len(displayed.documents):
        sheet.gap(len(displayed.documents) - part.stop, "after")
    return sheet.finished()


def extend_part(
    displayed: DisplayedBag, text_of: Callable[[str], str | None], part: range, step: int, *, whole: bool
) -> range:
    """The documents of a part and as many after it (``step`` 1) or before it (-1) as fill a page."""
    load, start, stop = 0, part.start, part.stop
    while load < _MENTIONS and (stop < len(displayed.documents) if step > 0 else start > 0):
        number = stop if step > 0 else start - 1
        start, stop = min(start, number), max(stop, number + 1)
        load += len(displayed.spans_of(number))
        if whole:
            with suppress(CoalaError):  # which the page says
                load += len(text_of(displayed.documents[number]) or "") // _CHARACTERS
    return range(start, stop)


def page_sign(numbering: Numbering, span: int) -> str:
    """Which instances a span belongs to, as small numbers: before and after, or one when they are equal."""
    old, new = (_numbers(rows[span]) for rows in (numbering.baseline_rows, numbering.changed_rows))
    if old == new:
        return old
    if not old:
        return f"⁺{new}"
    return f"{old}→{new}" if new else f"⁻{old}"


def shown(text: str) -> str:
    """Text of the same length in which every character can be seen and none moves its neighbours."""
    if _UNSHOWN.search(text) is None:
        return text
    return re.sub(r"\r(?=\n)", " ", text.translate(_VISIBLE)).replace("\r", "\n")


def _numbers(rows: Sequence[int]) -> str:
    return "·".join(map(superscript, rows))


def _no_text(label: str) -> str:
    return (
        f"No text for {plain_words(label)}. It is looked for in the graphs (nif:isString) and in the "
        "folder of texts."
    )


class _Sheet:
    """Writes a page from top to bottom and keeps count of where everything lands."""

    def __init__(self, page: Page, displayed: DisplayedBag) -> None:
        self._page = page
        self._extents: Extents = displayed.extents
        self._bag = displayed.bag
        self._numbering = displayed.numbering
        self._parts: list[str] = []
        self._length = 0

    def finished(self) -> Page:
        # A last empty line would let the page scroll further than its text.
        if self._parts and self._parts[-1] == "\n":
            self._parts.pop()
        self._page.text = "".join(self._parts)
        return self._page

    def title(self, label: str) -> None:
        if self._length:
            self._write("\n")
        self._page.titles.append(self._line(plain_words(label)))

    def gap(self, documents: int, where: str) -> None:
        """Say that there are documents before or after those of the page."""
        if self._length:
            self._write("\n")
        self._aside(f"⋯ {count(documents, 'document')} {where}")

    def words_only(self, why: str, spans: Sequence[int]) -> None:
        self._aside(why)
        for number in spans:
            self._page.places[number] = (self._words(BASELINE, number),)
            if self._extents.lie_apart(number):
                self._aside_on_line(" ≈ ")
                self._page.changed_places[number] = (self._words(CHANGED, number),)
            self._sign(self._sign_of(number))
            self._write("\n")

    def document(self, text: str, spans: Sequence[int], whole: bool) -> None:
        fragments = {number: self._fragments(BASELINE, number) for number in spans}
        others = {n: self._fragments(CHANGED, n) for n in spans if self._extents.lie_apart(n)}
        both = {number: (*fragments[number], *others.get(number, ())) for number in spans}
        inside = [number for number in spans if _fits(both[number], len(text))]
        ends = sorted(
            (
                max(end for _, end in both[number]),
                bool(self._bag.spans[number].unplaced),
                -min(begin for begin, _ in both[number]),
                self._sign_of(number),
            )
            for number in inside
        )
        ranges = [fragment for number in inside for fragment in both[number]]
        pieces = [Piece(0, len(text))] if whole else cut_excerpts(text, ranges)
        # As a whole: whether a carriage return ends a line depends on what follows it.
        visible = shown(text)
        begins: list[int] = []
        starts: list[int] = []
        before = 0
        # Of two mentions of one instance that end together, one number is enough.
        due = iter(dict.fromkeys((end, sign) for end, _, _, sign in ends))
        signs: dict[tuple[int, str], Stretch] = {}
        upcoming = next(due, None)
        for piece in pieces:
            self._fold(text, before, piece.begin)
            for block in blocks(text, piece):
                at = block.begin
                while upcoming is not None and upcoming[0] <= block.end:
                    if upcoming[0] > at:
                        begins.append(at)
                        starts.append(self._write(visible[at : upcoming[0]]))
                        at = upcoming[0]
                    signs[upcoming] = self._sign(upcoming[1])
                    upcoming = next(due, None)
                begins.append(at)
                starts.append(self._write(visible[at : block.end]))
                self._break()
            before = piece.end
        self._fold(text, before, len(text))
        for number in inside:
            self._page.places[number] = _all_stretches(fragments[number], begins, starts, pieces)
            if self._bag.spans[number].unplaced:
                # Nobody marked what stands nearest: the mention is its own words, which the sign shows.
                end = max(end for _, end in both[number])
                self._page.places[number] = (signs[end, self._sign_of(number)],)
            elif number in others:
                self._page.changed_places[number] = _all_stretches(others[number], begins, starts, pieces)
        if len(inside) < len(spans):
            missing = len(spans) - len(inside)
            noun = "mention lies" if missing == 1 else "mentions lie"
            self._aside(f"{missing:,} {noun} outside this text ({len(text):,} characters).")

    def _words(self, side: int, span: int) -> Stretch:
        begin = self._write(plain_words(self._extents.words(side, span) or "(words not known)", 200))
        return Stretch(begin, self._length)

    def _fragments(self, side: int, span: int) -> tuple[tuple[int, int], ...]:
        return self._extents.place(side, span).parts

    def _sign_of(self, span: int) -> str:
        return self._bag.spans[span].sign + page_sign(self._numbering, span)

    def _fold(self, text: str, begin: int, end: int) -> None:
        words = fold(text, begin, end)
        if words:
            self._aside(words)

    def _aside(self, words: str) -> None:
        self._page.asides.append(self._line(words))

    def _sign(self, words: str) -> Stretch:
        begin = self._length
        if words:
            # Beside words that run from right to left, "²→¹" would be turned round as well.
            kept = f"\u2066{words}\u2069" if _TURNED.search(words) else words
            # A narrow space that does not break keeps the numbers of nested mentions apart.
            self._aside_on_line(f"\u202f{kept}")
            begin += 1
        return Stretch(begin, self._length)

    def _aside_on_line(self, words: str) -> None:
        begin = self._write(words)
        asides = self._page.asides
        if asides and asides[-1].end == begin:
            # Of two selections that touch, Qt shows the first alone.
            begin = asides.pop().begin
        asides.append(Stretch(begin, self._length))

    def _line(self, words: str) -> Stretch:
        self._break()
        begin = self._write(words)
        stretch = Stretch(begin, self._length)
        self._write("\n")
        return stretch

    def _break(self) -> None:
        if self._parts and not self._parts[-1].endswith("\n"):
            self._write("\n")

    def _write(self, words: str) -> int:
        begin = self._length
        if words:
            self._parts.append(words)
            self._length += len(words)
        return begin


def _fits(fragments: Iterable[tuple[int, int]], length: int) -> bool:
    return all(0 <= begin < end <= length for begin, end in fragments)


def _all_stretches(
    fragments: Iterable[tuple[int, int]],
    begins: Sequence[int],
    starts: Sequence[int],
    pieces: Sequence[Piece],
) -> tuple[Stretch, ...]:
    return tuple(
        stretch for fragment in fragments for stretch in _stretches(fragment, begins, starts, pieces)
    )


def _stretches(
    fragment: tuple[int, int], begins: Sequence[int], starts: Sequence[int], pieces: Sequence[Piece]
) -> list[Stretch]:
    """Where a fragment stands on the page: in one stretch, unless part of it is folded."""
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


class Run(NamedTuple):
    """A part of the page (code points) and its aligned instances in the two graphs, None for none."""

    begin: int
    end: int
    baseline: int | None
    changed: int | None


def runs(page: Page, numbering: Numbering) -> list[Run]:
    """Paint the longest mentions first, so that an inner one is seen inside the one around it."""
    if not page.text:
        return []
    old = _painted(page, page.places.__getitem__, numbering.baseline_rows)
    new = _painted(page, page.filled, numbering.changed_rows)
    edges = np.flatnonzero((old[1:] != old[:-1]) | (new[1:] != new[:-1])) + 1
    begins = np.concatenate([[0], edges])
    ends = np.concatenate([edges, [len(page.text)]])
    inside = (old[begins] >= 0) | (new[begins] >= 0)
    columns = (begins[inside], ends[inside], old[begins[inside]], new[begins[inside]])
    return [
        Run(begin, end, None if before < 0 else before, None if after < 0 else after)
        for begin, end, before, after in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _painted(
    page: Page, places_of: Callable[[int], Sequence[Stretch]], rows: Sequence[Sequence[int]]
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The aligned instance of every character of the page, -1 for none."""
    ground = np.full(len(page.text), -1, dtype=np.int32)
    stretches = [
        (stretch.end - stretch.begin, stretch, rows[span][0])
        for span in page.spans
        if rows[span]
        for stretch in places_of(span)
    ]
    for _, stretch, number in sorted(stretches, reverse=True):
        ground[stretch.begin : stretch.end] = number
    return ground
