"""``coala lint``, ``--strict`` and ``--map-documents`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.notice import is_flaw, make_notice
from tests.support.nif import BOB, JOHN, PREFIXES
from tests.support.paths import SAMPLES

X, Y = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XY")
NEWSWIRE = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed", "gold")]

SMITH = """\
:m3 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 10 ; nif:anchorOf "Bob Smith " ;
    itsrdf:taIdentRef :smith .
"""
"""The mention of ``BOB`` once more, with a blank that does not belong to it."""


def write(folder: Path, name: str, turtle: str) -> str:
    path = folder / name
    path.write_text(PREFIXES + turtle, encoding="utf-8")
    return str(path)


def lint_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["lint", *arguments, "--json", "-"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_shipped_samples_are_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "lint.json"
    assert main(["lint", *NEWSWIRE, "--strict", "--json", str(target)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("no warnings") == 5
    assert json.loads(target.read_text(encoding="utf-8"))["clean"] is True


def test_lint_prints_a_sentence_a_flaw_and_its_examples_indented(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "a.ttl", BOB + SMITH)
    assert main(["lint", path]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}: 1 document, 2 instances, 2 mentions, 0 statements"
    assert [line.partition(":")[0] for line in lines if line[:3].strip()] == [
        path,
        "  words-cut",
        "  near-duplicate-spans",
    ]
    assert all(
        words in lines[-1] for words in ("      “Bob Smith” (0–9 of <http://example.org/doc>)", "(0–10 of")
    )


def test_what_reading_noticed_comes_with_what_it_does_to_a_diff(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "a.ttl", BOB + JOHN.replace("18", "99"))
    document = lint_json(capsys, path)
    assert document["format"] == "coala-lint/1"
    assert (document["clean"], document["pairs"]) == (False, [])
    (linted,) = document["graphs"]
    assert (linted["path"], linted["mentions"]) == (path, 1)
    warning = linted["warnings"][0]
    assert (warning["code"], warning["count"]) == ("offsets-past-end", 1)
    assert warning["effect"] == CATALOGUE["offsets-past-end"].effect
    assert {warning["severity"] for warning in linted["warnings"]} == {"warning"}
    for command in (["diff", path, path], ["score", path, path]):
        main([*command, "--json", "-"])
        warnings = json.loads(capsys.readouterr().out)["warnings"]
        assert {notice["severity"] for notice in warnings} == {"warning"}


def test_two_graphs_are_one_pair_with_the_documents_that_may_be_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write(tmp_path, "a.ttl", BOB)
    second = write(tmp_path, "b.ttl", BOB.replace(":doc ", ":text "))
    (pair,) = lint_json(capsys, first, second)["pairs"]
    assert (pair["first"], pair["second"]) == (first, second)
    assert [warning["code"] for warning in pair["warnings"]] == [
        "nothing-in-common",
        "document-in-one-graph",
        "document-in-one-graph",
        "documents-renamed",
    ]
    assert pair["likely_documents"] == [
        {
            "first": "http://example.org/doc",
            "second": "http://example.org/text",
            "how": "equal",
            "share": 1.0,
            "by_name": False,
        }
    ]
    (pair,) = lint_json(capsys, first, second, "--map-documents", "auto")["pairs"]
    assert [warning["code"] for warning in pair["warnings"]] == ["documents-mapped"]


def test_strict_makes_a_warning_exit_status_2_after_everything_was_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "a.ttl", BOB + JOHN.replace("18", "99"))
    for command in (["lint", path], ["diff", path, path], ["score", path, path]):
        assert main(command) == 0
        printed = capsys.readouterr()
        assert main([*command, "--strict"]) == 2
        strict = capsys.readouterr()
        assert strict.out == printed.out
        assert strict.err.startswith(printed.err)
        assert "--strict" in strict.err.splitlines()[-1]


def test_strict_changes_nothing_where_there_is_no_warning() -> None:
    assert main(["diff", X, X, "--strict"]) == 0
    assert main(["diff", X, Y, "--strict"]) == 1
    assert main(["score", X, Y, "--strict"]) == 0


def test_strict_diff_reports_a_requested_document_map_and_succeeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write(tmp_path, "a.ttl", BOB)
    second = write(tmp_path, "b.ttl", BOB.replace(":doc ", ":text "))
    assert main(["diff", first, second, "--map-documents", "auto", "--strict"]) == 0
    assert capsys.readouterr().err.startswith("coala: note: 1 document ")
    names = tmp_path / "map.tsv"
    names.write_text("http://example.org/text\thttp://example.org/doc\n", encoding="utf-8")
    assert main(["diff", first, second, "--map-documents", str(names), "--json", "-"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["map_documents"] == str(names)


def test_a_map_may_name_documents_as_files_of_other_formats_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = '{"doc_id": "nw/%s", "text": "Ann left. She ran.", "clusters": [[[0, 3], [10, 13]]]}\n'
    first, second, names = (str(tmp_path / name) for name in ("a.jsonl", "b.jsonl", "map.tsv"))
    for path, text in ((first, line % "a"), (second, line % "b"), (names, "nw/b\tnw/a\n")):
        Path(path).write_text(text, encoding="utf-8")
    assert main(["diff", first, second, "--map-documents", names]) == 0
    assert capsys.readouterr().err.startswith("coala: note: 1 document ")


def test_texts_that_differ_in_line_ends_alone_are_aligned_as_in_a_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = '{"doc_id": "d", "text": "Ann left.%sShe ran.", "clusters": [[[0, 3], [%d, %d]]]}\n'
    first, second = str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")
    Path(first).write_text(line % ("\\n", 10, 13), encoding="utf-8")
    Path(second).write_text(line % ("\\r\\n", 11, 14), encoding="utf-8")
    (pair,) = lint_json(capsys, first, second)["pairs"]
    assert [notice["code"] for notice in pair["warnings"]] == ["texts-aligned"]
    assert main(["diff", first, second]) == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [("map.tsv", "map.tsv, line 1:"), ("nope", "nope: "), ("/dev/zero", "/dev/zero: "), (".", ".: ")],
)
def test_a_wrong_map_is_one_line_before_anything_is_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.tsv").write_text("only one column\n", encoding="utf-8")
    for command in ("diff", "lint"):
        assert main([command, X, "missing.ttl", "--map-documents", name]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"coala: {reason}")


def test_graph_that_cannot_be_read_leaves_the_others_linted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "lint.json"
    assert main(["lint", X, "nope.ttl", Y, "--json", str(target)]) == 2
    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert captured.out.count("no warnings") == 3
    document = json.loads(target.read_text(encoding="utf-8"))
    assert [graph["path"] for graph in document["graphs"]] == [X, Y]
    assert [(pair["first"], pair["second"]) for pair in document["pairs"]] == [(X, Y)]
    assert document["unreadable"] == [{"path": "nope.ttl", "message": line.removeprefix("coala: ")}]
    assert document["clean"] is False


def test_without_the_first_graph_there_are_no_pairs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.ttl"
    empty.touch()
    assert main(["lint", str(empty), X, Y, "--map-documents", "auto"]) == 2
    captured = capsys.readouterr()
    assert captured.out.count("no warnings") == 2
    assert len(captured.err.splitlines()) == 1
    assert main(["lint", str(empty), "nope.ttl"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 2)


def test_what_changes_nothing_is_a_note_and_nothing_to_strict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    described = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:nif="http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#" '
        'xmlns:itsrdf="http://www.w3.org/2005/11/its/rdf#"><rdf:Description rdf:about="http://e.org/m">'
        '<nif:referenceContext rdf:resource="http://e.org/d"/><nif:beginIndex>0</nif:beginIndex>'
        '<nif:endIndex>3</nif:endIndex><itsrdf:taIdentRef rdf:resource="http://e.org/ann"/>'
        '</rdf:Description><rdf:Description rdf:about="http://e.org/d"><nif:isString>Ann ran.</nif:isString>'
        "</rdf:Description></rdf:RDF>"
    )
    path = tmp_path / "a.rdf"
    path.write_text(f'<?xml version="1.0" encoding="UTF-16"?>{described}', encoding="utf-16")
    for command in (["lint", str(path)], ["diff", str(path), str(path)], ["score", str(path), str(path)]):
        assert main([*command, "--strict", "--json", str(tmp_path / "out.json")]) == 0
        document = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
        told = document["graphs"][0]["warnings"] if command[0] == "lint" else document["warnings"]
        assert {(notice["code"], notice["severity"]) for notice in told} == {("fallback-reader", "note")}
        assert "coala: warning" not in capsys.readouterr().err


def test_notice_that_counts_with_one_way_of_matching_only_is_a_warning() -> None:
    assert is_flaw(make_notice("minimum-not-found"))
    assert "--match min" in make_notice("minimum-not-found").effect


def test_a_score_finds_documents_under_other_names_as_a_diff_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write(tmp_path, "a.ttl", BOB)
    second = write(tmp_path, "b.ttl", BOB.replace(":doc ", ":text "))
    for command in ("score", "diff"):
        assert main([command, first, second]) == 2
        assert "--map-documents auto" in capsys.readouterr().err
        assert main([command, first, second, "--map-documents", "auto", "--strict"]) == 0


def test_a_text_that_the_folder_lacks_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "a.ttl", BOB.replace("nif:isString", ":says"))
    folder = tmp_path / "texts"
    folder.mkdir()
    main(["lint", path])
    assert "doc.txt" not in capsys.readouterr().out
    main(["lint", path, "--texts", str(folder)])
    assert "doc.txt" in capsys.readouterr().out
    (folder / "documents.tsv").write_text("http://example.org/other\tone.txt\n", encoding="utf-8")
    main(["lint", path, "--texts", str(folder)])
    assert "text-unreadable" not in capsys.readouterr().out
    (folder / "doc.txt").write_text("Bob Smith met John.", encoding="utf-8")
    main(["lint", path, "--texts", str(folder)])
    assert "document-without-text" not in capsys.readouterr().out
