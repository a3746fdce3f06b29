"""Tables of records: clusters and pairs from CSV, Parquet and DuckDB, and figures counted one by one."""

from __future__ import annotations

import csv
import json
import os
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import pytest

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.engine.score import score_graphs
from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.notices.notice import is_harmless
from coala.model.options import DEFAULTS, Options
from coala.model.record_options import RecordOptions
from coala.reading.read import read_graphs
from coala.review.file import Review
from coala.verdicts.state import State
from tests.reading.test_cases import CASES, describe, write_files

duckdb = pytest.importorskip("duckdb")

Rows = list[dict[str, str | None]]


def write_csv(path: Path, rows: Rows, delimiter: str = ",") -> str:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def options(**values: str | None) -> Options:
    return DEFAULTS._replace(reading=DEFAULTS.reading._replace(records=RecordOptions(**values)))  # type: ignore[arg-type]


def read(*paths: str, **values: str | None) -> tuple[Graph, ...]:
    return read_graphs(paths, options(**values).reading)


def chains(graph: Graph) -> set[frozenset[str]]:
    found: dict[int, set[str]] = {}
    columns = graph.mentions.instance.tolist(), graph.mentions.document.tolist()
    for instance, document in zip(*columns, strict=True):
        found.setdefault(instance, set()).add(graph.documents[document].removeprefix("urn:coala:record:"))
    return set(map(frozenset, found.values()))


@pytest.mark.parametrize("kind", ["parquet", "duckdb"])
def test_a_table_is_read_as_the_same_rows_in_csv(tmp_path: Path, kind: str) -> None:
    write_files(CASES["records: record is a document with its fields, and a cluster a chain"], tmp_path)
    source, path = str(tmp_path / "a.csv"), str(tmp_path / f"a.{kind}")
    table = f"SELECT * FROM read_csv('{source}', all_varchar = true)"
    with duckdb.connect(path if kind == "duckdb" else ":memory:") as connection:
        connection.execute(
            f"CREATE TABLE clusters AS {table}" if kind == "duckdb" else f"COPY ({table}) TO '{path}'"
        )

    expected, graph = (
        read(each, record="id", cluster="cluster", show="name,city")[0] for each in (source, path)
    )

    assert [*describe(graph)] == [*describe(expected)]
    assert graph.sources[0].size == Path(path).stat().st_size


def test_signs_that_may_begin_comments_or_quotes_are_values(tmp_path: Path) -> None:
    rows: Rows = [
        {"unit": "" if place % 2 else f"#{place}", "id": f"R{place}", "c": "#0"} for place in range(50)
    ]
    (graph,) = read(write_csv(tmp_path / "a.csv", rows), record="id", cluster="c")
    assert len(graph.documents) == 50
    quoted = tmp_path / "q.csv"
    quoted.write_text('"id","c"\n"\'0","c1"\n"\'1","c1"\n', encoding="utf-8")
    assert chains(read(str(quoted), record="id", cluster="c")[0]) == {frozenset({"%270", "%271"})}


def test_quotes_after_many_lines_without_are_no_values(tmp_path: Path) -> None:
    lines = [f"{place},c{place},Ann" for place in range(30_000)]
    late = tmp_path / "late.csv"
    late.write_text("\n".join(["id,c,name", *lines, 'x,c0,"Lee, ""Ann"""', ""]), encoding="utf-8")
    (graph,) = read(str(late), record="id", cluster="c", show="name")
    assert graph.texts[graph.documents.index("urn:coala:record:x")] == 'Lee, "Ann"'


def test_missing_numbers_are_no_value_and_whole_numbers_have_no_fraction(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    duckdb.sql(
        "SELECT * FROM (VALUES (1.0::DOUBLE, 7.0::DOUBLE), (2.0, 7.0), (3.0, 'nan'::DOUBLE), "
        "(4.5, 'nan'::DOUBLE), "
        "('nan'::DOUBLE, 7.0)) AS t(id, c)"
    ).write_parquet(str(path))
    (graph,) = read(str(path), record="id", cluster="c")
    assert chains(graph) == {frozenset({"1", "2"})}
    assert [(notice.code, notice.count) for notice in graph.notices] == [("records-without-id", 3)]


def test_words_in_parquet_are_values_since_it_has_null(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    duckdb.sql("SELECT * FROM (VALUES ('1', 'NA'), ('2', 'NA'), ('3', NULL)) AS t(id, c)").write_parquet(
        str(path)
    )
    (graph,) = read(str(path), record="id", cluster="c")
    assert chains(graph) == {frozenset("12")}


def test_pairs_of_any_likelihood_are_noted_with_the_range_of_its_columns(tmp_path: Path) -> None:
    rows: Rows = [
        {"l": "a", "r": "b", "match_probability": "0.01", "Score": "x", "weight": "1"},
        {"l": "b", "r": "c", "match_probability": "0.99", "Score": "", "weight": "1"},
        {"l": "b", "r": "c", "match_probability": "NaN", "Score": "", "weight": "1"},
    ]
    (graph,) = read(write_csv(tmp_path / "p.csv", rows), record="id", pairs="l,r", pair_tables="one")
    (notice,) = graph.notices
    assert notice.code == "pairs-of-any-likelihood"
    assert re.search(r'"match_probability" \(0\.01 \S+ 0\.99\)', notice.sentence)
    assert "weight" not in notice.sentence
    assert is_harmless(notice)


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.duckdb"])
def test_pipe_and_folder_are_no_tables_of_records(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    pipe, folder = tmp_path / name, tmp_path / "folder" / name
    folder.mkdir()
    os.mkfifo(pipe)
    good = write_csv(tmp_path / "good.csv", [{"id": "1", "c": "2"}])
    for path in (pipe, folder):
        for given in ({"records": str(path)}, {}):
            with pytest.raises(CoalaError, match=f"^{re.escape(str(path))}"):
                read(good, *([] if given else [str(path)]), record="id", cluster="c", **given)
    with pytest.raises(CoalaError, match="standard input"):
        read("-", record="id", cluster="c")


@pytest.mark.parametrize("seed", range(10))
def test_bags_pairs_and_scores_equal_those_counted_one_by_one(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    names = [f"r{number}" for number in range(60)]
    sides = [{name: str(random.randrange(25)) for name in names} for _ in range(2)]
    paths = [
        write_csv(tmp_path / f"{place}.csv", [{"id": name, "c": side[name]} for name in names])
        for place, side in enumerate(sides)
    ]

    one, other = read(*paths, record="id", cluster="c")
    chosen = options(record="id", cluster="c")

    graph = nx.Graph()
    for place, side in enumerate(sides):
        graph.add_edges_from((name, (place, cluster)) for name, cluster in side.items())
    assert compare_graphs(one, other, options=chosen).summary.bags == nx.number_connected_components(graph)
    pairs = [{pair for pair in combinations(names, 2) if side[pair[0]] == side[pair[1]]} for side in sides]
    groups = [
        {frozenset(name for name in names if side[name] == cluster) for cluster in side.values()}
        for side in sides
    ]
    scores = score_graphs(one, other, options=chosen).scores
    shared, equal = len(pairs[0] & pairs[1]), len(groups[0] & groups[1])
    assert scores["pairs"].recall == (shared, len(pairs[0]))
    assert scores["pairs"].precision == (shared, len(pairs[1]))
    assert scores["clusters"].recall == (equal, len(groups[0]))
    assert scores["clusters"].precision == (equal, len(groups[1]))
    compared = compare_graphs(other, other, one, options=chosen).summary
    assert compared.scores["changed"] == scores
    assert compared.resampling is not None
    for metric in ("pairs", "clusters"):
        assert compared.resampling.metrics[metric].changed_f1.estimate == pytest.approx(scores[metric].f1)


def test_scores_of_records_are_in_all_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clusterings = {"gold": "aabbb", "old": "aabbc", "new": "abbbc"}
    gold, old, new = (
        write_csv(tmp_path / f"{name}.csv", [{"id": str(i), "c": c} for i, c in enumerate(clusters)])
        for name, clusters in clusterings.items()
    )
    columns = ["--record", "id", "--cluster", "c"]

    def report(*command: str) -> tuple[str, Any]:
        written = tmp_path / "out.json"
        assert main([*command, *columns, "--json", str(written)]) in (0, 1)
        return capsys.readouterr().out, json.loads(written.read_text())

    text, document = report("diff", old, new, "--gold", gold)
    assert re.search(r"Pairs +0\.6667 +0\.2857 +−38\.10", text)
    assert re.search(r"Clusters +0\.4000 +0\.0000 +−40\.00", text)
    assert document["scores"]["baseline"]["pairs"]["recall"] == {
        "numerator": 2,
        "denominator": 4,
        "value": 0.5,
    }
    assert re.search(r"Pairs +0\.5000 +\S+ +0\.3333 +\S+ +0\.4000", report("diff", old, new)[0])

    text, document = report("score", gold, old, new)
    assert re.search(r"\nPairs\n.*\n  1 old +0\.5000 +1\.0000 +0\.6667", text)
    assert re.search(r"\nClusters\n.*\n  1 old +0\.5000 +0\.3333 +0\.4000", text)
    assert document["systems"][1]["scores"]["pairs"]["f1"] == pytest.approx(2 / 7)

    for command in (["diff", old, new, "--gold", gold], ["score", gold, old]):
        assert main([*command, *columns, "--markdown", "-"]) in (0, 1)
        page = capsys.readouterr().out
        assert "| Pairs | " in page
        assert "| Clusters | " in page
        assert "| Records | " in page
        assert "Mentions" not in page

    text, document = report("score", gold, old, "--metrics", "pairs")
    assert [*document["scores"]] == ["pairs"]


@pytest.mark.parametrize("table", ["form", "distance", "range", "document", "type", "size,form"])
def test_tables_about_texts_are_refused_for_records(
    tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_csv(tmp_path / "a.csv", [{"id": each, "c": "1"} for each in "ab"])
    command = ["score", path, path, "--record", "id", "--cluster", "c"]
    assert main([*command, "--by", table]) == 2
    assert main([*command, "--by", "size"]) == 0
    assert "mention" not in capsys.readouterr().out
    assert main(["agree", *command[1:], "--by", "document"]) == 2


@pytest.mark.parametrize("command", ["diff", "score", "agree", "gold"])
def test_tables_without_a_common_record_are_refused_with_advice_on_records(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # The same fields, as records of several tables often have.
    one, other = (
        write_csv(
            tmp_path / f"{sign}.csv", [{"id": f"{sign}/{i}", "c": "1", "name": f"Ann {i}"} for i in range(3)]
        )
        for sign in "xy"
    )
    words = ["diff", one, one, "--gold", other] if command == "gold" else [command, one, other]
    assert main([*words, "--record", "id", "--cluster", "c", "--show", "name"]) == 2
    said = capsys.readouterr().err
    for sign in "xy":
        assert re.search(f"'{sign}/0' .*'{sign}/1'.* --record", said)
    assert "map-" not in said
    assert "urn:" not in said


def test_records_with_equal_fields_are_not_paired_by_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (
        write_csv(
            tmp_path / f"{sign}.csv", [{"id": each, "c": "1", "name": "Ann Lee"} for each in f"a{sign}"]
        )
        for sign in "xy"
    )
    columns = ["--record", "id", "--cluster", "c", "--show", "name"]
    assert main(["diff", one, other, *columns]) == 1
    assert "map-" not in capsys.readouterr().err
    assert main(["diff", one, other, *columns, "--map-documents", "auto"]) == 2


@pytest.mark.parametrize("command", ["diff", "score"])
def test_scores_of_records_are_refused_for_texts(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "a.ttl", "b.ttl", "--metrics", "pairs"]) == 2
    assert re.search("'pairs' .* --record", capsys.readouterr().err)


def test_a_gold_of_some_records_restricts_the_scores_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write_csv(tmp_path / "gold.csv", [{"id": name, "c": "1"} for name in "ab"])
    system = write_csv(tmp_path / "system.csv", [{"id": name, "c": "1"} for name in "abcd"])
    written = tmp_path / "s.json"

    assert main(["score", gold, system, "--record", "id", "--cluster", "c", "--json", str(written)]) == 0

    scores = json.loads(written.read_text())["scores"]
    assert scores["pairs"]["precision"]["numerator"] == scores["pairs"]["precision"]["denominator"] == 1
    assert re.findall(r"\d+", capsys.readouterr().err) == ["2", "2"]


def test_a_review_of_records_is_renewed_with_its_columns(tmp_path: Path) -> None:
    rows: Rows = [{"id": each, "old": each, "new": "x", "name": each.upper()} for each in "abc"]
    path, review = write_csv(tmp_path / "a.csv", rows), str(tmp_path / "r.coala")
    command = ["diff", path, path, "--record", "id", "--cluster", "old,new", "--show", "name", "-o", review]

    assert main(command) == 1
    assert main(["export", review, "--to", "json", "-o", str(tmp_path / "r.json")]) == 0
    exported = json.loads((tmp_path / "r.json").read_text())
    assert len(exported["bags"]) == 1
    # A table cannot be written with other clusters.
    assert main(["export", review, "--to", "graph", "-o", str(tmp_path / "best.csv")]) == 2
    # Renewed with the same columns, the bag keeps its verdict.
    with Review.open(Path(review), reviewer="Ann") as opened:
        opened.judge(0, State(Verdict.BETTER))
        assert opened.summary.settings["cluster"] == "old,new"
    assert main(command) == 1
    with Review.open(Path(review), reviewer="Ann") as opened:
        assert opened.states()[0].verdict is Verdict.BETTER


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("a.parquet", b"PAR1 not really", ""),
        ("a.csv", b"id,c\n" + b"1,2\n" * 30_000 + b'3,"4\n' + b"4,5\n" * 9, "quote"),
        ("a.csv", b"id,c\n" + b"1,2\n" * 2_000 + b"3\n" + b"4,5\n" * 9, ""),
        ("a.csv", b"id,c\n" + b"1,2\n" * 30_000 + b"3,4,5\n", "line 30,002"),
        ("a.csv", "id,c\n1,\xe9\n".encode("latin-1"), "line 2"),
    ],
)
def test_broken_tables_are_refused_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, place: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    with pytest.raises(CoalaError) as refused:
        read(str(path), record="id", cluster="c")
    words = str(refused.value)
    assert words.startswith(str(path))
    assert place in words
    assert "\n" not in words
    # No words of DuckDB.
    assert not re.search("Error|Original|Possible|strict|sniff", words)
