"""MUC: how many of the links that hold the key's classes together the response has.

Vilain, Burger, Aberdeen, Connolly & Hirschman 1995, *A Model-Theoretic Coreference Scoring Scheme*.

A row of the ``Overlap`` table is a key class K and a response class R that share spans, with |K∩R| as
``count``. ``Terms`` has one term of the numerator for each row: ``amount / divisor``, owned by K. ``weight``
is what each K adds to the denominator.
"""

from __future__ import annotations

from coala.scores.metric import EXCHANGED, F1, Definition, make_ratio_metric
from coala.scores.partition import Overlap
from coala.scores.sums import Parts, Terms, make_formula


def recall(table: Overlap) -> Parts:
    """Return MUC's recall; undefined (0/0) where no key class has two spans, since nothing can be linked.

    For each key class S, p(S) is the partition of S by the response:

        recall = Σ_S (|S| − |p(S)|) / Σ_S (|S| − 1)

    A span of S that the response lacks is a part of its own: it adds one to |S| and one to |p(S)|. The rest
    of S is split into one part for each response class R that it meets, so that

        |S| − |p(S)| = Σ_R (|S ∩ R| − 1)

    Numerator and denominator count links and are not reduced to lowest terms: 3/6 stays 3/6.
    """
    return Parts(Terms(table.key, table.count - 1), weight=table.key_sizes - 1)


MUC = make_ratio_metric(
    "muc",
    Definition(
        "How many of the links that hold the key's classes together the response has too. A class of one "
        "span has no link and does not count.",
        (
            "R = Σ (|S| − |p(S)|) / Σ (|S| − 1), over the key's classes S; "
            "p(S) is the parts into which the response cuts S",
            EXCHANGED,
            F1,
        ),
        "Vilain et al. 1995",
    ),
    make_formula(recall),
)
