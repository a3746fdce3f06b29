"""B³: how much of each mention's own class the other side has found, on average.

Bagga & Baldwin 1998, *Algorithms for Scoring Coreference Chains*; the weights: Baldwin et al. 1998,
*Description of the UPenn CAMP System as Used for Coreference* (MUC-7).
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from coala.model import Integers
from coala.scores.clusters import Clusters
from coala.scores.overlap import Overlap
from coala.scores.ratio import Score
from coala.scores.sums import Parts, Recall, Sums, Terms, score_by, sums_by

Weights = Literal["entity", "class"]


def recall_by_entity(table: Overlap) -> Parts:
    """B³'s recall with every mention equal, as everybody quotes it.

    A mention of key class K that lies in response class R has found |K∩R| / |K| of its class, one that
    the response lacks has found nothing. |K∩R| mentions lie in both, hence

        recall = Σ_K Σ_R |K∩R| · |K∩R| / |K|  /  Σ_K |K|
    """
    divisor = table.key_sizes[table.key]
    return Parts(Terms(table.key, table.count**2, divisor), weight=table.key_sizes)


def recall_by_class(table: Overlap) -> Parts:
    """B³'s recall with every class equal: the mean over the key classes of the mean over their mentions.

    recall = Σ_K (Σ_R |K∩R|² / |K|) / |K|  /  Σ_K 1
    """
    divisor = table.key_sizes[table.key] ** 2
    return Parts(Terms(table.key, table.count**2, divisor), weight=np.ones_like(table.key_sizes))


RECALL: dict[Weights, Recall] = {"entity": recall_by_entity, "class": recall_by_class}


def score(key: Clusters, response: Clusters, weights: Weights = "entity") -> Score:
    """B³ recall and precision, each a fraction in lowest terms."""
    return score_by(RECALL[weights], key, response)


def sums(key: Clusters, response: Clusters, bag: Integers, bags: int, weights: Weights = "entity") -> Sums:
    """For each bag the sum of its mentions' (or classes') values, and how many of them there are."""
    return sums_by(RECALL[weights], key, response, bag, bags)
