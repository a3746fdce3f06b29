"""Components sorted by the loss without them."""

from __future__ import annotations

from dataclasses import replace

from coala.board.board import ESTABLISHED_BELOW, Delta, MetricDeltas
from coala.board.plan import Role
from coala.board.statistics import find_significant_components, rank_by_least_added
from tests.support.boards import a_board


def test_components_are_ranked_by_cost_where_it_is_known() -> None:
    ranked = rank_by_least_added(a_board(), "muc")
    assert [each.name for each in ranked[:4]] == [
        "predicate-nominals",
        "short-forms",
        "acronyms",
        "exact-names",
    ]
    assert [each.is_significant for each in ranked[:4]] == [False, False, False, True]
    assert {a_board().columns[each.column].role for each in ranked} == {Role.WITHOUT}
    assert rank_by_least_added(a_board(gold=False), "muc") == []
    assert rank_by_least_added(a_board(roles=[Role.ONLY]), "muc") == []
    assert rank_by_least_added(a_board(), "lea") == []


def test_significant_components_gain_by_another_metric_and_are_doubtful_by_the_first() -> None:
    proven, unproven = (0.001, 0.01), (0.01, ESTABLISHED_BELOW)
    other = {
        "predicate-nominals": Delta(-0.02, -0.03, -0.01, *proven),
        "short-forms": Delta(0.02, 0.01, 0.03, *proven),
        "acronyms": Delta(0.02, -0.01, 0.03, *unproven),
        "exact-names": Delta(0.02, 0.01, 0.03, *proven),
    }
    board = a_board()
    columns = [
        replace(column, deltas={**column.deltas, "b_cubed": MetricDeltas(delta, delta, delta)})
        for column in board.columns
        for delta in [other.get(column.name, Delta(0.3))]
    ]
    board = replace(board, columns=tuple(columns))
    least = rank_by_least_added(board, "muc")
    # By MUC, the first three are doubtful.
    assert find_significant_components(board, "b_cubed", least[:4]) == ["short-forms"]
    assert find_significant_components(board, "b_cubed", least[:1]) == []
