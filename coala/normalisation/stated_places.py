"""Statements take over the names that the first graph has for documents and spans.

Where documents or spans of a graph are renamed, its values must follow, also inside of nested ones. One
that is too long to be kept as it stands cannot, nor one that cannot be read back (``coala.model.values``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace

import numpy as np

from coala.model.graph import Graph
from coala.model.values import Span, Value, ValueKind, digest, may_name, replace_leaves


def with_documents(graph: Graph, names: Mapping[str, str]) -> Graph:
    """The graph with documents in its values renamed, old identifier to new."""

    def rename(value: Value) -> Value | None:
        new = names.get(value.name)
        return None if new is None else value._replace(name=new)

    return _with_values(graph, names.keys(), rename)


def with_places(graph: Graph, spans: Mapping[Span, Span]) -> Graph:
    """The graph with other extents of the spans in its values."""
    places = {(old.document, old.parts, old.zero): new for old, new in spans.items()}

    def move(value: Value) -> Value | None:
        place = value.name, value.fragments, value.zero
        new = places.get(place) if value.kind is ValueKind.PLACE else None
        if new is None:
            return None
        # The notation of values has a mark without blanks, and what it says is of no interest.
        mark = f"unplaced-{digest(new.unplaced)}" if new.unplaced else new.zero
        return value._replace(name=new.document, fragments=new.parts, zero=mark)

    return _with_values(graph, {span.document for span in spans}, move)


def _with_values(graph: Graph, documents: Set[str], replaced: Callable[[Value], Value | None]) -> Graph:
    """The graph with other values, of which those that name none of these documents stay."""
    values = [
        replace_leaves(value, replaced)
        if may_name(value, documents) and value not in graph.unclear_values
        else value
        for value in graph.values
    ]
    if values == list(graph.values):
        return graph
    distinct = sorted(set(values))
    place = {value: number for number, value in enumerate(distinct)}
    numbers = np.array([place[value] for value in values], dtype=np.int64)
    statements = replace(graph.statements, value=numbers[graph.statements.value])
    return replace(graph, values=tuple(distinct), statements=statements)
