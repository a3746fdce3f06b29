"""The lines of a board's table, and the sentences above it."""

from __future__ import annotations

import re
from dataclasses import replace

from coala.board.board import Board, Delta, MetricDeltas
from coala.board.plan import Role
from coala.present.board_claim import Claim, make_claim
from coala.present.board_table import make_table
from coala.present.figures import show
from coala.results.board.report import report_board
from tests.support.boards import WORTHS, a_board
from tests.support.reports import text_of


def test_alone_the_page_shows_scores_of_all_metrics_where_the_report_does() -> None:
    """Include a change of B³, because a span alone is a class of its own."""
    board = a_board(roles=[Role.ONLY])
    known = MetricDeltas(Delta(0.01), Delta(0.01), Delta(0.01, 0.005, 0.02, 0.001, 0.01))
    with_b_cubed = [replace(column, deltas={**column.deltas, "b_cubed": known}) for column in board.columns]
    board = replace(board, columns=tuple(with_b_cubed))
    table = make_table(board, Role.ONLY)
    assert table.changes == (False, False)
    assert {worth.certainty for line in table.lines for worth in line.worths} == {""}
    report = text_of(report_board(board, ["muc", "b_cubed"]))
    line = next(line for line in report if "surnames" in line).split()
    surnames = next(line for line in table.lines if line.name == "surnames")
    first, second = surnames.worths
    shown = [first.recall, first.precision, first.f1, second.f1]
    assert [show(figure) for figure in shown] == [line[place] for place in (3, 4, 5, 8)]


def claim_of(board: Board, role: Role = Role.WITHOUT) -> Claim:
    return make_claim(board, make_table(board, role))


def names_in(*sentences: str) -> list[str]:
    """Return the components in sentences, in their order."""
    return re.findall("|".join(WORTHS), " ".join(sentences))


def with_deltas(board: Board, name: str, role: Role, **deltas: MetricDeltas) -> Board:
    """Return a board with other changes of the scores of one column."""
    return replace(
        board,
        columns=tuple(
            replace(column, deltas={**column.deltas, **deltas})
            if (column.name, column.role) == (name, role)
            else column
            for column in board.columns
        ),
    )


def test_claim_names_a_gain_that_only_another_metric_proves() -> None:
    delta = Delta(0.0049, 0.0009, 0.0088, 0.01, 0.043)
    sure = MetricDeltas(Delta(0.008), Delta(0.001), delta)
    board = with_deltas(a_board(), "short-forms", Role.WITHOUT, b_cubed=sure)
    claim = claim_of(board)
    assert names_in(claim.details[-1]) == ["short-forms"]
    report = text_of(report_board(board, ("muc", "b_cubed")))
    assert any(line.strip() == claim.details[-1] for line in report)


def test_claim_of_long_names_is_still_a_sentence() -> None:
    headline = claim_of(
        a_board([f"a component with a very long name that says all it does, number {n}" for n in range(5)])
    ).headline
    assert len(headline) < 120
    assert "number 3" in headline


def test_a_first_step_without_a_change_leaves_the_others_theirs() -> None:
    board = a_board(roles=[Role.STEP])
    nothing = MetricDeltas(Delta(None), Delta(None), Delta(None))
    first = replace(board.columns[0], deltas={"muc": nothing, "b_cubed": nothing})
    board = replace(board, columns=(first, *board.columns[1:]))
    table = make_table(board, Role.STEP)
    assert [show(line.worths[0].f1) for line in table.lines][:2] == ["n/a", "+0.49"]
    assert make_claim(board, table).facts[-1].startswith("n/a: ")
