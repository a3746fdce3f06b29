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


def complaint(path: Path) -> str:
    with pytest.raises(ReadingError) as caught:
        read_graphs([str(path)], ReadOptions())
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("name", ["a.txt.gz", "a.nif.gz"])
def test_packed_rdf_without_a_known_name_is_read_by_its_first_bytes(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress((PREFIXES + BOB).encode()))
    (tmp_path / "readme").write_text("The annotations of Bob <bob@example.org>.")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.mentions) == 1
    assert notices(graph)["files-skipped"] == 1


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
    assert "triple" not in complaint(tmp_path / "b.xml")


@pytest.mark.parametrize("names", [("anna", "bert"), ("anna",)])
def test_unknown_annotator_error_lists_the_known_ones(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        for document in ("x.txt", "y.txt"):
            file = tmp_path / "annotation" / document / f"{name}.tsv"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\n1-1\t0-1\ta\n")
    with pytest.raises(ReadingError, match=f"'anne'.* {', '.join(names)}\\.$"):
        read_graphs([str(tmp_path)], ReadOptions(formats=FormatOptions(annotator="anne")))
