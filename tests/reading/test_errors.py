"""The one sentence for each unreadable file: what, where, what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
import rdflib

from coala.errors import ReadingError
from coala.model.options import ReadOptions
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.rdflib_parser import read_with_rdflib
from coala.reading.read import read_graphs
from coala.reading.sources.detect import is_web_page
from coala.reading.sources.stream import Beginning, RdfStream
from coala.reading.vocabularies.loader import load_vocabulary
from tests.support.nif import BOB, PREFIXES


def complaint(path: Path | str, **options: str) -> str:
    """Return the sentence, without the folder of the test."""
    with pytest.raises(ReadingError) as caught:
        read_graphs([str(path)], ReadOptions(**options))  # type: ignore[arg-type]
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    return sentence.replace(f"{Path(path).parent}{os.sep}", "")


def complaint_about(folder: Path, text: str, name: str = "graph.ttl", **options: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return complaint(file, **options)


def test_a_name_that_no_file_can_have() -> None:
    assert complaint("a\0b.ttl").startswith("a\0b.ttl: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_is_not_even_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ttl")
    assert complaint(tmp_path / "pipe.ttl").startswith("pipe.ttl: ")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices here")
def test_device_is_refused() -> None:
    assert complaint("/dev/zero").startswith("zero: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="this user may read every file")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.ttl").touch(mode=0)
    assert complaint(tmp_path / "secret.ttl").endswith(f"{os.strerror(errno.EACCES)}.")


def test_bytes_of_a_picture_do_not_reach_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x1b[31m" * 100)
    assert complaint(tmp_path / "graph.ttl").isprintable()


def test_a_file_broken_half_way_is_refused_with_the_place(tmp_path: Path) -> None:
    sentence = complaint_about(tmp_path, PREFIXES + BOB + ":bob :knows ;; .\n" + BOB)
    line = PREFIXES.count("\n") + BOB.count("\n") + 1
    assert sentence.startswith(f"graph.ttl:{line}:")


@pytest.mark.parametrize("text", [BOB[:-20], BOB + ":bob :name 'Bob"])
def test_a_file_that_ends_too_early_is_refused_with_the_place(tmp_path: Path, text: str) -> None:
    assert "graph.ttl:" in complaint_about(tmp_path, PREFIXES + text)


RDF_XML = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/">'
    '<rdf:Description rdf:about="http://example.org/bob"><e:p>1</e:p></rdf:Description>'
)


@pytest.mark.parametrize("end", ["", "</rdf:RD", "<!-- </rdf:RDF> -->"])
def test_rdf_xml_that_ends_too_early_is_refused(tmp_path: Path, end: str) -> None:
    # pyoxigraph accepts this kind of file silently.
    assert "triple" not in complaint_about(tmp_path, RDF_XML + end, "graph.rdf")


@pytest.mark.parametrize("end", ["</rdf:RDF>", "</rdf:RDF >\n<!-- end -->\n<?done?>\n"])
def test_rdf_xml_that_ends_well_is_read(tmp_path: Path, end: str) -> None:
    assert " 1 triple" in complaint_about(tmp_path, RDF_XML + end, "graph.rdf")


@pytest.mark.parametrize("text", ["", "# only a comment\n", PREFIXES])
def test_empty_graph_is_refused(tmp_path: Path, text: str) -> None:
    message = complaint_about(tmp_path, text)
    assert message.startswith("graph.ttl: ")
    assert "triple" not in message


DOCTYPE, COMMENTS = "\ufeff<!DOCTYPE html>\n<html>", "<!-- a --><!-- b -->\n<html lang='en'>\n<head>"


@pytest.mark.parametrize(
    ("name", "start"),
    [
        *(("page.ttl", DOCTYPE), ("page", COMMENTS), ("page.jsonld", "<HTML><BODY>404")),
        ("page.jsonl", "<h1>404</h1>"),
    ],
)
def test_web_page_is_not_a_known_format(tmp_path: Path, name: str, start: str) -> None:
    assert complaint_about(tmp_path, start, name).startswith(f"{name}: this is a web page")


def test_a_page_of_comments_is_looked_through_in_linear_time() -> None:
    assert not is_web_page(Beginning("page", b"<!---->" * 500 + b"<rdf>"))


def test_json_ld_without_a_triple_is_an_empty_graph(tmp_path: Path) -> None:
    message = complaint_about(tmp_path, '{"@context": {}, "a": 1}', "graph.json")
    assert message.startswith("graph.json: ")
    assert "triple" not in message


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_a_relative_iri_is_also_found_by_the_other_reader(tmp_path: Path) -> None:
    (tmp_path / "graph.rdf").write_text(
        '<?xml version="1.0" encoding="iso-8859-1"?><r:RDF '
        'xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:n="http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#" '
        'xmlns:i="http://www.w3.org/2005/11/its/rdf#"><r:Description r:about="m"><n:referenceContext '
        'r:resource="d"/><n:beginIndex>0</n:beginIndex><n:endIndex>3</n:endIndex>'
        '<i:taIdentRef r:resource="b"/>'
        "</r:Description></r:RDF>",
        encoding="iso-8859-1",
    )
    (graph,) = read_graphs([str(tmp_path / "graph.rdf")], ReadOptions())
    assert graph.documents == ("http://base.invalid/d",)
    assert [each.code for each in graph.notices][-2:] == ["relative-iris", "fallback-reader"]


def test_a_relative_identifier_in_json_ld_is_not_dropped_silently(tmp_path: Path) -> None:
    message = complaint_about(tmp_path, '{"@id": "bob", "http://example.org/p": 1}', "graph.jsonld")
    assert " 1 triple." in message


def test_damaged_gzip_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl.gz").write_bytes(b"\x1f\x8b\x08\x00garbage")
    assert complaint(tmp_path / "graph.ttl.gz").startswith("graph.ttl.gz: ")


def complaint_of_rdflib(folder: Path, turtle: str) -> str:
    """Return rdflib's message, read in this process: few files reach it."""
    (folder / "graph.ttl").write_text(turtle, encoding="utf-8")
    collector = Collector(load_vocabulary("nif"))
    with open(folder / "graph.ttl", "rb", buffering=0) as file:
        stream = RdfStream("graph.ttl", file)
        with pytest.raises(ReadingError) as caught:
            read_with_rdflib("graph.ttl", stream, "Turtle", None, collector, 0)
    return str(caught.value)


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize(
    ("end", "reason"), [(":bob :p :o ; . . :x", "Turtle"), (":bob :p <b", "unterminated URI reference")]
)
def test_rdflib_errors_are_sentences_with_the_reason(tmp_path: Path, end: str, reason: str) -> None:
    message = complaint_of_rdflib(tmp_path, PREFIXES + BOB + end)
    assert message.startswith("graph.ttl")
    assert reason in message


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("a.ttl", "utf-16"), ("a.nt", "utf-16-le"), ("a.jsonld", "utf-16-be"), ("a", "utf-16-le")],
)
def test_utf_16_is_named(tmp_path: Path, name: str, encoding: str) -> None:
    (tmp_path / name).write_bytes("#begin document (a); part 000\n".encode(encoding))
    message = complaint(tmp_path / name)
    assert message.startswith(f"{name}: ")
    assert "UTF-16" in message


def test_half_of_a_surrogate_pair_when_it_is_in_an_rdflib_graph_is_replaced() -> None:
    parsed = rdflib.Graph().parse(data=PREFIXES + BOB + r":bob rdfs:label 'Bob \uD800' .", format="turtle")
    (graph,) = read_graphs([parsed], ReadOptions())
    assert graph.labels == ("Bob \ufffd",)
