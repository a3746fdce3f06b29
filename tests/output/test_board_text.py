"""The text of a board, which shows the component that pays, and how certain that is."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from coala.board.board import Board, Delta, MarginalLinks, MetricDeltas
from coala.board.plan import Role
from coala.output.board_text import render_board_text
from tests.support.boards import a_board
from tests.support.figures import list_figures

BOTH = ("muc", "b_cubed")


def lines(board: Board, *metrics: str) -> list[str]:
    return list(render_board_text(board, metrics or BOTH))


def cells(board: Board, name: str) -> list[str]:
    """Return the cells in the first line of a component, which is that of leave-one-out."""
    return next(line for line in lines(board) if line.split()[:1] == [name]).split()


def test_a_row_has_links_changes_interval_p_and_bags() -> None:
    assert cells(a_board(), "surnames") == [
        *("surnames", "99/101", "0.980", "+12.20", "+3.60", "+8.58", "+5.29", "to", "+11.20"),
        *("0.0002", "0.002*", "+8.58", "0.002*", "42"),
    ]
    assert cells(a_board(), "predicate-nominals")[8:11] == ["+0.81", "0.035", "0.1"]


def find_answer(board: Board, *metrics: str) -> str:
    """Return the lines after the row of each component that adds least: which two to drop."""
    found = lines(board, *metrics)
    place = max(place for place, line in enumerate(found) if list_figures(line)[1:] and " and " in line)
    return "\n".join(found[place - 6 :])


def test_the_question_is_answered_which_two_to_drop_and_how_sure_that_is() -> None:
    answer = find_answer(a_board())
    assert ": predicate-nominals and short-forms. " in answer
    assert ["−0.84", "−11", "−12"] in [list_figures(line) for line in answer.splitlines()]
    assert " acronyms, exact-names " in answer


def test_component_that_costs_is_described_as_costing() -> None:
    board = a_board(("acronyms", "surnames"), roles=[Role.WITHOUT])
    costs = MetricDeltas(Delta(-0.07), Delta(0.04), Delta(-0.0199, -0.0368, -0.0033, 0.021, 0.042))
    worse = replace(board.columns[0], deltas={"muc": costs}, links=MarginalLinks(-69, -133))
    answer = find_answer(replace(board, columns=(worse, board.columns[1])), "muc")
    (row,) = (line for line in answer.splitlines() if "−69" in line)
    assert list_figures(row)[-2:] == ["−69", "−133"]
    assert ["−6.59", "−30", "+32"] in [list_figures(line)[-3:] for line in answer.splitlines()]


def test_links_that_are_lost_have_a_true_minus() -> None:
    board = a_board(roles=[Role.WITHOUT])
    for links in (MarginalLinks(-173, -116), MarginalLinks(-173, 1_160)):
        columns = [replace(column, links=links) for column in board.columns]
        shown = "\n".join(lines(replace(board, columns=tuple(columns), whole=MarginalLinks(-1, -2))))
        assert "−173/" in shown
        assert not re.search(r"-[.\d]", shown)


def test_what_is_below_the_target_is_marked_and_nothing_else() -> None:
    marked = [line.split()[0] for line in lines(a_board(target=0.86, roles=[Role.WITHOUT])) if "0.8" in line]
    below = [line for line in lines(a_board(target=0.86, roles=[Role.WITHOUT])) if "<" in line]
    assert {line.split()[0] for line in below[1:]} == {"short-forms", "cross-document"}
    assert set(marked) >= {"short-forms", "cross-document", "third-person"}
    assert not any("<" in line for line in lines(a_board(target=None)))


def test_alone_against_nothing_there_are_scores_and_no_change() -> None:
    told = lines(a_board(roles=[Role.ONLY]))
    table = [line for line in told if line.startswith("  ") and line.split()[0] in ("surnames", "acronyms")]
    assert len(table) == 2
    assert not any("n/a" in line for line in table)
    # A graph that is compared with none has no bags, so components meet nowhere.
    without_nothing = lines(a_board(roles=[Role.ONLY], nothing=False))
    assert len(without_nothing) < len(told)
    assert not any("joint bag" in line for line in without_nothing)


def test_head_of_the_table_has_what_was_drawn() -> None:
    told = list(map(list_figures, lines(a_board(roles=[Role.WITHOUT]))))
    assert ["95", "10,000", "62"] in told
    assert ["0.05"] in told


def test_board_on_which_nothing_differs_has_no_joint_bags() -> None:
    boards = a_board(roles=[Role.WITHOUT]), a_board(roles=[Role.WITHOUT], bags_each=0)
    counts = [len([line for line in lines(each) if re.search(r"\d joint bag", line)]) for each in boards]
    assert counts[0] > counts[1] == 0


def test_steps_that_do_not_add_up_to_the_whole_say_so() -> None:
    board = a_board(roles=[Role.STEP])
    added = MarginalLinks(
        sum(column.links.right for column in board.columns if column.links),
        sum(column.links.made for column in board.columns if column.links),
    )
    assert not any("/" in line and line.endswith(".") for line in lines(replace(board, whole=added)))
    told = lines(replace(board, whole=MarginalLinks(596, 653)))
    assert [line.endswith(".") for line in told if " 596/653: " in line] == [True]
    overlapping = lines(replace(board, whole=MarginalLinks(596, 653), settings={"match": "overlap"}))
    assert not any("--match" in line for line in told)
    assert any("--match" in line for line in overlapping)


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
