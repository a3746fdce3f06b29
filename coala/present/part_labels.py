"""The words by which a reader tells the parts of a bag apart.

A part (``coala.verdicts.links``) has the usual name of its mentions, such as "Peter Sand". Parts with the
same name have what only one of them has: a description, a type, another mention, or a document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.diff.names import DETERMINERS, PRONOUNS, choose_label
from coala.model.bag import BASELINE, CHANGED
from coala.present.displayed_bag import DisplayedBag
from coala.verdicts.links import NO_CLASS, Part

_MENTIONS_READ = 100
"""The most mentions of a part whose words are compared with those of others."""


class PartLabel(NamedTuple):
    """The usual name of a part, and what only it has of those with this name; "" if there is nothing."""

    name: str
    addition: str = ""


def label_parts(displayed: DisplayedBag, parts: Sequence[Part]) -> list[PartLabel]:
    """Return the words for each part."""
    names = [plain_words(choose_label(None, _list_words(displayed, part), "?")) for part in parts]
    namesakes: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        namesakes[name.casefold()].append(place)
    labels = list(map(PartLabel, names))
    for places in namesakes.values():
        if len(places) > 1:
            additions = [list(_list_additions(displayed, parts[place])) for place in places]
            holders: defaultdict[str, set[int]] = defaultdict(set)
            for place, found in zip(places, additions, strict=True):
                for words in found:
                    holders[words.casefold()].add(place)
            for place, found in zip(places, additions, strict=True):
                own = (words for words in found if len(holders[words.casefold()]) == 1)
                own = (words for words in own if words.casefold() != names[place].casefold())
                labels[place] = PartLabel(names[place], next(own, ""))
    return labels


def _list_words(displayed: DisplayedBag, part: Part) -> Iterator[str | None]:
    return (displayed.bag.words[span] for span in part.spans[:_MENTIONS_READ])


def _list_additions(displayed: DisplayedBag, part: Part) -> Iterator[str]:
    """Yield what may tell a part from its namesakes: descriptions, types, other mentions, documents."""
    words = [plain_words(text) for text in dict.fromkeys(_list_words(displayed, part)) if text]
    words.sort(key=len, reverse=True)
    yield from (text for text in words if _is_description(text))
    bag = displayed.bag
    for side, instances in ((BASELINE, bag.baseline), (CHANGED, bag.changed)):
        if part.classes[side] != NO_CLASS:
            yield from (plain_words(term.label) for term in instances[part.classes[side]].types)
    yield from (text for text in words if text.casefold() not in PRONOUNS)
    yield from _list_documents(displayed, part.spans)


def _is_description(words: str) -> bool:
    first, *others = words.split() or [""]
    return bool(others) and first.casefold() in DETERMINERS


def _list_documents(displayed: DisplayedBag, spans: Iterable[int]) -> Iterator[str]:
    yield from dict.fromkeys(
        displayed.short_name(displayed.document_of(span)) for span in islice(spans, _MENTIONS_READ)
    )
