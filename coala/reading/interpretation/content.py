"""What interpretation finds becomes the content of a graph: columns and lists, still in any order.

It passes from the process that read the graph to its parent, so nothing here knows of numpy.
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
    """The columns of ``coala.model.graph.Statements``, whose numbers are those of the lists below."""

    subject: array[int]
    predicate: array[int]
    inverse: array[int]
    value: array[int]
    reference_statement: array[int]
    reference_path: array[int]
    reference_instance: array[int]


class FactColumns(NamedTuple):
    """Which statements are facts, of ``coala.model.facts.Facts`` what no other column tells.

    ``events`` are instances. ``statement`` has the row of each statement that is stated as a fact, once, and
    ``origin`` how. Of the places where facts are said ``said`` is the row of the statement.
    """

    events: array[int]
    statement: array[int]
    origin: array[int]
    said: array[int]
    document: array[int]
    begin: array[int]
    end: array[int]
    shape: array[int]


def no_facts() -> FactColumns:
    """The columns of a graph that states none."""
    return FactColumns(*(array("q") for _ in FactColumns._fields))


class LeastExtent(NamedTuple):
    """What a response must cover of the mention in this row."""

    mention: int
    begin: int
    end: int


class Content(NamedTuple):
    """All that a graph says, as ``coala.model.graph.Graph`` has it, but in any order and perhaps twice.

    Columns are numbers of things in the lists, in which every thing stands once; ``optional`` are rows of
    mentions, and ``anchors`` the words that mentions state for themselves.
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
