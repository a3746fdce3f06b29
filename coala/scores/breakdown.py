"""Scores by document and by type of instance.

A metric is a formula on sums, and each term of a sum belongs to a class (its owner). So a score by document
has the same formula on the sums of one document, after every class was split by document. A score by type has
the sums over the classes of one type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import number_by_first
from coala.scores.metric import ClusterPair, Metric
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters, drop_singletons
from coala.scores.ratio import Score
from coala.scores.sums import KEY, RESPONSE, Formula, Number, Terms

Scores = dict[str, Score]


class ScoresByDocument(NamedTuple):
    """The scores of each document, and those of all documents together (micro: sums over documents)."""

    each: list[Scores]
    micro: Scores


class TypesOfClasses(NamedTuple):
    """Which types each class has: class ``class_[i]`` has type ``type_[i]``.

    Each pair occurs once, sorted by class; every class has a type.
    """

    class_: Integers
    type_: Integers


def score_by_document(
    key: Clusters,
    response: Clusters,
    document: Integers,
    documents: int,
    metrics: Mapping[str, Metric] = METRICS,
    *,
    singletons: bool = True,
) -> ScoresByDocument:
    """Score each document alone: every class is restricted to one document at a time.

    The micro score adds the numerators and denominators of all documents (for BLANC: the links of each kind),
    so links between documents do not count. With ``singletons`` false, classes of one mention are dropped
    after they are restricted, as if each document were scored on its own.
    """
    sides = [restrict_to_parts(side, document) for side in (key, response)]
    if not singletons:
        sides = [drop_singletons(side) for side in sides]
    pair = ClusterPair(sides[KEY], sides[RESPONSE])
    # The totals of each column of a formula, one for each document. Metrics share formulas.
    totals: dict[Formula, list[list[Number]]] = {}
    for metric in metrics.values():
        for formula in metric.formulas:
            if formula not in totals:
                totals[formula] = [terms.totals(documents) for terms in pair.assign_owners(formula, document)]
    each: list[Scores] = [{} for _ in range(documents)]
    micro = {}
    for name, metric in metrics.items():
        columns = [column for formula in metric.formulas for column in totals[formula]]
        scores, micro[name] = metric.score_each(columns)
        for row, score in zip(each, scores, strict=True):
            row[name] = score
    return ScoresByDocument(each, micro)


def restrict_to_parts(side: Clusters, part: Integers) -> Clusters:
    """Split every class by the ``part`` of its spans (for example their documents)."""
    mentioned = np.flatnonzero(side.classes >= 0)
    parts = int(part.max(initial=0)) + 1
    _, label = np.unique(side.classes[mentioned] * parts + part[mentioned], return_inverse=True)
    classes = np.full(len(side.classes), -1, np.int64)
    classes[mentioned] = label
    return Clusters(number_by_first(classes), side.joined)


def score_by_type(
    pair: ClusterPair,
    types_of: tuple[TypesOfClasses, TypesOfClasses],
    types: int,
    metrics: Mapping[str, Metric] = METRICS,
) -> list[Scores]:
    """Score recall over the key's classes of each type, and precision over the response's classes of it.

    ``types_of`` has the types of the key's and of the response's classes. Every class counts as a whole,
    against the whole other side with whatever types that has: a wrong type is no error of coreference. For
    CEAF, the alignment is that of the corpus. A class with several types counts in the row of each, so the
    rows do not add up to the whole. Metrics with sums that belong to no single class (``is_by_class`` is
    false) have no row by type. BLANC is one: its non-coreference links join classes of any two types.
    """
    # As above, with one total for each type.
    totals: dict[Formula, list[list[Number]]] = {}
    rows: list[Scores] = [{} for _ in range(types)]
    for name, metric in metrics.items():
        if not metric.is_by_class:
            continue
        for formula in metric.formulas:
            if formula not in totals:
                totals[formula] = [
                    _spread_over_types(column.terms, types_of[column.side]).totals(types)
                    for column in pair.columns(formula)
                ]
        columns = [column for formula in metric.formulas for column in totals[formula]]
        for row, score in zip(rows, metric.score_parts(list(zip(*columns, strict=True))), strict=True):
            row[name] = score
    return rows


def _spread_over_types(terms: Terms, types_of: TypesOfClasses) -> Terms:
    """Return the same terms owned by types: once for every type of the class that owns them."""
    # The types of a class are neighbours. Each term is repeated for them: with its ``count`` types, term i
    # occurs at ``term`` == i, and ``place`` is 0, 1, 2, … among these.
    start = np.searchsorted(types_of.class_, terms.owner, side="left")
    count = np.searchsorted(types_of.class_, terms.owner, side="right") - start
    term = np.repeat(np.arange(len(count)), count)
    place = np.arange(len(term)) - np.repeat(np.cumsum(count) - count, count)
    return Terms(
        owner=types_of.type_[start[term] + place],
        amount=terms.amount[term],
        divisor=None if terms.divisor is None else terms.divisor[term],
    )
