"""Conversion of files, with their mentions, and with reports on skipped parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rdflib

from coala.cli.commands import main

TEXT = "Ann Lee met Bob in Paris. She told him that the city was hers."
PLAIN_MUC = "<DOC><DOCID>d</DOCID><TEXT>Ann met Bob. She smiled.</TEXT></DOC>\n"
MUC = '<DOC><DOCID>e</DOCID><TEXT><COREF ID="1">Ann</COREF> left.</TEXT></DOC>\n'

WITHOUT_MENTIONS = {
    "a.sgm": PLAIN_MUC,
    "a.conll": "404: Not Found",
    "a.jsonl": '{"doc_key": "a", "text": "Ann left.", "clusters": []}\n',
    "b.jsonl": '{"doc_key": "a", "text": "Ann left.", "entities": []}\n',
    "a.tsv": "#FORMAT=WebAnno TSV 3.3\n\n\n#Text=Ann left.\n1-1\t0-3\tAnn\n1-2\t4-8\tleft\n",
}


@pytest.mark.parametrize("name", WITHOUT_MENTIONS)
def test_a_file_without_a_mention_is_one_sentence_and_no_graph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / name).write_text(WITHOUT_MENTIONS[name], encoding="utf-8")
    target = tmp_path / "out.ttl"
    assert main(["convert", str(tmp_path / name), "-o", str(target)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"coala: {tmp_path / name}: ")
    assert len(said.splitlines()) == 1
    assert not target.exists()


def test_files_that_are_passed_over_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, folder, target = tmp_path / "empty", tmp_path / "in", tmp_path / "out.ttl"
    files = (
        {"a.sgm": PLAIN_MUC, "a.apf.xml": "<source_file/>"},
        {"a.sgm": PLAIN_MUC, "b.sgm": MUC, "README": ""},
    )
    for path, contents in zip((empty, folder), files, strict=True):
        path.mkdir()
        for name, text in contents.items():
            (path / name).write_text(text, encoding="utf-8")

    assert main(["convert", str(empty), "-o", str(target)]) == 2
    assert "a.apf.xml" in capsys.readouterr().err
    assert main(["convert", str(folder), "-o", str(target)]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("coala: warning: ")
    assert "README" in line
    # The document without a mention is next to the other.
    assert target.read_text(encoding="utf-8").count("#Context>") == 2


def test_ends_that_belong_to_their_spans_are_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.jsonl", tmp_path / "out.ttl"
    line = {"doc_key": "d", "text": TEXT, "clusters": [[[0, 6], [26, 28], [57, 60]], [[12, 14], [35, 37]]]}
    source.write_text(json.dumps(line), encoding="utf-8")
    assert main(["convert", str(source), "-o", str(target)]) == 0
    (warning,) = capsys.readouterr().err.splitlines()
    assert "5 of 5" in warning
    assert "--ends inclusive" in warning
    assert main(["convert", str(source), "-o", str(target), "--ends", "inclusive"]) == 0
    assert capsys.readouterr().err == ""


def test_offsets_that_are_converted_are_numbers_as_nif_types_them(tmp_path: Path) -> None:
    (tmp_path / "a.sgm").write_text(MUC, encoding="utf-8")
    target = tmp_path / "a.ttl"
    assert main(["convert", str(tmp_path / "a.sgm"), "-o", str(target)]) == 0
    number = rdflib.XSD.nonNegativeInteger
    graph = rdflib.Graph().parse(target)
    nif = rdflib.Namespace("http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#")
    assert list(graph.objects(None, nif.beginIndex)) == [rdflib.Literal("1", datatype=number)]
    assert list(graph.objects(None, nif.endIndex)) == [rdflib.Literal("4", datatype=number)]
    assert main(["diff", str(tmp_path / "a.sgm"), str(target)]) == 0


def test_tables_that_are_given_to_other_commands_name_the_one_that_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    (tmp_path / "a.sgm").write_text(MUC, encoding="utf-8")
    tables = tmp_path / "tables"
    assert main(["convert", str(tmp_path / "a.sgm"), "--to", "parquet", "-o", str(tables)]) == 0
    for command in (["diff", str(tables), str(tmp_path / "a.sgm")], ["lint", str(tables)]):
        capsys.readouterr()
        assert main(command) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"coala: {tables}: ")
        assert "coala diff --engine duckdb" in error
    assert main(["lint", str(tables / "mention.parquet")]) == 2
    assert "coala diff --engine duckdb" in capsys.readouterr().err
