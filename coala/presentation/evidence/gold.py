"""What lies beyond the bag's two sides is set into its page: gold's chains, and all mentions of a document.

Gold's chains have signs of a third alphabet; other mentions have none, only their place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from itertools import accumulate
from operator import attrgetter

from coala.model.bag import GoldChain
from coala.model.values import Span
from coala.presentation.evidence.page import Page, Stretch

_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"


class GoldSigns:
    """The signs of gold's chains, those with most mentions in the bag first."""

    def __init__(self, chains: Iterable[GoldChain]) -> None:
        self._chains = sorted(chains, key=lambda chain: (-len(chain.spans), chain.spans, chain.number))
        self._signs: defaultdict[int, list[str]] = defaultdict(list)
        for place, chain in enumerate(self._chains):
            for span in chain.spans:
                self._signs[span].append(_sign(place))

    def of(self, span: int) -> str:
        """The signs of gold's chains that have a span; "" where gold has no mention."""
        return "·".join(self._signs.get(span, ()))

    def __len__(self) -> int:
        """How many chains of gold have mentions of the bag."""
        return len(self._chains)

    def chain(self, place: int) -> tuple[str, GoldChain]:
        """A chain by its place, with its sign."""
        return _sign(place), self._chains[place]


def find_on_page(page: Page, document: int, spans: Sequence[Span], left_out: Set[Span]) -> list[Stretch]:
    """Where spans of a document, sorted, stand on the page; those that are left out are marked otherwise."""
    begins = list(map(attrgetter("begin"), spans))
    reaches = list(accumulate(map(attrgetter("end"), spans), max))
    found: dict[tuple[int, int, int], Stretch] = {}
    for strip in page.strips:
        if strip.document != document:
            continue
        for number in range(bisect_right(reaches, strip.begin), bisect_left(begins, strip.end)):
            if spans[number] in left_out:
                continue
            for part, (begin, end) in enumerate(spans[number].parts):
                low, high = max(begin, strip.begin), min(end, strip.end)
                if low < high:
                    at = strip.start - strip.begin
                    # Signs within do not break it.
                    former = found.get((number, part, strip.piece), Stretch(at + low, 0))
                    found[number, part, strip.piece] = Stretch(former.begin, at + high)
    return sorted(found.values())


def _sign(place: int) -> str:
    """α to ω, then α2."""
    around, letter = divmod(place, len(_GREEK))
    return _GREEK[letter] + (str(around + 1) if around else "")
