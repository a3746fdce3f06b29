"""Mention detection: which of the key's spans the response mentions at all, in whatever class.

Pradhan et al. 2012, *CoNLL-2012 Shared Task*, section 4.5: only exact spans count.

A row of the ``Overlap`` table is a key class K and a response class R that share spans, with |K∩R| as
``count``. ``Terms`` has one term of the numerator for each row: ``amount``, owned by K. ``weight`` is
what each K adds to the denominator.
"""

from __future__ import annotations

from coala.scores.metric import F1, Definition, make_ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import Parts, Terms, make_formula


def recall(table: Overlap) -> Parts:
    """Return the spans that both sides mention, over those of the key.

    recall = Σ_K Σ_R |K∩R|  /  Σ_K |K|
    """
    return Parts(Terms(table.key, table.count), weight=table.key_sizes)


MENTIONS = make_ratio_metric(
    "mentions",
    Definition(
        "How many spans both sides mention at all, whatever classes they put them in.",
        (
            "R = spans mentioned by both / spans mentioned by the key",
            "P = spans mentioned by both / spans mentioned by the response",
            F1,
        ),
        "Pradhan et al. 2012",
    ),
    make_formula(recall),
)
