"""Scores as lines of text."""

from __future__ import annotations

from coala.output.score_table import describe_links, format_difference, render_score_table
from coala.scores.link_scores import LinkedCounts, LinkScores, MacroScore, NilCounts
from coala.scores.ratio import MeanScore, Ratio, Score
from tests.support.figures import list_figures


def test_a_line_has_the_fractions_behind_the_decimals() -> None:
    heads, line = render_score_table({"muc": Score(Ratio(3, 6), Ratio(1, 1))})

    assert heads.split() == ["recall", "precision", "F1"]
    assert line == "  MUC          0.5000  3/6            1.0000  1/1            0.6667"


def test_a_long_fraction_is_left_out_and_an_undefined_one_is_not_zero() -> None:
    _, line = render_score_table({"b_cubed": Score(Ratio(1_000_001, 3_000_003), Ratio(0, 0))})

    assert line.split() == ["B³", "0.3333", "n/a", "n/a"]


def test_a_mean_of_metrics_has_an_f1_alone() -> None:
    _, line = render_score_table({"conll": MeanScore(mean_f1=0.25)})

    assert line.split() == ["CoNLL", "0.2500"]


def test_a_difference_is_in_points_with_its_sign() -> None:
    assert (format_difference(0.5, 0.625), format_difference(0.5, 0.25), format_difference(None, 0.5)) == (
        "+12.50",
        "−25.00",
        "n/a",
    )


def test_mentions_without_a_name_are_those_of_the_role_before_them() -> None:
    macro = MacroScore(Ratio(1, 2), Ratio(4, 5), Ratio(3, 5), 4)
    links = LinkScores(("Wikidata",), LinkedCounts(9, 8, 7, 6), NilCounts(5, 3, 2), macro, {})

    *_, last = describe_links(links, ("gold", "system"))

    assert list_figures(last) == ["7", "6", "0.8571", "5", "3", "2"]
    nil = last[last.index("5 of") :]
    assert nil.index("5") < nil.index("gold") < nil.index("3") < nil.index("system") < nil.index("2")
