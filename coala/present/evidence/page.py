"""The evidence page: one text with excerpts of a bag's documents, and the place of each mention in it.

Widgets show the text but it is never read back from them: every position comes from here. Positions are code
points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np

from coala.present.chains import ShownChain
from coala.present.evidence.excerpts import Piece
from coala.present.instance_numbers import Numbering


class Stretch(NamedTuple):
    """A part of the page, end exclusive."""

    begin: int
    end: int


class Opening(Enum):
    """What a click on a link of the page opens."""

    CONTEXT = "more context"
    SENTENCES = "more sentences"
    GAP = "what is folded"
    BEFORE = "what comes before"
    AFTER = "what comes after"
    CHAINS = "more chains"
    EQUAL = "equal chains"
    TEXTS = "a folder of texts"


class Level(IntEnum):
    """How much of the text is shown around a mention."""

    SENTENCE = 0
    PARAGRAPH = 1
    DOCUMENT = 2


class Link(NamedTuple):
    """A part of the page that opens something, with its excerpt and the piece or chain in it by number."""

    begin: int
    end: int
    opening: Opening
    excerpt: int = 0
    place: int = 0
    tip: str = ""


class SourceText(NamedTuple):
    """A part of a document's text that is on the page from ``start`` on; ``piece`` counts all pieces."""

    document: int
    begin: int
    end: int
    start: int
    piece: int


class Label(NamedTuple):
    """The label of a line of the page: the chains it is shown for, and the number of its document.

    ``excerpt`` is the number of the excerpt that begins there.
    """

    begin: int
    chains: tuple[ShownChain, ...]
    document: int
    excerpt: int


@dataclass
class Excerpt:
    """The part of one document that is shown for some chains: ``pieces`` of its text around ``spans``.

    At the level of sentences all pieces are on one line, with as many sentences before and after each as
    ``neighbours`` says. At wider levels the line breaks of the text are kept, and a whole document is cut to
    what is near the span ``focus``. The ``extra_pieces`` are shown too. Without ``text`` the words of the
    spans are shown, and ``problem`` says why there is no text.
    """

    chains: tuple[ShownChain, ...]
    document: int
    spans: list[int]
    text: str | None = None
    problem: str = ""
    pieces: list[Piece] = field(default_factory=list)
    level: Level = Level.SENTENCE
    focus: int = -1
    neighbours: int = 0
    extra_pieces: tuple[Piece, ...] = ()

    @property
    def is_flat(self) -> bool:
        """True if the excerpt is shown on one line."""
        return self.level is Level.SENTENCE


@dataclass
class Page:
    """Excerpts as one text; ``spans`` are the spans of the bag that are on it.

    ``places`` has the stretches of each span by the baseline's extent, and ``changed_places`` those by the
    changed graph's extent, where it is different. ``fact`` has the stretches of the chosen fact. ``asides``
    are the parts that are no text of a document.
    """

    text: str = ""
    spans: Sequence[int] = ()
    places: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    changed_places: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    fact: list[Stretch] = field(default_factory=list)
    asides: list[Stretch] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    sources: list[SourceText] = field(default_factory=list)

    def find_changed_stretches(self, span: int) -> tuple[Stretch, ...]:
        """Return the stretches of a span in the changed graph."""
        return self.changed_places.get(span) or self.places.get(span, ())

    def find_stretches(self, span: int) -> list[Stretch]:
        """Return the stretches of a span in either graph; extents that overlap are united."""
        if span not in self.changed_places:
            return list(self.places.get(span, ()))
        found: list[Stretch] = []
        for begin, end in sorted((*self.places[span], *self.changed_places[span])):
            if found and begin <= found[-1].end:
                found[-1] = Stretch(found[-1].begin, max(found[-1].end, end))
            else:
                found.append(Stretch(begin, end))
        return found

    def find_frames(self, spans: Iterable[int]) -> list[Stretch]:
        """Return the stretches of the spans and of the chosen fact."""
        return sorted({*self.fact, *(stretch for span in spans for stretch in self.find_stretches(span))})

    def begin(self, span: int) -> int:
        """Return where the mention begins in either graph; 0 if it is not on the page."""
        return min((stretch.begin for stretch in self.find_stretches(span)), default=0)

    def reading_order(self) -> list[int]:
        """Return the spans on the page, ordered by their first place."""
        return sorted(self.spans, key=self.begin)

    def keep_shown(self, spans: Iterable[int]) -> list[int]:
        """Return those of the spans that are on the page."""
        wanted = set(spans)
        return [span for span in self.spans if span in wanted]

    def link_at(self, place: int | None) -> Link | None:
        """Return the link that covers a character, or None."""
        if place is None:
            return None
        return next((link for link in self.links if link.begin <= place < link.end), None)

    def span_at(self, place: int | None) -> int | None:
        """Return the innermost mention that covers a character, or None."""
        hits = [
            (stretch.end - stretch.begin, span)
            for span in self.spans
            for stretch in self.find_stretches(span)
            if place is not None and stretch.begin <= place < stretch.end
        ]
        return min(hits)[1] if hits else None

    def copy_text(self, begin: int, end: int) -> str:
        """Return the words of a part of the page without signs and folds, for the clipboard."""
        kept, at = [], begin
        for aside in self.asides[max(0, bisect_right(self.asides, (begin, 0)) - 1) :]:
            if aside.begin >= end:
                break
            kept.append(self.text[at : max(at, aside.begin)])
            at = max(at, aside.end)
        return "".join([*kept, self.text[at : max(at, end)]])


class Run(NamedTuple):
    """A part of the page (code points), with the numbers of its instance in each graph, or None."""

    begin: int
    end: int
    baseline: int | None
    changed: int | None


def find_runs(page: Page, numbering: Numbering) -> list[Run]:
    """Return the parts of the page by instance; an inner mention covers the one around it."""
    if not page.text:
        return []
    old = _paint(page, lambda span: page.places.get(span, ()), numbering.baseline_rows)
    new = _paint(page, page.find_changed_stretches, numbering.changed_rows)
    edges = np.flatnonzero((old[1:] != old[:-1]) | (new[1:] != new[:-1])) + 1
    begins = np.concatenate([[0], edges])
    ends = np.concatenate([edges, [len(page.text)]])
    inside = (old[begins] >= 0) | (new[begins] >= 0)
    columns = (begins[inside], ends[inside], old[begins[inside]], new[begins[inside]])
    return [
        Run(begin, end, None if before < 0 else before, None if after < 0 else after)
        for begin, end, before, after in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _paint(
    page: Page, places_of: Callable[[int], Sequence[Stretch]], rows: Sequence[Sequence[int]]
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Return the aligned instance of every character of the page; -1 for none."""
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
