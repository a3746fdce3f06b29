"""Recognition of formats by names and first bytes; the case files have those that are recognised as usual."""

from __future__ import annotations

import importlib
import zlib

import pytest

CLAIMED: dict[str, list[tuple[str, bytes]]] = {
    "brat": [("a.ann", b""), ("a.ann", b"T1 X 0 1 x")],  # and is refused for its blanks
    "conll": [
        ("a.v4_gold_conll", b""),
        ("a.conll.gz", b"# a comment"),
        ("a.key", b"#begin document (a); part 000\n"),
        ("a", b"\xef\xbb\xbf\n# begin document a\n"),
    ],
    "corefud": [
        ("a.conllu", b""),
        ("a.conllu.gz", b"1\ta"),
        ("a.txt", b"# newdoc id = x\n"),
        ("a", b"# global.Entity = eid\n"),
    ],
    "json.reader": [
        ("a.jsonl", b""),
        ("a.jsonlines.gz", b'{"speakers": []'),
        ("a.json", b' {"doc_id": "x", "text"'),
    ],
    "mmax2": [("a.xml", b'<?xml version="1.0"?><!DOCTYPE words SYSTEM "words.dtd">\n<words>\n<word id="w"')],
    "muc": [("a.sgm", b"\n<DOC>"), ("a.txt", b'<p>\n<COREF ID="1">')],
    "ontonotes": [
        ("news.coref", b'<DOC DOCNO="bc/news_0001">\n<TEXT PARTNO="000">\n<COREF ID="6" TYPE="IDENT">A'),
        ("news.coref", b'<TEXT PARTNO="000">\n<COREF ID="6" TYPE="IDENT">A'),
        ("news.coref", b'<DOC DOCNO="bc/news_0001" >\n<TEXT PARTNO="000">\n<COREF ID="6" TYPE="IDENT">A'),
    ],
    "sacr": [("a.sacr", b"{one His}")],
    "spacy_docbin": [("a.spacy", b""), ("a.bin", zlib.compress(b"\x89\xa7version\xa30.1"))],
    "uima.xmi": [
        (
            "a.xml",
            '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore">'.encode(
                "utf-16"
            ),
        )
    ],
    "webanno.tsv": [("a.tsv", b"#FORMAT=WebAnno TSV 2.0\n")],  # and is refused with its version
}

LEFT: dict[str, list[tuple[str, bytes]]] = {
    "aida": [("a.conll", b"-DOCSTART- -X- -X- O\n")],
    "booknlp": [
        ("a.entities", b"paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document")
    ],
    "brat": [("a.ann", b"<rdf:RDF>"), ("a.ttl", b"T1\tX 0 1\tx")],
    "cat_xml": [("a.xml", b'<Document doc_name="a"><Markables/></Document>')],
    "conll": [("a.conll", b"# global.Entity = eid\n"), ("a.key", b"<x> <y> <z> .")],
    "corefud": [
        ("a.conllu", b"#begin document 173\nAnn\t0\t0\t_\t(0)\n"),
        ("a", b"#begin document (x);\n"),
        ("a", b"@prefix : <x> ."),
    ],
    "corenlp_xml": [("a.xml", b"<root><doc/></root>")],
    "json.reader": [
        ("a.json", b'{"x": 1}'),
        ("a.json", b'{"text": "x", "@id": "y"}'),
        ("a.jsonl", b'{"@context": {}}'),
    ],
    "litbank": [("a.ann", b"T1\tPER 0 3\tAnn\n")],
    "mmax2": [("a.xml", b"<words><w/></words>")],
    "model_answers": [
        ("a.txt", b"Ann (a pilot) met Bob [1]."),
        ("a.jsonl", b'{"doc_id": "d", "text": "x", "clusters": []}'),
        ("a.jsonl", b'{"id": "d", "response": {"clusters": []}}'),
        ("a.jsonl", b'{"text": "x", "spans": [], "output": "[x](#1)"}'),
    ],
    "muc": [
        ("a.txt", b"<p>"),
        ("a.ttl", b'@prefix x: <http://x/> . x:a x:b "<COREF ID=1>" .'),
        ("a.sgml", b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><COREF ID="1"/>'),
        ("a.xml", b'<NAG><coreferences><coref id="co1"><span/></coref></coreferences></NAG>'),
    ],
    "ontonotes": [("a.sgm", b'<DOC><DOCNO>1</DOCNO><COREF ID="1">a</COREF></DOC>')],
    "sacr": [("a.txt", b"# a comment\n{ <a> <b> <c> }")],
    "spacy_docbin": [("a.bin", zlib.compress(b"anything else")), ("a.txt", b"xylophones")],
    "tcf": [("a.xml", b"<root/>")],
    "uima.xmi": [
        ("a.json", b'{"text": "a", "clusters": []}'),
        ("model.xmi", b'<uml:Model xmlns:uml="http://uml"/>'),
        ("a.rdf", b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'),
    ],
    "webanno.tsv": [("a.tsv", b"name\tvalue\n"), ("a.ttl", b"# WebAnno TSV 3\n<a> <b> <c> .")],
    "words": [
        ("a.txt", b"A text with|[e1] one tag, and no more ."),
        ("a.txt", b'{"text": "a|[e1] b|[e2] c|[e3] d"}'),
        ("a.txt", b"# newdoc id = a|[e1] b|[e2] c|[e3] d"),
        ("a.txt", b"a|[e1]\tb|[e2]\tc|[e3]"),
        ("a.txt", b"See the list |[1] of |[2] things |[3] here"),
    ],
}


@pytest.mark.parametrize(
    ("module", "name", "start", "expected"),
    [
        (module, name, start, expected)
        for examples, expected in ((CLAIMED, True), (LEFT, False))
        for module, files in examples.items()
        for name, start in files
    ],
)
def test_format_is_recognised_by_name_and_first_bytes(
    module: str, name: str, start: bytes, expected: bool
) -> None:
    assert importlib.import_module(f"coala.formats.{module}").looks_like(name, start) is expected
