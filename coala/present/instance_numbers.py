"""Numbers for the instances of a bag: partners share one number, which every badge shows.

The colour of an instance follows its number in the rows, the text and the contexts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from coala.base.sequences import LazySequence
from coala.model.bag import BASELINE, CHANGED, Bag, Instance
from coala.model.columns import begins_run, distinct, number_values, pack

if TYPE_CHECKING:
    from coala.model.graph import Booleans, Integers

NONE = -1
"""The number of no instance in an array."""

_Pair = tuple[int | None, int | None]


class PairColumns(LazySequence[_Pair]):
    """Pairs of a baseline and a changed index in two arrays, with ``NONE`` for None."""

    def __init__(self, baseline: Integers, changed: Integers) -> None:
        self.sides = baseline, changed

    def __len__(self) -> int:
        return len(self.sides[BASELINE])

    def _make(self, place: int) -> _Pair:
        baseline, changed = self.sides
        return index_at(baseline, place), index_at(changed, place)


def index_at(column: Integers, place: int) -> int | None:
    """Return one index of an array, None for ``NONE``."""
    index = int(column[place])
    return None if index == NONE else index


class SpanRows(LazySequence[tuple[int, ...]]):
    """The numbers of the instances of one side that have each span.

    ``places`` has the instance's number for each span: ``NONE`` if no instance has the span, and a lower
    value if several instances have it. ``numbers`` looks up which they are.
    """

    def __init__(self, places: Integers, shared: Sequence[tuple[int, ...]]) -> None:
        self.places, self._shared = places, shared

    def __len__(self) -> int:
        return len(self.places)

    def _make(self, place: int) -> tuple[int, ...]:
        return self.numbers(int(self.places[place]))

    def numbers(self, place: int) -> tuple[int, ...]:
        """Return the instance numbers that a value of ``places`` encodes."""
        if place >= 0:
            return (place,)
        return () if place == NONE else self._shared[_FIRST_SHARED - place]

    def encode_places(self, known: dict[tuple[int, ...], int]) -> Integers:
        """Return ``places`` in which equal sets of several numbers have equal values on both sides.

        ``known`` holds the values given so far; it is extended.
        """
        if not self._shared:
            return self.places
        lists = (tuple(sorted(each)) for each in self._shared)
        values = np.array([known.setdefault(each, _FIRST_SHARED - len(known)) for each in lists])
        places: Integers = self.places.copy()
        several = places < NONE
        places[several] = values[_FIRST_SHARED - places[several]]
        return places


# The first of the values that stand for several numbers.
_FIRST_SHARED = NONE - 1
# Up to this many instances a span, numpy can compare the lists at once.
_MOST_AT_ONCE = 8


@dataclass(frozen=True, eq=False)
class Numbering:
    """The instances of a bag in aligned order: (baseline, changed) indices, None for a missing partner.

    ``differs`` is True for each number with a difference. ``baseline_rows`` and ``changed_rows`` list the
    numbers of the instances that have each span. ``numbers`` has the numbers of the instances of each side.
    """

    pairs: PairColumns
    differs: Booleans
    baseline_rows: SpanRows
    changed_rows: SpanRows
    numbers: tuple[Integers, Integers]

    def numbers_of_pair(
        self, baseline: int | None, changed: int | None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the numbers of a baseline and of a changed instance; () for None."""
        old = () if baseline is None else (self.number(BASELINE, baseline),)
        new = () if changed is None else (self.number(CHANGED, changed),)
        return old, new

    def number(self, side: int, index: int) -> int:
        """Return the number of an instance of a side."""
        return int(self.numbers[side][index])

    @cached_property
    def moved(self) -> Booleans:
        """True for each span that other chains have on the other side, or no chain."""
        known: dict[tuple[int, ...], int] = {}
        moved: Booleans = self.baseline_rows.encode_places(known) != self.changed_rows.encode_places(known)
        return moved

    def index(self, side: int, number: int) -> int | None:
        """Return the instance of a side that has a number, or None."""
        return index_at(self.pairs.sides[side], number)


def number_instances(bag: Bag) -> Numbering:
    """Assign numbers to instances: different ones first, then the changed graph's, then by mentions."""
    sides = bag.baseline, bag.changed
    partners = _columns_of(bag.partners)
    touched = _columns_of([(row.baseline, row.changed) for row in bag.divergences])
    old, new = (_find_unpaired(len(side), paired) for side, paired in zip(sides, partners, strict=True))
    missing = np.full(max(len(old), len(new)), NONE)
    pairs = (
        np.concatenate((partners[BASELINE], old, missing[: len(new)])),
        np.concatenate((partners[CHANGED], missing[: len(old)], new)),
    )
    differs = np.zeros(len(pairs[BASELINE]), dtype=bool)
    most = np.zeros(len(differs), dtype=np.int64)
    behind = len(bag.spans)
    first = np.full(len(differs), behind)
    for side, indices, rows in zip(sides, pairs, touched, strict=True):
        # The last value of each array is for a missing instance, as ``NONE`` leads there.
        is_touched = np.zeros(len(side) + 1, dtype=bool)
        is_touched[rows] = True
        is_touched[NONE] = True
        differs |= is_touched[indices]
        lengths = np.array([*(len(instance.spans) for instance in side), 0])
        firsts = np.array([*(min(instance.spans, default=behind) for instance in side), behind])
        most = np.maximum(most, lengths[indices])
        first = np.minimum(first, firsts[indices])
    parted = 2 * ~differs + (pairs[CHANGED] == NONE)
    # With the places as the last, no two are equal, and what sorts faster than a stable sort is as good.
    order = pack(parted, -most, first * len(first) + np.arange(len(first))).argsort()
    baseline, changed = (side[order] for side in pairs)
    numbers = _find_positions(baseline, len(bag.baseline)), _find_positions(changed, len(bag.changed))
    return Numbering(
        PairColumns(baseline, changed),
        differs[order],
        _build_span_rows(len(bag.spans), bag.baseline, numbers[BASELINE]),
        _build_span_rows(len(bag.spans), bag.changed, numbers[CHANGED]),
        numbers,
    )


def _columns_of(pairs: Sequence[_Pair]) -> tuple[Integers, Integers]:
    """Return pairs of indices as two arrays."""
    filled = [NONE if index is None else index for index in chain.from_iterable(pairs)]
    baseline, changed = np.array(filled, dtype=np.int64).reshape(-1, 2).T
    return baseline, changed


def _find_unpaired(instances: int, paired: Integers) -> Integers:
    lacks = np.ones(instances, dtype=bool)
    lacks[paired] = False
    (found,) = lacks.nonzero()
    return found


def _find_positions(indices: Integers, size: int) -> Integers:
    """Return the position of each index in ``indices``; ``NONE`` if it is missing."""
    places = np.full(size + 1, NONE)
    places[indices] = np.arange(len(indices))
    return places[:size]


def _build_span_rows(spans: int, instances: Sequence[Instance], numbers: Integers) -> SpanRows:
    flat = np.fromiter(chain.from_iterable(instance.spans for instance in instances), np.int64)
    # Half as wide as other columns: there may be as many as a corpus has mentions.
    number: Integers = np.repeat(numbers.astype(np.int32), [len(instance.spans) for instance in instances])
    places: Integers = np.full(spans, NONE, dtype=np.int32)
    places[flat] = number
    shared: list[tuple[int, ...]] = []
    if np.count_nonzero(places != NONE) < len(number):
        _encode_shared(shared, places, flat, number)
    return SpanRows(places, shared)


def _encode_shared(shared: list[tuple[int, ...]], places: Integers, flat: Integers, number: Integers) -> None:
    """Replace the number of each span that several instances have by a value for this set of instances."""
    is_shared = np.bincount(flat, minlength=len(places))[flat] > 1
    flat, number = flat[is_shared], number[is_shared]
    keys = np.argsort(pack(flat, number))
    flat, number = flat[keys], number[keys]
    (begins,) = begins_run(flat).nonzero()
    lengths = np.diff(begins, append=len(flat))
    for length in distinct(lengths).tolist():
        firsts = begins[lengths == length]
        lists = number[firsts[:, np.newaxis] + np.arange(length)]
        values = _encode_lists(shared, lists)
        places[flat[firsts]] = values


def _encode_lists(shared: list[tuple[int, ...]], lists: Integers) -> Integers:
    """Return a value for each of several lists of one length; equal lists share a value."""
    first, length = _FIRST_SHARED - len(shared), lists.shape[1]
    if length > _MOST_AT_ONCE:
        known: dict[tuple[int, ...], int] = {}
        places = [known.setdefault(tuple(each), len(known)) for each in lists.tolist()]
        shared.extend(known)
        return first - np.array(places, dtype=np.int64)
    numbers = number_values(pack(*lists.T))
    examples = np.zeros(int(numbers.max()) + 1, dtype=np.int64)
    examples[numbers] = np.arange(len(lists))
    shared.extend(map(tuple, lists[examples].tolist()))
    found: Integers = first - numbers
    return found
