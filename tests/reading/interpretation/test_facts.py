"""Facts in any notation, read with the words that say them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReadingError
from coala.model.facts import list_arguments
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.model.origins import ORIGINS
from coala.reading.interpretation import facts as facts_module
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import TERMS
from coala.reading.read import read_graphs
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import load_vocabulary
from tests.support.nif import everything, notices

PREFIXES = """\
@prefix : <http://example.org/> .
@prefix gaf: <http://groundedannotationframework.org/gaf#> .
@prefix ks: <http://dkm.fbk.eu/ontologies/knowledgestore#> .
@prefix sem: <http://semanticweb.cs.vu.nl/2009/11/sem/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
"""

TEXT = ':doc a ks:Text ; nif:isString "Chris landed in Paris, France." .\n'

INSTANCES = """\
:chris gaf:denotedBy <http://example.org/doc#char=0,5> .
:landing a sem:Event ; gaf:denotedBy <http://example.org/doc#char=6,12> .
:paris gaf:denotedBy <http://example.org/doc#char=16,21> .
:france gaf:denotedBy <http://example.org/doc#char=23,29> .
"""

NEWSREADER = (
    PREFIXES
    + TEXT
    + INSTANCES
    + """\
<http://example.org/doc#pr1,rl1> { :landing sem:hasActor :chris ; :A1 :chris . }
<http://example.org/doc#pr1,rl2> { :landing sem:hasPlace :paris . }
<http://example.org/doc#tr1> { :landing sem:hasTime :day . }
:provenance {
  <http://example.org/doc#pr1,rl1> gaf:denotedBy <http://example.org/doc#char=0,12> .
  <http://example.org/doc#pr1,rl2> gaf:denotedBy <http://example.org/doc#char=6,21> .
  <http://example.org/doc#tr1> gaf:denotedBy <http://example.org/doc#> .
}
"""
)


class Said(NamedTuple):
    """A statement of a fact as a reader of a test sees it; the fact is its event, or a number."""

    fact: str
    statement: str
    how: str
    words: tuple[tuple[int, int], ...]


def list_facts(graph: Graph) -> list[Said]:
    facts, arguments = graph.facts, list_arguments(graph)
    told = []
    for row in range(len(facts.statement)):
        fact, instance = facts.fact[row], arguments.instance[row]
        value = _name(graph, instance) if instance >= 0 else graph.values[arguments.value[row]]
        role = graph.predicates[arguments.role[row]].rpartition("/")[2]
        arrow = f"<-{role}-" if arguments.inverse[row] else f"-{role}->"
        event = facts.event[fact]
        places = np.flatnonzero(facts.row == row)
        told.append(
            Said(
                _name(graph, event) if event >= 0 else str(fact),
                f"{_name(graph, arguments.subject[row])} {arrow} {value}",
                ORIGINS[facts.origin[row]],
                tuple(zip(facts.begin[places].tolist(), facts.end[places].tolist(), strict=True)),
            )
        )
    return told


def _name(graph: Graph, instance: int) -> str:
    return graph.names[instance].rpartition("/")[2]


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


def test_a_graph_of_newsreader_has_four_instances_and_one_event_with_its_roles(tmp_path: Path) -> None:
    graph = read(tmp_path, NEWSREADER)
    assert sorted(graph.names) == [
        f"http://example.org/{name}" for name in ("chris", "france", "landing", "paris")
    ]
    assert list_facts(graph) == [
        Said("landing", "landing -A1-> chris", "named graph", ((0, 12),)),
        Said("landing", "landing -hasActor-> chris", "named graph", ((0, 12),)),
        Said("landing", "landing -hasPlace-> paris", "named graph", ((6, 21),)),
        # The day is mentioned nowhere; it is a role all the same, since the system states it as a fact.
        Said("landing", "landing -hasTime-> <http://example.org/day>", "named graph", ()),
    ]
    assert notices(graph) == {
        "words-left-out": 1,
        "named-graph-provenance": 3,
    }


def test_pikes_says_by_another_property_what_expresses_a_graph(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        PREFIXES
        + "".join(f"{{ {line} }}\n" for line in (TEXT + INSTANCES).splitlines())
        + ":f1 { :landing sem:hasPlace :paris . }\n"
        "{ :f1 ks:expressedBy <http://example.org/doc#char=6,12;16,21> . }\n"
        ":f2 { :paris a :City ; rdfs:label 'Paris' . } { :f2 ks:expressedBy :nothing . }\n"
        ":f1 { :landing :in :france . } { :chris ks:expressedBy <http://example.org/doc#char=0,5> . }\n",
    )
    assert list_facts(graph) == [
        Said("landing", "landing -in-> france", "named graph", ((6, 21),)),
        Said("landing", "landing -hasPlace-> paris", "named graph", ((6, 21),)),
    ]
    assert graph.shapes[graph.facts.shape[0]].fragments == ((6, 12), (16, 21))
    assert notices(graph) == {"words-left-out": 1, "words-without-fact": 1, "named-graph-provenance": 2}


def test_what_an_event_says_of_instances_are_its_roles_though_nothing_says_where(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        PREFIXES
        + TEXT
        + INSTANCES
        + ":landing sem:hasActor :chris ; :mood 'glad' ; :near :london . :chris :in :paris .",
        "graph.ttl",
        vocabulary="gaf",
    )
    assert list_facts(graph) == [Said("landing", "landing -hasActor-> chris", "event", ())]


def test_quoted_triples_with_words_are_facts_asserted_or_not(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        PREFIXES
        + TEXT
        + INSTANCES
        + """\
:chris :in :paris {| gaf:denotedBy <http://example.org/doc#char=0,21> |} .
<< :paris :of :france >> gaf:denotedBy <http://example.org/doc#char=16,29> .
_:r gaf:denotedBy <http://example.org/doc#char=0,5> ;
  rdf:reifies <<( :chris :age 4 )>>, <<( :chris a :Pilot )>> .
:chris :doubts <<( :paris :of :texas )>> .
""",
        "graph.ttl",
    )
    four = '"4"^^<http://www.w3.org/2001/XMLSchema#integer>'
    assert list_facts(graph) == [
        Said("0", f"chris -age-> {four}", "quoted triple", ((0, 5),)),
        Said("1", "chris -in-> paris", "quoted triple", ((0, 21),)),
        Said("2", "paris -of-> france", "quoted triple", ((16, 29),)),
    ]
    assert graph.types[0] == ("http://example.org/Pilot",)
    assert len(graph.names) == 4
    assert not notices(graph)


AIF = """\
@prefix : <http://example.org/> .
@prefix aida: <https://tac.nist.gov/tracks/SM-KBP/2019/ontologies/InterchangeOntology#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
:m1 aida:source "doc" ; aida:startOffset 0 ; aida:endOffsetInclusive 4 .
:m2 aida:source "doc" ; aida:startOffset 6 ; aida:endOffsetInclusive 11 .
:m3 aida:source "doc" ; aida:startOffset 0 ; aida:endOffsetInclusive 20 .
:m4 aida:source "other" ; aida:startOffset 3 ; aida:endOffsetInclusive 3 .
:chris a aida:Entity ; aida:justifiedBy :m1 .
:landing a aida:Event ; aida:justifiedBy :m2 .
:s1 rdf:subject :landing ; rdf:predicate :Arriver ; rdf:object :chris ; aida:justifiedBy :m3, :m4 .
:s2 rdf:subject :landing ; rdf:predicate rdf:type ; rdf:object :Transport ; aida:justifiedBy :m2 .
:s3 rdf:subject :chris ; rdf:predicate aida:hasName ; rdf:object "Chris" .
:s4 rdf:subject :nobody ; rdf:predicate :Arriver ; rdf:object "Chris" .
"""


def test_reified_statements_are_facts_those_of_an_event_its_roles(tmp_path: Path) -> None:
    graph = read(tmp_path, AIF, "graph.ttl")
    assert list_facts(graph) == [
        Said("0", 'chris -InterchangeOntology#hasName-> "Chris"', "reified statement", ()),
        Said("landing", "landing -Arriver-> chris", "reified statement", ((0, 21), (3, 4))),
    ]
    # A document in which nothing but a fact is said is one of the graph's.
    assert len(graph.documents) == 2
    assert notices(graph) == {"document-without-text": 2, "fact-without-instance": 1}


def test_a_folder_whose_files_repeat_one_assertion_reads_as_one_file(tmp_path: Path) -> None:
    once, often = tmp_path / "once", tmp_path / "often"
    for folder, files in ((once, 1), (often, 150)):
        folder.mkdir()
        for number in range(files):
            (folder / f"{number}.ttl").write_text(AIF, encoding="utf-8")
    (one,), (other,) = (read_graphs([str(folder)], ReadOptions()) for folder in (once, often))

    assert list_facts(other) == list_facts(one)
    assert list(other.types) == list(one.types)
    (left_out,) = (notice for notice in other.notices if notice.code == "fact-without-instance")
    assert left_out.count == 1


def test_a_repeated_assertion_states_one_triple(tmp_path: Path) -> None:
    vocabulary = load_vocabulary("aif")
    collector = Collector(vocabulary)
    for _ in range(5):
        collector.collect(pyoxigraph.parse(AIF, format=pyoxigraph.RdfFormat.TURTLE), TERMS)

    assert len(facts_module.find_facts(collector, vocabulary, Remarks(vocabulary.words())).row) == 3


def test_an_assertion_with_very_many_parts_is_left_out_and_counted(tmp_path: Path) -> None:
    things = ", ".join(f":thing{number}" for number in range(200))
    many = f":s5 rdf:subject :chris, {things} ; rdf:predicate {things} ; rdf:object {things} .\n"
    lists = f":s6 rdf:subject :chris ; rdf:predicate :knows ; rdf:object {things} .\n"
    graph = read(tmp_path, AIF + many + lists, "graph.ttl")

    assert sum(" -knows-> " in told.statement for told in list_facts(graph)) == 200
    (left_out,) = (notice for notice in graph.notices if notice.code == "fact-with-many-parts")
    assert left_out.examples == ("<http://example.org/s5>",)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            "<http://example.org/doc#char=6,99>",
            "<http://example.org/doc#char=6,99>, the text ends at 30: past the end",
        ),
        (
            "<http://example.org/doc#char=9,6>",
            "<http://example.org/doc#char=9,6>: its end is before its begin",
        ),
        ("<http://example.org/doc#char=6,6>", "<http://example.org/doc#char=6,6>: no characters"),
        ("<http://example.org/doc>", "<http://example.org/doc>: no document"),
        (":m . :m ks:mentionOf :doc ; nif:beginIndex 5", "<http://example.org/m>: no offsets"),
        (
            ":m . :m ks:mentionOf :doc ; nif:beginIndex 5, 6 ; nif:endIndex 9",
            "<http://example.org/m>: several places",
        ),
    ],
)
def test_words_of_facts_without_a_place_are_left_out_and_reported(
    tmp_path: Path, words: str, reason: str
) -> None:
    graph = read(
        tmp_path,
        PREFIXES + TEXT + INSTANCES + f":g {{ :chris :in :paris . }} {{ :g gaf:denotedBy {words} . }}",
    )
    assert list_facts(graph) == [Said("0", "chris -in-> paris", "named graph", ())]
    (told,) = (notice for notice in graph.notices if notice.code == "words-left-out")
    assert told.count == 1
    assert told.examples[0].startswith(reason)


def test_words_whose_anchor_differs_from_the_text_are_remarked_and_kept(tmp_path: Path) -> None:
    mention = ":m ks:mentionOf :doc ; nif:beginIndex 0 ; nif:endIndex 12 ; nif:anchorOf 'Chris fell' ."
    graph = read(
        tmp_path,
        PREFIXES + TEXT + INSTANCES + mention + ":g { :chris :in :paris . } { :g gaf:denotedBy :m . }",
    )
    assert list_facts(graph) == [Said("0", "chris -in-> paris", "named graph", ((0, 12),))]
    assert notices(graph) == {"text-mismatch": 1, "named-graph-provenance": 1}


def test_a_graph_without_words_states_no_facts(tmp_path: Path) -> None:
    graph = read(tmp_path, PREFIXES + TEXT + INSTANCES + ":g { :chris :in :paris . }")
    assert not len(graph.facts)
    assert len(graph.statements) == 1


def test_a_graph_that_is_named_like_what_it_describes_is_an_instance_and_states_no_facts(
    tmp_path: Path,
) -> None:
    graph = read(
        tmp_path,
        PREFIXES + TEXT + INSTANCES + ":chris { :chris :in :paris . :paris :of :france . }",
    )
    assert not len(graph.facts)
    assert len(graph.names) == 4


@pytest.mark.parametrize("order", ["12--", "1-2-", "--12"])
def test_a_statement_of_several_graphs_is_one_fact_with_the_words_of_all(tmp_path: Path, order: str) -> None:
    stated = {
        "1": ":g1 { :chris :in :paris . }",
        "2": ":g2 { :chris :in :paris . }",
        "-": ":chris :in :paris .",
    }
    graph = read(
        tmp_path,
        PREFIXES
        + TEXT
        + INSTANCES
        + " ".join(stated[sign] for sign in order)
        + " "
        + ":g1 gaf:denotedBy <http://example.org/doc#char=0,5> . "
        + ":g2 gaf:denotedBy <http://example.org/doc#char=16,21> .",
    )
    assert list_facts(graph) == [Said("0", "chris -in-> paris", "named graph", ((0, 5), (16, 21)))]
    # Said outside of all graphs too, before or behind them, and that twice is one repetition.
    assert notices(graph) == {"duplicate-triples": 1, "named-graph-provenance": 2}


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
    assert [one.statement for one in list_facts(graph)] == ["chris -in-> paris"]


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
    (told,) = (notice for notice in graph.notices if notice.code == "words-of-fact-cut")
    assert told.examples == ("<http://example.org/g>: 20 more places",)


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
