"""Digits that a reader sees: the figures in a table's cells and in sentences.

A figure keeps its number, so that each output has the digits that fit it: a table for people has a few, a CSV
has all. Undefined numbers, such as 0/0, are "n/a".
"""

from __future__ import annotations

import math
from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE, decimal
from coala.base.statistics import NO_CHANGE
from coala.verdicts.answer import SIGNIFICANCE

MINUS = "\N{MINUS SIGN}"

SURE_MARK = "*"
"""Marks a p that is established over all rows of its table."""


class Rate(NamedTuple):
    """A score from 0 to 1: "0.4213"."""

    value: float | None


class Share(NamedTuple):
    """A part of 1 that is no score, such as a precision of links or a kappa: ".442", "−.333"."""

    value: float | None


class Points(NamedTuple):
    """A change of a score, in parts of 1, shown in points of 0.01: "+1.40"."""

    value: float | None


class Mean(NamedTuple):
    """A mean verdict, from −1 to 1: "+0.42"."""

    value: float | None


class Signed(NamedTuple):
    """A whole number with its sign: "+12"."""

    value: int


class PValue(NamedTuple):
    """A p, perhaps established over all rows of its table: ".003*"."""

    value: float | None
    is_established: bool = False


class FigureInterval(NamedTuple):
    """An interval, with its ends as figures; blank without one."""

    low: Rate | Share | Points | Mean
    high: Rate | Share | Points | Mean


Figure = int | Rate | Share | Points | Mean | Signed | PValue | FigureInterval


def show(figure: Figure) -> str:
    """Return a figure with the digits for a reader."""
    match figure:
        case Rate(value):
            return decimal(value, 4)
        case Share(value):
            return NOT_APPLICABLE if value is None else part_of_one(value)
        case Points(value):
            return NOT_APPLICABLE if value is None else signed(100 * value)
        case Mean(value):
            return signed(value)
        case Signed(value):
            return signed(value, 0)
        case PValue(value, is_established):
            return "" if value is None else short_p(value) + SURE_MARK * is_established
        case FigureInterval(low, high):
            return "" if low.value is None or high.value is None else f"{show(low)} to {show(high)}"
        case int():
            return f"{figure:,}".replace("-", MINUS)


def signed(value: float | None, digits: int = 2) -> str:
    """Return a number with its sign and a true minus; what rounds to zero has no sign."""
    if value is None:
        return NOT_APPLICABLE
    rounded = round(value, digits)
    if rounded == 0:
        return f"{0:.{digits}f}"
    return f"{rounded:+,.{digits}f}".replace("-", MINUS)


def interval(low: float | None, high: float | None) -> str:
    """Return both ends with their signs; n/a if either is unknown."""
    return NOT_APPLICABLE if low is None or high is None else f"{signed(low)} to {signed(high)}"


def part_of_one(value: float) -> str:
    """Return a part of 1 with three decimals and no zero before the point: ".949", "1.000", "−.333"."""
    rounded = round(value, 3)
    return f"{MINUS if rounded < 0 else ''}{f'{abs(rounded):.3f}'.removeprefix('0')}"


def short_p(p: float) -> str:
    """Return a p as a paper prints it: ".44", ".003", "<.001".

    It has enough digits to be on its own side of 0.05.
    """
    if p < 0.001:
        return "<.001"
    # A double has at most 17 significant digits.
    for digits in range(2, 21):
        rounded = round(p, digits)
        if rounded and (p >= 0.01 or digits > 2) and (rounded < SIGNIFICANCE) == (p < SIGNIFICANCE):
            break
    return "1" if rounded == 1 else f"{rounded:.{digits}f}".removeprefix("0")


def say_p(p: float | None) -> str:
    """Return a p within a sentence: "p = .44", "p < .001"."""
    if p is None:
        return "p n/a"
    shown = short_p(p)
    return f"p < {shown[1:]}" if shown[0] == "<" else f"p = {shown}"


def points(share: float | None) -> str:
    """Return a share of F1 (-1 to 1) in points of 0.01, with enough digits to differ from zero."""
    if share is None:
        return NOT_APPLICABLE
    value = 100 * share
    if abs(share) <= NO_CHANGE:
        return "0"
    digits = 2 if abs(value) >= 0.005 else 1 - math.floor(math.log10(abs(value)))
    return signed(value, digits)


def percent(part: int, total: int) -> str:
    """Return a part as a percentage: one decimal below 20 %, none above."""
    if not total:
        return NOT_APPLICABLE
    share = 100 * part / total
    return f"{share:.1f} %" if share < 20 else f"{share:.0f} %"
