"""Krippendorff's alpha of the chains of two or more annotators, exactly.

The units are the mentions that at least two annotators marked. The value of a unit is the set of units that
corefer with it (Passonneau 2004, *Computing Reliability for Coreference Annotation*). Example: if an
annotator has the chain {1, 2, 3}, the units 1, 2 and 3 have the value {1, 2, 3} from that annotator. A unit
that an annotator did not mark is a missing value. A unit that an annotator says is no mention has the empty
set, which has distance 0 to itself and 1 to every other set.

    alpha = 1 - D_o / D_e
    D_o = 1/n * sum over units u of 1/(m_u - 1) * sum over ordered pairs of its m_u values of their distance
    D_e = 1/(n(n - 1)) * sum over ordered pairs of all n values of their distance

(Krippendorff 2004, *Content Analysis*, 11.3, with missing values), where n is the number of values. D_e has
the pairs of all annotators with each other and with themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.columns import pack
from coala.scores.partition import Clusters, restrict_clusters

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


def measure_chain_agreement(
    sides: Sequence[Clusters], no_mentions: Sequence[Booleans] = ()
) -> dict[str, Fraction | None]:
    """Return alpha by each distance, or None where it is 0/0: where all values are equal.

    Each side is one annotator; ``no_mentions`` has for each the units that it says are no mention, which are
    in none of its classes. Only overlapping classes are compared: disjoint sets have distance 1, and few of
    all pairs of classes overlap.
    """
    # For each unit: the number of annotators for whom it is no mention, and of those with any value.
    empty = np.sum(no_mentions, axis=0, dtype=np.int64)
    markers = np.sum([side.classes >= 0 for side in sides], axis=0) + empty
    pairable = markers >= _PAIR
    own = [restrict_clusters(side, pairable) for side in sides]
    tables = [_count_cells(one, other, markers) for one, other in combinations(own, 2)]
    # The pairs of values within one class of one annotator; these values are equal.
    alike = sum(_count_pairs(side.sizes) for side in own)
    values = int(markers[pairable].sum())
    alike_in_units = Fraction(0)
    if len(no_mentions):
        # All empty sets are equal, whatever their annotators and units.
        empty, markers = empty[pairable], markers[pairable]
        alike += comb(int(empty.sum()), 2)
        pairs = Counter(zip(empty.tolist(), markers.tolist(), strict=True))
        alike_in_units += sum(
            times * Fraction(2 * comb(equal, 2), many - 1) for (equal, many), times in pairs.items()
        )
    return {
        name: _compute_alpha(similarity, tables, values, alike, alike_in_units)
        for name, similarity in SIMILARITIES.items()
    }


_PAIR = 2


def _count_pairs(sizes: Integers) -> int:
    return int((sizes * (sizes - 1) // 2).sum())


class _Cells(NamedTuple):
    """The overlaps of the classes of two annotators, over the mentions that at least two marked."""

    kinds: Mapping[tuple[int, int, int], int]
    """The number of overlaps by (shared mentions, size of the first class, size of the second)."""
    weights: Mapping[tuple[int, int, int], Fraction]
    """By the same numbers: the sum of 2 / (m - 1) over the shared mentions, m of whose annotators marked
    each."""


def _count_cells(one: Clusters, other: Clusters, markers: Integers) -> _Cells:
    """Count the overlaps of the classes of two annotators; each mention has ``markers`` annotators."""
    here = (one.classes >= 0) & (other.classes >= 0)
    first, second, number = one.classes[here], other.classes[here], markers[here]
    if not len(first):
        return _Cells({}, {})
    _, cell, shared = np.unique(pack(first, second), return_inverse=True, return_counts=True)
    # The sizes of the two classes of each cell, with the mentions that the other annotator did not mark.
    sizes = np.zeros((len(shared), 2), np.int64)
    sizes[cell, 0], sizes[cell, 1] = one.sizes[first], other.sizes[second]
    kinds: Counter[tuple[int, int, int]] = Counter()
    weights: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    names = list(zip(shared.tolist(), *sizes.T.tolist(), strict=True))
    kinds.update(names)
    for many in np.unique(number).tolist():
        counts = np.bincount(cell[number == many], minlength=len(shared))
        for place in np.flatnonzero(counts).tolist():
            weights[names[place]] += Fraction(2 * int(counts[place]), many - 1)
    return _Cells(kinds, weights)


def _compute_alpha(
    similarity: Similarity, tables: Sequence[_Cells], values: int, alike: int, alike_in_units: Fraction
) -> Fraction | None:
    """Return alpha of ``values`` values.

    ``tables`` has the overlaps of the classes of every two annotators. ``alike`` counts the pairs of equal
    values that are not in these: within one class of one annotator, or both empty. ``alike_in_units`` is the
    sum of 2 / (m - 1) over those of them on one unit with m values.
    """
    pairs = comb(values, 2)
    # Sums of the similarities of the values of one unit, and of all pairs of values. Two classes that share
    # mentions give one value to each shared unit, and make a pair of values for each two of their mentions.
    within_units, over_all = alike_in_units, Fraction(alike)
    for table in tables:
        for kind, times in table.kinds.items():
            similar = similarity(*kind)
            within_units += similar * table.weights[kind]
            over_all += similar * times * kind[1] * kind[2]
    if over_all == pairs:
        return None
    observed_distance = 1 - within_units / values
    return 1 - observed_distance / (1 - over_all / pairs)
