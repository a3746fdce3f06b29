"""The list of all metrics."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from coala.scores.metric import ClusterPair, Metric
from coala.scores.metrics.b_cubed import B_CUBED, B_CUBED_CLASS
from coala.scores.metrics.blanc import BLANC
from coala.scores.metrics.ceaf import CEAF_E, CEAF_M
from coala.scores.metrics.conll import CONLL
from coala.scores.metrics.lea import LEA
from coala.scores.metrics.mention_detection import MENTIONS
from coala.scores.metrics.muc import MUC
from coala.scores.metrics.records import CLUSTERS, PAIRS
from coala.scores.ratio import Score

METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.key: metric
        for metric in (MUC, B_CUBED, B_CUBED_CLASS, CEAF_M, CEAF_E, BLANC, LEA, MENTIONS, CONLL)
    }
)
"""The metrics of every comparison by their keys, in the order in which they are shown."""

METRICS_OF_RECORDS: Mapping[str, Metric] = MappingProxyType(
    {**METRICS, **{metric.key: metric for metric in (PAIRS, CLUSTERS)}}
)
"""The metrics of a comparison of tables of records: two more."""


def score_pair(pair: ClusterPair, metrics: Mapping[str, Metric] = METRICS) -> dict[str, Score]:
    """Return the score of the pair's response against its key by each metric."""
    return {name: metric.score(pair) for name, metric in metrics.items()}
