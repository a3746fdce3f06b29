"""The output of one system as arrays: spans, mentions, instances, statements, facts.

Offsets are Unicode code points, 0-based, end exclusive. What may exist by the million is in columns of
arrays; the single bag that a person looks at is an object (``coala.model.bag``). This layer does not know
RDF: a mention is a document, begin and end, and an instance is a row number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.files import Source
from coala.model.notices.notice import Notice
from coala.model.relations import Relations
from coala.model.values import SpanShape


@dataclass(frozen=True, eq=False)
class Mentions:
    """All mentions of a graph as columns of one length, without duplicates.

    ``document`` indexes ``Graph.documents``, ``instance`` the instances, and ``shape`` indexes
    ``Graph.shapes`` (-1 for a span without gaps).
    """

    document: Integers
    begin: Integers
    end: Integers
    shape: Integers
    instance: Integers

    def __len__(self) -> int:
        return len(self.instance)


@dataclass(frozen=True, eq=False)
class Statements:
    """All statements of a graph as columns, without duplicates.

    Values are texts in the notation of ``coala.model.values``, which writes every instance as ``@``. The
    reference columns say which instances these are. If row 4 states that Ada ``knows`` Ben, its value is
    ``@``, and one row of the references has statement 4, the empty path and the number of Ben.
    """

    # One row for each statement.
    subject: Integers  # an instance
    predicate: Integers  # an index of ``Graph.predicates``
    inverse: Booleans  # True if ``subject`` is the object of the statement, and the value its subject
    value: Integers  # an index of ``Graph.values``

    # One row for each instance in a value: the row of the statement, the position in a nested value (an index
    # of ``Graph.paths``; the empty path means that the instance is the whole value), and the instance.
    reference_statement: Integers
    reference_path: Integers
    reference_instance: Integers

    def __len__(self) -> int:
        return len(self.subject)


def _empty() -> Integers:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a graph as columns."""

    # The instances that are events, in ascending order.
    events: Integers = field(default_factory=_empty)

    # One row for each statement that belongs to a fact: its row in ``Graph.statements`` (ascending), the
    # number of its fact, and how it is stated (``coala.model.origins``; the first of several ways).
    statement: Integers = field(default_factory=_empty)
    fact: Integers = field(default_factory=_empty)
    origin: Integers = field(default_factory=_empty)

    # One row for each fact: its event, or -1 if the fact is a single statement.
    event: Integers = field(default_factory=_empty)

    # One row for each place in a text that expresses a statement, sorted and without duplicates; they are not
    # mentions. ``row`` indexes ``statement``, ``document`` indexes ``Graph.documents``, and ``shape`` indexes
    # ``Graph.shapes`` (-1 for a span without gaps).
    row: Integers = field(default_factory=_empty)
    document: Integers = field(default_factory=_empty)
    begin: Integers = field(default_factory=_empty)
    end: Integers = field(default_factory=_empty)
    shape: Integers = field(default_factory=_empty)

    def __len__(self) -> int:
        """Return the number of facts."""
        return len(self.event)


@dataclass(frozen=True, eq=False)
class Graph:
    """The complete output of one system on the corpus."""

    path: str  # the file or folder, as it was given

    documents: tuple[str, ...]  # identifiers in sorted order
    texts: tuple[str | None, ...]  # the text of each document, None if it is unknown

    mentions: Mentions
    shapes: tuple[SpanShape, ...]  # indexed by ``Mentions.shape``

    # One element for each instance.
    names: Sequence[str]  # the IRI, or "" for a blank node; shown, never compared
    labels: Sequence[str | None]  # as stated, or None
    types: Sequence[tuple[str, ...]]  # sorted IRIs

    # The statements, and the texts that their columns index.
    statements: Statements
    predicates: tuple[str, ...]  # IRIs
    values: Sequence[str]  # in the notation of ``coala.model.values``
    paths: tuple[str, ...]

    other_names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Instance -> its further IRIs, if it is several nodes with mentions, joined by owl:sameAs."""
    mention_texts: Mapping[int, str] = field(default_factory=dict)
    """Row of a mention -> its words as stated, in documents without a text."""
    term_labels: Mapping[str, str] = field(default_factory=dict)
    """IRI of a class, property or value -> its stated label."""
    descriptions: Mapping[str, str] = field(default_factory=dict)
    """IRI of an instance or a value -> its stated description, such as rdfs:comment."""
    minimums: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Row of a mention -> begin and end of what a response must at least cover: MUC's MIN, or the head."""
    optional: frozenset[int] = frozenset()
    """The rows of mentions that a response may lack (MUC's OPT)."""
    forms: Mapping[int, str] = field(default_factory=dict)
    """Row of a mention -> its form (``values.MENTION_FORMS``), if it was requested and the file has it."""
    unclear_values: frozenset[str] = frozenset()
    """The nested values that cannot be parsed back correctly."""
    relations: Relations = field(default_factory=Relations)
    """The inverse, symmetric and transitive predicates that the vocabulary and the graph declare.

    Once statements are in canonical form (``coala.prepare.canonical_relations``), the inverse ones are gone.
    """
    facts: Facts = field(default_factory=Facts)
    """The statements that the system marks as facts, with the words that express each."""
    sources: tuple[Source, ...] = ()
    notices: tuple[Notice, ...] = ()
