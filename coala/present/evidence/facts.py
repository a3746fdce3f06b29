"""The places of a fact become marks in the texts of a bag: what stands there, whatever bag it lies in.

What lies beyond the bag's two sides is set into its page: gold's chains, and all mentions of a document.

Gold's chains have signs of a third alphabet; other mentions have none, only their place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.model.bag import TRIGGER, FactPlace, GoldChain, ToldFact
from coala.model.values import Span
from coala.present.displayed_bag import SIDE_WORDS, DisplayedBag
from coala.present.evidence.page import Page, Stretch

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


# Of the many roles that one mention may have in an event, so many are named.
_ROLES = 2
# More places than a reader looks at; a page draws so many between two keys.
_MOST = 100
# Beside a sentence that says "was", these say which is which.
_TIMES = ("was", "now")


class FactMark(NamedTuple):
    """A place of a fact, and what stands there in words, such as "object, now"."""

    span: Span
    words: str


class FactMarks(NamedTuple):
    """The marks of a fact by the number of their document; ``elsewhere`` are those in no text of the bag."""

    of_document: Mapping[int, Sequence[FactMark]]
    elsewhere: Sequence[str]


NO_MARKS = FactMarks({}, ())


def mark_fact(displayed: DisplayedBag, fact: ToldFact | None) -> FactMarks:
    """What is marked of a fact, or of none."""
    if fact is None:
        return NO_MARKS
    changed = fact.before is not None and fact.after is not None
    places: dict[Span, list[FactPlace]] = {}
    for place in fact.places:
        places.setdefault(place.span, []).append(place)
    documents = {name: number for number, name in enumerate(displayed.documents)}
    found: defaultdict[int, list[FactMark]] = defaultdict(list)
    elsewhere = []
    chosen = sorted(places.items(), key=_by_weight)
    for span, roles in sorted(chosen[:_MOST]):
        words = _words(roles, displayed.sides if changed else None)
        if span.document in documents:
            found[documents[span.document]].append(FactMark(span, words))
        else:
            said = plain_words(roles[0].words or "a mention")
            elsewhere.append(f"{words}: {said} in {plain_words(span.document)}")
    if more := chosen[_MOST:]:
        verb = "is" if len(more) == 1 else "are"
        elsewhere.append(f"{count(len(more), 'more place')} of this fact {verb} not marked")
    return FactMarks(dict(found), elsewhere)


def _by_weight(of_place: tuple[Span, list[FactPlace]]) -> tuple[bool, bool, Span]:
    """The event goes first, then what one graph alone has, then the order of the text."""
    span, places = of_place
    is_trigger = any(place.role == TRIGGER for place in places)
    return not is_trigger, all(place.before and place.after for place in places), span


def _words(places: Sequence[FactPlace], sides: tuple[str, str] | None) -> str:
    """The roles of a place, those of one graph first; ``sides`` where that may be."""
    told: dict[str, list[str]] = {}
    for place in sorted(places, key=lambda place: place.before and place.after):
        told.setdefault(", ".join(_times(place, sides)), []).append(plain_words(place.role))
    parts = []
    for time, roles in told.items():
        more = f" +{len(roles) - _ROLES:,}" if len(roles) > _ROLES else ""
        parts.append(" · ".join(roles[:_ROLES]) + more + (f", {time}" if time else ""))
    return "; ".join(parts)


def _times(place: FactPlace, sides: tuple[str, str] | None) -> Iterator[str]:
    if sides is not None and place.before is not place.after:
        yield (_TIMES if sides == SIDE_WORDS else sides)[place.after]
