"""The text of a board, which shows the component that pays, and how certain that is."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from coala.board.board import Board, MarginalLinks
from coala.board.plan import Role
from coala.results.board.text import render_board_text
from tests.support.boards import a_board

BOTH = ("muc", "b_cubed")


def lines(board: Board, *metrics: str) -> list[str]:
    return list(render_board_text(board, metrics or BOTH))


def cells(board: Board, name: str) -> list[str]:
    """Return the cells in the first line of a component, which is that of leave-one-out."""
    return next(line for line in lines(board) if line.split()[:1] == [name]).split()


def test_links_that_are_lost_have_a_true_minus() -> None:
    board = a_board(roles=[Role.WITHOUT])
    for links in (MarginalLinks(-173, -116), MarginalLinks(-173, 1_160)):
        columns = [replace(column, links=links) for column in board.columns]
        shown = "\n".join(lines(replace(board, columns=tuple(columns), whole=MarginalLinks(-1, -2))))
        assert "−173/" in shown
        assert not re.search(r"-[.\d]", shown)


def test_without_gold_there_is_similarity_and_no_figure_of_quality() -> None:
    text = "\n".join(lines(a_board(gold=False, target=0.8)))
    assert "similarity by MUC F1" in text
    for word in ("precision", "Holm", "right", "/"):
        assert word not in text.replace("n/a", "").replace("/graphs/", "")


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "<b>x</b>", "a\x1b[2J\nb", "n" * 100_000, "\u202eevil", "שלום עולם", ""]
)
def test_a_hostile_name_is_plain_text_on_its_line(name: str) -> None:
    board = a_board((name, "acronyms", "surnames"))
    assert all(len(line) < 400 and "\n" not in line and "\x1b" not in line for line in lines(board))
    assert not any("\u202e" in line for line in lines(board))


def test_a_name_from_right_to_left_keeps_its_columns_in_place() -> None:
    board = a_board(("שלום", "acronyms"), roles=[Role.WITHOUT])
    table = [line for line in lines(board) if "19  " in line or "6/6  " in line][:2]
    places = [line.replace("\u2068", "").replace("\u2069", "").index("/") for line in table]
    assert len(table) == 2
    assert all(abs(one - other) <= 1 for one, other in pairwise(places))
