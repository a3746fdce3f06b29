"""The bags of all columns become intervals: one draw for all of them, so that columns are compared as pairs.

A bag that is closed under every graph of these columns may be drawn for all of them at once. Columns are
those of one role: the whole system joins what single components leave apart, and their bags need not be as
wide as that. Where bags grow together until one of them has most of the spans, there is little left to draw:
each column's own bags are then drawn for it alone, as ``coala diff`` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coala.base.statistics import adjust_by_holm
from coala.engine.board.board import BoardResampling, Delta, MetricDeltas
from coala.engine.board.joint_bags import close_jointly
from coala.engine.compare import Comparison
from coala.model.graph import Integers
from coala.scores.bootstrap import Paired, bootstrap_together, pair_sums
from coala.scores.findings import Bootstrap, Difference, Resampling

MOST_IN_ONE_BAG = 0.5
"""Of the spans: with more of them in one bag, what a resample says depends on how often it has that bag."""


def resample_columns(comparisons: Sequence[Comparison]) -> tuple[list[Resampling], BoardResampling]:
    """The bootstrap of every comparison, each of which has gold, and how it was drawn."""
    closure = close_jointly(comparisons)
    joint = closure.largest <= MOST_IN_ONE_BAG
    bags = len(closure.sizes)
    if joint:
        found = bootstrap_together(
            _sums_of_bags(comparison, of_span, bags)
            for comparison, of_span in zip(comparisons, closure.of_span, strict=True)
        )
    else:
        found = [comparison.assessment.draw() for comparison in comparisons]
    samples = min(each.samples for each in found)
    return found, BoardResampling(joint, bags, samples, found[0].seed, closure.largest)


def _sums_of_bags(comparison: Comparison, of_span: Integers, bags: int) -> Iterator[tuple[str, Paired]]:
    """The sums of one comparison, of which only those of bags are kept."""
    yield from pair_sums(comparison.assessment.now, comparison.assessment.before, of_span, bags)
    comparison.assessment.forget_sums()


def find_deltas(resamplings: Sequence[Resampling]) -> list[dict[str, MetricDeltas]]:
    """The changes of every metric in each column, with p adjusted for all of these columns."""
    metrics = resamplings[0].metrics if resamplings else ()
    tables: dict[str, list[list[Delta]]] = {
        metric: [
            _adjust([figure(each.metrics[metric]) for each in resamplings])
            for figure in (_recall, _precision, _f1)
        ]
        for metric in metrics
    }
    return [
        {metric: MetricDeltas(*(deltas[place] for deltas in table)) for metric, table in tables.items()}
        for place in range(len(resamplings))
    ]


def _recall(bootstrap: Bootstrap) -> Difference:
    return bootstrap.recall


def _precision(bootstrap: Bootstrap) -> Difference:
    return bootstrap.precision


def _f1(bootstrap: Bootstrap) -> Difference:
    return bootstrap.f1


def _adjust(differences: Sequence[Difference]) -> list[Delta]:
    adjusted = adjust_by_holm([difference.p for difference in differences])
    return [
        Delta(difference.estimate, difference.low, difference.high, difference.p, holm)
        for difference, holm in zip(differences, adjusted, strict=True)
    ]
