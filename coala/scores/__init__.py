"""Two partitions of spans into scores: exact ratios over the corpus, and what each bag is worth.

Clusters (one side's classes) → overlap (the sparse table of two sides) → one module a metric, which
states its recall formula → exact score, or sums per bag → shares. A new metric is one such module and
one line in ``METRICS``.
"""

from coala.scores.clusters import Clusters, clusters, drop_singletons
from coala.scores.metric import METRICS, Metric, score_all, scores_as_json
from coala.scores.ratio import Ratio, Score
from coala.scores.ratio import from_json as score_from_json
from coala.scores.shares import closed_bags, shares

__all__ = [
    "METRICS",
    "Clusters",
    "Metric",
    "Ratio",
    "Score",
    "closed_bags",
    "clusters",
    "drop_singletons",
    "score_all",
    "score_from_json",
    "scores_as_json",
    "shares",
]
