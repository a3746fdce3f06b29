"""A page of evidence becomes lines of parts, each with the chains of both sides that have it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from coala.presentation.chains import Chains
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.evidence.page import Opening, Page, Run, Stretch, runs

_COLOURS = 8
"""Of so many hues neighbours differ; the signs tell the rest."""

# A sign stands in an element that keeps it apart.
_ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")

_FOLDS = frozenset((Opening.GAP, Opening.BEFORE, Opening.AFTER))


class MarkedPart(NamedTuple):
    """Words in one way: ``old`` and ``new`` number the hues of the chains that have them, None for none.

    ``aside`` are signs of ours, not words of the text.
    """

    words: str
    old: int | None = None
    new: int | None = None
    differs: bool = False
    aside: bool = False

    @property
    def marked(self) -> bool:
        """Whether it belongs to a mention."""
        return self.old is not None or self.new is not None


class MarkedLine(NamedTuple):
    """A line of the page; ``signs`` and ``document`` stand before it where another excerpt begins."""

    signs: str
    document: str
    parts: tuple[MarkedPart, ...]


def hue(number: int) -> int:
    """The hue of a chain with an aligned number, which partners share."""
    return number % _COLOURS


def lay_out(page: Page, displayed: DisplayedBag, chains: Chains) -> Iterator[MarkedLine]:
    """The lines of a page, without what only a window can open."""
    painted = runs(page, displayed.numbering)
    asides = sorted(page.asides)
    dropped = sorted(Stretch(link.begin, link.end) for link in page.links if link.opening not in _FOLDS)
    labels = {label.begin: label for label in page.labels}
    stretches = (*((run.begin, run.end) for run in painted), *asides, *dropped)
    edges = sorted({0, len(page.text), *chain.from_iterable(stretches)})
    begin = 0
    for text in page.text.split("\n"):
        end = begin + len(text)
        label = labels.get(begin)
        inside = [begin, *edges[bisect_right(edges, begin) : bisect_left(edges, end)], end]
        parts = tuple(
            _part(page.text[first:last], first, painted, asides)
            for first, last in pairwise(inside)
            if not _has(dropped, first)
        )
        if any(part.words.strip() for part in parts):
            signs = " ".join(chain.sign for chain in label.chains) if label else ""
            document = displayed.short_name(label.document) if label else ""
            yield MarkedLine(signs, document, parts)
        begin = end + 1


def _part(words: str, at: int, painted: Sequence[Run], asides: Sequence[Stretch]) -> MarkedPart:
    if _has(asides, at):
        return MarkedPart(words.translate(_ISOLATES), aside=True)
    place = bisect_right(painted, at, key=lambda run: run.begin) - 1
    if place < 0 or painted[place].end <= at:
        return MarkedPart(words)
    _, _, old, new = painted[place]
    return MarkedPart(
        words,
        None if old is None else hue(old),
        None if new is None else hue(new),
        differs=old != new,
    )


def _has(stretches: Sequence[Stretch], at: int) -> bool:
    place = bisect_right(stretches, at, key=lambda stretch: stretch.begin) - 1
    return place >= 0 and at < stretches[place].end
