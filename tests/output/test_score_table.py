"""Scores as lines of text."""

from __future__ import annotations

from coala.output.score_table import format_difference, render_score_table
from coala.scores.ratio import MeanScore, Ratio, Score


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
