"""The report of a board, which shows the component that pays, and how certain that is."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from coala.board.board import Board, MarginalLinks
from coala.board.plan import Role
from coala.present.printers.latex import print_latex
from coala.present.printers.markdown import print_markdown
from coala.results.board.report import report_board
from tests.support.boards import a_board
from tests.support.reports import text_of

BOTH = ("muc", "b_cubed")
ARABIC = "مكون"


def lines(board: Board, width: int = 0) -> list[str]:
    return text_of(report_board(board, BOTH), width)


def test_links_that_are_lost_have_a_true_minus() -> None:
    board = a_board(roles=[Role.WITHOUT])
    for links in (MarginalLinks(-173, -116), MarginalLinks(-173, 1_160)):
        columns = [replace(column, links=links) for column in board.columns]
        shown = "\n".join(lines(replace(board, columns=tuple(columns), whole=MarginalLinks(-1, -2))))
        assert "−173/" in shown
        assert not re.search(r"-[.\d]", shown)


def test_without_gold_there_is_similarity_and_no_figure_of_quality() -> None:
    text = "\n".join(lines(a_board(gold=False, target=0.8)))
    assert "MUC similarity" in text
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


@pytest.mark.parametrize("name", ["surnames", "n" * 100, "名" * 28], ids=["short", "long", "wide"])
def test_tables_fit_80_columns_and_say_what_they_leave_out(name: str) -> None:
    shown = lines(a_board((name, "acronyms", "third-person")), 80)
    heads = [place for place, line in enumerate(shown) if line.startswith("  component")]
    assert len(heads) == len(Role)
    for head in heads:
        table = shown[head : head + 4]
        assert all(len(line) + 28 * ("名" in line) <= 80 for line in table)
        assert {"MUC", "F1"} <= set(re.findall(r"\w+", table[0].replace("Δ", "")))
        assert "MUC R, " in shown[head + 4]
        assert "Δ" not in table[0] or "B³ F1" in shown[head + 4]
    with_changes = [shown[head].split() for head in heads if "Δ" in shown[head]]
    assert all("Holm" in titles for titles in with_changes)
    if name == "surnames":
        assert all({"right/made", "precision", "95"} <= set(titles) for titles in with_changes)


def test_latex_and_markdown_have_hostile_and_arabic_names_without_markup() -> None:
    blocks = report_board(a_board(("a_b|c<d>", ARABIC)), BOTH).list_blocks()
    latex, markdown = "".join(print_latex(blocks)), "".join(print_markdown(blocks))
    assert latex.count("a\\_b$|$c$<$d$>$ & ") == len(Role)
    assert latex.count(f"\n{ARABIC} & ") == len(Role)
    assert latex.count("\\begin{tabular}") == latex.count("\\bottomrule") == len(Role) + 2
    rows = [line for line in markdown.splitlines() if line.startswith(("| a", f"| \u2068{ARABIC}"))]
    assert len(rows) == 2 * len(Role)
    assert len([row for row in rows if row.startswith(r"| a\_b\|c\<d\> | ")]) == len(Role)
    assert "c<d>" not in markdown
