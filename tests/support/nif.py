"""Small NIF graphs for tests, ways to read them, and their content in a readable form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyoxigraph

from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import ReadOptions
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import TERMS
from coala.reading.read import read_graphs
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import load_vocabulary

PREFIXES = """\
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://example.org/> .
"""

BOB = """\
:doc nif:isString "Bob Smith met John." .
:m1 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 9 ; nif:anchorOf "Bob Smith" ;
    itsrdf:taIdentRef :bob .
"""
"""One document, one mention of one instance: the smallest graph that can be used."""

JOHN = """\
:m2 nif:referenceContext :doc ; nif:beginIndex 14 ; nif:endIndex 18 ; nif:anchorOf "John" ;
    itsrdf:taIdentRef :john .
"""

HOME = "http://example.org/"


def read(folder: Path, turtle: str, **options: Any) -> Graph:
    """Read a Turtle text (the prefixes come before it) as a file, in a child process."""
    file = folder / "graph.ttl"
    file.write_text(PREFIXES + turtle, encoding="utf-8")
    (graph,) = read_graphs([str(file)], ReadOptions(**options))
    return graph


def read_here(data: str, syntax: pyoxigraph.RdfFormat = pyoxigraph.RdfFormat.N_TRIPLES) -> Graph:
    """Read a text in this process: hundreds of examples need no hundreds of children."""
    vocabulary = load_vocabulary(None)
    collector = Collector(vocabulary)
    collector.collect(pyoxigraph.parse(data, format=syntax), TERMS)
    content = interpret("graph", collector, vocabulary, Remarks(vocabulary.words()), None)
    return build_graph("graph", content)


def chains(graph: Graph) -> dict[str, list[tuple[str, int, int]]]:
    """Return the spans of each instance, without the common beginning of all IRIs."""
    found: dict[str, list[tuple[str, int, int]]] = {short(name): [] for name in graph.names}
    columns = graph.mentions
    for document, begin, end, instance in zip(
        columns.document.tolist(),
        columns.begin.tolist(),
        columns.end.tolist(),
        columns.instance.tolist(),
        strict=True,
    ):
        found[short(graph.names[instance])].append((short(graph.documents[document]), begin, end))
    return found


def statements(graph: Graph) -> set[str]:
    """Return each statement in one line: ``bob -knows-> @ (=john)``; ``<-`` marks those read backwards."""
    return set(list_statements(graph))


def list_statements(graph: Graph) -> list[str]:
    """Return the statements as ``statements`` does, in the order of the graph."""
    rows = graph.statements
    references: dict[int, list[str]] = {}
    for row, path, instance in zip(
        rows.reference_statement.tolist(),
        rows.reference_path.tolist(),
        rows.reference_instance.tolist(),
        strict=True,
    ):
        place = short(graph.paths[path])
        references.setdefault(row, []).append(f"{place}={short(graph.names[instance])}")
    lines = []
    for row in range(len(rows)):
        predicate = short(graph.predicates[rows.predicate[row]])
        arrow = f"<-{predicate}-" if rows.inverse[row] else f"-{predicate}->"
        who = f" ({', '.join(references[row])})" if row in references else ""
        value = short(graph.values[rows.value[row]])
        lines.append(f"{short(graph.names[rows.subject[row]])} {arrow} {value}{who}")
    return lines


def short(text: str) -> str:
    """Return the text without the beginning that all IRIs of a test share."""
    return text.replace(HOME, "")


def notices(graph: Graph) -> dict[str, int]:
    """Return code and count of every notice."""
    return {notice.code: notice.count for notice in graph.notices}


def notice(graph: Graph, code: str) -> Notice:
    """Return the only notice with this code."""
    (found,) = (notice for notice in graph.notices if notice.code == code)
    return found


def everything(graph: Graph, names: bool = True) -> dict[str, Any]:
    """Return all of a graph except its origin, comparable with ``==``."""
    values = {
        key: value for key, value in vars(graph).items() if key not in ("path", "sources", "notices", "names")
    }
    for key in ("mentions", "statements", "facts"):
        values[key] = {name: column.tolist() for name, column in vars(values[key]).items()}
    values["mention_texts"] = dict(graph.mention_texts)
    values["term_labels"] = dict(graph.term_labels)
    # A repeated triple is seen in a text and not in a set of triples.
    values["notices"] = [
        (notice.code, notice.count)
        for notice in graph.notices
        if notice.code not in ("duplicate-triples", "fallback-reader")
    ]
    if names:
        values["names"] = graph.names
    return values


NUMBERED = " ".join(f"w{number:02}" for number in range(40))
"""A text whose word 7 is "w07"."""


def write_numbered(
    path: Path,
    chains: Iterable[Iterable[int]],
    *,
    name: str = "doc",
    texts: Mapping[str, str] | None = None,
) -> str:
    """Write a graph with these chains of words of ``NUMBERED``, by their numbers; return its path.

    ``texts`` are other documents of the graph, in which nothing is mentioned.
    """
    written = [PREFIXES]
    for document, text in {name: NUMBERED, **(texts or {})}.items():
        written.append(f':{document} a nif:Context ; nif:isString "{text}" .\n')
    for chain in chains:
        words = list(chain)
        written += (
            f":{name}-{word} nif:referenceContext :{name} ; nif:beginIndex {4 * word} ; "
            f"nif:endIndex {4 * word + 3} ; itsrdf:taIdentRef :{name}-chain-{words[0]} .\n"
            for word in words
        )
    path.write_text("".join(written), encoding="utf-8")
    return str(path)
