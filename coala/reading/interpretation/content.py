"""The content of a graph as columns and lists, in any order and without numpy.

The process that reads a graph can build it before it imports numpy.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from coala.base.files import Source
from coala.model.notices.notice import Notice
from coala.model.values import SpanShape


class MentionColumns(NamedTuple):
    """One row a mention: numbers of its document, shape (-1 for none), instance and anchor (or ``UNSET``)."""

    document: array[int]
    begin: array[int]
    end: array[int]
    shape: array[int]
    instance: array[int]
    anchor: array[int]


class StatementColumns(NamedTuple):
    """The columns of ``coala.model.graph.Statements``, which number the lists of ``Content``."""

    subject: array[int]
    predicate: array[int]
    inverse: array[int]
    value: array[int]
    reference_statement: array[int]
    reference_path: array[int]
    reference_instance: array[int]


class FactColumns(NamedTuple):
    """The columns of ``coala.model.facts.Facts`` that cannot be derived from others.

    ``events`` are instances. ``statement`` has the row of each statement that is stated as a fact, once, and
    ``origin`` how it is stated. ``stated_row`` is the row of the statement that a place expresses.
    """

    events: array[int]
    statement: array[int]
    origin: array[int]
    stated_row: array[int]
    document: array[int]
    begin: array[int]
    end: array[int]
    shape: array[int]


def no_facts() -> FactColumns:
    """Return the columns of a graph without facts."""
    return FactColumns(*(array("q") for _ in FactColumns._fields))


class LeastExtent(NamedTuple):
    """The least that a response must cover of the mention in this row."""

    mention: int
    begin: int
    end: int


class Content(NamedTuple):
    """The contents of ``coala.model.graph.Graph``, but in any order and maybe with duplicates.

    Columns number the items of the lists, which are distinct. ``optional`` are rows of mentions, and
    ``anchors`` the words that mentions state.
    """

    mentions: MentionColumns
    statements: StatementColumns
    facts: FactColumns
    documents: list[str]
    texts: list[str | None]
    shapes: list[SpanShape]
    anchors: list[str]
    minimums: list[LeastExtent]
    optional: list[int]
    names: list[str]
    labels: list[str | None]
    types: Sequence[tuple[str, ...]]
    predicates: list[str]
    values: list[str]
    unclear_values: list[str]
    inverse: list[tuple[str, str]]
    symmetric: list[str]
    transitive: list[str]
    paths: list[str]
    term_labels: dict[str, str]
    notices: list[Notice]
    sources: list[Source]
