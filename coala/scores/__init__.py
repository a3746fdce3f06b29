"""Two partitions of spans into scores: exact ratios over the corpus, and what each bag is worth.

Clusters (one side's classes) → overlap (the sparse table of two sides) → one module a metric, which
states what it adds up → exact score, or sums per bag → shares. A new metric is one such module and one
line in ``METRICS``.
"""

from coala.scores.clusters import Clusters, clusters, drop_singletons, only
from coala.scores.metric import Metric
from coala.scores.metrics import METRICS, score_all, score_pair, scores_as_json
from coala.scores.pair import Pair
from coala.scores.ratio import MeanScore, Ratio, Score
from coala.scores.ratio import from_json as score_from_json
from coala.scores.shares import closed_bags, shares, shares_of_pairs

__all__ = [
    "METRICS",
    "Clusters",
    "MeanScore",
    "Metric",
    "Pair",
    "Ratio",
    "Score",
    "closed_bags",
    "clusters",
    "drop_singletons",
    "only",
    "score_all",
    "score_from_json",
    "score_pair",
    "scores_as_json",
    "shares",
    "shares_of_pairs",
]
