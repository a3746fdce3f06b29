"""Detection of a graph's vocabulary by its properties, from a first look at the file."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from coala.engine.compare import compare
from coala.model.format_options import FormatOptions
from coala.model.option import AUTO
from coala.model.options import ReadOptions
from coala.reading.rdf.vocabulary_detection import guess_from_start
from coala.reading.read import read_graphs
from coala.reading.sources.detected_files import detect_file
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import load_vocabularies
from tests.reading.test_cases import CASES, PREFIXES
from tests.support.nif import BOB, chains, everything, read

GAF_BOB = ":bob gaf:denotedBy <http://example.org/doc#char=0,9> ."
OA_BOB = CASES["web_annotation: body is the instance and position and quotation make the mention"].sections[
    "graph.ttl"
]


def test_two_graphs_may_use_two_vocabularies(tmp_path: Path) -> None:
    (tmp_path / "one.ttl").write_text(PREFIXES + BOB)
    (tmp_path / "two.ttl").write_text(PREFIXES + GAF_BOB)
    assert compare(str(tmp_path / "one.ttl"), str(tmp_path / "two.ttl")).summary.interesting == 0


@pytest.mark.parametrize("text", [BOB, GAF_BOB, OA_BOB], ids=["nif", "gaf", "oa"])
def test_a_first_look_is_mostly_right(tmp_path: Path, text: str) -> None:
    file = tmp_path / "graph.ttl"
    file.write_text(PREFIXES + text)
    candidates = load_vocabularies(AUTO)
    found = guess_from_start([detect_file(File(file.name, str(file)))], None, candidates)
    assert found.key == {BOB: "nif", GAF_BOB: "gaf", OA_BOB: "oa"}[text]


def test_a_wrong_first_look_is_mended_by_reading_again(tmp_path: Path) -> None:
    padding = "".join(f"nif:x{number} a nif:Word ; nif:beginIndex {number} .\n" for number in range(3000))
    late = read(tmp_path, PREFIXES + padding + GAF_BOB)
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
    assert everything(from_xml) == everything(from_memory) == everything(read(tmp_path, PREFIXES + text))


def test_json_of_an_unknown_shape_is_another_format_only_if_its_shape_is_given(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"pieces": []}')
    file = File(path.name, str(path))
    shapes = (AUTO, "preco")
    found = [detect_file(file, FormatOptions(json_shape=shape)).reader is not None for shape in shapes]
    assert found == [False, True]
