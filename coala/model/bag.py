"""A bag as small objects: the spans, instances and divergences that a reviewer judges together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from coala.model.kinds import Kind
from coala.model.values import Span


class Verdict(StrEnum):
    """A reviewer's verdict on a bag: better, worse, the same, or not sure."""

    BETTER = "+"
    WORSE = "-"
    SAME = "="
    UNSURE = "?"


class Direction(StrEnum):
    """The direction of a divergence relative to the gold graph; it is not a verdict.

    A change of several rows is ``MIXED`` if they have different directions.
    """

    TOWARDS = "towards gold"
    AWAY = "away from gold"
    NEITHER = "neither"
    MIXED = "mixed"
    UNKNOWN = ""


class Term(NamedTuple):
    """A class, property or value: its readable label, and its full name in the graph."""

    label: str
    name: str


class Statement(NamedTuple):
    """One statement of an instance as text; ``inverse`` means that the instance is the object."""

    predicate: Term
    value: Term
    inverse: bool = False

    @property
    def in_words(self) -> Term:
        """The statement as one term, for the lists of dropped and added statements."""
        arrow = "is " if self.inverse else ""
        of = " of" if self.inverse else ":"
        return Term(
            f"{arrow}{self.predicate.label}{of} {self.value.label}",
            f"{arrow}{self.predicate.name}{of} {self.value.name}",
        )


class Extent(NamedTuple):
    """A span (by index) whose extent or spelling in one graph differs from the bag's, and its words there."""

    span: int
    own: Span
    words: str | None = None


class Instance(NamedTuple):
    """An instance of one graph in its bag; ``spans`` index ``Bag.spans`` in ascending order.

    ``extents`` are the spans that have another extent or spelling in this instance's graph.
    """

    label: str
    name: str
    spans: tuple[int, ...]
    types: tuple[Term, ...] = ()
    statements: tuple[Statement, ...] = ()
    extents: tuple[Extent, ...] = ()


class FactArgument(NamedTuple):
    """The values of one role of a divergent fact in both graphs, as readable text; None if it has none.

    ``differs`` can be True for two values with the same text. ``former`` is the role in the baseline, if it
    is a different one.
    """

    role: Term
    before: str | None
    after: str | None
    differs: bool
    former: Term | None = None


class FactPlace(NamedTuple):
    """A place in a text that expresses a part of a fact; it may be in another bag, and need not be a mention.

    ``role`` is the label of an argument's role, ``TRIGGER`` or ``SAID_HERE``. ``before`` and ``after`` are
    True if the baseline's fact, or the changed graph's, has the place.
    """

    role: str
    span: Span
    words: str | None
    before: bool
    after: bool


TRIGGER, SAID_HERE = "event", "said here"
"""The names of the place of an event, and of the words that a graph gives as the source of a fact."""


class FactDifference(NamedTuple):
    """A divergent fact as both graphs state it, readable without its bag.

    ``before`` and ``after`` are its predicates (None if a graph lacks the fact), and its first argument is
    its subject. For an event (``is_event``) they are the event itself, and the arguments are its roles.
    """

    before: Term | None
    after: Term | None
    is_event: bool
    arguments: tuple[FactArgument, ...]
    places: tuple[FactPlace, ...] = ()


class Divergence(NamedTuple):
    """One change inside a bag: its instances (indices into the bag's two lists), its spans, and a sentence.

    ``added`` and ``dropped`` list types or statements, for those two kinds; ``fact`` is set for the kinds of
    facts. ``direction`` is ``UNKNOWN`` without a gold graph.
    """

    kind: Kind
    baseline: int | None
    changed: int | None
    spans: tuple[int, ...]
    sentence: str
    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    direction: Direction = Direction.UNKNOWN
    fact: FactDifference | None = None


@dataclass(frozen=True)
class Bag:
    """One interesting bag with everything that a reviewer needs.

    ``spans`` are sorted by (document, begin, end), and ``words`` is the text of each (None if it is unknown).
    ``partners`` pairs indices of ``baseline`` and ``changed`` instances.
    """

    fingerprint: str
    title: str
    spans: tuple[Span, ...]
    words: tuple[str | None, ...]
    baseline: tuple[Instance, ...]
    changed: tuple[Instance, ...]
    partners: tuple[tuple[int, int], ...]
    divergences: tuple[Divergence, ...]

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The documents of the bag's spans, in sorted order."""
        return tuple(dict.fromkeys(map(attrgetter("document"), self.spans)))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its divergences without duplicates, in the order of ``Kind``."""
        return tuple(sorted({row.kind for row in self.divergences}, key=_ORDER_OF_KINDS.__getitem__))


class DocumentRun(NamedTuple):
    """Neighbouring spans of one document: the index of the first one, and the end (exclusive)."""

    document: str
    first: int
    end: int


def document_runs(spans: Iterable[Span]) -> list[DocumentRun]:
    """Return the runs of spans of one document, in the order of the spans."""
    runs, end = [], 0
    for document, run in groupby(map(attrgetter("document"), spans)):
        first, end = end, end + sum(1 for _ in run)
        runs.append(DocumentRun(document, first, end))
    return runs


def documents_at(spans: Sequence[Span], places: Iterable[int]) -> list[str]:
    """Return the documents of the spans at some places, each once, in the order of the places."""
    return list(dict.fromkeys(spans[place].document for place in places))


_ORDER_OF_KINDS = {kind: place for place, kind in enumerate(Kind)}


class GoldChain(NamedTuple):
    """A chain of gold that has spans of a bag: ``spans`` index ``Bag.spans``, in ascending order.

    ``number`` identifies the chain; ``mentions`` and ``documents`` count all of its mentions and documents,
    also outside of the bag.
    """

    number: int
    label: str
    name: str
    spans: tuple[int, ...]
    mentions: int
    documents: int


class GoldMention(NamedTuple):
    """A mention of gold, and the numbers of its chains (``GoldChain.number``)."""

    span: Span
    chains: tuple[int, ...]


class DocumentMentions(NamedTuple):
    """All mentions of one document, also outside of bags, with each graph's own offsets, in text order."""

    baseline: tuple[Span, ...]
    changed: tuple[Span, ...]
    gold: tuple[GoldMention, ...] = ()


AROUND_A_MENTION = 120
"""Code points of text to show on either side of a mention without its bag: about a sentence."""


class MentionInText(NamedTuple):
    """A mention with the text around it, if the text is known."""

    document: str
    left: str
    words: str
    right: str


class KeptQuestion(NamedTuple):
    """A link that both graphs have, between ``mention`` and the mentions before it in its chain.

    ``before`` are some of these in text order, the nearest one last; ``more`` counts the omitted ones.
    """

    mention: MentionInText
    before: tuple[MentionInText, ...]
    more: int = 0


BASELINE, CHANGED = 0, 1


class Extents:
    """The spans of one bag by side, ``BASELINE`` or ``CHANGED``, and by index."""

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._own: tuple[dict[int, Extent], ...] = tuple(
            {extent.span: extent for instance in side for extent in instance.extents}
            for side in (bag.baseline, bag.changed)
        )

    def __bool__(self) -> bool:
        """Return True if any span has its own extent in either graph."""
        return any(self._own)

    def spans(self) -> set[int]:
        """Return the spans that have their own extent in either graph."""
        return {span for own in self._own for span in own}

    def differ_in_place(self, span: int) -> bool:
        """Return True if the offsets of the span differ between the graphs, and not only the spelling."""
        if not any(span in own for own in self._own):
            return False
        return self.place(BASELINE, span) != self.place(CHANGED, span)

    def place(self, side: int, span: int) -> Span:
        """Return the span with the offsets of this graph."""
        extent = self._own[side].get(span)
        return self._bag.spans[span] if extent is None else extent.own

    def words(self, side: int, span: int) -> str | None:
        """Return the words of the span in this graph; None if they are unknown."""
        extent = self._own[side].get(span)
        return self._bag.words[span] if extent is None else extent.words
