"""The JSON of a board, with every figure, and its CSV, one row a column, without formulas."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from coala.board.plan import Role
from coala.results.board.board_csv import render_board_csv
from coala.results.board.board_json import render_board_json
from tests.support.boards import a_board

BOTH = ("muc", "b_cubed")


def table(**what: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render_board_csv(a_board(**what), BOTH))))


def document(**what: Any) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(render_board_json(a_board(**what), BOTH))
    return read


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
