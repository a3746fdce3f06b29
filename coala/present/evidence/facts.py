"""Marks on the evidence page for what is not a chain of the bag: gold's chains, other mentions, facts.

- gold's chains: their Greek letters as signs behind mentions (``GoldSigns``)
- mentions of other bags in the same documents: their stretches on the page (``find_on_page``)
- a chosen fact: a label such as "object, now" at each place that expresses it (``mark_fact``)
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
from coala.model.bag import TRIGGER, FactDifference, FactPlace, GoldChain
from coala.model.sides import GRAPHS
from coala.model.values import Span
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.page import Page, Stretch

_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"


class GoldSigns:
    """The signs of gold's chains; chains with most mentions in the bag come first."""

    def __init__(self, chains: Iterable[GoldChain]) -> None:
        self._chains = sorted(chains, key=lambda chain: (-len(chain.spans), chain.spans, chain.number))
        self._signs: defaultdict[int, list[str]] = defaultdict(list)
        for place, chain in enumerate(self._chains):
            for span in chain.spans:
                self._signs[span].append(_sign(place))

    def signs_at(self, span: int) -> str:
        """Return the signs of gold's chains that have a span; "" if gold has no mention there."""
        return "·".join(self._signs.get(span, ()))

    def __len__(self) -> int:
        """Return the number of gold's chains with mentions in the bag."""
        return len(self._chains)

    def chain(self, place: int) -> tuple[str, GoldChain]:
        """Return a chain by its position, with its sign."""
        return _sign(place), self._chains[place]


def find_on_page(page: Page, document: int, spans: Sequence[Span], left_out: Set[Span]) -> list[Stretch]:
    """Return the stretches of sorted spans of a document on the page, except those ``left_out``."""
    # ``reaches`` has the furthest end up to each span. As it ascends, binary search finds the spans in a
    # part of the text.
    begins = list(map(attrgetter("begin"), spans))
    reaches = list(accumulate(map(attrgetter("end"), spans), max))
    # By span, fragment of the span and piece of the page.
    found: dict[tuple[int, int, int], Stretch] = {}
    for source in page.sources:
        if source.document != document:
            continue
        for number in range(bisect_right(reaches, source.begin), bisect_left(begins, source.end)):
            if spans[number] in left_out:
                continue
            for part, (begin, end) in enumerate(spans[number].parts):
                low, high = max(begin, source.begin), min(end, source.end)
                if low < high:
                    shift = source.start - source.begin
                    # A sign inside a mention separates two sources of a piece; it does not split the stretch.
                    former = found.get((number, part, source.piece), Stretch(shift + low, 0))
                    found[number, part, source.piece] = Stretch(former.begin, shift + high)
    return sorted(found.values())


def _sign(place: int) -> str:
    """Return the sign at a position: α to ω, then α2."""
    around, letter = divmod(place, len(_GREEK))
    return _GREEK[letter] + (str(around + 1) if around else "")


# The number of roles that a label names; the others are counted.
_MOST_ROLES = 2
# The most places of a fact that are marked, so that the page stays fast.
_MOST_PLACES = 100
# The baseline and the changed graph in a label, as in the sentence of a changed fact.
_TIMES = ("was", "now")


class FactMark(NamedTuple):
    """A place of a fact, and a label for it such as "object, now"."""

    span: Span
    words: str


class FactMarks(NamedTuple):
    """The marks of a fact by number of document; ``elsewhere`` describes places in other documents."""

    by_document: Mapping[int, Sequence[FactMark]]
    elsewhere: Sequence[str]


NO_MARKS = FactMarks({}, ())


def mark_fact(displayed: DisplayedBag, fact: FactDifference | None) -> FactMarks:
    """Return the marks of a fact; no marks for None."""
    if fact is None:
        return NO_MARKS
    # Only the labels of a fact that both graphs have say which graph has a place.
    changed = fact.before is not None and fact.after is not None
    places: dict[Span, list[FactPlace]] = {}
    for place in fact.places:
        places.setdefault(place.span, []).append(place)
    documents = {name: number for number, name in enumerate(displayed.documents)}
    found: defaultdict[int, list[FactMark]] = defaultdict(list)
    elsewhere = []
    chosen = sorted(places.items(), key=_rank_place)
    for span, roles in sorted(chosen[:_MOST_PLACES]):
        words = _label_roles(roles, displayed.sides if changed else None)
        if span.document in documents:
            found[documents[span.document]].append(FactMark(span, words))
        else:
            mention = plain_words(roles[0].words or "a mention")
            elsewhere.append(f"{words}: {mention} in {plain_words(span.document)}")
    if more := chosen[_MOST_PLACES:]:
        verb = "is" if len(more) == 1 else "are"
        elsewhere.append(f"{count(len(more), 'more place')} of this fact {verb} not marked")
    return FactMarks(dict(found), elsewhere)


def _rank_place(item: tuple[Span, list[FactPlace]]) -> tuple[bool, bool, Span]:
    """Return a sort key: the event comes first, then places that one graph alone has, then by offset."""
    span, places = item
    is_trigger = any(place.role == TRIGGER for place in places)
    return not is_trigger, all(place.before and place.after for place in places), span


def _label_roles(places: Sequence[FactPlace], sides: tuple[str, str] | None) -> str:
    """Return the label of a place: its roles, those of one graph first, such as "object, now; source".

    ``sides`` are the names of the graphs, or None if the label should not say which graph has the role.
    """
    by_time: dict[str, list[str]] = {}
    for place in sorted(places, key=lambda place: place.before and place.after):
        by_time.setdefault(", ".join(_find_times(place, sides)), []).append(plain_words(place.role))
    parts = []
    for time, roles in by_time.items():
        more = f" +{len(roles) - _MOST_ROLES:,}" if len(roles) > _MOST_ROLES else ""
        parts.append(" · ".join(roles[:_MOST_ROLES]) + more + (f", {time}" if time else ""))
    return "; ".join(parts)


def _find_times(place: FactPlace, sides: tuple[str, str] | None) -> Iterator[str]:
    """Yield "was", "now" or the name of a side, if only one graph has the place."""
    if sides is not None and place.before is not place.after:
        yield (_TIMES if sides == GRAPHS.names else sides)[place.after]
