"""Words and signs of the screen."""

from __future__ import annotations

import re

import pytest

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.model.sides import VERDICT_WORDS
from coala.model.values import Span
from coala.present.phrases import (
    bag_numbers,
    judgement,
    kind_words,
    offsets,
    percent,
    points,
    say_effect,
    share_sentence,
    sign,
    signed,
)


def test_a_number_has_its_sign_and_what_rounds_to_zero_has_none() -> None:
    assert [signed(value) for value in (0.126, -0.126, 0.001, -0.001, None)] == [
        "+0.13",
        "−0.13",
        "0.00",
        "0.00",
        "n/a",
    ]
    assert signed(-12_000, 0) == "−12,000"


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0042, "+0.42"), (-0.5, "−50.00"), (0.000_001_2, "+0.00012"), (1e-15, "0"), (None, "n/a")],
)
def test_a_share_has_as_many_digits_as_tell_it_from_nothing(share: float | None, said: str) -> None:
    assert points(share) == said


def test_what_a_bag_does_to_a_score_is_said_in_points() -> None:
    assert say_effect("B³", -0.0042) == "B³ F1 by −0.42"
    assert say_effect("B³", None) == "B³ F1: n/a"


def test_large_shares_need_no_decimals() -> None:
    assert [percent(part, 100) for part in (0, 19, 20)] == ["0.0 %", "19.0 %", "20 %"]
    assert percent(0, 0) == "n/a"


def test_verdicts_and_kinds_are_words() -> None:
    assert [judgement(verdict, VERDICT_WORDS) for verdict in (None, Verdict.UNSURE)] == [
        "not judged",
        "judged not sure",
    ]
    assert [sign(verdict) for verdict in (None, Verdict.WORSE)] == ["○", "−"]
    assert kind_words([Kind.MENTION_ADDED, Kind.SPLIT]) == "mention added, split"


def test_a_span_with_gaps_names_each_fragment() -> None:
    assert offsets(Span("d", 3, 20, ((3, 9), (18, 20)))) == "3–9 + 18–20"


TITLES = {"muc": "MUC", "b_cubed": "B³"}


def test_effect_of_bags_that_gold_joins_is_that_of_the_group() -> None:
    shares = {"muc": 0.0, "b_cubed": -0.03}
    assert figures(share_sentence(TITLES, shares, [6])) == ["MUC", "0", "B³", "−3.00"]
    assert figures(share_sentence(TITLES, shares, [2, 6, 8, 11])) == [
        *("4", "3", "7", "9", "12", "MUC", "0", "B³", "−3.00"),
    ]
    assert figures(share_sentence(TITLES, {"muc": None, "b_cubed": 0.0}, [0, 1])) == ["2", "1", "2", "B³"]
    assert share_sentence(TITLES, {}, [0]) == ""


def figures(sentence: str) -> list[str]:
    return re.findall(r"MUC|B³|−?\b[\d.]*\d", sentence.replace("F1", ""))


def test_many_bags_are_listed_by_the_first_numbers() -> None:
    assert bag_numbers(range(6)) == "1, 2, 3, 4, 5, 6"
    assert bag_numbers(range(999, 1010)) == "1,000, 1,001, 1,002, 1,003, 1,004, …"
