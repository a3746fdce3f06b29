"""Messages on unsupported formats, with their names and advice, and without words about RDF."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from coala.engine.convert import convert
from coala.errors import ReadingError
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import Unwatched, read_file
from coala.reading.remarks import Remarks
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import load_vocabulary

JSON = "which is neither JSON-LD (with @context, @id or @graph) nor a known shape"

FOREIGN = {
    "name.json": (b'{"name": "x", "version": 1}', f"this is JSON with the keys name, version, {JSON}"),
    "cut.json": (b'{"name": "x", "vers', f"this is JSON with the keys name, {JSON}"),
    "marked.txt": (b"[1 Bob] met [2 Ann]. [1 He] left.\n", "this is a text ('[1 Bob] met [2 Ann]."),
    "nested.txt": (b"[[1 Bob] and [2 Ann]] ran.\n", "this is a text ('[[1 Bob] "),
    "numbers.json": (b"[[-1.5, 2]]", "this is JSON without keys"),
    "open.json": (b"[\n [", "this is JSON without keys"),
    "d.parquet": (
        b"PAR1\x15\x04",
        "this is a table of Parquet, which is not read: give --record COLUMN with --cluster COLUMN",
    ),
    "d.arrow": (b"ARROW1\0\0", "this is a table of Arrow, which is not read: write its rows as JSON lines"),
    "b.a2": (b"E1\tMove:T1\n", "join b.a1 and b.a2 into one b.ann next to b.txt"),
    "c.a1": (b"T1\tProtein 0 3\tBob\n", "this is standoff of BioNLP-ST: join"),
    "list.json": (b'["a", "b"]', "this is JSON without keys"),
    "empty.json": (b"[]", "this is JSON without keys"),
    "lines.txt": (b'{"id": 1}\n{"id": 2}\n', f"this is JSON with the keys id, {JSON}"),
    "nothing.xml": (b"", "this file is empty"),
    "nothing": (b"\n \n", "this file is empty"),
    "table.csv": (b"id,text\n1,Bob\n", "this is a table of 2 columns divided by commas ('id, text' …)"),
    "table.tab": (b"id\ttext\n1\tBob\n", "this is a table of 2 columns divided by tabs"),
    "table": (b"a;b\n1;2\n", "this is a table of 2 columns divided by semicolons"),
    "ner.iob": (b"EU NNP B-ORG\nis VBZ O\n\nIt PRP O\n", "this is a table of 3 columns divided by blanks"),
    "text.txt": (b"Bob met Ann.\nHe left, alone.\n", "this is a text ('Bob met Ann.' …)"),
    "page.md": (b"# Title\n\nBob met *Ann*.\n", "this is a text ('# Title' …)"),
    "part.html": (b'<div class="x">Bob</div>', "this is XML with the root element div"),
    "no.xml": (b"Bob met Ann", "this is a text"),
    "cut.xml": (b'<?xml version="1.0"?>', "it has no XML element at its beginning"),
    "paper.pdf": (b"%PDF-1.7\n%\xe2\xe3", "this is a PDF"),
    "a.conll": (b"%PDF-1.7\n%\xe2\xe3", "this is a PDF"),
    "a.ttl": (b"\x89PNG\r\n\x1a\n\0\0", "this is a picture (PNG)"),
    "old.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "this is a document of an old Microsoft Office"),
    "model.pkl": (pickle.dumps({"a": list(range(99))}), "this is binary data"),
    "all": (bytes(range(256)), "this is binary data"),
    "named.ttl": (b'{"a": 1}', f"this is JSON with the keys a, {JSON}"),
    "tei.rdf": (b'<?xml version="1.0"?><TEI><text/></TEI>', "this is TEI, which is not read"),
    "doc.tei": (b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>', "this is TEI, which is not read"),
    "p.xml": (b"<proiel/>", "this is PROIEL XML, which is not read"),
    "craft.xml": (
        b"<annotations textSource='a.txt'></annotations>",
        "XML of Knowtator, which is not read: CRAFT's",
    ),
    "a.mmax": (b'<?xml version="1.0"?><mmax_project/>', "its chains are in the levels of markables"),
    "gap.tsv": (b"ID\tText\tPronoun\tPronoun-offset\tA\n", "this is GAP, which is not read"),
    "kb.cs": (
        b'RUN1\n\n:Entity_1\tmention\t"Bob"\tDOC:0-2\t1.0\n',
        "(ColdStart), which is not read: convert it to AIF with a converter of",
    ),
    "x.xcas": (
        b'<?xml version="1.0"?><CAS version="2"><uima.cas.Sofa _id="1"/></CAS>',
        "XCAS of UIMA, which is not read: export the CAS as XMI",
    ),
    "types.xml": (
        b'<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"/>',
        "a type system description of UIMA, which is not read: give the XMI",
    ),
    "b.tokens": (b"paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\n", "the chains are in the .entities"),
    "d.jsonl": (b'{"text": "Bob", "label": [[0, 3, "PER"]]}\n', "an export of doccano, which is not read"),
    "d1.jsonl": (
        b'{"id": 1, "text": "Bob", "meta": {}, "labels": [[0, 3, "PER"]]}\n',
        "an export of doccano, which is not read",
    ),
    "d2.jsonl": (
        b'{"text": "Bob", "entities": [{"id": 1, "start_offset": 0, "end_offset": 3}], "relations": []}\n',
        "an export of doccano, which is not read",
    ),
    "l.json": (
        b'[{"annotations": [{"id": 1, "result": []}], "data": {"text": "Bob"}}]',
        "an export of Label Studio, which is not read",
    ),
    "p.jsonl": (
        b'{"text": "Bob", "tokens": [{"text": "Bob"}], "relations": [], "_input_hash": 1}\n',
        "an export of Prodigy, which is not read: write its relations as chains",
    ),
}


def complaint(path: Path) -> str:
    vocabulary = load_vocabulary("nif")
    collector, remarks = Collector(vocabulary), Remarks(vocabulary.words())
    with pytest.raises(ReadingError) as caught:
        read_file(File(path.name, str(path)), 0, None, collector, remarks, Unwatched())
    return str(caught.value)


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_not_read_is_named(tmp_path: Path, name: str) -> None:
    data, what = FOREIGN[name]
    (tmp_path / name).write_bytes(data)
    sentence = complaint(tmp_path / name)
    assert sentence.startswith(f"{name}: ")
    assert what in sentence
    assert "\n" not in sentence
    assert "does not look like RDF" not in sentence
    assert "not valid" not in sentence


@pytest.mark.parametrize("name", sorted(FOREIGN.keys() - {"cut.xml", "no.xml", "named.ttl", "lines.txt"}))
def test_convert_names_the_unsupported_format(tmp_path: Path, name: str) -> None:
    data, what = FOREIGN[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ReadingError) as caught:
        convert(str(tmp_path / name))
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a", b"@prefix a: <http://a.org/> .\na:b a:c a:d", "this does not look like RDF"),
        ("a", b"PREFIX a: <http://a.org/>\na:b\ta:c\n", "this does not look like RDF"),
        ("a.txt", b"<http://a.org/> <http://b.org/> nothing\n", "this does not look like RDF"),
        ("a.ttl", b"a,b\n1,2\n", "this is not valid Turtle"),
        ("a.jsonld", b'{"@context": {"a": "http://a.org/"}, "a": ', "this is not valid JSON-LD"),
    ],
)
def test_possibly_broken_rdf_gets_the_error_of_the_parser(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(data)
    assert f"{name}:" in complaint(tmp_path / name)
    assert reason in complaint(tmp_path / name)


def test_a_key_for_chains_makes_a_tool_s_export_readable(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"doc_id": "a", "text": "Bob", "clusters": [[[0, 3]]], "_input_hash": 1, "label": [[0, 3, "x"]]}\n'
    )
    lines, _ = convert(str(tmp_path / "a.jsonl"))
    assert "Bob" in "".join(lines)
