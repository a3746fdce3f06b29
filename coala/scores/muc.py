"""MUC: how many links of the key the response needs more to say the same.

Vilain, Burger, Aberdeen, Connolly & Hirschman 1995, *A Model-Theoretic Coreference Scoring Scheme*.
"""

from __future__ import annotations

from coala.model import Integers
from coala.scores.clusters import Clusters
from coala.scores.overlap import Overlap
from coala.scores.ratio import Score
from coala.scores.sums import Parts, Sums, Terms, score_by, sums_by


def recall(table: Overlap) -> Parts:
    """MUC's recall; undefined (0/0) where no key class has two spans, since nothing can be linked.

    For each key class S, p(S) is the partition of S by the response:

        recall = Σ_S (|S| − |p(S)|) / Σ_S (|S| − 1)

    A span of S that the response lacks is a part of its own: it adds one to |S| and one to |p(S)|. What
    is left of S falls into one part for each response class R that it meets, so that

        |S| − |p(S)| = Σ_R (|S ∩ R| − 1)
    """
    return Parts(Terms(table.key, table.count - 1), weight=table.key_sizes - 1)


def score(key: Clusters, response: Clusters) -> Score:
    """MUC recall and precision as counts of links, not in lowest terms: 3/6 stays 3/6."""
    return score_by(recall, key, response)


def sums(key: Clusters, response: Clusters, bag: Integers, bags: int) -> Sums:
    """MUC's counts of links for each bag."""
    return sums_by(recall, key, response, bag, bags)
