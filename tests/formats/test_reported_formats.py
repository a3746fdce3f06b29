"""Small published-like files that were read wrong, or refused with a sentence that misled."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import pytest

from coala.cli.commands import main
from tests.support.paths import SHARED

REPORTED = SHARED / "data" / "reported"
needs_reported = pytest.mark.skipif(not REPORTED.is_dir(), reason="the reported inputs are not here")


@needs_reported
@pytest.mark.parametrize(
    ("name", "figures", "notices"),
    [
        ("mmax_paths", [1, 3, 2], {"level-read": 1, "files-skipped": 2}),
        ("mmax_suffix", [1, 3, 2], {"level-read": 1, "files-skipped": 2}),
        ("folder_with_notes", [1, 2, 1], {"files-skipped": 1}),
    ],
)
def test_reported_folder_has_its_figures_and_notices(
    name: str, figures: list[int], notices: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", str(REPORTED / name), "--json", "-"]) == 0
    (graph,) = json.loads(capsys.readouterr().out)["graphs"]
    assert [graph[key] for key in ("documents", "mentions", "instances")] == figures
    assert {notice["code"]: notice["count"] for notice in graph["warnings"]} == notices


@needs_reported
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hipe.tsv", ["HIPE"]),
        ("zelda.conll", ["ZELDA"]),
        ("spotlight.json", ["Spotlight", "@text", "@URI"]),
        ("event_hoppers.jsonl", ["sentences", "events", "clusters"]),
    ],
)
def test_refusal_names_the_format_or_its_keys(
    name: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", str(REPORTED / name)]) == 2
    message = capsys.readouterr().err
    assert [word for word in words if word not in message] == []
    assert "WebAnno" not in message
    assert "is empty" not in message


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        (
            "a.json",
            '{"software":"entity-fishing","text":"Ann left.","entities":[{"rawName":"Ann","offsetStart":0}]}',
            "entity-fishing",
        ),
        (
            "a.jsonl",
            '{"inputs": {"inputs_pretokenized": "Ann left."}, "prediction": "x -> [1"}',
            "link-append",
        ),
        ("a.conll", "-DOCSTART- -X- O O\n\nAnn NNP B-NP B-PER\nleft VBD B-VP O\n", "CoNLL-2003"),
        ("a.json", '{"@attributes": {"x": 1}, "body": "Ann left."}', "@attributes"),
        ("a.jsonl", '{"document": "Ann left.", "prompt": "Mark it.", "clusters": []}', "'prompt'"),
    ],
)
def test_other_formats_are_named(
    tmp_path: Path, name: str, content: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(content)

    assert main(["lint", str(tmp_path / name)]) == 2
    assert word in capsys.readouterr().err


@needs_reported
@pytest.mark.parametrize("pairing", ["auto", str(REPORTED / "into_documents.tsv")])
def test_convert_into_takes_a_map_of_documents(tmp_path: Path, pairing: str) -> None:
    out = tmp_path / "out.jsonl"
    system, target = (str(REPORTED / f"into_{name}.jsonl") for name in ("system", "target"))

    assert main(["convert", system, "--into", target, "--map-documents", pairing, "-o", str(out)]) == 0

    written = json.loads(out.read_text())
    assert (written["doc_key"], written["clusters"]) == ("d1", [[[0, 0], [4, 4]]])
    assert main(["convert", system, "--map-documents", pairing, "-o", str(tmp_path / "a.ttl")]) == 2


@needs_reported
def test_equal_documents_need_no_note_on_their_map(capsys: pytest.CaptureFixture[str]) -> None:
    graphs = [str(REPORTED / name) for name in ("into_target.jsonl", "same_documents.jsonl")]

    assert main(["diff", *graphs, "--map-documents", "auto"]) == 1
    captured = capsys.readouterr()
    assert "1 of 1 bag differs" in captured.out
    assert "took the identifiers" not in captured.err


@needs_reported
def test_file_without_chains_is_copied_into_a_folder_byte_for_byte(tmp_path: Path) -> None:
    folder, out = REPORTED / "one_without_chains", tmp_path / "copy"

    assert main(["convert", str(folder), "--into", str(folder), "-o", f"{out}/"]) == 0

    assert sorted(path.name for path in out.iterdir()) == ["a.conllu", "b.conllu"]
    assert all((out / path.name).read_bytes() == path.read_bytes() for path in folder.iterdir())


@needs_reported
def test_json_keeps_its_lines_where_two_chains_are_joined(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    joined, pretty = (REPORTED / f"{name}.json" for name in ("pretty_joined", "pretty"))

    assert main(["convert", str(joined), "--into", str(pretty), "-o", str(out)]) == 0

    assert json.loads(out.read_text()) == json.loads(joined.read_text())
    old, new = (path.read_text().splitlines() for path in (pretty, out))
    changed = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
    assert 0 < len(changed) <= 10


def test_file_with_a_repeated_document_is_not_rewritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps({"doc_key": "a", "sentences": [["Ida", "met", "her"]], "clusters": [[[0, 0], [2, 2]]]})
    twice = tmp_path / "a.jsonl"
    twice.write_text(f"{line}\n{line}\n")

    assert main(["convert", str(twice), "--into", str(twice), "-o", str(tmp_path / "b.jsonl")]) == 2
    assert "a document is in it twice" in capsys.readouterr().err
