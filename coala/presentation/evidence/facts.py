"""The places of a fact become marks in the texts of a bag: what stands there, whatever bag it lies in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.model.bag import TRIGGER, FactPlace, ToldFact
from coala.model.values import Span
from coala.presentation.displayed_bag import SIDE_WORDS, DisplayedBag

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
