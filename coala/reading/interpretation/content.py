"""The content of a graph as columns and lists: the result of ``interpret``, and the input of ``build_graph``.

It is still in any order, and may have duplicates. A column is an array of numbers with one entry a row; a
number is usually the place of an item in one of the lists of ``Content``. For example, ``document[7] == 2``
says that the mention in row 7 is in the document ``documents[2]``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from coala.base.files import Source
from coala.model.notices.notice import Notice
from coala.model.values import SpanShape


class MentionColumns(NamedTuple):
    """One row for each mention."""

    document: array[int]
    begin: array[int]  # in code points
    end: array[int]  # exclusive
    shape: array[int]  # -1 for a span without gaps, which is not a zero
    instance: array[int]
    anchor: array[int]  # ``UNSET`` if the mention does not state its words, or they need not be kept


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
    """The columns of ``coala.model.graph.Facts`` that cannot be derived from others."""

    events: array[int]  # the instances that are events

    # One row for each statement that is a fact.
    statement: array[int]  # its row in ``StatementColumns``
    origin: array[int]  # how it is stated, a number of ``coala.model.origins``

    # One row for each place in a text that expresses a fact.
    stated_row: array[int]  # the row of the statement
    document: array[int]
    begin: array[int]
    end: array[int]
    shape: array[int]


def no_facts() -> FactColumns:
    """Return the columns of a graph without facts."""
    return FactColumns(*(array("q") for _ in FactColumns._fields))


class LeastExtent(NamedTuple):
    """The least that a response must cover of a mention, as MUC's MIN states it."""

    mention: int  # the row of the mention
    begin: int
    end: int


class Content(NamedTuple):
    """The contents of ``coala.model.graph.Graph``, but in any order and maybe with duplicate rows."""

    mentions: MentionColumns
    statements: StatementColumns
    facts: FactColumns

    # Documents: identifiers, and texts where they are known.
    documents: list[str]
    texts: list[str | None]

    # Mentions: lists that the columns number, and rows of ``mentions`` with a minimum or a mark.
    shapes: list[SpanShape]  # gaps and zeros
    anchors: list[str]  # the words that mentions state
    minimums: list[LeastExtent]
    optional: list[int]
    forms: list[tuple[int, str]]  # a row of ``mentions`` and its form

    # Instances: three lists of one length, and the further IRIs of some of them.
    names: list[str]
    labels: list[str | None]
    types: Sequence[tuple[str, ...]]
    other_names: dict[int, list[str]]

    # Statements: lists that the columns number, and relations between predicates.
    predicates: list[str]
    values: list[str]
    unclear_values: list[str]  # values that cannot be parsed back
    inverse: list[tuple[str, str]]
    symmetric: list[str]
    transitive: list[str]
    paths: list[str]  # the places of instances inside values

    term_labels: dict[str, str]  # labels of predicates and types, by IRI
    descriptions: dict[str, str]  # descriptions of instances and values, by IRI
    notices: list[Notice]
    sources: list[Source]
