"""The figures of a review, explained with their own numbers."""

from __future__ import annotations

import pytest

from coala.model.bag import Verdict
from coala.presentation.explanations import (
    bootstrap_sentence,
    explain_bootstrap,
    explain_mentions,
    explain_share,
    explain_share_test,
    explain_tally,
)
from coala.review.tally import Tally, tally
from coala.scores.bootstrap import Difference
from coala.scores.significance import sign_test_of_shares


def judged(interesting: int, verdicts: str) -> Tally:
    """The tally of ``++-``, one sign a bag."""
    return tally(interesting, [(Verdict(sign), ()) for sign in verdicts])


def numbers(total: Tally) -> dict[str, tuple[str, ...]]:
    return {name: explanation.numbers for name, explanation in explain_tally(total).items()}


def test_the_specifications_own_tally_is_explained_with_its_numbers() -> None:
    found = numbers(judged(146, "++++++--=="))

    assert found["net"] == ("net = 6 − 2 = +4",)
    assert found["mean"] == ("mean = +4 / 10 = +0.400", "10 of 146 bags judged, 0 cannot tell")
    assert found["interval"][0] == "n = 10, N = 146 − 0 cannot tell = 146"
    assert found["interval"][1].startswith("interval = −0.18 to +0.98")
    assert found["sign_test"] == ("n = 6 + 2 = 8, m = 2: p = 0.2891 (2 = dropped)",)


def test_where_nothing_is_judged_nothing_is_claimed() -> None:
    found = numbers(judged(5, "?"))

    assert found["net"] == ("net = 0 − 0 = 0",)
    assert found["mean"][0] == "mean = 0 / 0 = n/a"
    assert found["interval"][1] == "interval = n/a"
    assert found["sign_test"][0].endswith("p = n/a (0 = dropped)")


def test_an_interval_of_equal_verdicts_says_that_they_are_equal() -> None:
    assert numbers(judged(100, "+++"))["interval"][1].endswith("(all verdicts so far are equal)")
    assert "equal" not in numbers(judged(3, "+++"))["interval"][1]


def test_a_share_is_two_scores_and_their_difference_in_points() -> None:
    assert explain_share("B³ F1", -0.0042, f1=0.7).numbers == ("B³ F1: 0.700000 − 0.704200 = −0.42 points",)
    assert "n/a" in explain_share("MUC F1", None, f1=0.7).numbers[0]


def test_the_share_of_mentions_is_a_quotient() -> None:
    assert explain_mentions(30, 120).numbers == ("share = 30 / 120 = 25.0 %",)
    assert explain_mentions(0, 0).numbers == ("share = 0 / 0 = n/a",)


def test_the_test_over_bags_says_what_it_dropped() -> None:
    found = explain_share_test(sign_test_of_shares([0.1, 0.1, -0.1, 0.0]))

    assert found.numbers == (
        "2 bags raise the score, 1 lower it (1 without change dropped): sign test p = 1.",
    )


def test_a_bootstrap_interval_stands_in_points_with_what_it_does_not_say() -> None:
    found = explain_bootstrap(
        "MUC F1", Difference(0.014, -0.0035, 0.0322, 0.12, 10_000), bags=572, samples=10_000
    )

    assert found.numbers == (
        "B = 10,000 resamples of 572 bags",
        "MUC F1 +1.40 points, 95 % interval −0.35 to +3.22, p = 0.12",
    )
    assert "not of other corpora" in found.meaning


def test_resamples_that_were_left_out_are_counted() -> None:
    assert bootstrap_sentence("MUC F1", Difference(0.5, 0.5, 0.5, 0.01, 7_500), 10_000) == (
        "MUC F1 +50.00 points, 95 % interval +50.00 to +50.00, p = 0.01; "
        "2,500 of 10,000 resamples undefined and left out"
    )
    assert bootstrap_sentence("MUC F1", Difference(None, None, None, None, 0), 10) == "MUC F1: undefined"


@pytest.mark.parametrize("name", ["net", "mean", "interval", "sign_test"])
def test_every_explanation_names_its_source_in_plain_text(name: str) -> None:
    lines = explain_tally(judged(3, "+-"))[name].lines

    assert lines[-1].startswith("Source: ")
    assert not any(sign in line for line in lines for sign in "<>")
