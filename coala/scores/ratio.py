"""Exact numerators and denominators into values, F1 and JSON.

0/0 is undefined: None here, null in JSON, "n/a" on the screen; never 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

LARGEST_WRITTEN = 10**300
"""Readers of JSON that know only doubles (up to 1.8e308) still divide integers below this rightly."""


class Ratio(NamedTuple):
    """A recall or a precision, exact: counts as they were counted (3/6), means in lowest terms (16/21)."""

    numerator: int
    denominator: int

    @property
    def exact(self) -> Fraction | None:
        """The fraction, or None where it is 0/0."""
        return Fraction(self.numerator, self.denominator) if self.denominator else None

    @property
    def value(self) -> float | None:
        """The nearest float, or None where it is 0/0."""
        return self.numerator / self.denominator if self.denominator else None


@dataclass(frozen=True)
class Score:
    """What one metric says of a response: recall and precision against a key."""

    recall: Ratio
    precision: Ratio

    @property
    def exact_f1(self) -> Fraction | None:
        """F1 = 2PR / (P + R); None where P or R is, and where P = R = 0, for that is 0/0 as well."""
        recall, precision = self.recall.exact, self.precision.exact
        if recall is None or precision is None or not recall + precision:
            return None
        return 2 * precision * recall / (precision + recall)

    @property
    def f1(self) -> float | None:
        """The float nearest to the exact F1, or None where it is undefined."""
        exact = self.exact_f1
        return None if exact is None else float(exact)


def as_json(score: Score) -> dict[str, object]:
    """The score in the shape of the specification, section 7; floats are not rounded."""
    return {
        "recall": _ratio_as_json(score.recall),
        "precision": _ratio_as_json(score.precision),
        "f1": score.f1,
    }


def _ratio_as_json(ratio: Ratio) -> dict[str, object]:
    """Numerator, denominator and value; integers too large for a reader are written as value over 1."""
    numerator: float | None = ratio.numerator
    denominator = ratio.denominator
    if denominator >= LARGEST_WRITTEN:
        numerator, denominator = ratio.value, 1
    return {"numerator": numerator, "denominator": denominator, "value": ratio.value}


def from_json(value: Mapping[str, Any]) -> Score:
    """The inverse of ``as_json``; raises ``KeyError``, ``TypeError`` or ``ValueError`` on anything else."""
    return Score(_ratio_from_json(value["recall"]), _ratio_from_json(value["precision"]))


def _ratio_from_json(value: Mapping[str, Any]) -> Ratio:
    numerator, denominator = value["numerator"], value["denominator"]
    if isinstance(numerator, float):
        return Ratio(*numerator.as_integer_ratio())
    return Ratio(int(numerator), int(denominator))
