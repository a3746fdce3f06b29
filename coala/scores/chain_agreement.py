"""Krippendorff's alpha of the chains of two or more annotators, exactly.

The units are the mentions that all annotators marked. The value of a unit is the set of these mentions that
corefer with it (Passonneau 2004, *Computing Reliability for Coreference Annotation*). Example: if an
annotator has the chain {1, 2, 3}, the units 1, 2 and 3 have the value {1, 2, 3} from that annotator.

    alpha = 1 - D_o / D_e

(Krippendorff 1980), where D_o is the mean distance of the values of one unit, and D_e the mean distance of
all pairs of values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from types import MappingProxyType

import numpy as np

from coala.model.columns import begins_run, pack
from coala.scores.partition import Clusters, Overlap, overlap_classes, restrict_clusters

Similarity = Callable[[int, int, int], Fraction]
"""The similarity of two overlapping sets, given the number of shared elements and both sizes; 1 means equal.
"""


def _jaccard(shared: int, first: int, second: int) -> Fraction:
    return Fraction(shared, first + second - shared)


def _masi(shared: int, first: int, second: int) -> Fraction:
    monotonicity = Fraction(1) if shared == first == second else Fraction(2, 3)
    if shared < min(first, second):
        monotonicity = Fraction(1, 3)
    return _jaccard(shared, first, second) * monotonicity


def _passonneau(shared: int, first: int, second: int) -> Fraction:
    if shared == first == second:
        return Fraction(1)
    return Fraction(2, 3) if shared == min(first, second) else Fraction(1, 3)


SIMILARITIES: Mapping[str, Similarity] = MappingProxyType(
    {"masi": _masi, "jaccard": _jaccard, "passonneau": _passonneau}
)
"""1 - δ of sets that overlap: MASI (Passonneau 2006), Jaccard, and Passonneau's 0, 1/3, 2/3, 1 (2004)."""


def measure_chain_agreement(sides: Sequence[Clusters]) -> dict[str, Fraction | None]:
    """Return alpha by each distance, or None where it is 0/0: where all values are equal.

    Each side is one annotator. Only overlapping classes are compared: disjoint sets have distance 1, and few
    of all pairs of classes overlap.
    """
    # The mentions that all annotators marked.
    common = np.logical_and.reduce([side.classes >= 0 for side in sides])
    kept = [restrict_clusters(side, common) for side in sides]
    tables = [_count_kinds(overlap_classes(one, other)) for one, other in combinations(kept, 2)]
    units = int(common.sum())
    # The pairs of values within one class of one annotator; these values are equal.
    alike = sum(int((side.sizes * (side.sizes - 1) // 2).sum()) for side in kept)
    return {
        name: _compute_alpha(similarity, tables, units, comb(units * len(kept), 2), alike)
        for name, similarity in SIMILARITIES.items()
    }


Kinds = Mapping[tuple[int, int, int], int]
"""The number of pairs of classes by (shared mentions, size of the first, size of the second)."""


def _count_kinds(table: Overlap) -> Kinds:
    """Count the pairs of classes with equal numbers, since these have equal distances."""
    columns = table.count, table.key_sizes[table.key], table.response_sizes[table.response]
    order = np.argsort(pack(*columns))
    first = np.flatnonzero(begins_run(pack(*columns)[order]))
    counts = np.diff(np.append(first, len(order))).tolist()
    kinds = zip(*(column[order][first].tolist() for column in columns), strict=True)
    return dict(zip(kinds, counts, strict=True))


def _compute_alpha(
    similarity: Similarity, tables: Sequence[Kinds], units: int, pairs: int, alike: int
) -> Fraction | None:
    """Return alpha of ``units`` units and ``pairs`` pairs of values.

    ``tables`` has the overlaps of the classes of every two annotators.

    ``alike`` of these pairs are within one class of one annotator.
    """
    # Sums of the similarities of the values of one unit, and of all pairs of values. Two classes that share
    # mentions give one value to each shared unit, and make a pair of values for each two of their mentions.
    within_units, over_all = Fraction(0), Fraction(alike)
    for table in tables:
        for (shared, first, second), times in table.items():
            similar = similarity(shared, first, second) * times
            within_units += similar * shared
            over_all += similar * first * second
    if over_all == pairs:
        return None
    observed_distance = 1 - within_units / (units * len(tables))
    return 1 - observed_distance / (1 - over_all / pairs)
