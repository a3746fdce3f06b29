"""A bag is what a reviewer judges: spans, instances of both sides, and how they diverge, as small objects."""

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
    """What the reviewer says of a bag: is the changed system's output the better one here?"""

    BETTER = "+"
    WORSE = "-"
    SAME = "="
    UNSURE = "?"


class Direction(StrEnum):
    """Whether a divergence went towards the gold graph; a direction is no verdict.

    A change of several rows is ``MIXED`` where these differ; a single row never is.
    """

    TOWARDS = "towards gold"
    AWAY = "away from gold"
    NEITHER = "neither"
    MIXED = "mixed"
    UNKNOWN = ""


class Term(NamedTuple):
    """A class, property or value as a person reads it, and as it stands in the graph."""

    label: str
    name: str


class Statement(NamedTuple):
    """One statement of an instance in words; ``inverse`` means that it is read backwards."""

    predicate: Term
    value: Term
    inverse: bool = False

    @property
    def in_words(self) -> Term:
        """As the lists of dropped and added ones have it: by its labels, or by its full names."""
        arrow = "is " if self.inverse else ""
        of = " of" if self.inverse else ":"
        return Term(
            f"{arrow}{self.predicate.label}{of} {self.value.label}",
            f"{arrow}{self.predicate.name}{of} {self.value.name}",
        )


class Extent(NamedTuple):
    """A span (an index) as one graph has it, where extent or spelling are not the bag's, and its words."""

    span: int
    own: Span
    words: str | None = None


class Instance(NamedTuple):
    """An instance of one graph in its bag; ``spans`` index ``Bag.spans`` and are sorted.

    ``extents`` has those spans that this instance's graph has with another extent or in another spelling.
    """

    label: str
    name: str
    spans: tuple[int, ...]
    types: tuple[Term, ...] = ()
    statements: tuple[Statement, ...] = ()
    extents: tuple[Extent, ...] = ()


class FactArgument(NamedTuple):
    """What a fact that diverges has in one role in the two graphs, as a person reads it; None for nothing.

    ``differs`` also where both are called the same. ``former`` is the role in the baseline where it is
    another one.
    """

    role: Term
    before: str | None
    after: str | None
    differs: bool
    former: Term | None = None


class FactPlace(NamedTuple):
    """Where a text says a part of a fact; that may lie in another bag, and need not be a mention.

    ``role`` is the label of an argument's role, ``TRIGGER`` or ``SAID_HERE``. ``before`` and ``after`` tell
    whether it is a place of the baseline's fact, and of the changed graph's.
    """

    role: str
    span: Span
    words: str | None
    before: bool
    after: bool


TRIGGER, SAID_HERE = "event", "said here"
"""What the place of an event is called, and that of the words which a graph names as the source of a fact."""


class ToldFact(NamedTuple):
    """A fact that diverges, complete in itself, as it is in the two graphs; None where one has none.

    ``before`` and ``after`` are its predicate, and its first argument is its subject; of an event
    (``is_event``) they are the event, without a name, and its arguments are its roles.
    """

    before: Term | None
    after: Term | None
    is_event: bool
    arguments: tuple[FactArgument, ...]
    places: tuple[FactPlace, ...] = ()


class Divergence(NamedTuple):
    """One row of what differs: which instances (indices into the bag's two lists), which spans, in words.

    ``added`` and ``dropped`` list types or statements, for those two kinds, and ``fact`` is what the kinds of
    facts are about. ``direction`` is ``UNKNOWN`` where there is no gold graph.
    """

    kind: Kind
    baseline: int | None
    changed: int | None
    spans: tuple[int, ...]
    sentence: str
    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    direction: Direction = Direction.UNKNOWN
    fact: ToldFact | None = None


@dataclass(frozen=True)
class Bag:
    """One interesting bag, complete in itself: what a reviewer is asked about.

    ``spans`` are sorted by (document, begin, end) and ``words`` is the text that each covers (None where
    the text is not known). ``partners`` pairs indices of ``baseline`` and ``changed`` instances.
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
        """The kinds of its divergences, each once, in the order of ``Kind``."""
        return tuple(sorted({row.kind for row in self.divergences}, key=_ORDER_OF_KINDS.__getitem__))


class DocumentRun(NamedTuple):
    """Neighbouring spans of one document: the first one, and the end, which is not part of the run."""

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

    ``number`` tells it from the other chains of gold; ``mentions`` and ``documents`` count all that it has,
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
    """All mentions of one document, also outside of bags, each where its own graph has it, in text order."""

    baseline: tuple[Span, ...]
    changed: tuple[Span, ...]
    gold: tuple[GoldMention, ...] = ()


AROUND_A_MENTION = 120
"""Code points of the text on either side of a mention out of its bag: who must decide reads a sentence."""


class MentionInText(NamedTuple):
    """A mention with the text around it, as far as that is known."""

    document: str
    left: str
    words: str
    right: str


class KeptQuestion(NamedTuple):
    """A link that both graphs have: does ``mention`` belong to the mentions before it in its chain?

    ``before`` are some of these in text order, the nearest one last; ``more`` counts those left out.
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
        """Whether any span has an extent of its own in either graph."""
        return any(self._own)

    def spans(self) -> set[int]:
        """The spans that have an extent of their own in either graph."""
        return {span for own in self._own for span in own}

    def lie_apart(self, span: int) -> bool:
        """Whether the graphs have the span in two places, and not only in two spellings."""
        if not any(span in own for own in self._own):
            return False
        return self.place(BASELINE, span) != self.place(CHANGED, span)

    def place(self, side: int, span: int) -> Span:
        """The span as this graph has it."""
        extent = self._own[side].get(span)
        return self._bag.spans[span] if extent is None else extent.own

    def words(self, side: int, span: int) -> str | None:
        """The words of the span as this graph has it, None where they are not known."""
        extent = self._own[side].get(span)
        return self._bag.words[span] if extent is None else extent.words
