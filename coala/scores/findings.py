"""Results of the scores as plain values: counts of links, intervals, and the sign test.

The bootstrap's result is also converted to and from JSON, since a review file stores it. This module does not
import numpy: ``coala tally`` only reads stored results, and importing numpy would take as long as everything
else that it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from coala.base.plain_text import excerpt
from coala.base.statistics import TAIL
from coala.errors import CoalaError

SLICINGS = ("form", "size", "distance", "range")
"""The slicings of mentions (``coala.engine.slices``)."""

SCORE_TABLES = ("document", "type", *SLICINGS)
"""The tables that ``coala score --by`` prints."""

TABLES_OF_RECORDS = ("size",)
"""Those of them that make sense for tables of records."""

SIZES = ("1", "2", "3–5", "6–20", "> 20")
"""The slices of sizes."""
LEAST_SIZES = (2, 3, 6, 21)
"""The least number in each slice of sizes but the first."""

ATTRIBUTE, FILTER = "attribute", "filter"
"""The two ways to slice (``coala.scores.slices``)."""

SIMILARITY = "similarity"
"""The key of the scores of changed against baseline when there is no gold: similarity, never quality."""

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
        # Only of tables of records.
        "pairs": "Pairs",
        "clusters": "Clusters",
    }
)
"""The names of the metrics in the window and in reports."""

OF_RECORDS_ALONE = ("pairs", "clusters")
"""The metrics that only tables of records have."""

MAIN_METRICS = ("muc", "b_cubed", "ceaf_e", "conll", "mentions", *OF_RECORDS_ALONE)
"""The metrics that reports show by default, if a comparison has them."""

ALL_METRICS = "all"


def select_metrics(names: Sequence[str] | None, *others: str, of_records: bool = False) -> list[str]:
    """Return the names if they are metrics, every metric for ``ALL_METRICS``, and the main ones for None.

    Some are for tables of records alone. Raises ``CoalaError`` for an unknown name; its message also proposes
    the ``others``.
    """
    known = [name for name in TITLES if of_records or name not in OF_RECORDS_ALONE]
    if names is None:
        return [name for name in MAIN_METRICS if name in known]
    if list(names) == [ALL_METRICS]:
        return known
    for name in names:
        if name in TITLES and name not in known:
            raise CoalaError(f"The metric '{name}' is for tables of records: add --record, or leave it out.")
        if name not in known:
            raise CoalaError(
                f"There is no metric {excerpt(name)}. Choose from {', '.join((*known, *others))}, or all."
            )
    return list(names)


class GrossLinks(NamedTuple):
    """The links that only one of two graphs has, and how many of them gold confirms.

    The changed graph ``made`` the links that the baseline lacks, and ``lost`` those that only the baseline
    has (``coala.verdicts.links``). A link joins two pieces of a chain. Of the links of one chain, as many are
    right as can join pieces with a mention of the same gold chain.
    """

    made: int
    made_right: int
    lost: int
    lost_right: int


class LinkTotals(NamedTuple):
    """The number of links of two graphs (n − 1 for a class of n spans), and of those that both have.

    ``kept`` counts the links within the intersections of the classes of one graph with those of the other.
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
    """The number of bags that raise and that lower a score, with the p of a sign test.

    ``p`` is None where no bag does either. Bags without effect (``ties``) and with an undefined share carry
    no information and are dropped.
    """

    rises: int
    falls: int
    ties: int
    undefined: int
    p: float | None


class Bounds(NamedTuple):
    """A figure of one system with its 95 % percentile interval, from the ``samples`` in which it is defined.

    ``estimate`` is None where the figure is undefined. ``low`` and ``high`` are None where fewer than 39
    resamples have it: less than one value would be beyond either end.
    """

    estimate: float | None
    low: float | None
    high: float | None
    samples: int


class Difference(NamedTuple):
    """Changed minus baseline, as ``Bounds``; ``p`` is the two-sided share of resamples beyond zero.

    With δ* the differences in B resamples, p = min(1, 2 · (1 + min(#{δ* ≤ 0}, #{δ* ≥ 0})) / (B + 1)). This is
    the largest α whose interval still reaches zero; it is at least 2/(B + 1).
    """

    estimate: float | None
    low: float | None
    high: float | None
    p: float | None
    samples: int


@dataclass(frozen=True)
class Bootstrap:
    """One metric's differences, and each system's own F1.

    A figure that a metric does not have (CoNLL: recall and precision) has 0 samples.
    """

    f1: Difference
    recall: Difference
    precision: Difference
    baseline_f1: Bounds
    changed_f1: Bounds


@dataclass(frozen=True)
class Resampling:
    """The bootstrap's result by the key of the metric; ``samples`` were drawn from ``bags`` bags."""

    metrics: Mapping[str, Bootstrap]
    bags: int
    samples: int
    seed: int


def resampling_to_json(result: Resampling) -> dict[str, Any]:
    """Return the result as JSON, under the field names of the classes above."""
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
    """Read ``resampling_to_json``; raise ``KeyError``, ``TypeError`` or ``ValueError`` on anything else."""
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
