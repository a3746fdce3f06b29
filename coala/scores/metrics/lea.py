"""LEA: the links of each entity that the response resolves, weighted by the entity's importance.

Moosavi & Strube 2016, *Which Coreference Evaluation Metric Do You Trust? A Proposal for a Link-based Entity
Aware Metric*; singletons as in the authors' scorer.

A row of the ``Overlap`` table is a key class K and a response class R that share spans, with |K∩R| as
``count``. ``Terms`` has one term of the numerator for each row: ``amount / divisor``, owned by K. ``weight``
is what each K adds to the denominator.
"""

from __future__ import annotations

import numpy as np

from coala.scores.metric import EXCHANGED, F1, Definition, make_ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import Parts, Terms, make_formula


def recall(table: Overlap) -> Parts:
    """Return LEA's recall; the importance of an entity is the number of its mentions.

    With link(n) = n(n − 1)/2 links between n mentions,

        recall = Σ_K |K| · (Σ_R link(|K∩R|) / link(|K|))  /  Σ_K |K|

    in which |K| · link(c) / link(|K|) = c(c − 1) / (|K| − 1). A singleton has one link, to itself (section 3
    of the paper). The response resolves it if its class of that mention is a singleton too: 1/1.
    """
    # The size of K in each row; singletons have their own rule.
    size = table.key_sizes[table.key]
    is_singleton = size == 1
    resolved = (table.response_sizes[table.response] == 1).astype(np.int64)
    return Parts(
        Terms(
            table.key,
            amount=np.where(is_singleton, resolved, table.count * (table.count - 1)),
            divisor=np.where(is_singleton, 1, size - 1),
        ),
        weight=table.key_sizes,
    )


LEA = make_ratio_metric(
    "lea",
    Definition(
        "How much of each class's links the other side has, large classes weighing more: a class counts "
        "as often as it has mentions.",
        (
            "R = Σ |K| · (Σ link(K∩R) / link(K)) / Σ |K|, with link(S) = |S| · (|S| − 1) / 2 and a "
            "single mention linked with itself",
            EXCHANGED,
            F1,
        ),
        "Moosavi & Strube 2016",
    ),
    make_formula(recall),
)
