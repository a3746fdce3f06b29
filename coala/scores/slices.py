"""Scores of slices: the mentions or classes of one form, size, distance or range.

There are two ways to slice a score:

- ``score_by_attribute``: each link of MUC belongs to the slice of its later mention, and each mention's part
  of B³ to the slice of the mention. The numerators and denominators of all slices add up to the whole,
  exactly. Chinchor & Sundheim (MUC-6) ask for scores by the kind of noun phrase in this way.
- ``score_by_filter``: the classes that have a mention in the slice are kept on both sides, and scored by
  every metric. A class with mentions in several slices counts in each, so the slices do not add up. The
  tables of CRAC are made in this way.

A slicing gives each span a slice number, for each side apart: the size of a mention's class, for example, is
that of its key class in recall and that of its response class in precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import pack
from coala.scores.metric import ClusterPair, Metric, make_ratio_scores
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters, restrict_clusters
from coala.scores.ratio import Score
from coala.scores.sums import KEY, RESPONSE, Number, Terms

METRICS_BY_ATTRIBUTE = ("mentions", "muc", "b_cubed")
"""The metrics whose sums belong to single mentions, in the order of the tables."""


class Slicing(NamedTuple):
    """The slice of each span, for the key and for the response.

    ``slice_of[side][span]`` is an index of ``titles``; its value for spans that the side does not mention
    has no meaning.
    """

    titles: tuple[str, ...]
    slice_of: tuple[Integers, Integers]


def score_by_attribute(pair: ClusterPair, slicing: Slicing) -> list[dict[str, Score]]:
    """Return the scores of each slice by ``METRICS_BY_ATTRIBUTE``; their sums add up to those of ``pair``.

    In a class in text order, every mention but the first has one link, which belongs to its slice. The link
    is right if an earlier mention of its class is in the same class of the other side. These add up to
    Σ (|S| − |p(S)|) and Σ (|S| − 1), MUC's sums. Fractions are not reduced: those of B³ are of mentions.
    """
    count = len(slicing.titles)
    recall = _sum_slices(pair.key, pair.response, slicing.slice_of[KEY], count)
    precision = _sum_slices(pair.response, pair.key, slicing.slice_of[RESPONSE], count)
    scores = {
        metric: make_ratio_scores(
            list(zip(*(sums[metric] for side in (recall, precision) for sums in side), strict=True))
        )
        for metric in METRICS_BY_ATTRIBUTE
    }
    return [{metric: rows[place] for metric, rows in scores.items()} for place in range(count)]


def score_by_filter(
    pair: ClusterPair, slicing: Slicing, metrics: Mapping[str, Metric] = METRICS
) -> list[dict[str, Score]]:
    """Return the scores of the classes that have a mention in each slice, by all ``metrics``."""
    return [
        {
            name: metric.score(kept)
            for kept in [_keep_classes_with(pair, slicing, place)]
            for name, metric in metrics.items()
        }
        for place in range(len(slicing.titles))
    ]


_Sums = dict[str, list[Number]]
"""The sum of each slice, by the metric."""


def _sum_slices(side: Clusters, other: Clusters, slice_of: Integers, slices: int) -> tuple[_Sums, _Sums]:
    """Return numerators and denominators of the recall of ``side`` by ``other``."""
    spans = np.flatnonzero(side.classes >= 0)  # in text order
    classes, parts, owner = side.classes[spans], other.classes[spans], slice_of[spans]
    is_found = parts >= 0
    # The spans that both sides mention, in cells of one class of each side: the first of a cell has no
    # earlier mention there.
    _, first, cell, size = np.unique(
        pack(classes[is_found], parts[is_found]), return_index=True, return_inverse=True, return_counts=True
    )
    is_later_in_cell = np.ones(len(cell), bool)
    is_later_in_cell[first] = False
    is_first = np.zeros(len(side.classes), bool)
    is_first[side.first] = True

    def total(chosen: Integers) -> list[Number]:
        return [*np.bincount(chosen, minlength=slices).tolist()]

    mentions = total(owner)
    numerators: _Sums = {
        "mentions": total(owner[is_found]),
        "muc": total(owner[is_found][is_later_in_cell]),
        "b_cubed": Terms(owner[is_found], size[cell], side.sizes[classes[is_found]]).totals(slices),
    }
    return numerators, {"mentions": mentions, "muc": total(owner[~is_first[spans]]), "b_cubed": mentions}


def _keep_classes_with(pair: ClusterPair, slicing: Slicing, place: int) -> ClusterPair:
    """Return the pair without the classes that have no mention in slice ``place``."""
    sides = []
    for side, slice_of in zip((pair.key, pair.response), slicing.slice_of, strict=True):
        has = np.zeros(side.count + 1, bool)  # the last place is for the class -1
        has[side.classes[(side.classes >= 0) & (slice_of == place)]] = True
        sides.append(restrict_clusters(side, has[side.classes]))
    return ClusterPair(*sides)
