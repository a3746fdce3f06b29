"""A key and a response into all that is counted of them, each thing once.

Several metrics, and the shares of the bags after them, ask for the same table and the same sums; the
alignment of CEAF costs more than all else together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from coala.model import Integers
from coala.scores.clusters import Clusters
from coala.scores.overlap import Overlap, overlap
from coala.scores.sums import Column, Formula, Number, Terms


@dataclass(frozen=True, eq=False)
class Pair:
    """Two sides over one universe of spans. What was asked for is kept as long as the pair is."""

    key: Clusters
    response: Clusters
    _columns: dict[Formula, tuple[Column, ...]] = field(default_factory=dict, repr=False)
    _totals: dict[Formula, tuple[Number, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def table(self) -> Overlap:
        """How many spans each pair of classes shares."""
        return overlap(self.key, self.response)

    def columns(self, formula: Formula) -> tuple[Column, ...]:
        """The terms of each sum, owned by classes."""
        if formula not in self._columns:
            self._columns[formula] = formula(self.table)
        return self._columns[formula]

    def totals(self, formula: Formula) -> tuple[Number, ...]:
        """Each sum over the whole corpus, exactly."""
        if formula not in self._totals:
            self._totals[formula] = tuple(column.terms.total() for column in self.columns(formula))
        return self._totals[formula]

    def owned_by(self, formula: Formula, owner: Integers) -> list[Terms]:
        """The terms of each sum, owned by the bag (or document) ``owner[span]`` of the class's first span.

        All spans of a class must have one owner.
        """
        owners = (_owner_of_class(self.key, owner), _owner_of_class(self.response, owner))
        return [column.owned_by(owners) for column in self.columns(formula)]


def _owner_of_class(side: Clusters, owner: Integers) -> Integers:
    mentioned = side.classes >= 0
    owner_of_class = np.zeros(side.count, np.int64)
    owner_of_class[side.classes[mentioned]] = owner[mentioned]
    return owner_of_class
