"""Statements take over the names that the first graph has for documents and spans.

A value that is a document is ``<document>``, one that is a mention ``(<document> 32 34)``, and both also
stand inside nested values (``coala.reading.interpretation.values``). Where documents or spans of a graph are
renamed, its values must follow. A nested value too long to be kept as it stands cannot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from coala.model.graph import Graph, Span

_NAME = re.compile(r"<([^<>]*)>")
_PLACE = re.compile(r"\(<[^<>]*> [0-9; ]+\)")


def with_documents(graph: Graph, names: Mapping[str, str]) -> Graph:
    """The graph with documents in its values renamed, old identifier to new."""

    def renamed(name: re.Match[str]) -> str:
        return f"<{names.get(name[1], name[1])}>"

    return _with_values(graph, lambda value: _NAME.sub(renamed, value))


def with_places(graph: Graph, spans: Mapping[Span, Span]) -> Graph:
    """The graph with other extents of the spans in its values."""
    texts = {_place(old): _place(new) for old, new in spans.items()}
    return _with_values(graph, lambda value: _PLACE.sub(lambda place: texts.get(place[0], place[0]), value))


def _with_values(graph: Graph, rewritten: Callable[[str], str]) -> Graph:
    # A literal is no name, whatever it says.
    values = [value if value.startswith('"') else rewritten(value) for value in graph.values]
    if values == list(graph.values):
        return graph
    distinct = sorted(set(values))
    place = {value: number for number, value in enumerate(distinct)}
    numbers = np.array([place[value] for value in values], dtype=np.int64)
    statements = replace(graph.statements, value=numbers[graph.statements.value])
    return replace(graph, values=tuple(distinct), statements=statements)


def _place(span: Span) -> str:
    return f"(<{span.document}> {';'.join(f'{begin} {end}' for begin, end in span.parts)})"
