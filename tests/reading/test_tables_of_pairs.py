"""Pairs between two tables, pairs that are no match, and records that a response lacks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.engine.score import score_graphs
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.notices.notice import is_harmless
from coala.model.options import DEFAULTS, Options
from coala.model.record_options import RecordOptions
from coala.reading.read import read_graphs
from tests.support.paths import SHARED, needs_shared

duckdb = pytest.importorskip("duckdb")

REPORTED = SHARED / "data" / "reported"


def write(path: Path, *lines: str) -> str:
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return str(path)


def options(**values: str | None) -> Options:
    return DEFAULTS._replace(reading=DEFAULTS.reading._replace(records=RecordOptions(**values)))  # type: ignore[arg-type]


def read(*paths: str, **values: str | None) -> tuple[Graph, ...]:
    return read_graphs(paths, options(**values).reading)


def clusters(graph: Graph) -> set[frozenset[str]]:
    found: dict[int, set[str]] = {}
    columns = graph.mentions.instance.tolist(), graph.mentions.document.tolist()
    for instance, document in zip(*columns, strict=True):
        name = graph.documents[document].removeprefix("urn:coala:record:").replace("%2B", "+")
        found.setdefault(instance, set()).add(name.replace("%5C", "\\"))
    return set(map(frozenset, found.values()))


def codes(graph: Graph) -> dict[str, int]:
    return {notice.code: notice.count for notice in graph.notices}


def count(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, int]:
    """Return the records and clusters that ``coala lint`` counts."""
    assert main(["lint", *words, "--json", "-"]) == 0
    (graph,) = json.loads(capsys.readouterr().out)["graphs"]
    return graph["mentions"], graph["instances"]


@needs_shared
def test_reported_pairs_when_read_with_the_options_that_the_advice_names_have_the_right_clusters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    numbers, sources, labels = (
        str(REPORTED / f"{name}_pairs.csv") for name in ("clean_clean", "two_tables", "labelled")
    )
    assert count(capsys, numbers, "--record", "id", "--pairs", "D1,D2", "--pair-tables", "two") == (8, 4)
    sides = "source_dataset_l+unique_id_l,source_dataset_r+unique_id_r"
    assert count(capsys, sources, "--record", "source_dataset+unique_id", "--pairs", sides) == (4, 2)
    assert count(capsys, labels, "--record", "id", "--pairs", "ltable_id,rtable_id") == (4, 2)

    (graph,) = read(numbers, record="id", pairs="D1,D2")
    assert codes(graph) == {"pairs-share-records": 3}
    assert not is_harmless(graph.notices[0])
    (graph,) = read(sources, record="unique_id", pairs="unique_id_l,unique_id_r")
    assert codes(graph) == {"records-of-several-tables": 1, "pairs-of-any-likelihood": 2}
    assert f"--record source_dataset+unique_id --pairs {sides}" in graph.notices[0].sentence


@needs_shared
@pytest.mark.parametrize(
    "words",
    [
        ["lint", "pairs_only.csv", "--pairs", "unique_id_l,unique_id_r"],
        ["diff", "gold_of_four.csv", "two_of_four.csv"],
        ["diff", "gold_of_four.csv", "two_of_four.csv", "--cluster", "cluster"],
    ],
)
def test_reported_tables_without_record_are_refused_with_record_in_the_advice(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPORTED)
    assert main(words) == 2
    assert "--record COLUMN" in capsys.readouterr().err


def test_record_options_without_record_are_refused_in_every_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "a.csv", "id,c", "1,x")
    for flag, value in (
        ("--pairs", "l,r"),
        ("--cluster", "c"),
        ("--show", "c"),
        ("--records", path),
        ("--pair-tables", "two"),
    ):
        for engine in ("memory", "duckdb"):
            assert main(["diff", path, path, flag, value, "--engine", engine]) == 2
            assert re.search(f"{flag} .* --record COLUMN", capsys.readouterr().err)


def test_parquet_and_duckdb_without_record_are_refused_with_record_in_the_advice(tmp_path: Path) -> None:
    parquet, database = tmp_path / "a.parquet", tmp_path / "a.duckdb"
    duckdb.sql("SELECT '1' AS id, 'x' AS c").write_parquet(str(parquet))
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE t AS SELECT '1' AS id, 'x' AS c")
    for path in (parquet, database):
        with pytest.raises(CoalaError, match="--record COLUMN"):
            read(str(path))


def test_tables_that_do_not_fit_their_options_are_refused(tmp_path: Path) -> None:
    pairs = write(tmp_path / "p.csv", "l,r", "0,1", "1,0")
    listed = write(tmp_path / "c.csv", "side,id,c", "left,0,x", "right,1,x", "left,1,y", "right,0,z")
    columns = {"cluster": "c", "pairs": "l,r", "pair_tables": "two"}
    with pytest.raises(CoalaError, match=r"--record SIDE\+ID"):
        read(listed, pairs, record="id", **columns)


def test_labels_of_another_type_say_which_pairs_match(tmp_path: Path) -> None:
    parquet = str(tmp_path / "p.parquet")
    duckdb.sql(
        "SELECT * FROM (VALUES ('a', 'b', true), ('c', 'd', false)) AS t(l, r, is_match)"
    ).write_parquet(parquet)
    assert clusters(read(parquet, record="id", pairs="l,r")[0]) == {frozenset("ab")}


def test_records_of_gold_that_a_response_lacks_count_in_every_recall(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.csv", "id,c", "1,a", "2,a", "3,b", "4,b")
    response = write(tmp_path / "r.csv", "id,c", "1,x", "2,x", "7,x")
    columns = {"record": "id", "cluster": "c"}
    key, system = read(gold, response, **columns)
    scored = score_graphs(key, system, options=options(**columns))
    scores: dict[str, Any] = {name: (score.recall, score.precision) for name, score in scored.scores.items()}
    assert scores["mentions"] == ((2, 4), (2, 2))
    assert scores["pairs"] == ((1, 2), (1, 1))
    assert scores["muc"] == ((1, 2), (1, 1))
    assert scores["b_cubed"][0].value == 0.5
    assert scores["clusters"] == ((1, 2), (1, 1))
    found = {notice.code: (notice.count, notice.role) for notice in scored.notices}
    assert found == {"records-missing": (2, "response"), "records-not-scored": (1, "")}


def test_gold_of_some_records_gives_equal_scores_in_every_command_and_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write(tmp_path / "gold.csv", "id,g", "1,a", "2,a", "3,b", "4,b", "5,b")
    table = write(tmp_path / "two.csv", "id,c,d", "1,x,x", "2,x,y", "3,z,z", "7,x,x")
    written = tmp_path / "out.json"

    def report(*words: str) -> Any:
        assert main([*words, "--record", "id", "--json", str(written)]) in (0, 1)
        capsys.readouterr()
        return json.loads(written.read_text())["scores"]

    columns = ["--gold", gold, "--cluster", "c,d,g"]
    one = report("diff", table, table, *columns)
    assert one["baseline"]["pairs"]["recall"]["denominator"] == 4
    assert one["baseline"]["mentions"]["recall"]["numerator"] == 3
    assert one["baseline"]["mentions"]["recall"]["denominator"] == 5
    assert one["changed"]["pairs"]["recall"]["numerator"] == 0
    assert report("diff", table, table, *columns, "--engine", "duckdb") == one
    assert report("score", gold, table, "--cluster", "g,c") == one["baseline"]
