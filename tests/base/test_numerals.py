"""Numbers in words."""

from __future__ import annotations

from coala.base.numerals import count, decimal, percent


def test_one_thing_is_in_the_singular_and_thousands_stand_apart() -> None:
    assert [count(number, "span") for number in (0, 1, 2_000)] == ["0 spans", "1 span", "2,000 spans"]
    assert count(1, "bag raises", "bags raise") == "1 bag raises"
    assert count(2, "bag raises", "bags raise") == "2 bags raise"


def test_a_number_that_is_not_defined_is_not_zero() -> None:
    assert (decimal(None, 4), decimal(0.0), decimal(2 / 3, 4)) == ("n/a", "0.000", "0.6667")


def test_percent_of_a_total_of_zero_is_n_a() -> None:
    assert (percent(0, 0), percent(0, 8), percent(1, 8)) == ("n/a", "0.0 %", "12.5 %")
