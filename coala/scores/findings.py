"""What metrics, the bootstrap and the sign test found are values that become JSON and come back.

No numpy: a tally reads them from a review, and its import takes as long as all the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from coala.base.statistics import TAIL

SIMILARITY = "similarity"
"""Key of the scores of changed against baseline, when there is no gold: similarity, never quality."""

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "muc": "MUC",
        "b_cubed": "B³",
        "b_cubed_class": "B³ by class",
        "ceaf_m": "CEAF-m",
        "ceaf_e": "CEAF-e",
        "blanc": "BLANC",
        "lea": "LEA",
        "mentions": "Mentions",
        "conll": "CoNLL",
    }
)
"""The names of the metrics on the screen."""


class LinkTotals(NamedTuple):
    """Links of the classes of two graphs, n − 1 of a class of n spans, and those that both have.

    ``kept`` are those within what a class of one shares with a class of the other.
    """

    baseline: int
    changed: int
    kept: int

    @property
    def made(self) -> int:
        """Links that only the changed graph has."""
        return self.changed - self.kept

    @property
    def lost(self) -> int:
        """Links that only the baseline has."""
        return self.baseline - self.kept


@dataclass(frozen=True)
class ShareTest:
    """How many bags move a score which way. ``p`` is None where none does.

    Bags without change (``ties``) and with an undefined share say nothing and are dropped.
    """

    rises: int
    falls: int
    ties: int
    undefined: int
    p: float | None


class Bounds(NamedTuple):
    """A figure of one system with its 95 % percentile interval, from the ``samples`` in which it is defined.

    ``estimate`` is None where the figure is undefined, ``low`` and ``high`` where fewer than 39 resamples
    have it: less than one value would lie beyond either end.
    """

    estimate: float | None
    low: float | None
    high: float | None
    samples: int


class Difference(NamedTuple):
    """Changed minus baseline, as ``Bounds``; ``p`` is the two-sided share of resamples beyond zero.

    With δ* the differences in B resamples, p = min(1, 2 · (1 + min(#{δ* ≤ 0}, #{δ* ≥ 0})) / (B + 1)):
    the largest α whose interval still reaches zero, hence at least 2/(B + 1).
    """

    estimate: float | None
    low: float | None
    high: float | None
    p: float | None
    samples: int


@dataclass(frozen=True)
class Bootstrap:
    """One metric's differences, and each system's own F1.

    What a metric does not have (CoNLL: recall and precision) is a difference in no sample.
    """

    f1: Difference
    recall: Difference
    precision: Difference
    baseline_f1: Bounds
    changed_f1: Bounds


@dataclass(frozen=True)
class Resampling:
    """What the bootstrap says of every metric; ``samples`` were drawn of ``bags`` bags."""

    metrics: Mapping[str, Bootstrap]
    bags: int
    samples: int
    seed: int


def resampling_to_json(result: Resampling) -> dict[str, Any]:
    """The result as JSON, under the field names of the classes above."""
    return {
        "bags": result.bags,
        "samples": result.samples,
        "seed": result.seed,
        "interval": "percentile",
        "level": 1 - 2 * TAIL,
        "metrics": {
            name: {field: figure._asdict() for field, figure in vars(metric).items()}
            for name, metric in result.metrics.items()
        },
    }


def resampling_from_json(value: Mapping[str, Any]) -> Resampling:
    """Read ``resampling_to_json``; raises ``KeyError``, ``TypeError`` or ``ValueError`` on anything else."""
    return Resampling(
        {name: _metric_from_json(metric) for name, metric in value["metrics"].items()},
        int(value["bags"]),
        int(value["samples"]),
        int(value["seed"]),
    )


def _metric_from_json(value: Mapping[str, Any]) -> Bootstrap:
    return Bootstrap(
        f1=Difference(**value["f1"]),
        recall=Difference(**value["recall"]),
        precision=Difference(**value["precision"]),
        baseline_f1=Bounds(**value["baseline_f1"]),
        changed_f1=Bounds(**value["changed_f1"]),
    )
