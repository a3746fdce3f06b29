"""The changes of a bag: rows of one kind between the same two instances are one change.

Each type, statement and fact is a change of its own. Wherever changes are listed or numbered, they have the
order of the chain map (``sort_by_map``).

A bag has one row (``Divergence``) for each mention concerned. If three mentions moved from chain 4 to chain
9, three rows are one change with three spans. Where only the positions of rows are needed, a change is a list
of these: [[0, 1, 2], [3]] are two changes of four rows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import Any

from coala.base.sequences import LazySequence
from coala.diff.chain_order import ChainOrder
from coala.model.bag import Bag, Direction, Divergence
from coala.model.kinds import PROPERTY_KINDS, Kind


class OrderedChanges(LazySequence[Divergence]):
    """The changes of a bag in some order, each merged into one row on demand."""

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


def sort_by_map(bag: Bag, changes: Iterable[list[int]], order: ChainOrder) -> list[list[int]]:
    """Return changes, as ``group_rows`` makes them, in the order of the chain map.

    They follow the baseline's chains. Of a chain, those of its mentions come first, by the chain of the
    changed graph, and then its types, statements, links and facts. Changes of a chain of the changed graph
    alone are with its partner, else with the first baseline chain that gave it a mention, else last. Then
    they go by kind, and last by their place in the text.
    """
    rows, (before, after) = bag.divergences, order.places
    # The place of each chain of the changed graph among those of the baseline.
    homes = [len(before) + place for place in after]
    partners = {new: old for old, new in bag.partners}
    for other, partner in partners.items():
        homes[other] = before[partner]
    for row in rows:
        old, new = row.baseline, row.changed
        if old is not None and new is not None and new not in partners:
            homes[new] = min(homes[new], before[old])

    heirs = dict(bag.partners)

    def find_place(change: list[int]) -> int:
        row = rows[change[0]]
        kind, old, new = _RANKS[row.kind], row.baseline, row.changed
        is_property = kind >= _FIRST_PROPERTY
        if is_property and new is None and old is not None:
            # A fact that is gone is among the other facts of its chain.
            new = heirs.get(old)
        home = len(homes) + len(before) if new is None else homes[new]
        if old is not None:
            home = before[old]
        other = len(after) if new is None else after[new]
        # One number, since there may be very many changes: each factor is above what follows.
        return ((2 * home + is_property) * (len(after) + 1) + other) * len(_RANKS) + kind

    # The rows of a bag have the order of the text, which the sort keeps.
    return sorted(changes, key=find_place)


_RANKS = {kind: rank for rank, kind in enumerate(Kind)}
_FIRST_PROPERTY = min(map(_RANKS.__getitem__, PROPERTY_KINDS))


def merge_rows(rows: Sequence[Divergence]) -> Divergence:
    """Return the rows of one change as one row with all their spans."""
    if len(rows) == 1:
        return rows[0]
    spans = tuple(sorted({span for row in rows for span in row.spans}))
    directions = {row.direction for row in rows}
    direction = directions.pop() if len(directions) == 1 else Direction.MIXED
    return rows[0]._replace(spans=spans, direction=direction)
