"""The text of a board, which shows the component that pays, and how certain that is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from coala.board.board import Board, Delta, MarginalLinks, MetricDeltas
from coala.board.plan import Role
from coala.output.board_text import render_board_text
from tests.support.boards import a_board

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


def test_the_question_is_answered_which_two_to_drop_and_how_sure_that_is() -> None:
    answer = "\n".join(lines(a_board())).partition("add least")[2]
    assert "Least missed: predicate-nominals and short-forms. Dropping both: −0.84 points" in answer
    assert "−11 right links (−12 in all)" in answer
    assert "Neither has a proven effect on MUC F1" in answer
    assert "the intervals of acronyms, exact-names overlap with theirs." in answer


def test_component_that_costs_is_described_as_costing() -> None:
    board = a_board(("acronyms", "surnames"), roles=[Role.WITHOUT])
    costs = MetricDeltas(Delta(-0.07), Delta(0.04), Delta(-0.0199, -0.0368, -0.0033, 0.021, 0.042))
    worse = replace(board.columns[0], deltas={"muc": costs}, links=MarginalLinks(-69, -133))
    answer = "\n".join(lines(replace(board, columns=(worse, board.columns[1])), "muc")).partition(
        "add least"
    )[2]
    assert "links: −69 right, −133 in all  proven loss" in answer
    assert "acronyms and surnames. Dropping both: −6.59 points and −30 right links (+32 in all)" in answer


def test_what_is_below_the_target_is_marked_and_nothing_else() -> None:
    marked = [line.split()[0] for line in lines(a_board(target=0.86, roles=[Role.WITHOUT])) if "0.8" in line]
    below = [line for line in lines(a_board(target=0.86, roles=[Role.WITHOUT])) if "<" in line]
    assert {line.split()[0] for line in below[1:]} == {"short-forms", "cross-document"}
    assert set(marked) >= {"short-forms", "cross-document", "third-person"}
    assert not any("<" in line for line in lines(a_board(target=None)))


def test_alone_against_nothing_the_scores_stand_and_no_change() -> None:
    text = "\n".join(lines(a_board(roles=[Role.ONLY])))
    assert "Alone: what each does by itself" in text
    assert "n/a" not in text.partition("Alone")[2].partition("Where")[0]
    assert "add least" not in text


def test_without_a_graph_of_nothing_what_is_alone_is_held_against_none() -> None:
    told = lines(a_board(roles=[Role.ONLY], nothing=False))
    assert "By itself: the scores of each graph, since the board has no graph for 'nothing'" in told
    assert not any("Where components meet" in line or "No column" in line for line in told)


def test_the_three_counts_of_bags_are_told_apart_and_what_is_not_adjusted_is_said() -> None:
    told = lines(a_board(roles=[Role.WITHOUT]))
    assert (
        "  In points, with 95 % intervals from 10,000 resamples of 62 bags of gold and all these graphs "
        "together, changed or not; the same resamples for all rows." in told
    )
    assert (
        "  Each interval is for its row alone, not adjusted; Holm is p adjusted for all rows; "
        "* marks p below 0.05." in told
    )
    assert any(
        line.startswith("  The last column counts the bags that a row's two graphs change") for line in told
    )
    assert "  A joint bag joins bags of all comparisons that share mentions." in told


def test_a_board_on_which_nothing_differs_says_so() -> None:
    assert "No column has a change." in lines(a_board(bags_each=0, roles=[Role.WITHOUT]))


def test_steps_that_do_not_add_up_to_the_whole_say_so() -> None:
    board = a_board(roles=[Role.STEP])
    added = MarginalLinks(
        sum(column.links.right for column in board.columns if column.links),
        sum(column.links.made for column in board.columns if column.links),
    )
    assert not any("do not add up" in line for line in lines(replace(board, whole=added)))
    told = lines(replace(board, whole=MarginalLinks(596, 653)))
    assert (
        "  The steps do not add up to the whole system, 596/653: the last step is not the whole system."
        in told
    )
    told = lines(replace(board, whole=MarginalLinks(596, 653), settings={"match": "overlap"}))
    assert any(
        "or --match pairs the spans of a graph differently in each comparison" in line for line in told
    )


def test_without_gold_there_is_similarity_and_no_word_of_quality() -> None:
    text = "\n".join(lines(a_board(gold=False, target=0.8)))
    assert "similarity by MUC F1" in text
    assert "which does not show which is better" in text
    for word in ("precision", "Holm", "right", "What adds least"):
        assert word not in text


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
