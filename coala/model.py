"""The words of the specification as values: a graph as arrays, a bag as small objects.

Offsets are Unicode code points, 0-based, end exclusive. Where there may be millions of a thing it is a
column of an array; where a person looks at it (one bag) it is an object. Nothing here knows RDF: a
mention is its document, begin and end, and an instance is a row number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

Fragments = tuple[tuple[int, int], ...]

REFERENCE = "@"
"""Stands for an instance inside a statement's value; which one, the statement's references say."""


@dataclass(frozen=True)
class Notice:
    """A warning about an input: the rest can be used, but the user should know.

    ``message`` is a whole sentence with the count in it; ``examples`` are at most ten, already readable.
    ``graph`` is the word for the graph that it is about ("baseline", "changed graph", ...), or "" where it
    is about none or several.
    """

    code: str
    count: int
    message: str
    examples: tuple[str, ...] = ()
    graph: str = ""


class Source(NamedTuple):
    """One file that was read: its path as the user gave it, what it held and how it was read."""

    path: str
    sha256: str
    size: int


@dataclass(frozen=True, eq=False)
class Mentions:
    """All mentions of a graph as columns of one length, without duplicates.

    ``document`` indexes ``Graph.documents``, ``instance`` the instances, and ``gaps`` indexes
    ``Graph.gaps`` (-1 for a span without gaps).
    """

    document: Integers
    begin: Integers
    end: Integers
    gaps: Integers
    instance: Integers

    def __len__(self) -> int:
        return len(self.instance)


@dataclass(frozen=True, eq=False)
class Statements:
    """All statements of a graph as columns, without duplicates.

    One row says: instance ``subject`` has (or, if ``inverse``, is the object of) ``predicate`` with
    ``value``. ``predicate`` and ``value`` index ``Graph.predicates`` and ``Graph.values``. A value is a
    term, ``REFERENCE`` for an instance, or the canonical text of a nested value in which every instance
    is ``REFERENCE``. Which instances those are stands in the reference columns: statement row
    ``reference_statement`` points, at ``reference_path`` (indexes ``Graph.paths``; the path is empty
    when the whole value is the instance), to instance ``reference_instance``.
    """

    subject: Integers
    predicate: Integers
    inverse: Booleans
    value: Integers
    reference_statement: Integers
    reference_path: Integers
    reference_instance: Integers

    def __len__(self) -> int:
        return len(self.subject)


@dataclass(frozen=True, eq=False)
class Graph:
    """Everything that one system said about the corpus.

    ``documents`` are the identifiers in sorted order; ``texts`` the text of each, or None. Per instance:
    ``names`` (the IRI, or "" for a blank node; shown, never compared), ``labels`` (as stated, or None) and
    ``types`` (sorted IRIs). ``mention_texts`` has the anchors (row of a mention -> words) of documents
    that have no text. ``term_labels`` maps IRIs of classes, properties and values to stated labels.
    ``minimums`` has the least that a response must cover (row of a mention -> begin, end: MUC's MIN, or the
    head), and ``optional`` the rows of mentions that a response may lack.

    Terms are written ``<iri>``, ``"text"``, ``"text"@en`` or ``"text"^^<datatype>``, without escapes.
    """

    path: str
    documents: tuple[str, ...]
    texts: tuple[str | None, ...]
    mentions: Mentions
    gaps: tuple[Fragments, ...]
    names: tuple[str, ...]
    labels: tuple[str | None, ...]
    types: tuple[tuple[str, ...], ...]
    statements: Statements
    predicates: tuple[str, ...]
    values: tuple[str, ...]
    paths: tuple[str, ...]
    mention_texts: Mapping[int, str] = field(default_factory=dict)
    term_labels: Mapping[str, str] = field(default_factory=dict)
    minimums: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    optional: frozenset[int] = frozenset()
    sources: tuple[Source, ...] = ()
    notices: tuple[Notice, ...] = ()


class Span(NamedTuple):
    """A stretch of a document's text; with gaps, ``fragments`` are its sorted parts, else ()."""

    document: str
    begin: int
    end: int
    fragments: Fragments = ()

    @property
    def parts(self) -> Fragments:
        """The fragments, or the whole where there is no gap."""
        return self.fragments or ((self.begin, self.end),)


class Kind(StrEnum):
    """What happened to a span or an instance (specification, section 3)."""

    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    MENTION_ADDED = "mention-added"
    MENTION_DROPPED = "mention-dropped"
    INSTANCE_ADDED = "instance-added"
    INSTANCE_DROPPED = "instance-dropped"
    TYPE = "type"
    STATEMENT = "statement"


class Verdict(StrEnum):
    """What the reviewer says of a bag: is the changed system's output the better one here?"""

    BETTER = "+"
    WORSE = "-"
    SAME = "="
    UNSURE = "?"


class Term(NamedTuple):
    """A class, property or value as a person reads it, and as it stands in the graph."""

    label: str
    name: str


class Statement(NamedTuple):
    """One statement of an instance in words; ``inverse`` means that it is read backwards."""

    predicate: Term
    value: Term
    inverse: bool = False


class Extent(NamedTuple):
    """A span (an index) as one graph has it, where that is another extent than the bag's, and its words."""

    span: int
    own: Span
    words: str | None = None


class Instance(NamedTuple):
    """An instance of one graph in its bag; ``spans`` index ``Bag.spans`` and are sorted.

    ``extents`` has those spans that this instance's graph has with another extent.
    """

    label: str
    name: str
    spans: tuple[int, ...]
    types: tuple[Term, ...] = ()
    statements: tuple[Statement, ...] = ()
    extents: tuple[Extent, ...] = ()


class Divergence(NamedTuple):
    """One row of what differs: which instances (indices into the bag's two lists), which spans, in words.

    ``added`` and ``dropped`` list types or statements, for those two kinds. ``direction`` says whether it
    went towards gold, in words, where there is a gold graph.
    """

    kind: Kind
    baseline: int | None
    changed: int | None
    spans: tuple[int, ...]
    sentence: str
    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    direction: str = ""


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

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents of the bag's spans, in sorted order."""
        return tuple(dict.fromkeys(span.document for span in self.spans))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its divergences, each once, in the order of ``Kind``."""
        present = {divergence.kind for divergence in self.divergences}
        return tuple(kind for kind in Kind if kind in present)
