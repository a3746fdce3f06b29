"""Folders: readable files by name or by content, and a report on unread files."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, PREFIXES, notices

CONLL = "#begin document (x);\nx 0 0 Bob (1)\n\n#end document\n"
MUC = '<DOC><DOCNO>y</DOCNO><TXT><COREF ID="1">Bob</COREF></TXT></DOC>'


def complaint(path: Path) -> str:
    with pytest.raises(ReadingError) as caught:
        read_graphs([str(path)], ReadOptions())
    return str(caught.value).removeprefix(f"{path}: ")


def test_without_any_known_name_the_first_bytes_tell(tmp_path: Path) -> None:
    (tmp_path / "a.keyfile").write_text(CONLL)
    (tmp_path / "b.fkey").write_text(MUC)
    (tmp_path / "c.txt").write_text("Bob met nobody.")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.documents) == 2
    assert notices(graph) == {"files-skipped": 1}


def test_a_known_name_of_another_kind_hides_no_files_that_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text("[GROUNDED-JETS] (JETS) {X1} $!$\n")
    (tmp_path / "a.fkey").write_text(MUC)
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.documents) == 1
    assert notices(graph) == {"files-skipped": 1}


JSON_LD = """{"@context": {"nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
  "ref": {"@id": "http://www.w3.org/2005/11/its/rdf#taIdentRef", "@type": "@id"}},
  "@id": "http://example.org/m", "nif:referenceContext": {"@id": "http://example.org/doc"},
  "nif:beginIndex": 0, "nif:endIndex": 3, "ref": "http://example.org/bob"}"""
RDF_XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:nif="http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
  xmlns:its="http://www.w3.org/2005/11/its/rdf#">
  <rdf:Description rdf:about="http://example.org/m" nif:beginIndex="0" nif:endIndex="3">
    <nif:referenceContext rdf:resource="http://example.org/doc"/>
    <its:taIdentRef rdf:resource="http://example.org/bob"/>
  </rdf:Description>
</rdf:RDF>"""
TRIPLES = "".join(
    f"<http://example.org/m> <{predicate}> {value} .\n"
    for predicate, value in (
        ("http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#beginIndex", '"0"'),
        ("http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#endIndex", '"3"'),
        (
            "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#referenceContext",
            "<http://example.org/doc>",
        ),
        ("http://www.w3.org/2005/11/its/rdf#taIdentRef", "<http://example.org/bob>"),
    )
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", PREFIXES + BOB),
        ("a", "# made by hand\n\n" + PREFIXES.replace("@prefix", "PREFIX").replace("> .", ">") + BOB),
        ("a.out", TRIPLES),
        ("a.dat", "\ufeff" + TRIPLES),
        ("a.quads", TRIPLES.replace(" .\n", " <http://example.org/g> .\n")),
        ("a.json", JSON_LD),
        ("a.xml", RDF_XML),
        ("a.txt.gz", PREFIXES + BOB),
        ("a.nif.gz", PREFIXES + BOB),
    ],
)
def test_a_folder_whose_rdf_has_no_known_name_is_read_by_its_first_bytes(
    tmp_path: Path, name: str, text: str
) -> None:
    data = text.encode("utf-8")
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    (tmp_path / "readme").write_text("The annotations of Bob <bob@example.org>.")
    (tmp_path / "other.json").write_text('{"name": "Bob", "age": 4}')
    (tmp_path / "page.html").write_text("<html><body>Bob</body></html>")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.mentions) == 1
    assert notices(graph)["files-skipped"] == 3


@pytest.mark.parametrize("known", [("graph.ttl", PREFIXES + BOB), ("b.conll", CONLL.replace("(x)", "(y)"))])
def test_file_of_unknown_name_next_to_a_known_one_is_skipped(tmp_path: Path, known: tuple[str, str]) -> None:
    (tmp_path / "a.keyfile").write_text(CONLL)
    (tmp_path / known[0]).write_text(known[1])
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.documents) == 1
    assert notices(graph) == {"files-skipped": 1}


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"a.png": b"\x89PNG\r\n\x1a\n", "z.7z": b"7z\xbc\xaf\x27\x1c"}, " 2 files .*z.7z: .*7-Zip"),
        ({"README": b"Read me.", "z.xml": b"<TEI><text/></TEI>"}, "z.xml: .*TEI"),
        ({"README": b"", "z.json": b'{"foo": 1}'}, "README: "),
        ({"a.json": b'{"foo": 1}', "b.md": b"Text."}, "a.json: .*JSON .*foo"),
        ({"a.xml": b"<TEI><text>a</text></TEI>"}, " 1 file .*a.xml: .*TEI"),
        ({"a.ttl.bin": b"<http://a> "}, "RDF"),
        ({}, ""),
    ],
)
def test_a_folder_names_its_most_telling_file_when_nothing_can_be_read(
    tmp_path: Path, files: dict[str, bytes], named: str
) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    sentence = complaint(tmp_path)
    assert re.search(named, sentence)
    assert len(sentence) < len(str(tmp_path)) + 300


def test_rdf_in_xml_and_turtle_without_an_extension_are_still_rdf(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("<urn:a> <urn:b> <urn:c> .")
    (tmp_path / "b.xml").write_text('<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></r:RDF>')
    assert " 1 triple." in complaint(tmp_path / "a")
    assert "empty" in complaint(tmp_path / "b.xml")


@pytest.mark.parametrize("names", [("anna", "bert"), ("anna",)])
def test_unknown_annotator_error_lists_the_known_ones(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        for document in ("x.txt", "y.txt"):
            file = tmp_path / "annotation" / document / f"{name}.tsv"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\n1-1\t0-1\ta\n")
    with pytest.raises(ReadingError, match=f"'anne'.* {', '.join(names)}\\.$"):
        read_graphs([str(tmp_path)], ReadOptions(formats=FormatOptions(annotator="anne")))
