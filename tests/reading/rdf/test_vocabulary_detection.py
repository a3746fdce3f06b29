"""Detection of a graph's vocabulary by its properties, from a first look at the file."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from coala.engine.compare import compare
from coala.errors import ReadingError
from coala.model.option import AUTO
from coala.model.options import ReadOptions
from coala.reading.rdf.vocabulary_detection import guess_from_start
from coala.reading.read import read_graphs
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import load_vocabularies
from tests.reading.test_gaf import GAF
from tests.reading.test_web_annotation import BOB as OA_BOB
from tests.support.nif import BOB, PREFIXES, chains, everything, read

GAF_BOB = GAF + ":bob gaf:denotedBy <http://example.org/doc#char=0,9> ."

EARMARK = """\
@prefix earmark: <http://www.essepuntato.it/2008/12/earmark#> .
@prefix fsem: <http://ontologydesignpatterns.org/cp/owl/semiotics.owl#> .
@prefix pos: <http://www.ontologydesignpatterns.org/ont/fred/pos.owl#> .
@prefix d: <http://www.ontologydesignpatterns.org/ont/fred/domain.owl#> .
d:docuverse a earmark:StringDocuverse ; earmark:hasContent "Miles Davis was a jazz musician." .
d:offset_0_11_Miles_Davis a earmark:PointerRange ; rdfs:label "Miles Davis" ; earmark:refersTo d:docuverse ;
    earmark:begins 0 ; earmark:ends 11 ; pos:pennpos pos:NNP ; fsem:denotes d:Miles_davis ;
    fsem:hasInterpretant d:JazzMusician .
d:offset_18_31_jazz+musician fsem:denotes d:Miles_davis ; earmark:refersTo d:docuverse .
d:Miles_davis a d:JazzMusician .
"""


def test_fred_is_read_with_the_pointer_ranges_of_earmark(tmp_path: Path) -> None:
    graph = read(tmp_path, EARMARK.replace("jazz+musician", "jazz"))
    assert [len(spans) for spans in chains(graph).values()] == [2]
    assert graph.texts == ("Miles Davis was a jazz musician.",)
    assert len(graph.statements) == 0
    assert graph.notices == ()


def test_two_graphs_may_use_two_vocabularies(tmp_path: Path) -> None:
    (tmp_path / "one.ttl").write_text(PREFIXES + BOB)
    (tmp_path / "two.ttl").write_text(PREFIXES + GAF_BOB)
    assert compare(str(tmp_path / "one.ttl"), str(tmp_path / "two.ttl")).summary.interesting == 0


@pytest.mark.parametrize("text", [BOB, GAF_BOB, OA_BOB], ids=["nif", "gaf", "oa"])
def test_a_first_look_is_mostly_right(tmp_path: Path, text: str) -> None:
    file = tmp_path / "graph.ttl"
    file.write_text(PREFIXES + text)
    candidates = load_vocabularies(AUTO)
    found = guess_from_start([File(file.name, str(file))], None, candidates)
    assert found.key == {BOB: "nif", GAF_BOB: "gaf", OA_BOB: "oa"}[text]


def test_a_wrong_first_look_is_mended_by_reading_again(tmp_path: Path) -> None:
    padding = "".join(f"nif:x{number} a nif:Word ; nif:beginIndex {number} .\n" for number in range(3000))
    late = read(tmp_path, padding + GAF_BOB)
    assert chains(late) == {"bob": [("doc", 0, 9)]}
    assert late.sources[0].size == (tmp_path / "graph.ttl").stat().st_size


def test_a_folder_is_one_graph_whatever_its_first_file_holds(tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "a.ttl").write_text(PREFIXES + "nif:x nif:beginIndex 4 .")
    (folder / "b.ttl").write_text(PREFIXES + GAF_BOB)
    (graph,) = read_graphs([str(folder)], ReadOptions())
    assert chains(graph) == {"bob": [("doc", 0, 9)]}


@pytest.mark.parametrize("text", [GAF_BOB, OA_BOB], ids=["gaf", "oa"])
def test_a_graph_in_memory_and_rdf_xml_are_recognised_too(tmp_path: Path, text: str) -> None:
    memory = rdflib.Graph().parse(data=PREFIXES + text, format="turtle")
    memory.serialize(tmp_path / "graph.rdf", format="xml")
    from_xml, from_memory = read_graphs([str(tmp_path / "graph.rdf"), memory], ReadOptions())
    assert everything(from_xml) == everything(from_memory) == everything(read(tmp_path, text))


def test_a_graph_in_two_vocabularies_needs_a_choice(tmp_path: Path) -> None:
    with pytest.raises(ReadingError) as caught:
        read(tmp_path, BOB + GAF_BOB)
    assert str(caught.value).endswith(
        "graph.ttl: found mentions in several vocabularies (nif (itsrdf:taIdentRef) and gaf "
        "(gaf:denotedBy)), with properties from "
        "<http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> (4), "
        "<http://groundedannotationframework.org/gaf#> (1), <http://www.w3.org/2005/11/its/rdf#> (1): choose "
        "one with --vocabulary NAME."
    )
    assert chains(read(tmp_path, BOB + GAF_BOB, vocabulary="gaf")) == {"bob": [("doc", 0, 9)]}
