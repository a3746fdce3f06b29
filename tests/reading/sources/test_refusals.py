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
from coala.reading.sources.detected_files import detect_file
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import load_vocabulary

FOREIGN = {
    # file: its bytes, and the names, figures and quotations in the message
    "cut.json": (b'{"name": "x", "vers', "name, "),
    "marked.txt": (b"[1 Bob] met [2 Ann]. [1 He] left.\n", "'[1 Bob] met [2 Ann]."),
    "nested.txt": (b"[[1 Bob] and [2 Ann]] ran.\n", "'[[1 Bob] "),
    "numbers.json": (b"[[-1.5, 2]]", "JSON without"),
    "open.json": (b"[\n [", "JSON without"),
    "empty.json": (b"[]", "JSON without"),
    "lines.txt": (b'{"id": 1}\n{"id": 2}\n', "id, "),
    "named.ttl": (b'{"a": 1}', "a, "),
    "d.parquet": (b"PAR1\x15\x04", "--record COLUMN with --cluster COLUMN"),
    "c.a1": (b"T1\tProtein 0 3\tBob\n", "BioNLP-ST"),
    "nothing": (b"\n \n", "empty"),
    "ner.iob": (b"EU NNP B-ORG\nis VBZ O\n\nIt PRP O\n", "3 columns divided by blanks"),
    "page.md": (b"# Title\n\nBob met *Ann*.\n", "('# Title' …)"),
    "no.xml": (b"Bob met Ann", "('Bob met Ann' …)"),
    "cut.xml": (b'<?xml version="1.0"?>', "XML element"),
    "a.conll": (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
    "a.ttl": (b"\x89PNG\r\n\x1a\n\0\0", "PNG"),
    "old.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "Microsoft Office"),
    "model.pkl": (pickle.dumps({"a": list(range(99))}), "binary"),
    "all": (bytes(range(256)), "binary"),
    "tei.rdf": (b'<?xml version="1.0"?><TEI><text/></TEI>', "TEI"),
    "doc.tei": (b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>', "TEI"),
    "d1.jsonl": (b'{"id": 1, "text": "Bob", "meta": {}, "labels": [[0, 3, "PER"]]}\n', "doccano"),
    "d2.jsonl": (
        b'{"text": "Bob", "entities": [{"id": 1, "start_offset": 0, "end_offset": 3}], "relations": []}\n',
        "doccano",
    ),
    "a.coala": (b"SQLite format 3\0", "review"),
    "a.tsv": (b"1-1\t0-3\tAnn\t_\t_\n", "WebAnno TSV 3"),
    "a.key": (b"d 0 0 Ann (1)\n", "CoNLL"),
    "b": (b"T1\tPerson 0 3\tAnn\n", "brat"),
}

# Only reading tries this as RDF; its conversion has other words.
RDF = {"cut.xml"}


def complaint(path: Path) -> str:
    vocabulary = load_vocabulary("nif")
    collector, remarks = Collector(vocabulary), Remarks(vocabulary.words())
    with pytest.raises(ReadingError) as caught:
        read_file(detect_file(File(path.name, str(path))), 0, None, collector, remarks, Unwatched())
    return str(caught.value)


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_not_read_is_named_also_when_it_is_converted(tmp_path: Path, name: str) -> None:
    data, what = FOREIGN[name]
    (tmp_path / name).write_bytes(data)
    message = complaint(tmp_path / name)
    assert message.startswith(f"{name}:")
    assert what in message
    assert "\n" not in message
    with pytest.raises(ReadingError) as caught:
        convert(str(tmp_path / name))
    assert (what in str(caught.value)) == (name not in RDF)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a", b"@prefix a: <http://a.org/> .\na:b a:c a:d", "RDF"),
        ("a", b"PREFIX a: <http://a.org/>\na:b\ta:c\n", "RDF"),
        ("a.txt", b"<http://a.org/> <http://b.org/> nothing\n", "RDF"),
        ("a.ttl", b"a,b\n1,2\n", "Turtle"),
        ("a.jsonld", b'{"@context": {"a": "http://a.org/"}, "a": ', "JSON-LD"),
    ],
)
def test_possibly_broken_rdf_gets_the_error_of_the_parser(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(data)
    message = complaint(tmp_path / name)
    assert f"{name}:" in message
    assert reason in message


def test_broken_json_or_xml_is_explained_as_with_an_extension_of_rdf(tmp_path: Path) -> None:
    for names, data in (
        (("a.json", "a.jsonld", "a"), b'{"@context": {"a": "http://a.org/"}, "a": '),
        (("a.xml", "a.rdf", "a"), b'<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a'),
    ):
        for name in names:
            (tmp_path / name).write_bytes(data)
        general, rdf, unnamed = (complaint(tmp_path / name).removeprefix(name) for name in names)
        assert general == rdf != unnamed


def test_a_key_for_chains_makes_a_tool_s_export_readable(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"doc_id": "a", "text": "Bob", "clusters": [[[0, 3]]], "_input_hash": 1, "label": [[0, 3, "x"]]}\n'
    )
    lines, _ = convert(str(tmp_path / "a.jsonl"))
    assert "Bob" in "".join(lines)
