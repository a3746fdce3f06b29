"""Of a folder the files are read that can be, by name or by content, and what is not read is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, PREFIXES, notices
from tests.support.paths import SHARED, needs_shared

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


@pytest.mark.parametrize("known", [("graph.ttl", PREFIXES + BOB), ("b.conll", CONLL.replace("(x)", "(y)"))])
def test_beside_a_known_name_an_unknown_one_is_skipped(tmp_path: Path, known: tuple[str, str]) -> None:
    (tmp_path / "a.keyfile").write_text(CONLL)
    (tmp_path / known[0]).write_text(known[1])
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.documents) == 1
    assert notices(graph) == {"files-skipped": 1}


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("a.xml", '<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><p/></TEI>', "TEI"),
        ("a.xml", '<annotations textSource="a.txt"></annotations>', "Knowtator"),
        ("a", '<?xml version="1.0"?><proiel export-time="now"><source/></proiel>', "PROIEL"),
        ("a.xml", "<mine><a/></mine>", "XML with the root element mine"),
        ("a.tsv", "ID\tText\tPronoun\tPronoun-offset\tA\n", "GAP"),
    ],
)
def test_a_format_that_is_not_read_is_named(tmp_path: Path, name: str, text: str, what: str) -> None:
    (tmp_path / name).write_text(text)
    sentence = complaint(tmp_path / name)
    assert sentence.startswith("this is ")
    assert what in sentence
    assert "convert it to one of the formats" in sentence
    assert "valid RDF" not in sentence


def test_a_folder_that_holds_nothing_to_read_says_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<TEI><text>a</text></TEI>")
    assert "among 1 other: check the path. a.xml: this is TEI" in complaint(tmp_path)


def test_rdf_in_xml_and_turtle_without_an_extension_are_still_rdf(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("<urn:a> <urn:b> <urn:c> .")
    (tmp_path / "b.xml").write_text('<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></r:RDF>')
    assert "no usable mention among 1 triples" in complaint(tmp_path / "a")
    assert "this graph is empty" in complaint(tmp_path / "b.xml")


@needs_shared
@pytest.mark.parametrize(
    ("name", "mentions"),
    [("muc-odd-extension/a10.fkey", 76), ("mention-ids-as-tokens", 2016), ("nif-2.1", 6)],
)
def test_published_folders_of_odd_names_are_read(name: str, mentions: int) -> None:
    (graph,) = read_graphs([str(SHARED / "data" / "zoo" / name)], ReadOptions())
    assert len(graph.mentions) == mentions


@pytest.mark.parametrize("names", [("anna", "bert"), ("anna",)])
def test_an_annotator_who_is_not_there_is_told_who_is(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        for document in ("x.txt", "y.txt"):
            file = tmp_path / "annotation" / document / f"{name}.tsv"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\n1-1\t0-1\ta\n")
    with pytest.raises(ReadingError, match=f"by the annotator 'anne'.* there are {', '.join(names)}\\.$"):
        read_graphs([str(tmp_path)], ReadOptions(formats=FormatOptions(annotator="anne")))
