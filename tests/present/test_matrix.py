"""The matrix of a board, and the texts in its cells."""

from __future__ import annotations

import pytest

from coala.board.plan import Role
from coala.model.bag import Verdict
from coala.present.board_claim import list_meetings
from coala.present.board_table import BoardMatrix, BoardVerdicts, CellState, mark_cell
from tests.support.boards import a_board


def a_matrix() -> BoardMatrix:
    board = a_board()
    return BoardMatrix(board, Role.WITHOUT, board.find_columns(Role.WITHOUT))


def test_bags_that_one_component_owns_come_first() -> None:
    matrix = a_matrix()
    places = range(len(matrix.columns))
    owners = [
        sum(bool(matrix.bags(row, place)) for place in places)
        for row in range(len(matrix.rows))
        if not matrix.rows[row].heading
    ]
    assert owners == sorted(owners)
    headings = [row.heading for row in matrix.rows if row.heading]
    assert headings[0].startswith("Changed by ")
    assert len(headings) == len(set(owners))
    assert matrix.total == len(owners)


def test_a_bag_of_a_column_is_found_in_its_cell() -> None:
    matrix = a_matrix()
    row, place = matrix.find(matrix.columns[2], 7) or (-1, -1)
    assert 7 in [bag.number for bag in matrix.bags(row, place)]
    assert matrix.find(99, 0) is None


@pytest.mark.parametrize(
    ("given", "sign", "state"),
    [("", "●", CellState.OPEN), ("+", "+", CellState.JUDGED), ("-", "−", CellState.JUDGED)],
)
def test_one_bag_has_the_sign_of_its_verdict(given: str, sign: str, state: CellState) -> None:
    cell = mark_cell(["a"], BoardVerdicts({"a": Verdict(given)} if given else {}))
    assert (cell.sign, cell.state) == (sign, state)


def test_of_several_bags_the_sign_counts() -> None:
    some = BoardVerdicts({"a": Verdict.BETTER})
    assert mark_cell(["a", "b", "c"], some).sign == "1/3"
    assert mark_cell(["b", "c"], some).sign == "●2"
    all_better = BoardVerdicts({"a": Verdict.BETTER, "b": Verdict.BETTER})
    assert mark_cell(["a", "b"], all_better).sign == "+2"
    mixed = BoardVerdicts({"a": Verdict.BETTER, "b": Verdict.WORSE})
    assert mark_cell(["a", "b"], mixed).sign == "+−"
    assert mark_cell([], mixed).state is CellState.EMPTY


def test_bag_judged_by_changes_alone_differs_from_an_unjudged_one() -> None:
    begun = BoardVerdicts(by_change={"a": 2})
    assert mark_cell(["a"], begun) == (CellState.OPEN, "◐", None)
    assert mark_cell(["a", "b"], begun).sign == "◐2"
    assert mark_cell(["b"], begun).sign == "●"
    matrix = a_matrix()
    row, place = matrix.find(matrix.columns[0], 0) or (-1, -1)
    first = matrix.bags(row, place)[0].fingerprint
    words = matrix.words(row, place, BoardVerdicts(by_change={first: 2}))
    assert "not judged as a whole, 2 changes judged" in words


def test_of_many_pairs_those_that_meet_most_are_offered_in_every_role_and_the_rest_is_counted() -> None:
    board = a_board([f"rule {number}" for number in range(16)])
    found = board.interactions
    sizes = sorted(
        len(bags) for pairs in (found.needed_by_both, found.redundant) for bags in (pairs or {}).values()
    )
    meetings = list_meetings(board)
    offered = [meeting for meeting in meetings.offered if not meeting.words.endswith("in the whole system")]
    assert sorted(len(meeting.joint_bags) for meeting in offered) == sizes[-200:]
    assert {meeting.role for meeting in offered} == {Role.WITHOUT, Role.ONLY}
    assert meetings.rest == len(sizes) - 200 == 12
    assert meetings.rest_words == "12 more pairs: see coala board --json"
    assert list_meetings(a_board(["one", "two"])).rest_words == ""


def test_no_interesting_bag_is_no_row() -> None:
    board = a_board(bags_each=0)
    assert BoardMatrix(board, Role.WITHOUT, board.find_columns(Role.WITHOUT)).rows == ()
