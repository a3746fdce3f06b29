"""The JSON of a board, with every figure, and its CSV, one row a column, without formulas."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

from coala.board.plan import Role
from coala.output.board_tables import render_board_csv, render_board_json, render_board_markdown
from coala.scores.findings import GrossLinks
from tests.support.boards import a_board

BOTH = ("muc", "b_cubed")


def table(**what: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render_board_csv(a_board(**what), BOTH))))


def document(**what: Any) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(render_board_json(a_board(**what), BOTH))
    return read


def test_the_json_has_the_plan_the_columns_the_joint_bags_and_where_components_meet() -> None:
    board = document()
    assert board["format"] == "coala-board/1"
    assert board["plan"]["target_precision"] == 0.8
    assert board["plan"]["variants"][2]["name"] == "surnames"
    column = next(each for each in board["columns"] if each["component"] == "surnames")
    assert (column["role"], column["baseline"]) == ("without", "/graphs/before.ttl")
    assert column["links"] == {"right": 99, "made": 101, "precision": 99 / 101}
    assert column["difference"]["muc"]["f1"] == {
        "value": 8.58 / 100,
        "low": 5.29 / 100,
        "high": 11.20 / 100,
        "p": 0.0002,
        "holm": 0.002,
    }
    assert len(column["interesting_bags"]) == column["bags"]["interesting"] == 42
    assert {bag["joint_bag"] for bag in column["interesting_bags"]} <= set(range(len(board["joint_bags"])))
    pair = board["interactions"]["needed_by_both"][0]
    shared = [bag["columns"] for bag in board["joint_bags"] if bag["number"] in pair["joint_bags"]]
    names = [{board["columns"][column]["component"] for column in columns} for columns in shared]
    assert all(set(pair["components"]) <= each for each in names)


def test_the_json_says_what_was_drawn_and_that_intervals_are_not_adjusted() -> None:
    drawn = document()["bootstrap"]["without"]
    assert (drawn["bags"], drawn["samples"], drawn["adjusted_for_columns"]) == (62, 10_000, False)


def test_only_the_metrics_that_were_asked_for_are_written() -> None:
    board = json.loads(render_board_json(a_board(), ["b_cubed"]))
    assert list(board["scores"]["full"]) == ["b_cubed"]
    assert all(set(column["difference"]) <= {"b_cubed"} for column in board["columns"])
    heads = render_board_csv(a_board(), ["b_cubed"]).splitlines()[0]
    assert "muc" not in heads
    assert "b_cubed_f1_change_holm" in heads


def test_without_gold_the_json_has_similarity_and_null_where_nothing_is_known() -> None:
    board = document(gold=False)
    assert board["plan"]["gold"] is None
    assert board["bootstrap"] == {}
    assert all(column["links"] is None and column["below_target"] is None for column in board["columns"])


def test_without_gold_the_csv_says_how_similar_the_graphs_of_a_row_are_as_the_json_does() -> None:
    board = a_board(gold=False)
    told = json.loads(render_board_json(board, BOTH))["columns"]
    for row, column in zip(table(gold=False), told, strict=True):
        for metric in BOTH:
            said = column["similarity"][metric]
            assert float(row[f"{metric}_similarity_f1"]) == said["f1"]
            assert float(row[f"{metric}_similarity_recall"]) == said["recall"]["value"]
            assert row[f"{metric}_f1"] == ""
    assert {row["muc_similarity_f1"] for row in table()} == {""}


def test_the_csv_has_a_row_for_each_column_of_the_board() -> None:
    rows = table()
    assert [(row["component"], row["role"]) for row in rows] == [
        (column.name, column.role.value) for column in a_board().columns
    ]
    row = next(row for row in rows if row["component"] == "short-forms")
    assert (row["links_right"], row["links_made"], row["below_target"]) == ("6", "7", "no")
    assert float(row["muc_f1_change"]) == 0.43 / 100
    alone = next(row for row in rows if row["role"] == "only")
    assert alone["muc_f1_change"] == ""


def test_a_name_is_no_formula_in_the_csv_and_whole_in_the_json() -> None:
    names = ("=HYPERLINK(1)", "+1", "\t=1", "n" * 5_000)
    assert [row["component"] for row in table(names=names, roles=[Role.WITHOUT])] == [
        "'=HYPERLINK(1)",
        "'+1",
        r"\t=1",
        "n" * 5_000,
    ]
    components = [column["component"] for column in document(names=names, roles=[Role.WITHOUT])["columns"]]
    assert components == list(names)


def test_gross_links_of_a_column_are_in_each_output() -> None:
    board = a_board(roles=[Role.WITHOUT])
    first, *others = board.columns
    board = replace(board, columns=(replace(first, gross_links=GrossLinks(177, 81, 29, 12)), *others))
    row = next(csv.DictReader(io.StringIO(render_board_csv(board, BOTH))))
    assert [row[f"gross_links_{field}"] for field in GrossLinks._fields] == ["177", "81", "29", "12"]
    column = json.loads(render_board_json(board, BOTH))["columns"][0]
    assert column["gross_links"] == {"made": 177, "made_right": 81, "lost": 29, "lost_right": 12}
    assert "| 177 (81) | 29 (12) |" in "".join(render_board_markdown(board, BOTH))


def test_markdown_has_a_table_for_each_role_with_equal_cells_in_all_rows() -> None:
    text = "".join(render_board_markdown(a_board(names=("a|b", "c")), BOTH))
    tables = [part.splitlines() for part in text.split("\n\n") if part.startswith("|")]
    assert len(tables) == 3
    for head, marks, *rows in tables:
        cells = {row.replace("\\\\|", "").count(" | ") for row in (head, marks, *rows)}
        assert len(cells) == 1
        assert len(rows) == 2
    assert r"a\|b" in text


def test_markdown_without_gold_has_similarities() -> None:
    text = "".join(render_board_markdown(a_board(gold=False), BOTH))
    assert "MUC F1, similarity" in text
    assert "right" not in text
