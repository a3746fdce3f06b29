"""The base of all metrics: which sums a metric needs, and how its score follows from them.

A score is computed in two steps. First a formula makes columns of terms from a key and a response (MUC's
numerator has one term for each pair of overlapping classes). Then the score follows from the sums of the
columns. So the same formulas serve the whole corpus, one document, one bag reverted to the baseline, and ten
thousand resamples: only the sums differ.

``Metric`` is one metric, ``ClusterPair`` a key with a response. Exact scores have integers and fractions as
sums; where there are many scores at once, each sum is an array of floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.statistics import NO_CHANGE
from coala.scores.findings import TITLES
from coala.scores.partition import Clusters, Overlap, overlap_classes
from coala.scores.ratio import Ratio, Score
from coala.scores.sums import Column, Floats, Formula, Number, Terms


class Rates(NamedTuple):
    """Recall, precision and F1 of many sums at once, NaN where they are undefined."""

    recall: Floats
    precision: Floats
    f1: Floats


class Definition(NamedTuple):
    """What a metric means, its formula line by line, and its source: plain text for a user."""

    meaning: str
    formula: tuple[str, ...]
    source: str


EXCHANGED = "P = the same with key and response exchanged"
F1 = "F1 = 2PR / (P + R)"
"""Lines that the formulas of most metrics share."""


def _keep_sums(sums: Sequence[Any]) -> Sequence[Any]:
    return sums


@dataclass(frozen=True)
class Metric:
    """A metric: the formulas of its sums, and the functions that compute its score from the sums."""

    # The name in JSON.
    key: str
    definition: Definition
    # The sums of the metric are the columns of all formulas, one after the other.
    formulas: tuple[Formula, ...]
    # The score from exact sums, and the same from arrays of floats; both take settled sums.
    from_totals: Callable[[Sequence[Number]], Score]
    from_sums: Callable[[Sequence[Floats]], Rates]
    # Turns the sums of one text into quantities that add up over *independent* texts; usually the sums
    # themselves. Pairs of mentions (BLANC's) do not add up within a corpus, where any two mentions are a
    # pair, but they do over documents that are scored separately. It takes exact sums or arrays.
    settle: Callable[[Sequence[Any]], Sequence[Any]] = _keep_sums
    # The keys of the metrics whose F1s it is the mean of; it then has no recall and no precision.
    mean_of: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name in the window and in reports."""
        return TITLES[self.key]

    @property
    def is_by_class(self) -> bool:
        """True if every sum belongs to classes, so that a subset of the classes has a score."""
        return self.settle is _keep_sums

    def score(self, pair: ClusterPair) -> Score:
        """Return the exact score of the pair's response against its key."""
        totals = [total for formula in self.formulas for total in pair.totals(formula)]
        return self.from_totals(self.settle(totals))

    def score_each(self, columns: Sequence[Sequence[Number]]) -> tuple[list[Score], Score]:
        """Return the score of each independent text, and the micro score of all of them.

        ``columns`` has for each sum of the metric its totals, one for each text.
        """
        settled = [self.settle(row) for row in zip(*columns, strict=True)]
        over_all_texts = [sum(column) for column in zip(*settled, strict=True)]
        micro = over_all_texts if settled else self.settle([0] * len(columns))
        *each, together = self.score_parts([*settled, micro])
        return each, together

    def score_parts(self, rows: Sequence[Sequence[Number]]) -> list[Score]:
        """Return the score of each row of settled sums; recalls and precisions add up as they stand."""
        if self.from_totals is make_ratio_score:
            return make_ratio_scores(rows)
        return [self.from_totals(row) for row in rows]

    def rates(self, sums: Sequence[Floats]) -> Rates:
        """Return recall, precision and F1 for each place in the columns of sums."""
        return self.from_sums(self.settle(sums))

    def sum_bags(self, pair: ClusterPair, bag: Integers, bags: int) -> list[Floats]:
        """Return the metric's sums for each bag.

        ``bag`` has the bag (0 to ``bags`` - 1) of every mentioned span. Bags must be closed under key and
        response: all spans of a class are in one bag.
        """
        return [terms.sums(bags) for formula in self.formulas for terms in pair.assign_owners(formula, bag)]


def make_ratio_metric(key: str, definition: Definition, formula: Formula) -> Metric:
    """Return a metric whose recall and precision are a sum over a sum."""
    return Metric(key, definition, (formula,), make_ratio_score, compute_ratio_rates)


def make_ratio_score(totals: Sequence[Number]) -> Score:
    """Return the score of four totals: numerator and denominator of recall, then of precision."""
    return Score(recall=_make_ratio(totals[0], totals[1]), precision=_make_ratio(totals[2], totals[3]))


def make_ratio_scores(rows: Sequence[Sequence[Number]]) -> list[Score]:
    """Return the same as ``make_ratio_score`` for parts of a whole, unreduced.

    All denominators have one common factor, so that numerators and denominators of parts can be added. The
    factor is 1 where all sums are whole numbers.
    """
    if not rows:
        return []
    sums = list(zip(*rows, strict=True))
    recalls, precisions = (_scale(*sums[:2]), _scale(*sums[2:]))
    return [Score(*ratios) for ratios in zip(recalls, precisions, strict=True)]


def _scale(numerators: Sequence[Number], denominators: Sequence[Number]) -> list[Ratio]:
    factor = math.lcm(*(number.as_integer_ratio()[1] for number in (*numerators, *denominators)))
    return [
        Ratio(int(above * factor), int(below * factor))
        for above, below in zip(numerators, denominators, strict=True)
    ]


def compute_ratio_rates(sums: Sequence[Floats]) -> Rates:
    """Return recall, precision and F1 of four columns, in the order of ``make_ratio_score``."""
    recall, precision = divide(sums[0], sums[1]), divide(sums[2], sums[3])
    f1 = divide(2 * precision * recall, precision + recall)
    # As in ``Score``: 0 where one is defined and nothing is common, up to rounding.
    is_defined = ~(np.isnan(recall) & np.isnan(precision))
    f1[is_defined & (np.nan_to_num(recall) + np.nan_to_num(precision) <= NO_CHANGE)] = 0.0
    return Rates(recall, precision, f1)


def divide(numerator: Floats, denominator: Floats) -> Floats:
    """Return the quotient, NaN where it is 0/0."""
    quotients = np.full(len(numerator), np.nan)
    np.divide(numerator, denominator, out=quotients, where=denominator != 0)
    return quotients


def _make_ratio(numerator: Number, denominator: Number) -> Ratio:
    """Return a ratio; counts stay as counted, and a quotient of fractions is reduced to lowest terms."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        return Ratio(numerator, denominator)
    if not denominator:
        return Ratio(0, 0)
    # (a/b) / (c/d) = ad / bc
    a, b = numerator.as_integer_ratio()
    c, d = denominator.as_integer_ratio()
    above, below = a * d, b * c
    common = math.gcd(above, below)
    return Ratio(above // common, below // common)


@dataclass(frozen=True, eq=False)
class ClusterPair:
    """A key and a response over one universe of spans. Sums are cached until ``forget_sums``."""

    key: Clusters
    response: Clusters
    _columns: dict[Formula, tuple[Column, ...]] = field(default_factory=dict, init=False, repr=False)
    _totals: dict[Formula, tuple[Number, ...]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def table(self) -> Overlap:
        """The number of spans that each pair of classes shares."""
        return overlap_classes(self.key, self.response)

    def columns(self, formula: Formula) -> tuple[Column, ...]:
        """Return the terms of each sum, owned by classes."""
        if formula not in self._columns:
            self._columns[formula] = formula(self.table)
        return self._columns[formula]

    def totals(self, formula: Formula) -> tuple[Number, ...]:
        """Return each sum over the whole corpus, exactly."""
        if formula not in self._totals:
            self._totals[formula] = tuple(column.terms.total() for column in self.columns(formula))
        return self._totals[formula]

    def forget_sums(self) -> None:
        """Clear the cached sums, which take twenty times the memory of the classes."""
        self._columns.clear()
        self._totals.clear()
        self.__dict__.pop("table", None)

    def assign_owners(self, formula: Formula, owner: Integers) -> list[Terms]:
        """Return the terms of each sum, owned by bags (or documents).

        The owner of a class is ``owner[span]`` of its first span. All spans of a class must have one owner.
        """
        owners = (owner[self.key.first], owner[self.response.first])
        return [column.assign_owners(owners) for column in self.columns(formula)]
