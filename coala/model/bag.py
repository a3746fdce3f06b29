"""A bag as small objects, for display, storage and verdicts.

A bag has the chains of both graphs that are connected by shared spans, directly or through other chains. It
is what a reviewer judges at once. An instance is a chain with its name, types and statements. All parts of a
bag refer to each other by index: ``Instance.spans`` are indices of ``Bag.spans``, and ``Divergence.baseline``
is an index of ``Bag.baseline``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from coala.model.kinds import CHAIN_PAIR_KINDS, Kind
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.values import Span


class Verdict(StrEnum):
    """A reviewer's verdict on a bag: better, worse, the same, or not sure."""

    BETTER = "+"
    WORSE = "-"
    SAME = "="
    UNSURE = "?"


class Direction(StrEnum):
    """The direction of a divergence relative to the gold graph; it is not a verdict.

    Divergences that are shown as one change are ``MIXED`` together if their directions differ.
    """

    TOWARDS = "towards gold"
    AWAY = "away from gold"
    NEITHER = "neither"
    MIXED = "mixed"
    UNKNOWN = ""


class Term(NamedTuple):
    """A class, property or value: its readable label ("Person"), and its full name in the graph (an IRI)."""

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
    """A span that one graph has with other offsets or another spelling than the bag.

    Spans with different offsets can be matched ("the old house" and "house"); the bag has one of the two.
    """

    span: int  # an index of ``Bag.spans``
    own: Span  # the span as this graph has it
    words: str | None = None  # the words in this graph, None if they are unknown


class KnowledgeBaseEntry(NamedTuple):
    """The entry of a knowledge base that an instance is linked to.

    ``words`` and ``description`` are what the graph states about the entry, "" for nothing.
    """

    base: str  # the title of the knowledge base, such as "Wikidata"
    label: str  # its name there, as the reader sees it: "Q90"
    name: str  # the IRI in its normal form
    words: str = ""  # its stated label, such as "Paris"
    description: str = ""

    @property
    def shown(self) -> str:
        """The entry for the reader: "Paris (Q90)", or "Q90" without words of its own."""
        is_same = self.words.casefold() == self.label.casefold()
        return f"{self.words} ({self.label})" if self.words and not is_same else self.label


class Instance(NamedTuple):
    """An instance of one graph in its bag: a chain with its name, types, statements and entries."""

    label: str  # readable
    name: str  # the IRI, or "" for a blank node
    spans: tuple[int, ...]  # indices of ``Bag.spans``, in ascending order
    types: tuple[Term, ...] = ()
    statements: tuple[Statement, ...] = ()
    extents: tuple[Extent, ...] = ()  # the spans that this graph has with other offsets or spelling
    entries: tuple[KnowledgeBaseEntry, ...] = ()  # in the knowledge bases that are compared


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
"""Values of ``FactPlace.role``: a mention of the event itself, and words named as the source of a fact."""


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


MOST_SPANS_OF_PROPERTY = 20
"""The most spans of a row about a type or statement.

An instance may have thousands of mentions and of statements, so their product must be bounded.
"""


class Divergence(NamedTuple):
    """One difference between the graphs inside a bag."""

    kind: Kind
    baseline: int | None  # the baseline's instance, an index of ``Bag.baseline``
    changed: int | None  # the changed graph's instance, an index of ``Bag.changed``
    # The spans that differ, indices of ``Bag.spans``; of a type, statement or link, those of its instance.
    spans: tuple[int, ...]
    sentence: str
    # The type, statement, entries or fact that came, for rows of these kinds; the entries of a mention that
    # was moved, split or merged and is linked to another entry now.
    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    direction: Direction = Direction.UNKNOWN  # ``UNKNOWN`` without a gold graph
    fact: FactDifference | None = None  # set for the kinds of facts

    @property
    def is_relink(self) -> bool:
        """True if a mention went to the chain of another entry."""
        return self.kind in CHAIN_PAIR_KINDS and bool(self.added or self.dropped)


def _know_no_titles(_document: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Bag:
    """One interesting bag (a bag in which the graphs differ) with everything that a reviewer needs."""

    fingerprint: str  # a digest of the content; verdicts are stored under it
    title: str
    spans: tuple[Span, ...]  # sorted by (document, begin, end)
    words: tuple[str | None, ...]  # the text of each span, None if it is unknown
    baseline: tuple[Instance, ...]
    changed: tuple[Instance, ...]
    partners: tuple[tuple[int, int], ...]  # the same instance in both graphs: (baseline index, changed index)
    divergences: tuple[Divergence, ...]
    # Not stored with the bag:
    nouns: Nouns = IN_TEXTS
    titles_of: Callable[[str], Sequence[str]] = field(default=_know_no_titles, compare=False, repr=False)
    """Returns the first lines of a document, quoted, its title first; none if its text is not known."""

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The documents of the bag's spans, in sorted order."""
        return tuple(dict.fromkeys(map(attrgetter("document"), self.spans)))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its divergences without duplicates, in the order of ``Kind``.

        A mention that went to the chain of another entry is a changed link too.
        """
        found = {row.kind for row in self.divergences}
        if any(row.is_relink for row in self.divergences):
            found.add(Kind.LINK)
        return tuple(sorted(found, key=_ORDER_OF_KINDS.__getitem__))


class DocumentRun(NamedTuple):
    """Neighbouring spans of one document: the index of the first one, and the end (exclusive)."""

    document: str
    first: int
    end: int


def document_runs(spans: Iterable[Span]) -> list[DocumentRun]:
    """Return the runs of neighbouring spans in one document: documents A A B A have three runs."""
    runs, end = [], 0
    for document, run in groupby(map(attrgetter("document"), spans)):
        first, end = end, end + sum(1 for _ in run)
        runs.append(DocumentRun(document, first, end))
    return runs


def documents_at(spans: Sequence[Span], indices: Iterable[int]) -> list[str]:
    """Return the documents of the spans with these indices, each once, in the order of the indices."""
    return list(dict.fromkeys([spans[index].document for index in indices]))


_ORDER_OF_KINDS = {kind: place for place, kind in enumerate(Kind)}


class GoldChain(NamedTuple):
    """A chain of the gold graph that has at least one span of a bag."""

    number: int  # identifies the chain in the gold graph
    label: str
    name: str
    spans: tuple[int, ...]  # indices of ``Bag.spans``, in ascending order
    mentions: int  # all mentions of the chain, also outside of the bag
    documents: int  # all its documents, also outside of the bag


class GoldMention(NamedTuple):
    """A mention of gold, and the numbers of its chains (``GoldChain.number``)."""

    span: Span
    chains: tuple[int, ...]


class ChainTraits(NamedTuple):
    """What a graph states about a chain, as readable text."""

    types: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()  # in the knowledge bases that are compared: "Paris (Q90)"


NO_TRAITS = ChainTraits()


class DocumentMentions(NamedTuple):
    """All mentions of one document, in text order: those outside of the bag too.

    Each graph's mentions have the offsets of that graph, even where two spans were matched. Chains have
    numbers from 0 within the document, which partners share.
    """

    baseline: tuple[Span, ...]
    changed: tuple[Span, ...]
    gold: tuple[GoldMention, ...] = ()
    chains: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] = ((), ())
    """The numbers of the chains of each mention of the baseline, and of the changed graph."""
    traits: tuple[Mapping[int, ChainTraits], Mapping[int, ChainTraits]] = ({}, {})
    """The traits of the chains of the baseline and of the changed graph that have any, by number."""


AROUND_A_MENTION = 120
"""Code points of text to show on either side of a mention without its bag: about a sentence."""


class MentionInText(NamedTuple):
    """A mention with the text around it, if the text is known."""

    document: str
    left: str
    words: str
    right: str


class KeptQuestion(NamedTuple):
    """A link that both graphs have, as a question: whether ``mention`` belongs to those before it."""

    mention: MentionInText
    before: tuple[MentionInText, ...]  # some earlier mentions of its chain in text order, the nearest last
    more: int = 0  # the number of earlier mentions that are left out


BASELINE, CHANGED = 0, 1


class Extents:
    """Look-up of the offsets and words that each graph has for the spans of a bag.

    A side is ``BASELINE`` or ``CHANGED``, and a span is an index of ``Bag.spans``. A span without an
    ``Extent`` is the same in both graphs and in the bag.
    """

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        # For each side: the extent by its span.
        self._own: tuple[dict[int, Extent], ...] = tuple(
            {extent.span: extent for instance in side for extent in instance.extents}
            for side in (bag.baseline, bag.changed)
        )

    def __bool__(self) -> bool:
        """Return True if any span differs between the bag and a graph."""
        return any(self._own)

    def spans(self) -> set[int]:
        """Return the spans that differ between the bag and a graph."""
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
