"""A bag and the texts of its documents become one page: documents under each other, mentions numbered.

The page is one string for a widget; ``places`` says where on it each span of the bag is. A widget's text is
never read back: every position comes from here. Positions are code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import NamedTuple

import numpy as np

from coala.base.plain_text import plain_words
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


class Stretch(NamedTuple):
    """A part of the page, end exclusive."""

    begin: int
    end: int


@dataclass
class Page:
    """``places`` has, for each span of the bag, its stretches on the page: none when it cannot be shown.

    They are those of the baseline's extent; ``changed_places`` has the changed graph's where it is another.
    """

    documents: tuple[str, ...]
    text: str = ""
    places: list[tuple[Stretch, ...]] = field(default_factory=list)
    changed_places: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    titles: list[Stretch] = field(default_factory=list)
    asides: list[Stretch] = field(default_factory=list)

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
    displayed: DisplayedBag, text_of: Callable[[str], str | None], *, whole: bool = False
) -> Page:
    """Set the bag's documents under each other, those with differences first."""
    spans, labels = displayed.bag.spans, displayed.labels
    spans_of: dict[str, list[int]] = {document: [] for document in displayed.documents}
    for number in displayed.order:
        spans_of[spans[number].document].append(number)
    signs = [span.sign + page_sign(displayed.numbering, number) for number, span in enumerate(spans)]
    sheet = _Sheet(Page(displayed.documents, places=[()] * len(spans)), displayed.extents)
    for document in displayed.documents:
        text = text_of(document)
        sheet.title(labels[document])
        if text is None:
            sheet.words_only(labels[document], spans_of[document], signs)
        else:
            sheet.document(text, spans_of[document], signs, whole)
    return sheet.finished()


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


class _Sheet:
    """Writes a page from top to bottom and keeps count of where everything lands."""

    def __init__(self, page: Page, extents: Extents) -> None:
        self._page = page
        self._extents = extents
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

    def words_only(self, label: str, spans: Sequence[int], signs: Sequence[str]) -> None:
        self._aside(
            f"No text for {plain_words(label)}. It is looked for in the graphs (nif:isString) and in the "
            "folder of texts."
        )
        for number in spans:
            self._page.places[number] = (self._words(BASELINE, number),)
            if self._extents.lie_apart(number):
                self._aside_on_line(" ≈ ")
                self._page.changed_places[number] = (self._words(CHANGED, number),)
            self._sign(signs[number])
            self._write("\n")

    def document(self, text: str, spans: Sequence[int], signs: Sequence[str], whole: bool) -> None:
        fragments = {number: self._fragments(BASELINE, number) for number in spans}
        others = {n: self._fragments(CHANGED, n) for n in spans if self._extents.lie_apart(n)}
        both = {number: (*fragments[number], *others.get(number, ())) for number in spans}
        inside = [number for number in spans if _fits(both[number], len(text))]
        ends = sorted(
            (max(end for _, end in both[number]), -min(begin for begin, _ in both[number]), signs[number])
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
        due = iter(dict.fromkeys((end, number) for end, _, number in ends))
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
                    self._sign(upcoming[1])
                    upcoming = next(due, None)
                begins.append(at)
                starts.append(self._write(visible[at : block.end]))
                self._break()
            before = piece.end
        self._fold(text, before, len(text))
        for number in inside:
            self._page.places[number] = _all_stretches(fragments[number], begins, starts, pieces)
            if number in others:
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

    def _fold(self, text: str, begin: int, end: int) -> None:
        words = fold(text, begin, end)
        if words:
            self._aside(words)

    def _aside(self, words: str) -> None:
        self._page.asides.append(self._line(words))

    def _sign(self, words: str) -> None:
        if words:
            # Beside words that run from right to left, "²→¹" would be turned round as well.
            kept = f"\u2066{words}\u2069" if _TURNED.search(words) else words
            # A narrow space that does not break keeps the numbers of nested mentions apart.
            self._aside_on_line(f"\u202f{kept}")

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
    for piece in islice(pieces, max(0, bisect_right(pieces, (begin, inf)) - 1), None):
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
    filled = [page.filled(span) for span in range(len(page.places))] if page.changed_places else page.places
    old = _painted(page, page.places, numbering.baseline_rows)
    new = _painted(page, filled, numbering.changed_rows)
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
    page: Page, every: Sequence[Sequence[Stretch]], rows: Sequence[Sequence[int]]
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The aligned instance of every character of the page, -1 for none."""
    ground = np.full(len(page.text), -1, dtype=np.int32)
    stretches = [
        (stretch.end - stretch.begin, stretch, numbers[0])
        for numbers, places in zip(rows, every, strict=True)
        if numbers
        for stretch in places
    ]
    for _, stretch, number in sorted(stretches, reverse=True):
        ground[stretch.begin : stretch.end] = number
    return ground
