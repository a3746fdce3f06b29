"""What one system said of a corpus stands here as arrays: spans, mentions, instances, statements.

Offsets are Unicode code points, 0-based, end exclusive. Where there may be millions of a thing it is a
column of an array; where a person looks at it (one bag) it is an object (``coala.model.bag``). Nothing here
knows RDF: a mention is its document, begin and end, and an instance is a row number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from coala.base.files import Source
from coala.model.facts import Facts
from coala.model.notices.notice import Notice
from coala.model.relations import Relations
from coala.model.values import SpanShape

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Mentions:
    """All mentions of a graph as columns of one length, without duplicates.

    ``document`` indexes ``Graph.documents``, ``instance`` the instances, and ``shape`` indexes
    ``Graph.shapes`` (-1 for a span that is all between its begin and end).
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

    One row says: instance ``subject`` has (or, if ``inverse``, is the object of) ``predicate`` with
    ``value``. ``predicate`` and ``value`` index ``Graph.predicates`` and ``Graph.values``; the notation of
    values is that of ``coala.model.values``, in which every instance is ``REFERENCE``. Which instances
    those are stands in the reference columns: statement row
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
    ``relations`` are what vocabulary and graph say of predicates, and once statements are in canonical form
    (``coala.prepare.canonical_relations``) only which of them hold both ways or are transitive.
    ``facts`` are those statements that the system makes as facts, with the words that say each.
    ``unclear_values`` are those nested values that cannot be read back as they were meant.
    """

    path: str
    documents: tuple[str, ...]
    texts: tuple[str | None, ...]
    mentions: Mentions
    shapes: tuple[SpanShape, ...]
    names: Sequence[str]
    labels: Sequence[str | None]
    types: Sequence[tuple[str, ...]]
    statements: Statements
    predicates: tuple[str, ...]
    values: Sequence[str]
    paths: tuple[str, ...]
    mention_texts: Mapping[int, str] = field(default_factory=dict)
    term_labels: Mapping[str, str] = field(default_factory=dict)
    minimums: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    optional: frozenset[int] = frozenset()
    unclear_values: frozenset[str] = frozenset()
    relations: Relations = field(default_factory=Relations)
    facts: Facts = field(default_factory=Facts)
    sources: tuple[Source, ...] = ()
    notices: tuple[Notice, ...] = ()
