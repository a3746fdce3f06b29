"""Facts in any notation, and named graphs; more of them are in the case file ``facts``."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyoxigraph
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.interpretation import facts as facts_module
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import TERMS
from coala.reading.rdf.rdflib_parser import read_with_rdflib
from coala.reading.read import read_graphs
from coala.reading.remarks import Remarks
from coala.reading.sources.stream import RdfStream
from coala.reading.vocabularies.loader import load_vocabulary
from tests.reading.test_cases import CASES, PREFIXES, describe, shorten
from tests.support.nif import everything, notice, notices

TEXT = ':doc a ks:Text ; nif:isString "Chris landed in Paris, France." .\n'

INSTANCES = """\
:chris gaf:denotedBy <http://example.org/doc#char=0,5> .
:landing a sem:Event ; gaf:denotedBy <http://example.org/doc#char=6,12> .
:paris gaf:denotedBy <http://example.org/doc#char=16,21> .
:france gaf:denotedBy <http://example.org/doc#char=23,29> .
"""


def list_facts(graph: Graph) -> list[str]:
    """Return the lines of the statements that are facts."""
    return [line for line in describe(graph) if line.endswith("]")]


def read(folder: Path, trig: str, name: str = "graph.trig", **options: str) -> Graph:
    file = folder / name
    file.write_text(trig, encoding="utf-8")
    (graph,) = read_graphs([str(file)], ReadOptions(**options))  # type: ignore[arg-type]
    return graph


def interpreted(trig: str) -> Graph | str:
    vocabulary = load_vocabulary("gaf")
    collector = Collector(vocabulary)
    quads = pyoxigraph.parse(trig, format=pyoxigraph.RdfFormat.TRIG)
    collector.collect(quads, TERMS, named=True)
    remarks = Remarks(vocabulary.words())
    try:
        content = interpret("graph", collector, vocabulary, remarks, None)
    except ReadingError as error:
        return str(error)
    return build_graph("graph", content)


AIF = CASES["facts: reified statements are facts those of an event its roles"].sections["graph.ttl"]
CHRIS = CASES["facts: what denotes a named graph is no mention and a notice counts the graphs"].sections[
    "graph.trig"
]


@pytest.mark.parametrize("syntax", [pyoxigraph.RdfFormat.N_QUADS, pyoxigraph.RdfFormat.JSON_LD])
def test_named_graphs_when_in_another_syntax_are_read_alike(
    tmp_path: Path, syntax: pyoxigraph.RdfFormat
) -> None:
    quads = pyoxigraph.parse(PREFIXES + CHRIS, format=pyoxigraph.RdfFormat.TRIG)
    data = pyoxigraph.serialize(quads, format=syntax)
    assert data is not None
    graph = read(tmp_path, data.decode(), f"graph.{syntax.file_extension}")
    assert [*describe(graph)] == [*describe(read(tmp_path, PREFIXES + CHRIS))]


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_named_graphs_when_in_memory_are_read_alike(tmp_path: Path) -> None:
    dataset = rdflib.Dataset()
    dataset.parse(data=PREFIXES + CHRIS, format="trig")
    (graph,) = read_graphs([dataset], ReadOptions())
    assert [*describe(graph)] == [*describe(read(tmp_path, PREFIXES + CHRIS))]


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_named_graphs_when_read_by_the_slower_parser_have_their_names(tmp_path: Path) -> None:
    file = tmp_path / "graph.trig"
    file.write_text(PREFIXES + CHRIS, encoding="utf-8")
    collector = Collector(load_vocabulary("gaf"))
    with open(file, "rb", buffering=0) as raw:
        stream = RdfStream(str(file), raw)
        read_with_rdflib(str(file), stream, "TriG", None, collector, 0)
    names = ["doc#rl1", "doc#rl2", "nwr:instances", "nwr:provenance"]
    assert sorted(shorten(collector.names[node]) for node in collector.graphs) == names


def test_a_folder_whose_files_repeat_one_assertion_reads_as_one_file(tmp_path: Path) -> None:
    once, often = tmp_path / "once", tmp_path / "often"
    for folder, files in ((once, 1), (often, 150)):
        folder.mkdir()
        for number in range(files):
            (folder / f"{number}.ttl").write_text(PREFIXES + AIF, encoding="utf-8")
    (one,), (other,) = (read_graphs([str(folder)], ReadOptions()) for folder in (once, often))

    assert list_facts(other) == list_facts(one)
    assert list(other.types) == list(one.types)
    assert notice(other, "fact-without-instance").count == 1


def test_a_repeated_assertion_states_one_triple(tmp_path: Path) -> None:
    vocabulary = load_vocabulary("aif")
    collector = Collector(vocabulary)
    for _ in range(5):
        collector.collect(pyoxigraph.parse(PREFIXES + AIF, format=pyoxigraph.RdfFormat.TURTLE), TERMS)

    assert len(facts_module.find_facts(collector, vocabulary, Remarks(vocabulary.words())).row) == 3


def test_an_assertion_with_very_many_parts_is_left_out_and_counted(tmp_path: Path) -> None:
    things = ", ".join(f":thing{number}" for number in range(200))
    many = f":s5 rdf:subject :chris, {things} ; rdf:predicate {things} ; rdf:object {things} .\n"
    lists = f":s6 rdf:subject :chris ; rdf:predicate :knows ; rdf:object {things} .\n"
    graph = read(tmp_path, PREFIXES + AIF + many + lists, "graph.ttl")

    assert sum(" -knows-> " in line for line in list_facts(graph)) == 200
    assert notice(graph, "fact-with-many-parts").examples == ("<http://example.org/s5>",)


def test_the_graphs_of_one_file_do_not_run_on_into_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "a.trig").write_text(
        PREFIXES
        + INSTANCES
        + "{ :g gaf:denotedBy <http://example.org/doc#char=0,5> . } :g { :chris :in :paris . }"
    )
    (folder / "b.ttl").write_text(PREFIXES + TEXT + ":chris :in :france .")
    (graph,) = read_graphs([str(folder)], ReadOptions())
    assert list_facts(graph) == ["chris -in-> @ (=paris) [fact 0, named graph, doc 0-5]"]


def test_a_fact_may_have_ten_thousand_roles_and_ten_thousand_places(tmp_path: Path) -> None:
    size = 10_000
    people = "".join(
        f":p{n} gaf:denotedBy <http://example.org/doc#char={n},{n + 1}> .\n" for n in range(size)
    )
    roles = ", ".join(f":p{n}" for n in range(size))
    words = ", ".join(f"<http://example.org/doc#char={n},{n + 2}>" for n in range(size))
    graph = read(
        tmp_path,
        f"{PREFIXES}{people} :e a sem:Event ; gaf:denotedBy <http://example.org/doc#char=1,5> ; "
        f":has {roles} ."
        f" :g {{ :p0 :knows :p1 . }} {{ :g gaf:denotedBy {words} . }}",
    )
    facts = graph.facts
    assert len(facts) == 2
    assert sorted(np.bincount(facts.fact).tolist()) == [1, size]
    assert len(facts.row) == size
    assert "words-of-fact-cut" not in notices(graph)


def test_a_graph_with_many_facts_in_many_places_keeps_the_first_of_these(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(facts_module, "FREE_WORDS", 0)
    people = "".join(f":p{n} gaf:denotedBy <http://example.org/doc#char={n},{n + 1}> .\n" for n in range(30))
    said_of = ", ".join(f":p{n}" for n in range(1, 30))
    words = ", ".join(f"<http://example.org/doc#char={n},{n + 2}>" for n in range(30))
    graph = interpreted(
        f"{PREFIXES}{people} :g {{ :p0 :knows {said_of} . }} :f {{ :p1 :knows :p2 . }}"
        f"{{ :g gaf:denotedBy {words} . :f gaf:denotedBy <http://example.org/doc#char=1,5> . }}"
    )
    assert isinstance(graph, Graph)
    counts = np.bincount(graph.facts.row).tolist()
    assert counts == [10] * 29 + [1]
    assert graph.facts.begin[graph.facts.row == 0].tolist() == list(range(10))
    cut = notice(graph, "words-of-fact-cut")
    assert (cut.count, cut.examples[0].partition(" more")[0]) == (1, "<http://example.org/g>: 20")


def some_facts(chance: random.Random) -> list[str]:
    """Return statements, in graphs and outside, of instances, events and other nodes, with odd words."""
    nodes = [":i1", ":i2", ":i3", ":e1", ":e2", ":nobody", ":b"]
    lines = [TEXT] if chance.random() < 0.8 else []
    spans = [
        "<http://example.org/doc#char=0,5>",
        "<http://example.org/doc#char=6,12>",
        "<http://example.org/doc#char=6,12;16,21>",
        "<http://example.org/doc#char=6,99>",
        "<http://example.org/else#char=1,2>",
        "<http://example.org/doc>",
        ":m1",
        ":m2",
    ]
    lines += [
        ":m1 ks:mentionOf :doc ; nif:beginIndex 16 ; nif:endIndex 21 .",
        ":m2 ks:mentionOf :doc ; nif:beginIndex 16 ; nif:endIndex 29 ; nif:anchorOf 'Rome' .",
    ]
    for node in nodes:
        if chance.random() < 0.8:
            lines.append(f"{node} gaf:denotedBy {chance.choice(spans)} .")
        if chance.random() < 0.3:
            lines.append(f"{node} a {chance.choice(['sem:Event', 'ks:Predicate', ':Person'])} .")
    graphs = [":g1", ":g2", "_:g3", ":i3", ":e2"]
    for graph in graphs:
        for _ in range(chance.choice([0, 1, 1, 3])):
            lines.append(
                f"{graph} {chance.choice(['gaf:denotedBy', 'ks:expressedBy'])} {chance.choice(spans)} ."
            )
    for _ in range(chance.randrange(14)):
        values = [*nodes, *nodes, "'glad'", "[ :of :i1 ]", "<<( :i1 :is :i2 )>>", ":m1", ":g1"]
        predicate = chance.choice(
            [":knows", ":knows", "sem:hasActor", "rdfs:label", "a", "<http://www.w3.org/2002/07/owl#sameAs>"]
        )
        value = chance.choice([":Person", "sem:Event"] if predicate == "a" else values)
        said = f"{chance.choice([*nodes, ':g1'])} {predicate} {value}"
        form = chance.randrange(5)
        if form == 0:
            lines.append(f"{said} .")
        elif form == 1 and "<<" not in said and "[" not in said:
            lines.append(f"<< {said} >> gaf:denotedBy {chance.choice(spans)} .")
        else:
            lines += [f"{chance.choice(graphs)} {{ {said} . }}"] * chance.choice([1, 1, 2])
    return lines


@given(st.integers(0, 2**32))
def test_facts_are_the_same_for_lines_in_any_order(seed: int) -> None:
    chance = random.Random(seed)
    lines = some_facts(chance)
    shuffled = chance.sample(lines, len(lines))
    graph, other = (interpreted(PREFIXES + "\n".join(order)) for order in (lines, shuffled))
    if isinstance(graph, str) or isinstance(other, str):
        assert graph == other
        return
    assert describe_graph(graph) == describe_graph(other)
    # Every place belongs to a statement of a fact, and every fact has a statement.
    assert len(graph.facts) == len(set(graph.facts.fact.tolist()))
    assert (graph.facts.row < max(1, len(graph.facts.statement))).all()


def describe_graph(graph: Graph) -> dict[str, object]:
    """Return all of a graph but the order of its types' columns."""
    values = everything(graph)
    return values | {
        "types": tuple(graph.types),
        "labels": tuple(graph.labels),
        "values": tuple(graph.values),
    }
