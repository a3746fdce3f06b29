"""The components by what their lack costs."""

from __future__ import annotations

from coala.engine.board.board import Delta
from coala.engine.board.least_added import overlap, rank_by_least_added
from coala.engine.board.plan import Role
from tests.support.boards import a_board


def test_those_that_cost_least_come_first_and_say_whether_they_are_told_from_nothing() -> None:
    ranked = rank_by_least_added(a_board(), "muc")
    assert [each.name for each in ranked[:4]] == [
        "predicate-nominals",
        "short-forms",
        "acronyms",
        "exact-names",
    ]
    assert [each.is_told_from_nothing for each in ranked[:4]] == [False, False, False, True]
    assert {a_board().columns[each.column].role for each in ranked} == {Role.WITHOUT}


def test_without_a_gold_graph_or_the_role_nothing_is_ranked() -> None:
    assert rank_by_least_added(a_board(gold=False), "muc") == []
    assert rank_by_least_added(a_board(roles=[Role.ONLY]), "muc") == []
    assert rank_by_least_added(a_board(), "lea") == []


def test_intervals_that_touch_leave_the_order_open_and_so_does_one_that_is_not_known() -> None:
    assert overlap(Delta(0.1, 0.0, 0.2), Delta(0.3, 0.2, 0.4))
    assert not overlap(Delta(0.1, 0.0, 0.2), Delta(0.3, 0.21, 0.4))
    assert overlap(Delta(0.1), Delta(0.3, 0.21, 0.4))
