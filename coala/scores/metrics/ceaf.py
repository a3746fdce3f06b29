"""CEAF: the similarity of key and response under the best one-to-one alignment of their classes.

Luo 2005, *On Coreference Resolution Performance Metrics*, with the similarities φ3 (by mention) and φ4 (by
entity), without the changes that others made for predicted mentions: as in Pradhan et al. 2014.

The alignment g maximises Φ = Σ_K φ(K, g(K)). Classes that share no span have similarity 0, so the best
alignment of the corpus consists of the best ones of the connected components of the table. Bags are closed
under both sides and contain whole components. Φ, Σ_K φ(K, K) and Σ_R φ(R, R) are therefore sums over bags,
and a bag that changes leaves the alignment of all others as it is. Documents and types do not contain whole
classes: by document, every class is split first and the parts are aligned; by type, the alignment is that of
the corpus.

The result of a metric is a few columns. A ``Column`` is a sum as a list of ``Terms``: class ``owner[i]`` adds
``amount[i] / divisor[i]``. ``Parts`` has the terms of the numerator of a recall and what each class adds to
its denominator; ``make_columns`` turns it into these two columns. The classes are kept apart, so that the
sums can be taken by bag, by document or by type.

A row of the ``Overlap`` table is a key class and a response class that share spans. A matching is the list of
the rows of its pairs.
"""

from __future__ import annotations

import numpy as np

from coala.base.matching.bipartite import match_heaviest
from coala.scores.metric import F1, Definition, make_ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import KEY, RESPONSE, Column, Parts, Terms, make_columns


def by_mention(table: Overlap) -> tuple[Column, ...]:
    """Return the sums of CEAF-m, with φ3(K, R) = |K∩R|.

    recall = Σ_K |K ∩ g(K)| / Σ_K |K|, precision the same over Σ_R |R|
    """
    # The rows of the best alignment.
    best = match_heaviest(table.key, table.response, table.count)
    shared = table.count[best]
    return (
        *make_columns(Parts(Terms(table.key[best], shared), table.key_sizes), KEY),
        *make_columns(Parts(Terms(table.response[best], shared), table.response_sizes), RESPONSE),
    )


def by_entity(table: Overlap) -> tuple[Column, ...]:
    """Return the sums of CEAF-e, with φ4(K, R) = 2|K∩R| / (|K| + |R|), so that φ4(K, K) = 1.

        recall = Σ_K φ4(K, g(K)) / Σ_K 1, precision the same over Σ_R 1

    All are fractions, and so is their sum: exact.
    """
    total_size = table.key_sizes[table.key] + table.response_sizes[table.response]
    best = match_heaviest(table.key, table.response, 2 * table.count, total_size)
    similarity, divisor = 2 * table.count[best], total_size[best]
    return (
        *make_columns(Parts(Terms(table.key[best], similarity, divisor), np.ones_like(table.key_sizes)), KEY),
        *make_columns(
            Parts(Terms(table.response[best], similarity, divisor), np.ones_like(table.response_sizes)),
            RESPONSE,
        ),
    )


CEAF_M = make_ratio_metric(
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

CEAF_E = make_ratio_metric(
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
