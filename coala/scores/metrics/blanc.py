"""BLANC: how many pairs of mentions are rightly joined, and how many rightly kept apart.

Luo, Pradhan, Recasens & Hovy 2014, *An Extension of BLANC to System Mentions*, after Recasens & Hovy 2011,
*BLANC: Implementing the Rand Index for Coreference Evaluation*; the edge cases are those of the CoNLL
reference scorer, version 8.

Any two mentions of a side are a link: a *coreference link* (C) if they are in one class, otherwise a
*non-coreference link* (N). The functions are the steps from the table of overlaps to the score:

- ``formula`` counts pairs and mentions by class: columns of numbers, owned by the classes of key or response.
- ``count_links`` makes the six counts of links of one text from their totals.
- ``score`` makes recall, precision and F1 of the six counts; ``compute_rates`` does so for many texts at
  once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from coala.base.arrays import Integers
from coala.scores.metric import Definition, Metric, Rates, divide
from coala.scores.partition import Overlap
from coala.scores.ratio import UNDEFINED, Links, LinkScore, Ratio, Score
from coala.scores.sums import KEY, RESPONSE, Column, Floats, Number, Terms


def formula(table: Overlap) -> tuple[Column, ...]:
    """Return BLANC's sums: pairs of mentions in one class, and mentions.

    With link(n) = n(n − 1)/2, and M the mentions that both sides have:

        both      Σ_K Σ_R link(|K∩R|)   pairs that key and response join
        key       Σ_K link(|K|)         pairs that the key joins, and the same of the response
        key in M  Σ_K link(|K∩M|)       pairs of M that the key joins, and the same of the response
        mentions  Σ_K Σ_R |K∩R|, Σ_K |K|, Σ_R |R|
    """
    # |K∩M| of each key class, and |R∩M| of each response class.
    key_in_common = np.zeros_like(table.key_sizes)
    np.add.at(key_in_common, table.key, table.count)
    response_in_common = np.zeros_like(table.response_sizes)
    np.add.at(response_in_common, table.response, table.count)
    return (
        Column(KEY, Terms(table.key, _count_pairs(table.count))),
        _own_by_classes(KEY, _count_pairs(table.key_sizes)),
        _own_by_classes(RESPONSE, _count_pairs(table.response_sizes)),
        _own_by_classes(KEY, _count_pairs(key_in_common)),
        _own_by_classes(RESPONSE, _count_pairs(response_in_common)),
        Column(KEY, Terms(table.key, table.count)),
        _own_by_classes(KEY, table.key_sizes),
        _own_by_classes(RESPONSE, table.response_sizes),
    )


def count_links(sums: Sequence[Any]) -> Sequence[Any]:
    """Return the counts of one text's links: |C_k ∩ C_r|, |C_k|, |C_r|, and the same of N.

    ``sums`` are the totals of the columns of ``formula``. Any two mentions of a side are a link of one kind
    or the other:

        |N_k| = link(mentions of the key) − |C_k|,  and likewise |N_r|
        |N_k ∩ N_r| = link(|M|) − (pairs of M that the key joins) − (that the response joins) + |C_k ∩ C_r|
    """
    both, key, response, key_in_common, response_in_common, common, key_mentions, response_mentions = sums
    return (
        both,
        key,
        response,
        _count_pairs(common) - key_in_common - response_in_common + both,
        _count_pairs(key_mentions) - key,
        _count_pairs(response_mentions) - response,
    )


def score(counts: Sequence[Number]) -> Score:
    """Return the exact mean over the kinds of link that the key has, from the result of ``count_links``.

        recall = (|C_k∩C_r| / |C_k| + |N_k∩N_r| / |N_k|) / 2
        precision = (|C_k∩C_r| / |C_r| + |N_k∩N_r| / |N_r|) / 2
        F = (F_c + F_n) / 2

    with F_c = 2|C_k∩C_r| / (|C_k| + |C_r|) and F_n likewise. The edge cases:

    - The key lacks a kind (all its mentions are one class, or all are singletons): there is nothing of it to
      find. Its recall is 0/0 and cannot be part of a mean. Like the reference scorer, we score the other kind
      alone. As a consequence, exchanging key and response does not always exchange recall and precision.
    - The response lacks a kind that the key has: its precision of that kind enters the mean as 0, as in the
      reference scorer. This does not show a 0/0 as a number: precision as a whole is a mean whose other part
      is defined. Leaving the kind out would reward a response that joins everything.
    - The key has no link at all, that is, at most one mention: every part is 0/0, and so is the score. The
      reference scorer says 1 or 0 there, but here 0/0 is never shown as a number.
    - The response has no link of any kind that counts: its precision is 0/0, undefined. The reference scorer
      prints 0.
    - F_c and F_n have a denominator above 0 for every kind that counts, so F is defined, and 0 where nothing
      is common.
    """
    coreference, other = (Links(*map(int, kind)) if kind[1] else None for kind in (counts[:3], counts[3:]))
    present = [kind for kind in (coreference, other) if kind is not None]
    if not present:
        return LinkScore(UNDEFINED, UNDEFINED)
    recalls = [Fraction(kind.common, kind.key) for kind in present]
    precisions = [Fraction(kind.common, kind.response) if kind.response else Fraction(0) for kind in present]
    has_no_answer = not any(kind.response for kind in present)
    return LinkScore(
        recall=_average(recalls),
        precision=UNDEFINED if has_no_answer else _average(precisions),
        coreference=coreference,
        other=other,
    )


def compute_rates(counts: Sequence[Floats]) -> Rates:
    """Return the same as ``score`` for many texts at once, as floats."""
    # Each count is a column with a number for each text; so are all masks.
    kinds = (counts[:3], counts[3:])
    present = [key > 0 for _, key, _ in kinds]
    has_no_answer = ~np.logical_or.reduce(
        [here & (response > 0) for here, (_, _, response) in zip(present, kinds, strict=True)]
    )
    kinds_present = present[0] + 1.0 * present[1]

    def mean(parts: list[Floats]) -> Floats:
        """Return the mean over the kinds that the key has."""
        known = [np.where(here, np.nan_to_num(part), 0.0) for here, part in zip(present, parts, strict=True)]
        return divide(known[0] + known[1], kinds_present)

    precision = mean([divide(common, response) for common, _, response in kinds])
    return Rates(
        recall=mean([divide(common, key) for common, key, _ in kinds]),
        precision=np.where(has_no_answer, np.nan, precision),
        f1=mean([divide(2 * common, key + response) for common, key, response in kinds]),
    )


BLANC = Metric(
    "blanc",
    Definition(
        "Every two mentions are linked or not. The score is the mean of two: how well the links are "
        "found, and how well the absence of links.",
        (
            "R = mean of (links in both / links of the key) and (non-links in both / non-links of "
            "the key); a kind that the key does not have is left out",
            "P = the same with the response's links and non-links below",
            "F1 = mean of the links' F1 and the non-links' F1",
        ),
        "Luo et al. 2014, after Recasens & Hovy 2011",
    ),
    (formula,),
    score,
    compute_rates,
    settle=count_links,
)


def _count_pairs(number: Any) -> Any:
    return number * (number - 1) // 2


def _own_by_classes(side: int, amount: Integers) -> Column:
    return Column(side, Terms(np.arange(len(amount)), amount))


def _average(values: list[Fraction]) -> Ratio:
    return Ratio(*(sum(values, Fraction(0)) / len(values)).as_integer_ratio())
