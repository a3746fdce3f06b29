"""The rows of a bag become its changes in the order of the reader; one is made when it is asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from functools import cached_property
from typing import Any

from coala.base.sequences import LazySequence
from coala.model.bag import Bag, Direction, Divergence


class RankedChanges(LazySequence[Divergence]):
    """One row for all spans that took the same way between two instances, the most surprising first."""

    def __init__(self, rows: Sequence[Divergence], ways: Sequence[Sequence[int]]) -> None:
        """``ways`` has for each change the places of its rows, in ascending order."""
        self._rows, self._ways = rows, ways
        self._merged: dict[int, Divergence] = {}

    def __len__(self) -> int:
        return len(self._ways)

    @cached_property
    def directions(self) -> Set[Direction]:
        """All directions that changes have."""
        return {row.direction for row in self._rows}

    def rows_of(self, change: int) -> list[Divergence]:
        """The rows that one change stands for, in their order."""
        return [self._rows[place] for place in self._ways[change]]

    def _make(self, place: int) -> Divergence:
        # Of a hundred thousand rows this takes a while, and a list asks for it whenever it is painted.
        merged = self._merged.get(place)
        if merged is None:
            rows = self._ways[place]
            if len(rows) == 1:
                return self._rows[rows[0]]
            merged = self._merged[place] = self._merge(rows)
        return merged

    def _merge(self, places: Sequence[int]) -> Divergence:
        return merge_rows([self._rows[place] for place in places])


def rows_by_change(bag: Bag) -> list[tuple[Divergence, ...]]:
    """The rows of a bag by what the spans went through together, in the order of their first rows.

    What took the same way between the same two chains is one change to a reviewer.
    """
    rows = tuple(bag.divergences)
    return [tuple(rows[place] for place in places) for places in find_ways(rows)]


def find_ways(rows: Sequence[Divergence]) -> list[list[int]]:
    """Return the same as the places of the rows.

    What gold says of a row has no part in it: how many changes a bag has would give gold away.
    """
    ways: defaultdict[Any, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        # Every fact is a change of its own.
        ways[row.kind, row.baseline, row.changed, row.fact].append(place)
    return list(ways.values())


def merge_rows(rows: Sequence[Divergence]) -> Divergence:
    """Return the rows of one change as one that has all their spans."""
    if len(rows) == 1:
        return rows[0]
    spans = tuple(sorted({span for row in rows for span in row.spans}))
    return rows[0]._replace(spans=spans, direction=merge_directions({row.direction for row in rows}))


def merge_directions(directions: Set[Direction]) -> Direction:
    """Return the direction of a change whose rows have these."""
    return next(iter(directions)) if len(directions) == 1 else Direction.MIXED
