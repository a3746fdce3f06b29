"""The figures of a board become the cells of a line, and the words of a sentence."""

from __future__ import annotations

from fractions import Fraction

from coala.base.numerals import NOT_APPLICABLE
from coala.base.plain_text import isolate, plain_words
from coala.engine.board.board import Delta

WIDEST_NAME = 28
"""A column of names that is wider leaves no room for the figures."""

SURE_MARK = "*"
"""Beside a p that is established over all rows of its table."""

BELOW = "<"
"""Beside a precision of links that is below the target."""


def shown_name(name: str) -> str:
    """A component's name within a sentence."""
    return isolate(plain_words(name, WIDEST_NAME))


def points(delta: Delta) -> str:
    """A change in hundredths of a score, with its sign."""
    return NOT_APPLICABLE if delta.value is None else f"{100 * delta.value:+.2f}"


def interval(delta: Delta) -> str:
    """The interval of a change in points; "" where it was not drawn."""
    if delta.low is None or delta.high is None:
        return ""
    return f"{100 * delta.low:+.2f} to {100 * delta.high:+.2f}"


def chance(p: float | None) -> str:
    """A p value with two digits; "" where there is none."""
    return "" if p is None else f"{p:.2g}"


def starred(delta: Delta) -> str:
    """The adjusted p, with a star where the change is established, and a blank of its width where not."""
    return "" if delta.holm is None else f"{chance(delta.holm)}{SURE_MARK if delta.is_established else ' '}"


def share(value: float | Fraction | None) -> str:
    """A part of one with three decimals."""
    return NOT_APPLICABLE if value is None else f"{float(value):.3f}"
