"""The changes of a bag in columns are ranked all at once, as ``BagSentences`` ranks those of other bags."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coala.diff.names import InstanceNames
from coala.diff.ranked import RankedChanges, merge_directions
from coala.model.bag import BASELINE, CHANGED, Bag, Direction, Divergence
from coala.model.bag_columns import NONE, NumberLists, RowColumns, labels_of, partner_columns
from coala.model.columns import begins_run, distinct, pack
from coala.model.kinds import CHAIN_PAIR_KINDS, PROPERTY_KINDS, Kind
from coala.model.span_columns import TableColumn

if TYPE_CHECKING:
    from coala.model.bag_columns import Sides
    from coala.model.graph import Booleans, Integers


class GreatChanges(RankedChanges):
    """Changes of rows in columns, of which no more are made than are looked at."""

    def __init__(self, rows: RowColumns, ways: NumberLists) -> None:
        super().__init__(rows, ways)
        self._columns = rows

    @cached_property
    def directions(self) -> Set[Direction]:
        """All directions that changes have."""
        return self._columns.directions.values()

    def _merge(self, places: Sequence[int]) -> Divergence:
        spans = distinct(self._columns.spans.at(np.asarray(places)).flat)
        column = self._columns.directions
        found = distinct(np.asarray(column.places)[np.asarray(places)]).tolist()
        directions = {column.table[place] for place in found}
        return self._columns[places[0]]._replace(
            spans=tuple(spans.tolist()), direction=merge_directions(directions)
        )


def rank_columns(bag: Bag, names: InstanceNames) -> RankedChanges:
    """The changes of a bag whose rows are in columns, sorted as by ``BagSentences.surprise``."""
    rows = bag.divergences
    assert isinstance(rows, RowColumns)
    fact = _facts(rows)
    ways = pack(_values(rows.kinds), *rows.ends.sides, fact)
    # The rows come by kinds and in the order of the text: a stable sort has little to do.
    order = np.argsort(ways, kind="stable")
    begins = np.flatnonzero(begins_run(ways[order]))
    lengths = np.diff(begins, append=len(ways))
    heads = order[begins]
    agree: Booleans = ~rows.of_kinds(CHAIN_PAIR_KINDS)
    agree |= (rows.ends.sides[BASELINE] == NONE) | (rows.ends.sides[CHANGED] == NONE)
    between = heads[~agree[heads]]
    agree[between] = _agree(bag, names, *_ends(bag, rows, between))
    moved, first = _spans_of_ways(rows, NumberLists(lengths, order), len(bag.spans))
    moved[rows.of_kinds(PROPERTY_KINDS)[heads]] = 0
    ranked = np.argsort(pack(agree[heads], -moved, fact[heads] == 0, first, heads), kind="stable")
    return GreatChanges(rows, NumberLists(lengths, order).at(ranked))


def _values(column: TableColumn[Kind]) -> Integers:
    """For each member a number that only those with an equal value have."""
    known: dict[Hashable, int] = {}
    numbers = np.array([known.setdefault(value, len(known)) for value in column.table], dtype=np.int64)
    found: Integers = numbers[np.asarray(column.places, dtype=np.int64)]
    return found


def _facts(rows: RowColumns) -> Integers:
    """For each row the number of its fact, 0 for none; equal facts have one number."""
    known: dict[Hashable, int] = {None: 0}
    found = np.zeros(len(rows), dtype=np.int64)
    for place, row in rows.odd.items():
        found[place] = known.setdefault(row.fact, len(known))
    return found


def _spans_of_ways(rows: RowColumns, ways: NumberLists, none: int) -> tuple[Integers, Integers]:
    """How many spans the rows of each way have, and the first of these; ``none`` where there are none."""
    heads, several = ways.flat[ways.firsts[:-1]], ways.lengths > 1
    spans = rows.spans.at(ways.flat)
    bounds = spans.firsts[ways.firsts]
    sizes = np.diff(bounds)
    (filled,) = sizes.nonzero()
    first = np.full(len(ways), none)
    first[filled] = np.minimum.reduceat(spans.flat, bounds[filled]) if len(filled) else none
    moved = rows.spans.lengths[heads].astype(np.int64)
    if several.any():
        of_way = np.repeat(np.arange(len(ways)), sizes)
        chosen = several[of_way]
        # Each span counts once, in however many rows of a way it is.
        keys = distinct(of_way[chosen] * (none + 1) + spans.flat[chosen])
        moved[several] = np.bincount(keys // (none + 1), minlength=len(ways))[several]
    return moved, first


def _ends(bag: Bag, rows: RowColumns, chosen: Integers) -> Sides:
    """What ``BagSentences.ends`` says of rows between two chains; changed ones count on behind the others."""
    baseline, changed = (side[chosen].astype(np.int64) for side in rows.ends.sides)
    many, (new_of, old_of) = len(bag.baseline), partner_columns(bag)
    is_split = rows.of_kinds({Kind.SPLIT})[chosen]
    rest, host = new_of[baseline], old_of[changed]
    of_split = np.where((rest == NONE) | (rest == changed), baseline, many + rest)
    of_others = np.where((host == NONE) | (host == baseline), many + changed, host)
    return np.where(is_split, many + changed, baseline), np.where(is_split, of_split, of_others)


def _agree(bag: Bag, names: InstanceNames, first: Integers, second: Integers) -> Booleans:
    """Which of two instances each have one name."""
    baseline, changed = labels_of(bag.baseline), labels_of(bag.changed)
    labels = [*baseline.table, *changed.table]
    counted_on = np.asarray(changed.places, dtype=np.int64) + len(baseline.table)
    label_of = np.append(np.asarray(baseline.places, dtype=np.int64), counted_on)
    one, other = label_of[first], label_of[second]
    keys = one * len(labels) + other
    cases = distinct(keys)
    pairs = (divmod(case, len(labels)) for case in cases.tolist())
    told = [names.labels_agree(labels[before], labels[after]) for before, after in pairs]
    agree: Booleans = np.array(told, dtype=bool)[np.searchsorted(cases, keys)]
    return agree
