"""``coala lint``, ``--strict`` and ``--map-documents`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coala.cli import main
from coala.effects import EFFECTS
from coala.reading.remarks import SENTENCES
from tests.paths import SAMPLES
from tests.reading.nif import BOB, JOHN, PREFIXES

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


def test_the_shipped_samples_are_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", *NEWSWIRE, "--strict"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("nothing to remark") == 5


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
    assert lines[-1].startswith("      “Bob Smith” (0–9 of <http://example.org/doc>) and “Bob Smith ” (0–10")


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
    assert warning["effect"] == EFFECTS["offsets-past-end"]


def test_every_effect_is_that_of_something_reading_notices() -> None:
    assert EFFECTS.keys() <= SENTENCES.keys()


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
        {"first": "http://example.org/doc", "second": "http://example.org/text", "how": "equal"}
    ]
    (pair,) = lint_json(capsys, first, second, "--map-documents", "auto")["pairs"]
    assert [warning["code"] for warning in pair["warnings"]] == ["documents-mapped"]


def test_lint_writes_json_into_a_file_and_prints_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "lint.json"
    assert main(["lint", X, Y, "--json", str(target)]) == 0
    assert json.loads(target.read_text(encoding="utf-8"))["clean"] is True
    assert "nothing to remark" in capsys.readouterr().out


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
        assert strict.err.splitlines()[-1].endswith("which --strict does not allow.")


def test_strict_changes_nothing_where_there_is_no_warning() -> None:
    assert main(["diff", X, X, "--strict"]) == 0
    assert main(["diff", X, Y, "--strict"]) == 1
    assert main(["score", X, Y, "--strict"]) == 0


def test_a_map_that_was_asked_for_is_told_and_no_trouble(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write(tmp_path, "a.ttl", BOB)
    second = write(tmp_path, "b.ttl", BOB.replace(":doc ", ":text "))
    assert main(["diff", first, second, "--map-documents", "auto", "--strict"]) == 0
    assert "1 document of the changed graph took the identifiers of the baseline" in capsys.readouterr().err
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
    assert "1 document of the changed graph took the identifiers" in capsys.readouterr().err


def test_a_wrong_map_is_one_line_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "map.tsv"
    names.write_text("only one column\n", encoding="utf-8")
    for command in ("diff", "lint"):
        assert main([command, X, "missing.ttl", "--map-documents", str(names)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "map.tsv, line 1: needs two identifiers" in line
