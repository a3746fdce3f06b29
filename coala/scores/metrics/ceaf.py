"""CEAF says how alike key and response are under the best one-to-one alignment of their classes.

Luo 2005, *On Coreference Resolution Performance Metrics*, with the similarities φ3 (by mention) and φ4 (by
entity), without the changes that others made for predicted mentions: as in Pradhan et al. 2014.

The alignment g maximises Φ = Σ_K φ(K, g(K)). Classes that share no span have similarity 0, hence the best
alignment of the corpus is the best one of each connected component of the table, put together. Bags, being
closed under both sides, hold whole components: Φ, Σ_K φ(K, K) and Σ_R φ(R, R) are sums over bags, and a bag
that changes leaves the alignment of all others as it is. Documents and types do not hold whole classes:
by document every class is cut first and then aligned anew, by type the alignment is that of the corpus.
"""

from __future__ import annotations

import math

import numpy as np

from coala.base.matching.bipartite import match_heaviest
from coala.scores.metric import F1, Definition, ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import KEY, RESPONSE, Column, Parts, Terms, columns

# Of the fractions that similarities are, more pieces of the whole than this would not fit into 64 bits.
_FINEST = 1 << 40


def by_mention(table: Overlap) -> tuple[Column, ...]:
    """CEAF-m: recall = Σ_K |K ∩ g(K)| / Σ_K |K|, precision the same over Σ_R |R|; φ3(K, R) = |K∩R|."""
    best = match_heaviest(table.key, table.response, table.count.astype(np.float64), table.count)
    shared = table.count[best]
    return (
        *columns(Parts(Terms(table.key[best], shared), table.key_sizes), KEY),
        *columns(Parts(Terms(table.response[best], shared), table.response_sizes), RESPONSE),
    )


def by_entity(table: Overlap) -> tuple[Column, ...]:
    """CEAF-e: recall = Σ_K φ4(K, g(K)) / Σ_K 1, precision the same over Σ_R 1.

    φ4(K, R) = 2|K∩R| / (|K| + |R|), and φ4(K, K) = 1. The alignment is found with φ4 rounded to floats, the
    sum of its similarities is a fraction: exact, and short of the largest by 1e-12 at the very most.
    """
    both = table.key_sizes[table.key] + table.response_sizes[table.response]
    unit = math.lcm(*np.flatnonzero(np.bincount(both)).tolist())
    whole = 2 * table.count * (unit // both) if unit < _FINEST else None
    best = match_heaviest(table.key, table.response, 2 * table.count / both, whole)
    similarity, divisor = 2 * table.count[best], both[best]
    return (
        *columns(Parts(Terms(table.key[best], similarity, divisor), np.ones_like(table.key_sizes)), KEY),
        *columns(
            Parts(Terms(table.response[best], similarity, divisor), np.ones_like(table.response_sizes)),
            RESPONSE,
        ),
    )


CEAF_M = ratio_metric(
    "ceaf_m",
    Definition(
        "Pair the classes of both sides one to one as well as can be; how many of the mentions lie in "
        "both classes of a pair.",
        (
            "R = Σ |K∩g(K)| / number of key mentions; g pairs each key class K with at most one response "
            "class, so that the sum is largest",
            "P = the same sum / number of response mentions",
            F1,
        ),
        "Luo 2005; Pradhan et al. 2014",
    ),
    by_mention,
)

CEAF_E = ratio_metric(
    "ceaf_e",
    Definition(
        "Pair the classes of both sides one to one as well as can be; how alike the classes of a pair "
        "are, every class counting the same.",
        (
            "R = Σ φ(K, g(K)) / number of key classes, with φ(K, R) = 2|K∩R| / (|K| + |R|); g pairs each "
            "key class K with at most one response class, so that the sum is largest",
            "P = the same sum / number of response classes",
            F1,
        ),
        "Luo 2005; Pradhan et al. 2014",
    ),
    by_entity,
)
