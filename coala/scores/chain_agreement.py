"""Two or more partitions of the same mentions become Krippendorff's alpha of the chains, exactly.

The units are the mentions that all annotators marked, and the value of a unit is the set of these mentions
that corefer with it (Passonneau 2004, *Computing Reliability for Coreference Annotation*). alpha =
1 - D_o / D_e (Krippendorff 1980), where D_o is the mean distance of the values of one unit, D_e that of all
pairs of values.
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
"""How alike two sets are that share some elements: so many of them, and the sizes of both; 1 is equal."""


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


def chain_agreement(sides: Sequence[Clusters]) -> dict[str, Fraction | None]:
    """Alpha by each distance; None where it is 0/0, as it is without two values that could differ.

    Sparse: sets that share nothing have the distance 1, and few of all pairs of classes overlap.
    """
    common = np.logical_and.reduce([side.classes >= 0 for side in sides])
    kept = [restrict_clusters(side, common) for side in sides]
    tables = [_count_kinds(overlap_classes(one, other)) for one, other in combinations(kept, 2)]
    units = int(common.sum())
    alike = sum(int((side.sizes * (side.sizes - 1) // 2).sum()) for side in kept)
    return {
        name: _alpha(similarity, tables, units, comb(units * len(kept), 2), alike)
        for name, similarity in SIMILARITIES.items()
    }


Kinds = Mapping[tuple[int, int, int], int]
"""How many pairs of classes share so many mentions and have these sizes."""


def _count_kinds(table: Overlap) -> Kinds:
    columns = table.count, table.key_sizes[table.key], table.response_sizes[table.response]
    order = np.argsort(pack(*columns))
    first = np.flatnonzero(begins_run(pack(*columns)[order]))
    many = np.diff(np.append(first, len(order))).tolist()
    kinds = zip(*(column[order][first].tolist() for column in columns), strict=True)
    return dict(zip(kinds, many, strict=True))


def _alpha(
    similarity: Similarity, tables: Sequence[Kinds], units: int, pairs: int, alike: int
) -> Fraction | None:
    """Alpha of so many units and pairs of values, of which ``alike`` are of one annotator's class."""
    of_units, of_values = Fraction(0), Fraction(alike)
    for table in tables:
        for (shared, first, second), times in table.items():
            degree = similarity(shared, first, second) * times
            of_units += degree * shared
            of_values += degree * first * second
    if of_values == pairs:
        return None
    observed = 1 - of_units / (units * len(tables))
    return 1 - observed / (1 - of_values / pairs)
