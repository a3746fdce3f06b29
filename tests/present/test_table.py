"""The lines of a board's table, and the sentences above it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from coala.board.board import Board, BoardResampling, Delta, MarginalLinks, MetricDeltas
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
    assert (nominals.f1[0].is_sure, nominals.f1[0].certainty) == (False, "p .10")
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
    assert "MUC" in make_claim(board, table).facts[-1]


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
    assert make_claim(board, table).facts


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


def test_claim_names_the_two_that_add_least_and_those_that_may_add_as_little() -> None:
    claim = claim_of(a_board())
    assert names_in(claim.headline) == ["predicate-nominals", "short-forms"]
    assert names_in(*claim.facts) == []
    assert names_in(*claim.details) == ["acronyms", "exact-names"]
    # Two with a proven gain are no candidates.
    gains = claim_of(a_board(["surnames", "third-person", "appositions"], roles=[Role.WITHOUT]))
    assert names_in(gains.headline) == ["appositions", "surnames"]
    assert gains.headline.partition(":")[0] != claim.headline.partition(":")[0]


def test_claim_names_a_gain_that_only_another_metric_proves() -> None:
    delta = Delta(0.0049, 0.0009, 0.0088, 0.01, 0.043)
    sure = MetricDeltas(Delta(0.008), Delta(0.001), delta)
    board = with_deltas(a_board(), "short-forms", Role.WITHOUT, b_cubed=sure)
    claim = claim_of(board)
    assert names_in(claim.details[-1]) == ["short-forms"]
    assert any(line.strip() == claim.details[-1] for line in render_least_added(board, ("muc", "b_cubed")))


def test_claim_tells_a_proven_loss_from_a_gain() -> None:
    costs = MetricDeltas(Delta(-0.07), Delta(0.04), Delta(-0.0199, -0.0368, -0.0033, 0.0001, 0.002))
    board = a_board(["acronyms", "short-forms", "surnames"], roles=[Role.WITHOUT])
    claim = claim_of(with_deltas(board, "acronyms", Role.WITHOUT, muc=costs, b_cubed=costs))
    assert names_in(claim.headline) == ["acronyms", "short-forms"]
    assert names_in(claim.facts[0]) == ["acronyms"]
    assert ("loss" in claim.facts[0], "gain" in claim.facts[1], "1.56" in claim.facts[1]) == (True,) * 3


def test_claim_of_long_names_is_still_a_sentence() -> None:
    headline = claim_of(
        a_board([f"a component with a very long name that says all it does, number {n}" for n in range(5)])
    ).headline
    assert len(headline) < 120
    assert "number 3" in headline


def test_a_component_below_the_target_is_named() -> None:
    board = a_board(target=0.85)
    table = make_table(board, Role.WITHOUT)
    assert names_in(make_claim(board, table).facts[-1]) == ["cross-document"]
    assert [line.name for line in table.lines if line.links and line.links.misses] == ["cross-document"]
    spoken = describe_line(table, next(line for line in table.lines if line.name == "cross-document"))
    assert re.findall(r"[.\d]*\d", spoken)[:4] == ["96", "114", ".842", ".850"]


def test_intervals_say_if_all_rows_are_drawn_together() -> None:
    board = a_board()
    apart = replace(board, resampling={Role.WITHOUT: BoardResampling(False, 62, 10_000, 1, 0.6)})
    joint, own = (describe_intervals(each, make_table(each, Role.WITHOUT)) for each in (board, apart))
    assert ("62 bags" in joint, "62 bags" in own, "60 %" in own) == (True, False, True)


def test_without_gold_it_is_likeness_and_never_quality() -> None:
    board = a_board(gold=False)
    table = make_table(board, Role.WITHOUT)
    assert not table.has_gold
    assert [line.name for line in table.lines] == list(WORTHS)
    assert (table.lines[0].recall, table.lines[0].links) == (None, None)
    assert make_claim(board, table)[1:] == ((), ())
    assert describe_intervals(board, table) == ""


def test_one_column_alone_is_shown_too() -> None:
    board = a_board(["surnames"], roles=[Role.WITHOUT])
    assert names_in(*claim_of(board).facts) == []
    assert claim_of(board, Role.STEP)[1:] == ((), ())
    assert claim_of(board).headline != claim_of(board, Role.STEP).headline


def test_a_first_step_without_a_change_leaves_the_others_theirs() -> None:
    board = a_board(roles=[Role.STEP])
    nothing = MetricDeltas(Delta(None), Delta(None), Delta(None))
    first = replace(board.columns[0], deltas={"muc": nothing, "b_cubed": nothing})
    board = replace(board, columns=(first, *board.columns[1:]))
    table = make_table(board, Role.STEP)
    assert [line.f1[0].text for line in table.lines][:2] == ["n/a", "+0.49"]
    assert make_claim(board, table).facts[-1].startswith("n/a: ")


def test_links_that_a_component_takes_away_have_the_sign_of_all_other_losses() -> None:
    lost = LinkFigure(MarginalLinks(-6, -2_000), misses=False)
    assert (lost.text, lost.precision_text) == ("−6/−2,000", "n/a")
    assert LinkFigure(MarginalLinks(-1, 3), misses=True).precision_text == "−.333"
    assert LinkFigure(MarginalLinks(-5, 3), misses=True).precision_text == "−1.667"
    assert part_of_one(-0.0001) == ".000"


@pytest.mark.parametrize(
    ("right", "made", "figures", "words"),
    [
        (18, 19, "18 19 .947", ("links",)),
        (1, 1, "1 1 1.000", ("link",)),
        (0, 0, "", ("no",)),
        (-1, 4, "4 1", ("more", "fewer")),
        (2, -3, "3 2", ("fewer", "more")),
    ],
)
def test_links_that_a_component_adds_are_a_phrase(
    right: int, made: int, figures: str, words: tuple[str, ...]
) -> None:
    said = LinkFigure(MarginalLinks(right, made), misses=False).words
    assert re.findall(r"[.\d]*\d", said) == figures.split()
    assert tuple(re.findall(r"\b(?:links?(?= are| is)|no|more|fewer)\b", said)) == words
