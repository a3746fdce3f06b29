"""Scores of a response without any mention: recall 0, precision undefined, F1 0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from tests.support.paths import SHARED, needs_shared

REPORTED = SHARED / "data" / "reported"

KEY = {"doc_id": "d", "tokens": list("abcdef"), "clusters": [[[0, 0], [4, 4]], [[2, 2]]]}


@pytest.fixture
def graphs(tmp_path: Path) -> list[str]:
    paths = []
    for name, clusters in (("key", KEY["clusters"]), ("nothing", []), ("part", [[[0, 0], [2, 2]]])):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(json.dumps(KEY | {"clusters": clusters}))
        paths.append(str(file))
    return paths


def read_scores(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["score", *words, "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def test_response_without_mentions_scores_0_in_every_metric(
    graphs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    key, nothing, _ = graphs

    found = read_scores(capsys, key, nothing, "--by", "document,size", "--relations", "all")

    tables = [found["scores"], found["micro"], *found["by_document"].values()]
    for table in tables:
        assert {name: score["f1"] for name, score in table.items()} == dict.fromkeys(table, 0.0)
    muc, mentions = found["scores"]["muc"], found["scores"]["mentions"]
    assert muc["recall"] == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert muc["precision"]["value"] is None
    assert mentions["recall"]["denominator"] == 3
    assert found["by"]["size"]["slices"]["1"]["muc"]["f1"] is None
    assert found["relations"]["IDENT"]["f1"] == 0.0
    assert [each["code"] for each in found["warnings"]][:1] == ["no-mentions"]


def test_systems_without_mentions_are_scored_beside_others(
    graphs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    key, nothing, part = graphs
    for responses in ([part, nothing], [nothing, part]):
        found = read_scores(capsys, key, *responses)
        f1 = {Path(each["path"]).stem: each["scores"]["b_cubed"]["f1"] for each in found["systems"]}
        assert f1["nothing"] == 0.0
        assert f1["part"] > 0


@pytest.mark.parametrize(("command", "first", "second"), [("score", 1, 0), ("diff", 0, 1)])
def test_graph_without_mentions_is_refused_where_it_is_no_response(
    graphs: list[str], command: str, first: int, second: int
) -> None:
    assert main([command, graphs[first], graphs[second]]) == 2


def test_response_that_lost_all_its_mentions_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nif = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
    head = (
        f"@base <http://example.org/> . @prefix nif: <{nif}> . "
        "@prefix its: <http://www.w3.org/2005/11/its/rdf#> . "
        '<d> a nif:Context ; nif:isString "a b" . '
    )
    mention = "<m> nif:referenceContext <d> ; its:taIdentRef <x> ; nif:beginIndex {} ; nif:endIndex 1 . "
    status = {}
    for name, mentions in (("key", mention.format(0)), ("nothing", ""), ("negative", mention.format(-3))):
        (tmp_path / f"{name}.ttl").write_text(head + mentions)
        status[name] = main(["score", str(tmp_path / "key.ttl"), str(tmp_path / f"{name}.ttl")])
    assert status == {"key": 0, "nothing": 0, "negative": 2}
    assert "negative.ttl" in capsys.readouterr().err


@needs_shared
def test_reported_files_without_mentions_score_0(capsys: pytest.CaptureFixture[str]) -> None:
    found = read_scores(capsys, str(REPORTED / "key.jsonl"), str(REPORTED / "found_nothing.jsonl"))
    assert found["scores"]["conll"]["f1"] == 0.0
    conll = str(REPORTED / "key.conll")
    several = read_scores(capsys, conll, conll, str(REPORTED / "found_nothing.conll"))
    assert [each["scores"]["conll"]["f1"] for each in several["systems"]] == [1.0, 0.0]


@needs_shared
def test_reported_agreement_is_krippendorffs_alpha(capsys: pytest.CaptureFixture[str]) -> None:
    main(["agree", *(str(REPORTED / f"alpha_{number}.jsonl") for number in range(1, 5)), "--json", "-"])
    alpha = json.loads(capsys.readouterr().out)["together"]["alpha"]
    found = {name: (each["numerator"], each["denominator"]) for name, each in alpha.items()}
    assert found == {"masi": (10, 59), "jaccard": (2, 9), "passonneau": (6, 13)}
