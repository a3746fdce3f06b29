"""Exact scores: ratios of numerators and denominators, their F1, and their JSON.

0/0 is undefined: None here, null in JSON, "n/a" in reports; never 0. F1 is 0 where recall or precision is
defined and nothing is common. It is undefined where both are. In a table by slice or type, it also is where
one is undefined and the other above 0: the sides count other mentions there. In JSON a score is

    {"recall": {"numerator": 3, "denominator": 6, "value": 0.5}, "precision": {…}, "f1": 0.5}

with "links" for BLANC, and with "f1" alone for a mean of F1s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

_LARGEST_WRITTEN = 10**300
"""Readers of JSON that only have doubles (up to 1.8e308) still divide integers below this correctly."""


class Ratio(NamedTuple):
    """An exact recall or precision: counts as they were counted (3/6), means in lowest terms (16/21)."""

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


UNDEFINED = Ratio(0, 0)


@dataclass(frozen=True)
class Score:
    """One metric's score of a response: recall and precision against a key."""

    recall: Ratio
    precision: Ratio

    @property
    def exact_f1(self) -> Fraction | None:
        """F1 = 2PR / (P + R); 0 where nothing is common, and None where it is undefined."""
        # With R = a/b and P = c/d this is 2ac / (ad + cb): one fraction instead of five.
        (a, b), (c, d) = self.recall, self.precision
        if not a and not c:
            return Fraction(0) if b or d else None
        return Fraction(2 * a * c, a * d + c * b) if b and d else None

    @property
    def f1(self) -> float | None:
        """The float nearest to the exact F1, or None where it is undefined."""
        exact = self.exact_f1
        return None if exact is None else float(exact)


class Links(NamedTuple):
    """The counts of one kind of link: those of the key, of the response, and those that both have."""

    common: int
    key: int
    response: int

    @property
    def exact_f1(self) -> Fraction:
        """F1 = 2 · common / (key + response), which equals 2PR/(P + R), and 0 where nothing is common.

        Only for a kind that has at least one link.
        """
        return Fraction(2 * self.common, self.key + self.response)


@dataclass(frozen=True)
class LinkScore(Score):
    """A score that is the mean over kinds of link (BLANC): its F1 is the mean of theirs, not of P and R.

    ``coreference`` and ``other`` (non-coreference) are None for a kind that the key does not have.
    """

    coreference: Links | None = None
    other: Links | None = None

    @property
    def exact_f1(self) -> Fraction | None:
        return mean([links.exact_f1 for links in (self.coreference, self.other) if links is not None])


@dataclass(frozen=True)
class MeanScore(Score):
    """A mean of the F1 of several metrics (CoNLL): it has neither recall nor precision.

    It has no numerator and denominator to keep, so it is stored as the float nearest to the exact mean.
    """

    recall: Ratio = UNDEFINED
    precision: Ratio = UNDEFINED
    mean_f1: float | None = None

    @property
    def exact_f1(self) -> Fraction | None:
        return None if self.mean_f1 is None else Fraction(self.mean_f1)


def mean(values: Sequence[Fraction | None]) -> Fraction | None:
    """Return the arithmetic mean, or None where there are no values or one of them is undefined."""
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if known and len(known) == len(values) else None


def score_to_json(score: Score) -> dict[str, object]:
    """Return the score as JSON (see the top of this module); floats are not rounded."""
    if isinstance(score, MeanScore):
        return {"f1": score.f1}
    plain: dict[str, object] = {
        "recall": ratio_to_json(score.recall),
        "precision": ratio_to_json(score.precision),
        "f1": score.f1,
    }
    if not isinstance(score, LinkScore):
        return plain
    kinds = {"coreference": score.coreference, "non_coreference": score.other}
    links = {name: None if kind is None else kind._asdict() for name, kind in kinds.items()}
    return plain | {"links": links}


def scores_to_json(scores: Mapping[str, Score]) -> dict[str, object]:
    """Return the scores as JSON, by the name of the metric."""
    return {name: score_to_json(score) for name, score in scores.items()}


def score_from_json(value: Mapping[str, Any]) -> Score:
    """Read ``score_to_json``; raise ``KeyError``, ``TypeError`` or ``ValueError`` on anything else."""
    if "recall" not in value:
        return MeanScore(mean_f1=None if value["f1"] is None else float(value["f1"]))
    recall, precision = ratio_from_json(value["recall"]), ratio_from_json(value["precision"])
    if "links" not in value:
        return Score(recall, precision)
    kinds = (value["links"][name] for name in ("coreference", "non_coreference"))
    return LinkScore(recall, precision, *(None if kind is None else Links(**kind) for kind in kinds))


def ratio_to_json(ratio: Ratio) -> dict[str, object]:
    """Return numerator, denominator and value; if they are too large for a reader, value over 1."""
    numerator: float | None = ratio.numerator
    denominator = ratio.denominator
    if denominator >= _LARGEST_WRITTEN:
        numerator, denominator = ratio.value, 1
    return {"numerator": numerator, "denominator": denominator, "value": ratio.value}


def ratio_from_json(value: Mapping[str, Any]) -> Ratio:
    """Read ``ratio_to_json``."""
    numerator, denominator = value["numerator"], value["denominator"]
    if isinstance(numerator, float):
        return Ratio(*numerator.as_integer_ratio())
    return Ratio(int(numerator), int(denominator))
