"""The key classes that the response parts, and the response classes that the key parts, with their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coala.diff.names import choose_label
from coala.model.corpus import Corpus
from coala.model.values import Span
from coala.scores.class_parts import find_parts
from coala.scores.metric import ClusterPair


class PlacedMention(NamedTuple):
    """A mention with its words, None where they are unknown."""

    span: Span
    words: str | None


class NamedPart(NamedTuple):
    """A part of a class, and the label of the class of the other side, None if that lacks the mention."""

    mentions: tuple[PlacedMention, ...]
    other: str | None


class PartedClass(NamedTuple):
    """A class that the other side parts, and the links that are missing to hold it together."""

    label: str
    parts: tuple[NamedPart, ...]
    missing: tuple[tuple[PlacedMention, PlacedMention], ...]


class PartedClasses(NamedTuple):
    """The parted classes of both sides, those with most missing links first.

    Parts of the key cost MUC's recall, parts of the response its precision.
    """

    key: tuple[PartedClass, ...]
    response: tuple[PartedClass, ...]


def explain_classes(corpus: Corpus, pair: ClusterPair) -> PartedClasses:
    """Find the parted classes of a key (graph 0) and a response (graph 1)."""
    return PartedClasses(tuple(_explain(corpus, pair, 0)), tuple(_explain(corpus, pair, 1)))


def _explain(corpus: Corpus, pair: ClusterPair, graph: int) -> Iterator[PartedClass]:
    sides = (pair.key, pair.response)
    side, other = sides[graph], sides[1 - graph]
    texts = corpus.texts_of(0, 1)
    other_labels: dict[int, str] = {}
    members = _list_members(other.classes.tolist())

    def place(span: int) -> PlacedMention:
        return PlacedMention(corpus.span(span), corpus.words_of(span, texts))

    def label(spans: Sequence[int]) -> str:
        return choose_label(None, (corpus.words_of(span, texts) for span in spans), "")

    for found in find_parts(side, other):
        for part in found.parts:
            if part.other >= 0 and part.other not in other_labels:
                other_labels[part.other] = label(members[part.other])
        yield PartedClass(
            label(sorted(span for part in found.parts for span in part.spans)),
            tuple(
                NamedPart(tuple(map(place, part.spans)), other_labels.get(part.other)) for part in found.parts
            ),
            tuple((place(one), place(later)) for one, later in found.missing_links),
        )


def _list_members(classes: Sequence[int]) -> dict[int, list[int]]:
    members: dict[int, list[int]] = {}
    for span, number in enumerate(classes):
        if number >= 0:
            members.setdefault(number, []).append(span)
    return members
