"""The CoNLL average, by which shared tasks rank systems.

Pradhan et al. 2012, *CoNLL-2012 Shared Task*, section 4.5, after Denis & Baldridge 2009: the mean F1 of MUC,
B³ and CEAF-e.

Like every metric, it computes its score from sums. It has the four sums of MUC, then those of B³, then those
of CEAF-e. Each part computes its own F1 from its four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np

from coala.scores.metric import Definition, Metric, Rates
from coala.scores.metrics.b_cubed import B_CUBED
from coala.scores.metrics.ceaf import CEAF_E
from coala.scores.metrics.muc import MUC
from coala.scores.ratio import MeanScore, Score, mean
from coala.scores.sums import Floats, Number

PARTS = (MUC, B_CUBED, CEAF_E)

Sum = TypeVar("Sum")

# The sums of each part: numerator and denominator of recall, then of precision.
_SUMS = 4


def score(totals: Sequence[Number]) -> Score:
    """Return F = (F_MUC + F_B³ + F_CEAF-e) / 3, undefined where one of the three is."""
    average = mean([part.from_totals(four).exact_f1 for part, four in _split_by_part(totals)])
    return MeanScore(mean_f1=None if average is None else float(average))


def average_as_crac(scores: Mapping[str, Score]) -> Score | None:
    """Return the mean as CRAC's scorer computes it; None unless all three parts are there.

    That scorer counts an undefined F1 as 0.
    """
    parts = [scores[part.key].exact_f1 or Fraction(0) for part in PARTS if part.key in scores]
    return MeanScore(mean_f1=float(sum(parts) / len(PARTS))) if len(parts) == len(PARTS) else None


def compute_rates(sums: Sequence[Floats]) -> Rates:
    """Return the same as ``score`` for many texts at once, as floats."""
    f1 = np.mean([part.from_sums(four).f1 for part, four in _split_by_part(sums)], axis=0)
    undefined = np.full(len(f1), np.nan)
    return Rates(undefined, undefined, f1)


CONLL = Metric(
    "conll",
    Definition(
        "The mean of three F1s that look at links, mentions and classes: the one figure that shared "
        "tasks rank by.",
        ("F1 = (MUC F1 + B³ F1 + CEAF-e F1) / 3; it has no recall and no precision",),
        "Pradhan et al. 2012, after Denis & Baldridge 2009",
    ),
    tuple(formula for part in PARTS for formula in part.formulas),
    score,
    compute_rates,
    mean_of=tuple(part.key for part in PARTS),
)


def _split_by_part(sums: Sequence[Sum]) -> list[tuple[Metric, Sequence[Sum]]]:
    """Return each part with its four sums."""
    return [(part, sums[_SUMS * place : _SUMS * (place + 1)]) for place, part in enumerate(PARTS)]
