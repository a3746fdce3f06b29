"""B³: how much of each mention's own class the other side has found, on average.

Bagga & Baldwin 1998, *Algorithms for Scoring Coreference Chains*; the weights: Baldwin et al. 1998,
*Description of the UPenn CAMP System as Used for Coreference* (MUC-7).

A row of the ``Overlap`` table is a key class K and a response class R that share spans, with |K∩R| as
``count``. ``Terms`` has one term of the numerator for each row: ``amount / divisor``, owned by K. ``weight``
is what each K adds to the denominator.
"""

from __future__ import annotations

import numpy as np

from coala.scores.metric import EXCHANGED, F1, Definition, make_ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import Parts, Terms, make_formula


def recall_by_entity(table: Overlap) -> Parts:
    """Return B³'s recall with equal weight for every mention, the usual form of B³.

    A mention of key class K that is in response class R has found |K∩R| / |K| of its class; a mention that
    the response lacks has found nothing. |K∩R| mentions are in both, so

        recall = Σ_K Σ_R |K∩R| · |K∩R| / |K|  /  Σ_K |K|
    """
    divisor = table.key_sizes[table.key]
    return Parts(Terms(table.key, table.count**2, divisor), weight=table.key_sizes)


def recall_by_class(table: Overlap) -> Parts:
    """Return B³'s recall with equal weight for every class, whose value is the mean over its mentions.

    recall = Σ_K (Σ_R |K∩R|² / |K|) / |K|  /  Σ_K 1
    """
    divisor = table.key_sizes[table.key] ** 2
    return Parts(Terms(table.key, table.count**2, divisor), weight=np.ones_like(table.key_sizes))


B_CUBED = make_ratio_metric(
    "b_cubed",
    Definition(
        "For each mention, how much of its own class the other side has put with it; the mean over all "
        "mentions. A mention that the other side lacks counts 0.",
        (
            "R = Σ |K∩R|² / |K| / Σ |K|, over the pairs of a key class K and a response class R",
            EXCHANGED,
            F1,
        ),
        "Bagga & Baldwin 1998",
    ),
    make_formula(recall_by_entity),
)

B_CUBED_CLASS = make_ratio_metric(
    "b_cubed_class",
    Definition(
        "As B³, but every class counts the same, however many mentions it has.",
        (
            "R = Σ |K∩R|² / |K|² / number of key classes, over the pairs of a key class K and a "
            "response class R",
            EXCHANGED,
            F1,
        ),
        "Baldwin et al. 1998",
    ),
    make_formula(recall_by_class),
)
