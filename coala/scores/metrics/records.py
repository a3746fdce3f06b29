"""Pairwise and cluster recall and precision, as entity resolution reports them for tables of records.

Binette & Reiter 2022, *Estimating the Performance of Entity Resolution Algorithms*; Menestrina et al. 2010,
*Evaluating Entity Resolution Results*. A pair is two records of one class.

A row of the ``Overlap`` table is a key class K and a response class R that share records, with |K∩R| as
``count``. ``Terms`` has one term of the numerator for each row: ``amount``, owned by K. ``weight`` is what
each K adds to the denominator.
"""

from __future__ import annotations

import numpy as np

from coala.base.arrays import Integers
from coala.scores.metric import EXCHANGED, F1, Definition, make_ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import Parts, Terms, make_formula


def recall_of_pairs(table: Overlap) -> Parts:
    """Return the pairs of both sides, over those of the key.

    recall = Σ_K Σ_R pair(|K∩R|)  /  Σ_K pair(|K|), with pair(n) = n(n − 1)/2
    """
    return Parts(Terms(table.key, _count_pairs(table.count)), weight=_count_pairs(table.key_sizes))


def recall_of_clusters(table: Overlap) -> Parts:
    """Return the classes that both sides have with the same records, over those of the key."""
    key_size, response_size = table.key_sizes[table.key], table.response_sizes[table.response]
    is_equal = (table.count == key_size) & (table.count == response_size)
    return Parts(Terms(table.key, is_equal.astype(np.int64)), weight=np.ones_like(table.key_sizes))


def _count_pairs(sizes: Integers) -> Integers:
    return sizes * (sizes - 1) // 2


PAIRS = make_ratio_metric(
    "pairs",
    Definition(
        "Which pairs of records in one cluster are in one cluster on the other side too. Only for tables "
        "of records.",
        (
            "R = Σ pair(K∩R) / Σ pair(K), with pair(S) = |S| · (|S| − 1) / 2, over the pairs of a key class "
            "K and a response class R",
            EXCHANGED,
            F1,
        ),
        "Menestrina et al. 2010",
    ),
    make_formula(recall_of_pairs),
)

CLUSTERS = make_ratio_metric(
    "clusters",
    Definition(
        "Which clusters the other side has with exactly the same records. Only for tables of records.",
        (
            "R = classes of both sides with the same records / number of key classes",
            EXCHANGED,
            F1,
        ),
        "Menestrina et al. 2010",
    ),
    make_formula(recall_of_clusters),
)
