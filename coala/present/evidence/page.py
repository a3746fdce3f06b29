"""The evidence page: one text with excerpts of a bag's documents, and the place of each mention in it.

The page is for instance "Ada A1 saw Ben. ⋯ She A→2 left.": sentences of a document, with the signs of chains
behind the mentions and links such as ⋯ that show more. A ``Page`` records what each part of this text is: the
stretches of each mention, the links, and the parts that come from a document. Widgets show the text, but it
is never read back from them: every position comes from here. Positions are code points, end exclusive.

``coala.present.evidence.evidence`` chooses the excerpts, and ``page_writer`` writes them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from coala.present.chains import ShownChain
from coala.present.evidence.excerpts import Piece
from coala.present.instance_numbers import Numbering


class Stretch(NamedTuple):
    """A part of the page, end exclusive."""

    begin: int
    end: int


def unite_stretches(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the stretches in order; those that overlap or touch are united."""
    found: list[Stretch] = []
    for begin, end in sorted(stretches):
        if found and begin <= found[-1].end:
            found[-1] = Stretch(found[-1].begin, max(found[-1].end, end))
        else:
            found.append(Stretch(begin, end))
    return found


class Opening(Enum):
    """What a click on a link of the page opens."""

    CONTEXT = "more context"  # the paragraph around a sentence, then the document
    SENTENCES = "more sentences"  # of one chain
    GAP = "what is folded"  # between two pieces of an excerpt
    BEFORE = "what comes before"  # an excerpt, in its document
    AFTER = "what comes after"
    CHAINS = "more chains"  # that differ
    EQUAL = "equal chains"  # that both graphs have
    TEXTS = "a folder of texts"  # the choice of a folder, if texts are missing


class Level(IntEnum):
    """How much of the text is shown around a mention."""

    SENTENCE = 0
    PARAGRAPH = 1
    DOCUMENT = 2


class Link(NamedTuple):
    """A part of the page that opens something."""

    begin: int
    end: int
    opening: Opening
    excerpt: int = 0  # the number of its excerpt
    place: int = 0  # in the excerpt: the piece after the link, or for ``SENTENCES`` the chain
    tip: str = ""


class SourceText(NamedTuple):
    """A part of the page that comes from the text of a document."""

    document: int  # by its number in ``DisplayedBag.documents``
    begin: int  # in the text of the document
    end: int  # in the text of the document
    start: int  # on the page
    piece: int  # the number of its piece, counted over all excerpts of the page


class Label(NamedTuple):
    """The label that the margin shows next to the first line of an excerpt."""

    begin: int  # of the excerpt on the page
    chains: tuple[ShownChain, ...]  # those for which the excerpt is shown
    document: int  # by its number in ``DisplayedBag.documents``
    excerpt: int  # its number
    target: str = ""  # "→1" if all mentions of its one chain that moved are in chain 1 now
    others: tuple[str, ...] = ()  # the signs of further mentions that stayed, such as "B2"

    @property
    def words(self) -> str:
        """The signs of the chains, such as "F 2", where their mentions went ("A→1"), and the other signs."""
        own = " ".join(shown.sign for shown in self.chains) + self.target
        return " ".join((own, *self.others))


@dataclass
class Excerpt:
    """The part of one document that is shown for some chains.

    At the level of sentences all pieces are on one line. At wider levels the line breaks of the text are
    kept.
    """

    chains: tuple[ShownChain, ...]
    document: int  # by its number in ``DisplayedBag.documents``
    spans: list[int]  # the mentions for which text is shown, as indices of ``Bag.spans``
    text: str | None = None  # of the document; without it the words of the spans are shown
    problem: str = ""  # why there is no text
    pieces: list[Piece] = field(default_factory=list)  # the parts of the text that are shown
    level: Level = Level.SENTENCE
    focus: int = -1  # at the level of a document: the span near which the text is shown
    neighbours: int = 0  # at the level of sentences: how many are shown before and after each sentence
    extra_pieces: tuple[Piece, ...] = ()  # shown too: the sentences of the chosen fact
    reach: int = 0  # how far sentences are shown on either side of a mention, 0 as everywhere on the page

    @property
    def is_flat(self) -> bool:
        """True if the excerpt is shown on one line."""
        return self.level is Level.SENTENCE


@dataclass
class Page:
    """Excerpts as one text, and what each part of it is."""

    text: str = ""
    spans: Sequence[int] = ()
    """The spans of the bag that are on the page, in ascending order."""
    places: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    """Span -> its stretches, by the offsets in the baseline.

    A span has several stretches if it has gaps, or if several excerpts show it.
    """
    changed_places: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    """Span -> its stretches by the offsets in the changed graph, where they are different."""
    fact: list[Stretch] = field(default_factory=list)
    """The stretches of the chosen fact."""
    asides: list[Stretch] = field(default_factory=list)
    """The parts that are not text of a document, such as signs and links, in order."""
    context: list[Stretch] = field(default_factory=list)
    """The parts of documents that show nothing that differs, in order."""
    labels: list[Label] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    sources: list[SourceText] = field(default_factory=list)

    def find_quiet(self) -> list[Stretch]:
        """Return the asides and the context, in order; parts that touch are united."""
        return unite_stretches((*self.asides, *self.context))

    def find_changed_stretches(self, span: int) -> tuple[Stretch, ...]:
        """Return the stretches of a span in the changed graph."""
        return self.changed_places.get(span) or self.places.get(span, ())

    def find_stretches(self, span: int) -> list[Stretch]:
        """Return the stretches of a span in either graph; extents that overlap are united."""
        if span not in self.changed_places:
            return list(self.places.get(span, ()))
        return unite_stretches((*self.places[span], *self.changed_places[span]))

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
        """Return the link at a position of the page, or None."""
        if place is None:
            return None
        return next((link for link in self.links if link.begin <= place < link.end), None)

    def span_at(self, place: int | None) -> int | None:
        """Return the innermost mention at a position of the page, or None."""
        if place is None:
            return None
        stretches, reaches = self._by_place
        # Those before the first of these end before the place, those after the last one begin behind it.
        first, last = bisect_right(reaches, place), bisect_right(stretches, place, key=itemgetter(0))
        hits = [(end - begin, span) for begin, end, span in stretches[first:last] if end > place]
        return min(hits)[1] if hits else None

    @cached_property
    def _by_place(self) -> tuple[list[tuple[int, int, int]], list[int]]:
        """The stretches with their spans in the order of the page, and the furthest end up to each."""
        stretches = sorted(
            (stretch.begin, stretch.end, span) for span in self.spans for stretch in self.find_stretches(span)
        )
        return stretches, list(accumulate((end for _, end, _ in stretches), max))

    def keep_sources(self, stretches: Iterable[tuple[int, int]]) -> list[Stretch]:
        """Return those of the stretches, which are in order, that have no part of a sign or a link."""
        begins = [aside.begin for aside in self.asides]
        kept = []
        for begin, end in stretches:
            # The last aside that begins before the end.
            place = bisect_right(begins, end - 1) - 1
            if place < 0 or self.asides[place].end <= begin:
                kept.append(Stretch(begin, end))
        return kept

    def copy_text(self, begin: int, end: int) -> str:
        """Return the words of a part of the page without signs and links, for the clipboard."""
        kept, at = [], begin
        # Begin with the last aside that does not begin after the part.
        for aside in self.asides[max(0, bisect_right(self.asides, (begin, 0)) - 1) :]:
            if aside.begin >= end:
                break
            kept.append(self.text[at : max(at, aside.begin)])
            at = max(at, aside.end)
        return "".join([*kept, self.text[at : max(at, end)]])


class Run(NamedTuple):
    """A part of the page that has one colour: the numbers of its instance in each graph, or None.

    The numbers are those of ``coala.present.instance_numbers``.
    """

    begin: int
    end: int
    baseline: int | None
    changed: int | None


def find_runs(page: Page, numbering: Numbering) -> list[Run]:
    """Return the parts of the page by instance; an inner mention covers the one around it."""
    if not page.text:
        return []
    old = _find_instances(page, lambda span: page.places.get(span, ()), numbering.baseline_rows)
    new = _find_instances(page, page.find_changed_stretches, numbering.changed_rows)
    # A run begins where the instance of either graph differs from that of the character before.
    edges = np.flatnonzero((old[1:] != old[:-1]) | (new[1:] != new[:-1])) + 1
    begins = np.concatenate([[0], edges])
    ends = np.concatenate([edges, [len(page.text)]])
    inside = (old[begins] >= 0) | (new[begins] >= 0)
    columns = (begins[inside], ends[inside], old[begins[inside]], new[begins[inside]])
    return [
        Run(begin, end, None if before < 0 else before, None if after < 0 else after)
        for begin, end, before, after in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _find_instances(
    page: Page, places_of: Callable[[int], Sequence[Stretch]], rows: Sequence[Sequence[int]]
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Return for each character of the page the number of its instance in one graph; -1 without one.

    ``rows`` has the numbers of the instances of each span; the first is used.
    """
    instances = np.full(len(page.text), -1, dtype=np.int32)
    stretches = [
        (stretch.end - stretch.begin, stretch, rows[span][0])
        for span in page.spans
        if rows[span]
        for stretch in places_of(span)
    ]
    # The longest stretch is written first, so that inner mentions replace outer ones.
    for _, stretch, number in sorted(stretches, reverse=True):
        instances[stretch.begin : stretch.end] = number
    return instances
