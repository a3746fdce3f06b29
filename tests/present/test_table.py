"""The lines of a board's table, and the sentences above it."""

from __future__ import annotations

from dataclasses import replace

from coala.board.board import BoardResampling, Delta, MarginalLinks, MetricDeltas
from coala.board.plan import Role
from coala.output.board_text import render_board_text, render_least_added
from coala.present.board_claim import describe_intervals, make_claim
from coala.present.board_table import LinkFigure, describe_line, make_table, part_of_one
from tests.support.boards import WORTHS, a_board


def test_the_most_valuable_component_comes_first_and_steps_keep_their_order() -> None:
    board = a_board()
    without = make_table(board, Role.WITHOUT)
    assert [line.name for line in without.lines][:2] == ["third-person", "surnames"]
    assert without.lines[-1].name == "predicate-nominals"
    assert [line.name for line in make_table(board, Role.STEP).lines] == list(WORTHS)


def test_a_line_has_its_links_its_points_and_how_sure_they_are() -> None:
    lines = {line.name: line for line in make_table(a_board(), Role.WITHOUT).lines}
    surnames, nominals = lines["surnames"], lines["predicate-nominals"]
    assert surnames.links is not None
    assert (surnames.links.text, surnames.links.precision_text) == ("99/101", ".980")
    muc = surnames.f1[0]
    assert (muc.text, muc.interval, muc.certainty) == ("+8.58", "5.29 to 11.20", "★ p .002")
    assert (nominals.f1[0].is_sure, nominals.f1[0].certainty) == (False, "p .10, raw .035")
    assert lines["short-forms"].f1[0].interval == "−0.08 to 1.38"


def test_r_and_p_share_one_measure_and_an_interval_is_never_cut() -> None:
    table = make_table(a_board(), Role.WITHOUT)
    low, high = table.rate_range
    assert (round(low, 2), high) == (-3.3, 20.3)
    low, high = table.f1_ranges[0]
    assert (round(low, 2), round(high, 2)) == (-0.08, 16.38)


def test_against_nothing_the_scores_themselves_are_shown() -> None:
    board = a_board()
    table = make_table(board, Role.ONLY)
    assert not table.shows_change
    first = table.lines[0]
    assert first.recall is not None
    assert not first.recall.is_change
    assert make_claim(board, table)[-1] == (
        "Where nothing is linked a change of MUC is not defined: scores themselves are shown."
    )


def test_alone_the_page_shows_scores_of_all_metrics_where_the_report_does() -> None:
    """Include a change of B³, because a span alone is a class of its own."""
    board = a_board(roles=[Role.ONLY])
    known = MetricDeltas(Delta(0.01), Delta(0.01), Delta(0.01, 0.005, 0.02, 0.001, 0.01))
    with_b_cubed = [replace(column, deltas={**column.deltas, "b_cubed": known}) for column in board.columns]
    board = replace(board, columns=tuple(with_b_cubed))
    table = make_table(board, Role.ONLY)
    assert table.changes == (False, False)
    assert {worth.certainty for line in table.lines for worth in line.f1} == {""}
    report = list(render_board_text(board, ["muc", "b_cubed"]))
    line = next(line for line in report if "surnames" in line).split()
    surnames = next(line for line in table.lines if line.name == "surnames")
    shown = [surnames.recall, surnames.precision, *surnames.f1]
    told = [line[place] for place in (3, 4, 5, 8)]
    assert [worth.text for worth in shown if worth] == [
        f"{float(each):.3f}".removeprefix("0") for each in told
    ]


def test_alone_without_a_graph_of_nothing_a_component_is_still_scored_against_gold() -> None:
    board = a_board(roles=[Role.ONLY], nothing=False)
    table = make_table(board, Role.ONLY)
    assert table.has_gold
    first = table.lines[0]
    assert (first.name, first.f1[0].text) == ("third-person", ".326")
    assert not any("no gold graph" in sentence for sentence in make_claim(board, table))


def test_the_claim_names_the_two_that_would_be_missed_least_and_how_sure_that_is() -> None:
    board = a_board()
    least, rivals, other, together, sure, target = make_claim(board, make_table(board, Role.WITHOUT))
    assert least == (
        "Least missed by MUC: predicate-nominals (worth +0.41 points of F1; 95 % 0.08 to 0.81) and "
        "short-forms (worth +0.43 points of F1; 95 % −0.08 to 1.38). By MUC it is not sure that "
        "either adds anything (Holm p .10 and .35)."
    )
    assert rivals == "It might as well be acronyms or exact-names, whose intervals overlap with theirs."
    assert other == "By B³ it is the same two."
    assert together == (
        "Both left out should cost 0.84 points, if that adds up: likely, as they have no bag in common; "
        "no graph lacks both."
    )
    assert sure == "For sure (★) 7 of 10 raise MUC F1, 7 of 10 raise B³ F1."
    assert target == "No component’s links are below the target precision .800."


def test_what_only_another_metric_is_sure_of_is_said() -> None:
    board = a_board()
    number = next(
        place for place in board.find_columns(Role.WITHOUT) if board.columns[place].name == "short-forms"
    )
    column = board.columns[number]
    sure = column.deltas["b_cubed"]._replace(f1=Delta(0.0049, 0.0009, 0.0088, 0.01, 0.043))
    column = replace(column, deltas={**column.deltas, "b_cubed": sure})
    board = replace(board, columns=(*board.columns[:number], column, *board.columns[number + 1 :]))
    said = make_claim(board, make_table(board, Role.WITHOUT))
    assert "By B³ it is sure that short-forms adds something." in said
    assert "  By B³ it is established that short-forms adds something." in [
        *render_least_added(board, ("muc", "b_cubed"))
    ]


def test_component_that_costs_is_not_described_as_adding() -> None:
    board = a_board(["acronyms", "short-forms", "surnames"], roles=[Role.WITHOUT])
    costs = MetricDeltas(Delta(-0.07), Delta(0.04), Delta(-0.0199, -0.0368, -0.0033, 0.0001, 0.002))
    worse = replace(board.columns[0], deltas={"muc": costs, "b_cubed": costs})
    board = replace(board, columns=(worse, *board.columns[1:]))
    least, _, _, together, *_ = make_claim(board, make_table(board, Role.WITHOUT))
    assert least.endswith(
        " It is sure only of acronyms that it costs more than it adds (Holm p .002 and .35)."
    )
    assert together.startswith("Both left out should gain 1.56 points, if that adds up")


def test_the_claim_of_long_names_is_still_a_sentence() -> None:
    board = a_board(
        [f"a component with a very long name that says all it does, number {n}" for n in range(5)]
    )
    first, *_ = make_claim(board, make_table(board, Role.WITHOUT))
    assert len(first) < 300
    assert "number 3 (worth" in first


def test_a_component_below_the_target_is_named() -> None:
    board = a_board(target=0.85)
    table = make_table(board, Role.WITHOUT)
    assert make_claim(board, table)[-1] == "Below the target precision .850: cross-document."
    assert [line.name for line in table.lines if line.links and line.links.misses] == ["cross-document"]
    spoken = next(line for line in table.lines if line.name == "cross-document")
    assert "96/114 links right, precision .842, below the target .850" in describe_line(table, spoken)


def test_what_is_drawn_what_is_adjusted_and_which_bags_are_counted_is_said() -> None:
    board = a_board()
    told = describe_intervals(board, make_table(board, Role.WITHOUT))
    assert told == (
        "95 % intervals, each of its row alone, not adjusted: 10,000 draws, the same for all rows, of 62 "
        "bags, changed or not, that no chain of gold or of any row leaves. ★ p < .05, adjusted for the "
        "number of rows (Holm). Bags in the table are those that a row’s two graphs change; a joint "
        "bag, which no chain of any graph leaves, may hold several."
    )
    apart = replace(board, resampling={Role.WITHOUT: BoardResampling(False, 62, 10_000, 1, 0.6)})
    told = describe_intervals(apart, make_table(apart, Role.WITHOUT))
    assert (
        "of each row’s own bags, since of those that no chain of any row leaves the largest has 60%" in told
    )


def test_the_steps_add_up_in_one_sentence() -> None:
    board = a_board()
    claim = make_claim(board, make_table(board, Role.STEP))
    assert "The steps add up to 605 right of 656 links (.922)." in claim


def test_without_gold_it_is_likeness_and_never_quality() -> None:
    board = a_board(gold=False)
    table = make_table(board, Role.WITHOUT)
    assert not table.has_gold
    assert [line.name for line in table.lines] == list(WORTHS)
    assert table.lines[0].recall is None
    assert table.lines[0].links is None
    assert make_claim(board, table) == [
        "There is no gold graph: figures say how alike the two graphs of a row are, not which is better."
    ]
    assert describe_intervals(board, table) == ""


def test_one_column_alone_is_shown_too() -> None:
    board = a_board(["surnames"], roles=[Role.WITHOUT])
    claim = make_claim(board, make_table(board, Role.WITHOUT))
    assert claim[0] == "For sure (★) 1 of 1 raise MUC F1, 1 of 1 raise B³ F1."
    assert make_claim(board, make_table(board, Role.STEP)) == ["No component has a graph in this role."]


def test_a_first_step_without_a_change_leaves_the_others_theirs() -> None:
    board = a_board(roles=[Role.STEP])
    nothing = MetricDeltas(Delta(None), Delta(None), Delta(None))
    first = replace(board.columns[0], deltas={"muc": nothing, "b_cubed": nothing})
    table = make_table(replace(board, columns=(first, *board.columns[1:])), Role.STEP)
    assert [line.f1[0].text for line in table.lines][:2] == ["n/a", "+0.49"]
    assert make_claim(board, table)[-1].startswith("n/a: where nothing was linked before")


def test_links_that_a_component_takes_away_have_the_sign_of_all_other_losses() -> None:
    lost = LinkFigure(MarginalLinks(-6, -2_000), misses=False)
    assert (lost.text, lost.precision_text) == ("−6/−2,000", "n/a")
    assert LinkFigure(MarginalLinks(-1, 3), misses=True).precision_text == "−.333"
    assert LinkFigure(MarginalLinks(-5, 3), misses=True).precision_text == "−1.667"
    assert part_of_one(-0.0001) == ".000"
