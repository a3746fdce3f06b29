"""Interpretation, which gives the same graph for any order of triples, also with empty columns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coala.base.sequences import Strings
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.interpretation import mentions
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import TERMS
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import load_vocabulary
from coala.reading.worker.graph_file import read_graph, write_graph
from tests.support.nif import PREFIXES, notices, read

TEXTS = ["Bob Smith met John.", "Änne saw 😀 and Bob.", "\ud800 half"[1:]]
LITERALS = ['"Bob"', '"Bob"@en', '"robert"@de', '" "', '"Ann"', '""', '"7"^^xsd:integer', '"Bo\\"b"@en-GB']
CLASSES = [":Person", ":Place", "owl:Thing", "nif:Phrase", "[]"]


def some_lines(chance: random.Random) -> list[str]:
    """Return lines of Turtle with right, odd and wrong mentions, instances and statements."""
    lines = [
        f':d{number} nif:isString "{text}" .' for number, text in enumerate(TEXTS) if chance.random() < 0.9
    ]
    nodes = [f":i{number}" for number in range(6)] + ["_:b0", "_:b1"]
    names = []
    for number in range(chance.randrange(1, 12)):
        document = chance.randrange(3)
        begin = chance.randrange(12)
        end = begin + chance.choice([1, 3, 3, 4, 5, 0, 60])
        parts = chance.choice([f"{begin},{end}"] * 6 + [f"{begin},{begin + 1};{begin + 2},{end}"])
        name = chance.choice(
            [f":m{number}", f"<http://example.org/d{document}#char={parts}>", f"_:m{number}"]
        )
        names.append(name)
        anchor = TEXTS[document][begin:end] or "?"
        for chosen, line in (
            (0.95, f"{name} nif:beginIndex {begin} ."),
            (0.95, f"{name} nif:endIndex {end} ."),
            (0.95, f"{name} nif:referenceContext :d{document} ."),
            (0.60, f'{name} nif:anchorOf "{anchor}" .'),
            (0.05, f'{name} nif:anchorOf "else" .'),
            (0.05, f'{name} nif:beginIndex "x" .'),
            (0.05, f"{name} nif:referenceContext :d{chance.randrange(3)} ."),
            (0.95, f"{name} itsrdf:taIdentRef {chance.choice(nodes)} ."),
            (0.15, f"{name} itsrdf:taIdentRef {chance.choice(nodes)} ."),
            (0.10, f"{name} itsrdf:taClassRef {chance.choice(CLASSES)} ."),
            (0.05, f'{name} <urn:coala:zero> "nsubj#1" .'),
            (0.05, f'{name} <urn:coala:minimum> "{begin},{begin + 1}" .'),
            (0.05, f'{name} <urn:coala:optional> "true" .'),
        ):
            if chance.random() < chosen:
                lines += [line] * chance.choice([1, 1, 1, 1, 2])
    objects = [*nodes, *LITERALS, *names, ":elsewhere", "[]", "[ :of :i1 ; :as [ :of _:b1 ] ]", ":d0"]
    said = [":knows", ":knows", "rdfs:label", "rdfs:label", "skos:prefLabel", "owl:sameAs", "rdf:type", ":p2"]
    for _ in range(chance.randrange(20)):
        subject = chance.choice([*nodes, *nodes, *names, ":elsewhere", "[]", ":p2", "_:nested"])
        predicate = chance.choice(said)
        obj = chance.choice([*CLASSES, *nodes] if predicate == "rdf:type" else objects)
        lines += [f"{subject} {predicate} {obj} ."] * chance.choice([1, 1, 2])
    return lines


def interpreted(lines: Sequence[str], *, same_as: bool = True) -> Graph | str:
    # A shipped vocabulary knows no other identity than owl:sameAs.
    vocabulary = load_vocabulary("nif")._replace(
        identity=("http://example.org/p2",), transitive=("urn:part",)
    )
    collector = Collector(vocabulary)
    turtle = PREFIXES + "\n".join(lines)
    collector.collect(pyoxigraph.parse(turtle, format=pyoxigraph.RdfFormat.TURTLE), TERMS)
    remarks, options = Remarks(vocabulary.words()), ReadOptions(same_as=same_as)
    try:
        content = interpret("graph", collector, vocabulary, remarks, None, options)
    except ReadingError as error:
        return str(error)
    return build_graph("graph", content)


def assert_equal(one: Graph | str, other: Graph | str) -> None:
    if isinstance(one, str) or isinstance(other, str):
        assert one == other
        return
    for field, value in vars(one).items():
        theirs = getattr(other, field)
        if field in ("mentions", "statements", "facts"):
            for name, column in vars(value).items():
                np.testing.assert_array_equal(column, getattr(theirs, name), f"{field}.{name}")
        elif field in ("names", "labels", "types", "predicates", "values", "paths"):
            assert tuple(value) == tuple(theirs), field
        else:
            assert value == theirs, field


def handed_over(graph: Graph | str, folder: Path) -> Graph | str:
    """Return the graph as the parent process receives it."""
    if isinstance(graph, str):
        return graph
    write_graph(str(folder / "graph"), graph)
    return read_graph(str(folder / "graph"))


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([4, 10, 21]))
def test_interpret_gives_the_same_graph_for_lines_in_any_order(
    tmp_path: Path, seed: int, same_as: bool, at_once: int
) -> None:
    chance = random.Random(seed)
    lines = some_lines(chance)
    graph = interpreted(lines, same_as=same_as)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(mentions, "AT_ONCE", at_once)
        other = interpreted(chance.sample(lines, len(lines)), same_as=same_as)
    assert_equal(graph, other)
    assert_equal(graph, handed_over(other, tmp_path))


def test_interpret_refuses_a_graph_without_triples() -> None:
    message = interpreted([])
    assert isinstance(message, str)
    assert message.startswith("graph: ")
    assert "triple" not in message


def test_interpret_refuses_a_graph_without_mentions() -> None:
    message = interpreted([":i0 :knows :i1 ."])
    assert isinstance(message, str)
    assert " 1 triple" in message


def test_interpret_keeps_mentions_without_texts_or_statements() -> None:
    graph = interpreted(
        [":m nif:referenceContext :d ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef :i ."]
    )
    assert isinstance(graph, Graph)
    assert graph.texts == (None,)
    assert graph.mentions.end.tolist() == [3]
    assert tuple(graph.names) == ("http://example.org/i",)
    assert tuple(graph.types) == ((),)
    assert tuple(graph.labels) == (None,)
    assert not graph.mention_texts
    assert not len(graph.statements.subject)


def test_read_gives_a_graph_of_20_000_mentions(tmp_path: Path) -> None:
    spans = "".join(
        f":m{number} nif:referenceContext :d{number // 100} ; nif:beginIndex {number % 100} ; "
        f'nif:endIndex {number % 100 + 1} ; nif:anchorOf "ä" ; itsrdf:taIdentRef :i{number // 3} .\n'
        for number in range(20_000)
    )
    texts = "".join(f':d{number} nif:isString "{"ä" * 101}" .\n' for number in range(150))
    names = "".join(f':i{number} a :Person ; rdfs:label "N{number}"@en .\n' for number in range(0, 6000, 2))
    graph = read(tmp_path, spans + texts + names)
    assert isinstance(graph.names, Strings)
    assert len(graph.mentions) == 20_000
    assert graph.texts[:2] == ("ä" * 101,) * 2
    assert graph.texts[graph.documents.index("http://example.org/d150")] is None
    assert graph.names[0] == "http://example.org/i0"
    assert graph.labels[:2] == ("N0", None)
    assert graph.types[:2] == (("http://example.org/Person",), ())
    assert set(graph.mention_texts.values()) == {"ä"}
    assert list(graph.values) == sorted(graph.values)
    assert notices(graph) == {"document-without-text": 50}
