"""Named graphs with facts, as NewsReader writes them; a mention of a graph is no mention of an instance."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.rdflib_parser import read_with_rdflib
from coala.reading.read import read_graphs
from coala.reading.sources.stream import RdfStream
from coala.reading.vocabularies.loader import load_vocabulary
from tests.support.nif import chains, notices, statements

PREFIXES = """\
@prefix : <http://example.org/> .
@prefix gaf: <http://groundedannotationframework.org/gaf#> .
@prefix sem: <http://semanticweb.cs.vu.nl/2009/11/sem/> .
@prefix nwr: <http://www.newsreader-project.eu/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""

INSTANCES = """\
nwr:instances {
  :chris rdfs:label "Chris" ; gaf:denotedBy <http://example.org/doc#char=0,5&word=w1&term=t1&sentence=1> .
  :landing a sem:Event ; gaf:denotedBy <http://example.org/doc#char=6,12&word=w2&term=t2> .
  :paris gaf:denotedBy <http://example.org/doc#char=16,21&word=w4&term=t4> .
  :france gaf:denotedBy <http://example.org/doc#char=23,29&word=w6> .
}
"""

CHRIS = (
    PREFIXES
    + INSTANCES
    + """\
<http://example.org/doc#rl1> { :landing sem:hasActor :chris . }
<http://example.org/doc#rl2> { :landing sem:hasPlace :paris . }
nwr:provenance {
  <http://example.org/doc#rl1> gaf:denotedBy <http://example.org/doc#char=0,12&word=w1&word=w2> .
  <http://example.org/doc#rl2> gaf:denotedBy <http://example.org/doc#char=6,21> ; :attributedTo :chris .
}
"""
)
"""Chris landed in Paris, France."""

FOUR = {
    "chris": [("doc", 0, 5)],
    "landing": [("doc", 6, 12)],
    "paris": [("doc", 16, 21)],
    "france": [("doc", 23, 29)],
}


SAID = [("hasActor", 0, 12), ("hasPlace", 6, 21)]


def words_of_facts(graph: Graph) -> list[tuple[str, int, int]]:
    """Return the predicate of each statement that is a fact, and its places."""
    facts = graph.facts
    rows = graph.statements.predicate[facts.statement[facts.row]].tolist()
    names = (graph.predicates[number].rpartition("/")[2] for number in rows)
    return list(zip(names, facts.begin.tolist(), facts.end.tolist(), strict=True))


def read_trig(folder: Path, trig: str, name: str = "graph.trig", vocabulary: str = "auto") -> Graph:
    file = folder / name
    file.write_text(trig, encoding="utf-8")
    (graph,) = read_graphs([str(file)], ReadOptions(vocabulary=vocabulary))
    return graph


def test_what_denotes_a_named_graph_is_no_mention_and_a_notice_counts_the_graphs(tmp_path: Path) -> None:
    graph = read_trig(tmp_path, CHRIS)
    assert chains(graph) == FOUR
    assert words_of_facts(graph) == SAID
    assert notices(graph) == {"document-without-text": 1, "named-graph-provenance": 2}
    sem = "http://semanticweb.cs.vu.nl/2009/11/sem/"
    assert statements(graph) == {
        f"landing -{sem}hasActor-> @ (=chris)",
        f"landing -{sem}hasPlace-> @ (=paris)",
    }


@pytest.mark.parametrize(
    ("name", "syntax"),
    [("graph.nq", pyoxigraph.RdfFormat.N_QUADS), ("graph.jsonld", pyoxigraph.RdfFormat.JSON_LD)],
)
def test_every_syntax_that_has_named_graphs_is_read_alike(
    tmp_path: Path, name: str, syntax: pyoxigraph.RdfFormat
) -> None:
    data = pyoxigraph.serialize(pyoxigraph.parse(CHRIS, format=pyoxigraph.RdfFormat.TRIG), format=syntax)
    assert data is not None
    graph = read_trig(tmp_path, data.decode(), name)
    assert chains(graph) == FOUR
    assert words_of_facts(graph) == SAID


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_a_dataset_in_memory_is_read_alike() -> None:
    dataset = rdflib.Dataset()
    dataset.parse(data=CHRIS, format="trig")
    (graph,) = read_graphs([dataset], ReadOptions())
    assert chains(graph) == FOUR
    assert words_of_facts(graph) == SAID


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_the_slower_parser_sees_the_names_of_graphs_too(tmp_path: Path) -> None:
    file = tmp_path / "graph.trig"
    file.write_text(CHRIS, encoding="utf-8")
    collector = Collector(load_vocabulary("gaf"))
    with open(file, "rb", buffering=0) as raw:
        stream = RdfStream(str(file), raw, lambda _: None, lambda _: None)
        read_with_rdflib(str(file), stream, "TriG", None, collector, 0)
    assert {collector.names[node] for node in collector.graphs} == {
        "http://www.newsreader-project.eu/instances",
        "http://www.newsreader-project.eu/provenance",
        "http://example.org/doc#rl1",
        "http://example.org/doc#rl2",
    }


def test_a_nameless_graph_is_no_instance_either(tmp_path: Path) -> None:
    graph = read_trig(
        tmp_path,
        PREFIXES
        + INSTANCES
        + "_:g { :landing sem:hasPlace :paris . } _:g gaf:denotedBy <http://example.org/doc#char=6,21> .",
    )
    assert chains(graph) == FOUR


def test_a_graph_that_describes_what_it_is_named_by_is_that_instance(tmp_path: Path) -> None:
    graph = read_trig(
        tmp_path,
        PREFIXES
        + ":chris { :chris a :Person ; gaf:denotedBy <http://example.org/doc#char=0,5> . }"
        + ":paris { :paris gaf:denotedBy <http://example.org/doc#char=16,21> . :chris :in :paris . }",
    )
    assert chains(graph) == {"chris": [("doc", 0, 5)]}
    assert notices(graph)["named-graph-provenance"] == 1


def test_a_graph_is_a_node_like_any_other_unless_the_vocabulary_says_that_graphs_are_facts(
    tmp_path: Path,
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "own"\n[mention]\niri = ["#char="]\n'
        '[instance]\nmention = ["http://groundedannotationframework.org/gaf#denotedBy"]\n'
        '[offsets]\nunit = "code-point"\nend = "exclusive"\n',
        encoding="utf-8",
    )
    assert len(read_trig(tmp_path, CHRIS, vocabulary=str(own)).names) == 6
    told = own.read_text()
    for more, complaint in (
        ("[fact]\ngraph = true\n", r"fact\.provenance is missing: fact\.graph needs it"),
        (
            '[fact]\nprovenance = ["http://example.org/p"]\n',
            r"mention\.loose must be true, since the words of fact",
        ),
    ):
        own.write_text(told + more, encoding="utf-8")
        with pytest.raises(ReadingError, match=complaint):
            read_trig(tmp_path, CHRIS, vocabulary=str(own))
