"""The one sentence for each unreadable file: what, where, what to do."""

from __future__ import annotations

import bz2
import lzma
import os
import re
from pathlib import Path

import pytest
import rdflib

from coala.errors import ReadingError
from coala.model.options import ReadOptions
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.rdflib_parser import read_with_rdflib
from coala.reading.read import read_graphs
from coala.reading.sources.detect import is_web_page
from coala.reading.sources.stream import RdfStream
from coala.reading.vocabularies.loader import load_vocabulary
from tests.support.nif import BOB, PREFIXES, read


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


def test_missing_file_is_reported(tmp_path: Path) -> None:
    assert complaint(tmp_path / "no.ttl") == "no.ttl: no such file or folder: check the path."


def test_a_name_that_no_file_can_have() -> None:
    assert complaint("a\0b.ttl").startswith("a\0b.ttl: cannot be read: ")


def test_folder_without_rdf_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "notes.txt").touch()
    assert complaint(tmp_path / "empty") == (
        "empty: nothing in this folder of 1 file can be read. notes.txt: this file is empty: check that it "
        "was written to its end."
    )
    (tmp_path / "empty" / "notes.txt").unlink()
    assert complaint(tmp_path / "empty").endswith("this folder has no visible files: check the path.")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_is_not_even_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ttl")
    assert complaint(tmp_path / "pipe.ttl").startswith("pipe.ttl: this is a pipe, device or socket: ")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices here")
def test_device_is_refused() -> None:
    assert complaint("/dev/zero").startswith("zero: this is a pipe, device or socket: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="this user may read every file")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.ttl").touch(mode=0)
    assert complaint(tmp_path / "secret.ttl") == "secret.ttl: cannot be read: Permission denied."


def test_prose_is_refused(tmp_path: Path) -> None:
    assert complaint_about(tmp_path, "Dear reader, this is no RDF.", "letter.txt").startswith(
        "letter.txt: this is a text ('Dear reader, this is no RDF.' …) without annotations in a known"
    )
    assert complaint_about(tmp_path, "Dear reader, this is no RDF.").startswith(
        "graph.ttl:1:1: this is not valid Turtle: "
    )


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
    sentence = complaint_about(tmp_path, RDF_XML + end, "graph.rdf")
    assert "graph.rdf" in sentence
    assert "incomplete" in sentence or "not valid RDF/XML" in sentence


@pytest.mark.parametrize("end", ["</rdf:RDF>", "</rdf:RDF >\n<!-- end -->\n<?done?>\n"])
def test_rdf_xml_that_ends_well_is_read(tmp_path: Path, end: str) -> None:
    assert "no usable mention" in complaint_about(tmp_path, RDF_XML + end, "graph.rdf")


@pytest.mark.parametrize("text", ["", "# only a comment\n", PREFIXES])
def test_empty_graph_is_refused(tmp_path: Path, text: str) -> None:
    assert complaint_about(tmp_path, text) == (
        "graph.ttl: this graph is empty: check that the system wrote its output."
    )


def test_a_graph_in_no_known_vocabulary_names_what_was_looked_for_and_what_is_there(tmp_path: Path) -> None:
    text = "@prefix : <http://example.org/> . :bob a :Person ; :says :m1, :m2, :m3 ; :age 4 ."
    sentence = complaint_about(tmp_path, text)
    assert sentence.startswith(
        "graph.ttl: found no usable mention in 5 triples. Looked for the vocabularies aif: "
    )
    assert "; gaf: gaf:denotedBy; nif: itsrdf:taIdentRef, fsem:denotes; oa: oa:hasTarget" in sentence
    assert sentence.endswith(
        "but the properties are from <http://example.org/> (4), "
        "<http://www.w3.org/1999/02/22-rdf-syntax-ns#> (1). Give a vocabulary, or a file that "
        "describes yours, with --vocabulary."
    )


def test_a_graph_in_a_vocabulary_without_a_place_names_its_properties(tmp_path: Path) -> None:
    text = (
        "@prefix gaf: <http://groundedannotationframework.org/gaf#> . @prefix : <http://example.org/> ."
        ":bob a :Person ; gaf:denotedBy :m1, :m2, :m3 ; :age 4 ."
    )
    sentence = complaint_about(tmp_path, text)
    assert "Looked for GAF: NewsReader, PIKES (ks:mentionOf, nif:referenceContext, nif:beginIndex" in sentence
    assert "<http://groundedannotationframework.org/gaf#> (3), <http://example.org/> (1)" in sentence


def test_a_graph_whose_mentions_are_all_unusable_says_why(tmp_path: Path) -> None:
    sentence = complaint_about(tmp_path, PREFIXES + BOB.replace("endIndex 9", "endIndex 99"))
    assert "no usable mention" in sentence
    assert "Left out 1 mention past the end of the text" in sentence


def test_a_graph_without_a_tie_to_instances_says_so_and_offers_no_other_vocabulary(tmp_path: Path) -> None:
    sentence = complaint_about(tmp_path, PREFIXES + BOB.replace("itsrdf:taIdentRef :bob", "a nif:Phrase"))
    assert "the instance (itsrdf:taIdentRef or fsem:denotes) of mentions is missing" in sentence
    assert "--vocabulary" not in sentence


def test_vocabulary_without_any_known_term_is_not_chosen(tmp_path: Path) -> None:
    sentence = complaint_about(tmp_path, PREFIXES + ":a :b :c .", vocabulary="oa")
    assert sentence.endswith(
        "none of these are in the graph: if it has mentions, give another vocabulary, "
        "or a file that describes yours, with --vocabulary."
    )


@pytest.mark.parametrize("name", ["page.ttl", "page.nt", "page.rdf", "page.jsonld", "page.conll", "page"])
@pytest.mark.parametrize(
    "start",
    ["\ufeff<!DOCTYPE html>\n<html>", "<!-- a --><!-- b -->\n<html lang='en'>\n<head>", "<HTML><BODY>404"],
    ids=["doctype", "comments", "bare"],
)
def test_web_page_is_not_a_known_format(tmp_path: Path, name: str, start: str) -> None:
    assert complaint_about(tmp_path, start, name).startswith(f"{name}: this is a web page, not a graph")


def test_a_turtle_file_may_begin_with_a_relative_iri_that_looks_like_a_tag(tmp_path: Path) -> None:
    assert "found no usable mention in 1 triple." in complaint_about(tmp_path, "<html> <p> <b> .")


def test_a_page_of_comments_is_looked_through_in_linear_time() -> None:
    assert not is_web_page("page", b"<!---->" * 500 + b"<rdf>")


@pytest.mark.parametrize("text", ['{"a": 1}', ' [\n{"a": {"b": 1}}]'])
def test_json_that_is_neither_a_graph_nor_clusters_shows_its_keys(tmp_path: Path, text: str) -> None:
    assert complaint_about(tmp_path, text, "graph.json") == (
        f"graph.json: this is JSON with the keys {', '.join(re.findall('[ab]', text))}, "
        "which is neither JSON-LD (with @context, @id or @graph) nor a known shape of "
        "chains, or it is damaged: give the annotated file, or describe its keys with "
        "--json-shape."
    )


def test_json_ld_without_a_triple_is_an_empty_graph(tmp_path: Path) -> None:
    assert "this graph is empty" in complaint_about(tmp_path, '{"@context": {}, "a": 1}', "graph.json")


def test_relative_iris_without_a_base_get_the_same_base_in_all_graphs(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "graph.ttl").write_text(
            (PREFIXES + BOB).replace(":bob", "<bob>").replace(":doc", "</doc>"), encoding="utf-8"
        )
    graphs = read_graphs([str(tmp_path / "a"), str(tmp_path / "b")], ReadOptions())
    for graph in graphs:
        assert graph.documents == ("http://base.invalid/doc",)
        assert len(graph.mentions) == 1
        assert [each.code for each in graph.notices] == ["relative-iris"]
        assert "--base IRI" in graph.notices[0].sentence
    (told,) = read_graphs([str(tmp_path / "a")], ReadOptions(base="http://e.org/x/"))
    assert (told.documents, told.notices) == (("http://e.org/doc",), ())


def test_a_file_of_a_folder_with_relative_iris_leaves_the_iris_of_the_others_alone(tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_text(PREFIXES + BOB.replace(":bob", "<bob>"), encoding="utf-8")
    (tmp_path / "b.ttl").write_text("<http://e.org/a/../b> a <http://e.org/a/../c> .", encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert any("http://e.org/a/../b" in each.sentence for each in graph.notices)


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


@pytest.mark.parametrize("iri", ["docs/x:1", "d#a:b", "?a:b", "//host:80/x", "1:x", ""])
def test_a_colon_alone_makes_no_iri_absolute(tmp_path: Path, iri: str) -> None:
    (tmp_path / "graph.ttl").write_text(f"{PREFIXES}{BOB}:bob :p <{iri}> .", encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path / "graph.ttl")], ReadOptions())
    (said,) = (each for each in graph.notices if each.code == "relative-iris")
    assert said.examples[0].endswith(f"<{iri}>")


def test_a_type_that_json_ld_does_not_explain_is_left_out_with_a_remark(tmp_path: Path) -> None:
    text = (
        '[{"@id": "http://e/d", "NIF#isString": "Bob"}, {"@id": "http://e/m", "NIF#referenceContext": '
        '{"@id": "http://e/d"}, "NIF#beginIndex": 0, "NIF#endIndex": 3, '
        '"http://www.w3.org/2005/11/its/rdf#taIdentRef": {"@id": "http://e/bob", "@type": "Person"}}]'
    ).replace("NIF#", "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#")
    (tmp_path / "graph.jsonld").write_text(text, encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path / "graph.jsonld")], ReadOptions())
    assert graph.types == ((),)
    assert [notice.code for notice in graph.notices] == ["class-without-name"]


def test_a_relative_identifier_in_json_ld_is_not_dropped_silently(tmp_path: Path) -> None:
    sentence = complaint_about(tmp_path, '{"@id": "bob", "http://example.org/p": 1}', "graph.jsonld")
    assert "found no usable mention in 1 triple." in sentence


def test_a_base_that_is_no_iri(tmp_path: Path) -> None:
    assert complaint_about(tmp_path, PREFIXES + BOB, base="not an iri").startswith(
        "The base 'not an iri' is not an absolute IRI"
    )


def test_damaged_gzip_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl.gz").write_bytes(b"\x1f\x8b\x08\x00garbage")
    assert complaint(tmp_path / "graph.ttl.gz").startswith("graph.ttl.gz: the compressed data is damaged")


def complaint_of_rdflib(folder: Path, turtle: str) -> str:
    """Return rdflib's message, read in this process: few files reach it."""
    (folder / "graph.ttl").write_text(turtle, encoding="utf-8")
    collector = Collector(load_vocabulary("nif"))
    with open(folder / "graph.ttl", "rb", buffering=0) as file:
        stream = RdfStream("graph.ttl", file, lambda _: None, lambda _: None)
        with pytest.raises(ReadingError) as caught:
            read_with_rdflib("graph.ttl", stream, "Turtle", None, collector, 0)
    return str(caught.value)


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_rdflib_errors_are_sentences_too(tmp_path: Path) -> None:
    sentence = complaint_of_rdflib(tmp_path, PREFIXES + BOB + ":bob :p :o ; . . :x")
    assert sentence.startswith("graph.ttl")
    assert "this is not valid Turtle" in sentence


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_rdflib_says_what_is_wrong_and_not_only_where(tmp_path: Path) -> None:
    sentence = complaint_of_rdflib(tmp_path, PREFIXES + BOB + ":bob :p <b")
    assert "unterminated URI reference): correct the file" in sentence


def test_an_iri_with_a_blank_is_a_name_like_any_other(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB.replace(":bob", "<http://example.org/Bob Smith>"))
    assert graph.names == ("http://example.org/Bob Smith",)
    assert graph.notices == ()


def test_an_empty_rdflib_graph() -> None:
    with pytest.raises(ReadingError, match=r"^graph 1: this graph is empty"):
        read_graphs([rdflib.Graph()], ReadOptions())


def test_standard_input_can_be_only_one_of_the_graphs() -> None:
    with pytest.raises(ReadingError, match="Only one graph can come from standard input"):
        read_graphs(["-", "-"], ReadOptions())


def test_the_first_graph_that_cannot_be_found_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReadingError, match=r"one\.ttl: no such file or folder"):
        read_graphs([str(tmp_path / "one.ttl"), str(tmp_path / "two.ttl")], ReadOptions())


def test_a_folder_of_texts_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ReadingError, match="--texts must be a folder"):
        read(tmp_path, BOB, texts=tmp_path / "texts")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.bz2", bz2.compress(b"x"), "it is packed with bzip2"),
        ("a", lzma.compress(b"x"), "it is packed with xz"),
        ("a.zip", b"PK\x03\x04" + bytes(30), "this archive is damaged"),
        ("a.tar", b"a.ttl".ljust(257, b"\0") + b"ustar\0", "this archive is damaged"),
        ("a.coala", b"SQLite format 3\0", "this is a review, not a graph"),
        ("a.db", b"SQLite format 3\0", "this is an SQLite database"),
        ("a.csv", b"a,b\n1,2\n", "this is a table of 2 columns divided by commas"),
        ("a.tsv", b"1-1\t0-3\tAnn\t_\t_\n", "a file .tsv is read as WebAnno TSV 3, whose first line"),
        ("a.tsv", b"#FORMAT=WebAnno TSV 2.0\n", "the first line is '#FORMAT=WebAnno TSV 2.0'"),
        ("a.ann", b"Person 0 3 Ann\n", "a file .ann is read as brat standoff"),
        ("a.key", b"d 0 0 Ann (1)\n", "a file .key is read as CoNLL"),
        ("a", b"T1\tPerson 0 3\tAnn\n", "this is brat standoff, whose text is next to it"),
        ("a.jsonld", b"<html><p>404</html>", "this is a web page"),
        ("a.jsonl", b"<h1>404</h1>", "this is a web page"),
    ],
)
def test_well_known_file_that_is_no_graph_is_named(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(data)
    assert words in complaint(tmp_path / name)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "name", ["a.ttl", "a.nt", "a.jsonld", "a.tsv", "a.ann", "a.sgm", "a.conll", "a.jsonl", "a"]
)
def test_utf_16_is_named(tmp_path: Path, name: str, encoding: str) -> None:
    text = "<DOC>x</DOC>" if name == "a.sgm" else "#begin document (a); part 000\n"
    (tmp_path / name).write_bytes(text.encode(encoding))
    assert (
        complaint(tmp_path / name)
        == f"{name}: this is UTF-16 or UTF-32, not UTF-8: convert the file to UTF-8."
    )


def test_a_relative_namespace_that_no_base_makes_absolute_is_one_sentence(tmp_path: Path) -> None:
    graph = tmp_path / "graph.rdf"
    graph.write_text(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="rel/">'
        '<rdf:Description rdf:about="a"><r:x>1</r:x></rdf:Description></rdf:RDF>',
        encoding="utf-8",
    )
    with pytest.raises(ReadingError, match="the IRI <rel/x> is relative and has no base: write"):
        read_graphs([str(graph)], ReadOptions())


def test_text_when_its_name_tells_no_format_is_not_called_rdf(tmp_path: Path) -> None:
    text = "<http://e.org/a> <http://e.org/b> nothing ."
    assert complaint_about(tmp_path, text, "graph.data").startswith(
        "graph.data:1:35: this does not look like RDF (its first bytes look most like "
    )


def test_half_of_a_surrogate_pair_when_it_is_in_an_rdflib_graph_is_replaced() -> None:
    parsed = rdflib.Graph().parse(data=PREFIXES + BOB + r":bob rdfs:label 'Bob \uD800' .", format="turtle")
    (graph,) = read_graphs([parsed], ReadOptions())
    assert graph.labels == ("Bob \ufffd",)
