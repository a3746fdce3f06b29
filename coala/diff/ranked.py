"""The changes of a bag: rows of one kind between the same two instances are one change.

Each type, statement and fact is a change of its own.

A bag has one row (``Divergence``) for each mention concerned. If three mentions moved from chain 4 to chain
9, three rows are one change with three spans. Where only the positions of rows are needed, a change is a list
of these: [[0, 1, 2], [3]] are two changes of four rows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from functools import cached_property
from typing import Any

from coala.base.sequences import LazySequence
from coala.model.bag import Bag, Direction, Divergence
from coala.model.kinds import PROPERTY_KINDS, Kind


class RankedChanges(LazySequence[Divergence]):
    """The changes of a bag, the most surprising first, each merged into one row on demand."""

    def __init__(self, rows: Sequence[Divergence], changes: Sequence[Sequence[int]]) -> None:
        """Take the rows of a bag, and for each change the positions of its rows, in ascending order."""
        self._rows, self._changes = rows, changes
        self._merged: dict[int, Divergence] = {}

    def __len__(self) -> int:
        return len(self._changes)

    def list_kinds(self) -> list[Kind]:
        """Return the kind of each change."""
        return [self._rows[places[0]].kind for places in self._changes]

    def count_kinds(self) -> Counter[Kind]:
        """Return the number of changes of each kind."""
        return Counter(self.list_kinds())

    @cached_property
    def property_directions(self) -> Set[Direction]:
        """All directions that changes of types, statements, links and facts have."""
        return {row.direction for row in self._rows if row.kind in PROPERTY_KINDS}

    def rows_of(self, change: int) -> list[Divergence]:
        """Return the rows of one change, in their order."""
        return [self._rows[place] for place in self._changes[change]]

    def _make(self, place: int) -> Divergence:
        # Cached, since merging many rows is slow, and a list needs it whenever it is painted.
        merged = self._merged.get(place)
        if merged is None:
            merged = self._merged[place] = merge_rows(self.rows_of(place))
        return merged


def rows_by_change(bag: Bag) -> list[tuple[Divergence, ...]]:
    """Return the rows of each change of a bag, in the order of their first rows."""
    rows = bag.divergences
    return [tuple(rows[place] for place in places) for places in group_rows(rows)]


def group_rows(rows: Sequence[Divergence]) -> list[list[int]]:
    """Return the positions of the rows of each change.

    The direction of a row is ignored: otherwise the number of changes would reveal gold.
    """
    changes: defaultdict[Any, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        # Only types, statements and facts have the last three.
        changes[row.kind, row.baseline, row.changed, row.dropped, row.added, row.fact].append(place)
    return list(changes.values())


def merge_rows(rows: Sequence[Divergence]) -> Divergence:
    """Return the rows of one change as one row with all their spans."""
    if len(rows) == 1:
        return rows[0]
    spans = tuple(sorted({span for row in rows for span in row.spans}))
    directions = {row.direction for row in rows}
    direction = directions.pop() if len(directions) == 1 else Direction.MIXED
    return rows[0]._replace(spans=spans, direction=direction)
