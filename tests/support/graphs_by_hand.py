"""Small graphs by hand, readable in a test, as the arrays of ``Graph``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from coala.base.arrays import Integers
from coala.model.facts import FactPlaces, group_facts
from coala.model.graph import Facts, Graph, Mentions, Statements
from coala.model.origins import NAMED_GRAPH
from coala.model.values import REFERENCE, Span, SpanShape

Triple = tuple[str, str, str]

DOC_1 = "http://example.org/doc1"
DOC_2 = "http://example.org/doc2"
TEXTS = {DOC_1: "Bob Smith met John Doe and then he left.", DOC_2: "R. Smith is in town."}
A = Span(DOC_1, 0, 9)
B = Span(DOC_1, 14, 22)
C = Span(DOC_1, 32, 34)
D = Span(DOC_2, 0, 8)


def _shape(span: Span) -> SpanShape:
    return SpanShape(span.fragments, span.zero)


def graph(
    chains: Mapping[str, Sequence[Span]],
    *,
    types: Mapping[str, Sequence[str]] | None = None,
    statements: Sequence[Triple] = (),
    labels: Mapping[str, str] | None = None,
    texts: Mapping[str, str | None] | None = None,
    events: Sequence[str] = (),
    facts: Mapping[Triple, Sequence[Span]] | None = None,
) -> Graph:
    """Return a graph with these chains.

    A statement (instance, predicate, value) refers to another instance when the value is its name; a
    predicate that begins with ``^`` is read backwards. ``events`` are instances, and ``facts`` are those of
    the statements that are stated as facts, with the places that say them.
    """
    texts = TEXTS if texts is None else texts
    names = list(chains)
    rows = [(span, name) for name, spans in chains.items() for span in spans]
    documents = sorted({span.document for span, _ in rows} | set(texts))
    said = [span for spans in (facts or {}).values() for span in spans]
    shapes = sorted({_shape(span) for span in (*(span for span, _ in rows), *said) if any(_shape(span))})
    return Graph(
        path="graph.ttl",
        documents=tuple(documents),
        texts=tuple(texts.get(document) for document in documents),
        mentions=Mentions(
            document=_column(documents.index(span.document) for span, _ in rows),
            begin=_column(span.begin for span, _ in rows),
            end=_column(span.end for span, _ in rows),
            shape=_column(shapes.index(_shape(span)) if any(_shape(span)) else -1 for span, _ in rows),
            instance=_column(names.index(name) for _, name in rows),
        ),
        shapes=tuple(shapes),
        names=tuple(f"http://example.org/{name}" for name in names),
        labels=tuple((labels or {}).get(name) for name in names),
        types=tuple(tuple(sorted((types or {}).get(name, ()))) for name in names),
        statements=(columns := _statements(statements, names)),
        facts=_facts(columns, statements, names, documents, shapes, events, facts or {}),
        predicates=_predicates(statements),
        values=_values(statements, names),
        paths=("",),
    )


def _statements(triples: Sequence[Triple], names: list[str]) -> Statements:
    predicates, values = _predicates(triples), _values(triples, names)
    references = [(row, value) for row, (_, _, value) in enumerate(triples) if value in names]
    return Statements(
        subject=_column(names.index(subject) for subject, _, _ in triples),
        predicate=_column(predicates.index(predicate.lstrip("^")) for _, predicate, _ in triples),
        inverse=np.array([predicate.startswith("^") for _, predicate, _ in triples], dtype=bool),
        value=_column(values.index(REFERENCE if value in names else value) for _, _, value in triples),
        reference_statement=_column(row for row, _ in references),
        reference_path=_column(0 for _ in references),
        reference_instance=_column(names.index(value) for _, value in references),
    )


def _facts(
    columns: Statements,
    triples: Sequence[Triple],
    names: list[str],
    documents: list[str],
    shapes: list[SpanShape],
    events: Sequence[str],
    facts: Mapping[Triple, Sequence[Span]],
) -> Facts:
    stated = sorted(map(triples.index, facts))
    said = [(triples.index(triple), span) for triple, spans in facts.items() for span in spans]
    return group_facts(
        columns,
        np.array([value in names for _, _, value in triples], dtype=bool),
        _column(sorted(map(names.index, events))),
        _column(stated),
        _column(NAMED_GRAPH for _ in stated),
        FactPlaces(
            _column(row for row, _ in said),
            _column(documents.index(span.document) for _, span in said),
            _column(span.begin for _, span in said),
            _column(span.end for _, span in said),
            _column(shapes.index(_shape(span)) if any(_shape(span)) else -1 for _, span in said),
        ),
    )


def _predicates(triples: Sequence[Triple]) -> tuple[str, ...]:
    return tuple(sorted({predicate.lstrip("^") for _, predicate, _ in triples}))


def _values(triples: Sequence[Triple], names: list[str]) -> tuple[str, ...]:
    return tuple(sorted({REFERENCE if value in names else value for _, _, value in triples}))


def _column(values: Iterable[int]) -> Integers:
    return np.array(list(values), dtype=np.int64)


SEED = {
    "X": graph({"x1": [A, C, D], "x2": [B]}),
    "Y": graph({"y1": [A, C], "y2": [B], "y3": [D]}),
    "Z": graph({"z1": [A, D], "z2": [B, C]}),
}
"""The example of the COALA paper with offsets that fit its text (specification, section 3)."""
