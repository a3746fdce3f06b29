"""The lines of a board's table, and the sentences above it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coala.board.board import BoardResampling, Delta, MarginalLinks, MetricDeltas
from coala.board.plan import Role
from coala.output.board_text import render_board_text, render_least_added
from coala.present.board_claim import Claim, describe_intervals, make_claim
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
    assert make_claim(board, table).facts[-1] == (
        "The table shows scores: a change of MUC from a graph without links is not defined."
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
    assert "no gold graph" not in make_claim(board, table).headline


def test_the_claim_names_the_two_that_would_be_missed_least_and_how_sure_that_is() -> None:
    board = a_board()
    claim = make_claim(board, make_table(board, Role.WITHOUT))
    assert claim.headline == "Candidates to drop: predicate-nominals, short-forms."
    assert claim.facts == (
        "Neither has a proven effect on MUC F1 (p .10, .35).",
        "Dropping both should cost 0.84 points.",
        "Components with a proven gain (★): 7 of 10 in MUC F1, 7 of 10 in B³ F1.",
        "No component is below the target precision of .800.",
    )
    assert claim.details == (
        "They share no bag, so their effects should add up, but no graph without both was compared.",
        "It could also be acronyms or exact-names, whose intervals overlap with theirs.",
        "B³ has the same two.",
    )


def test_what_only_another_metric_is_sure_of_is_said() -> None:
    board = a_board()
    number = next(
        place for place in board.find_columns(Role.WITHOUT) if board.columns[place].name == "short-forms"
    )
    column = board.columns[number]
    sure = column.deltas["b_cubed"]._replace(f1=Delta(0.0049, 0.0009, 0.0088, 0.01, 0.043))
    column = replace(column, deltas={**column.deltas, "b_cubed": sure})
    board = replace(board, columns=(*board.columns[:number], column, *board.columns[number + 1 :]))
    claim = make_claim(board, make_table(board, Role.WITHOUT))
    assert "short-forms has a proven gain in B³ F1." in claim.details
    assert "  short-forms has a proven gain in B³ F1." in [*render_least_added(board, ("muc", "b_cubed"))]


def test_component_that_costs_is_not_described_as_adding() -> None:
    board = a_board(["acronyms", "short-forms", "surnames"], roles=[Role.WITHOUT])
    costs = MetricDeltas(Delta(-0.07), Delta(0.04), Delta(-0.0199, -0.0368, -0.0033, 0.0001, 0.002))
    worse = replace(board.columns[0], deltas={"muc": costs, "b_cubed": costs})
    board = replace(board, columns=(worse, *board.columns[1:]))
    claim = make_claim(board, make_table(board, Role.WITHOUT))
    assert claim.headline == "Candidates to drop: acronyms, short-forms."
    assert claim.facts[:2] == (
        "Only acronyms has a proven effect on MUC F1, a loss (p .002, .35).",
        "Dropping both should gain 1.56 points.",
    )


def test_claim_when_both_components_have_a_proven_gain_names_no_candidates() -> None:
    board = a_board(["surnames", "third-person", "appositions"], roles=[Role.WITHOUT])
    claim = make_claim(board, make_table(board, Role.WITHOUT))
    assert claim.headline == "These add least: appositions, surnames."
    assert claim.facts[0].startswith("Both have a proven effect on MUC F1 (p ")


def test_the_claim_of_long_names_is_still_a_sentence() -> None:
    board = a_board(
        [f"a component with a very long name that says all it does, number {n}" for n in range(5)]
    )
    headline = make_claim(board, make_table(board, Role.WITHOUT)).headline
    assert len(headline) < 120
    assert "number 3" in headline


def test_a_component_below_the_target_is_named() -> None:
    board = a_board(target=0.85)
    table = make_table(board, Role.WITHOUT)
    assert make_claim(board, table).facts[-1] == "Below the target precision .850: cross-document."
    assert [line.name for line in table.lines if line.links and line.links.misses] == ["cross-document"]
    spoken = next(line for line in table.lines if line.name == "cross-document")
    assert "96 of 114 new links are right, precision .842, below the target .850" in describe_line(
        table, spoken
    )


def test_what_is_drawn_what_is_adjusted_and_which_bags_are_counted_is_said() -> None:
    board = a_board()
    told = describe_intervals(board, make_table(board, Role.WITHOUT))
    assert told == (
        "The 95 % intervals come from 10,000 resamples of 62 bags, the same for all rows. Bags that share "
        "mentions in gold or in any row are joined first, and unchanged bags are included. Each interval is "
        "for its row alone, not adjusted. ★: p < .05, adjusted for the number of rows (Holm). The table "
        "counts the bags in which the two graphs in a row differ. Bags that overlap across rows form one "
        "joint bag."
    )
    apart = replace(board, resampling={Role.WITHOUT: BoardResampling(False, 62, 10_000, 1, 0.6)})
    told = describe_intervals(apart, make_table(apart, Role.WITHOUT))
    assert "resamples of each row’s own bags" in told
    assert "one would have 60 % of the mentions" in told


def test_the_steps_add_up_in_one_sentence() -> None:
    board = a_board()
    claim = make_claim(board, make_table(board, Role.STEP))
    assert "The steps add up to 656 links, 605 of them right (.922)." in claim.facts


def test_without_gold_it_is_likeness_and_never_quality() -> None:
    board = a_board(gold=False)
    table = make_table(board, Role.WITHOUT)
    assert not table.has_gold
    assert [line.name for line in table.lines] == list(WORTHS)
    assert table.lines[0].recall is None
    assert table.lines[0].links is None
    assert make_claim(board, table) == Claim(
        "There is no gold graph, so the figures show how similar the two graphs in each row are, "
        "not which is better."
    )
    assert describe_intervals(board, table) == ""


def test_one_column_alone_is_shown_too() -> None:
    board = a_board(["surnames"], roles=[Role.WITHOUT])
    claim = make_claim(board, make_table(board, Role.WITHOUT))
    assert claim.headline == "Components with a proven gain (★): 1 of 1 in MUC F1, 1 of 1 in B³ F1."
    assert make_claim(board, make_table(board, Role.STEP)) == Claim(
        "No component has a graph for this comparison."
    )


def test_a_first_step_without_a_change_leaves_the_others_theirs() -> None:
    board = a_board(roles=[Role.STEP])
    nothing = MetricDeltas(Delta(None), Delta(None), Delta(None))
    first = replace(board.columns[0], deltas={"muc": nothing, "b_cubed": nothing})
    table = make_table(replace(board, columns=(first, *board.columns[1:])), Role.STEP)
    assert [line.f1[0].text for line in table.lines][:2] == ["n/a", "+0.49"]
    assert make_claim(board, table).facts[-1].startswith("n/a: a graph without links has no score")


def test_links_that_a_component_takes_away_have_the_sign_of_all_other_losses() -> None:
    lost = LinkFigure(MarginalLinks(-6, -2_000), misses=False)
    assert (lost.text, lost.precision_text) == ("−6/−2,000", "n/a")
    assert LinkFigure(MarginalLinks(-1, 3), misses=True).precision_text == "−.333"
    assert LinkFigure(MarginalLinks(-5, 3), misses=True).precision_text == "−1.667"
    assert part_of_one(-0.0001) == ".000"


@pytest.mark.parametrize(
    ("right", "made", "words"),
    [
        (18, 19, "18 of 19 new links are right, precision .947"),
        (1, 1, "1 of 1 new link is right, precision 1.000"),
        (0, 0, "no new links"),
        (-1, 4, "4 more links, 1 fewer right link"),
        (2, -3, "3 fewer links, 2 more right links"),
    ],
)
def test_links_that_a_component_adds_are_a_phrase(right: int, made: int, words: str) -> None:
    assert LinkFigure(MarginalLinks(right, made), misses=False).words == words
