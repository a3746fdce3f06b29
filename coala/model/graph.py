"""The output of one system as arrays: spans, mentions, instances, statements.

Offsets are Unicode code points, 0-based, end exclusive. What may exist by the million is in columns of
arrays; the single bag that a person looks at is an object (``coala.model.bag``). This layer does not know
RDF: a mention is a document, begin and end, and an instance is a row number.
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

    A row states that instance ``subject`` has ``predicate`` with ``value``, or with ``inverse``, that it is
    the object. ``predicate`` and ``value`` index ``Graph.predicates`` and ``Graph.values``. Values are
    written as in ``coala.model.values``, where every instance is ``REFERENCE``. The reference columns
    identify these instances: statement row ``reference_statement`` refers, at ``reference_path`` (indexes
    ``Graph.paths``; an empty path means that the whole value is the instance), to instance
    ``reference_instance``.
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
    """The complete output of one system on the corpus.

    ``documents`` are the identifiers in sorted order; ``texts`` the text of each, or None. Per instance:
    ``names`` (the IRI, or "" for a blank node; shown, never compared), ``labels`` (as stated, or None) and
    ``types`` (sorted IRIs). ``mention_texts`` has the anchors (row of a mention -> words) in documents that
    have no text. ``term_labels`` maps IRIs of classes, properties and values to stated labels. ``minimums``
    has the least that a response must cover (row of a mention -> begin, end: MUC's MIN, or the head), and
    ``optional`` the rows of mentions that a response may lack. ``relations`` are the inverse, symmetric and
    transitive predicates that the vocabulary and the graph declare; when statements are in canonical form
    (``coala.prepare.canonical_relations``), only the symmetric and transitive ones. ``facts`` are the
    statements that the system makes as facts, with the words that express each. ``unclear_values`` are the
    nested values that cannot be parsed back correctly.
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
