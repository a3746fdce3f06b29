"""The numbers of the instances of a bag in arrays; partners in both graphs share one number.

``coala.diff.chain_order`` puts the pairs of instances in order: pair (4, 1) with number 0 means that baseline
instance 4 and changed instance 1 are partners and are shown first. The number decides the colour of both,
everywhere on the screen. A bag may have as many mentions as a corpus, so everything here is in arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from coala.base.sequences import LazySequence
from coala.diff.chain_order import NO_CHAIN, ChainOrder, ChainPair, order_chains
from coala.model.bag import BASELINE, CHANGED, Bag, Instance
from coala.model.columns import begins_run, distinct, number_values, pack

if TYPE_CHECKING:
    from coala.base.arrays import Booleans, Integers

NONE = NO_CHAIN
"""The value in an array that means "no instance"."""


class PairColumns(LazySequence[ChainPair]):
    """Pairs of a baseline and a changed index in two arrays, with ``NONE`` for None."""

    def __init__(self, baseline: Integers, changed: Integers) -> None:
        self.sides = baseline, changed

    def __len__(self) -> int:
        return len(self.sides[BASELINE])

    def _make(self, place: int) -> ChainPair:
        baseline, changed = self.sides
        return index_at(baseline, place), index_at(changed, place)


def index_at(column: Integers, place: int) -> int | None:
    """Return the element of an array at a place, None for ``NONE``."""
    index = int(column[place])
    return None if index == NONE else index


class SpanRows(LazySequence[tuple[int, ...]]):
    """For each span of the bag, the numbers of the instances of one side that have it.

    Nearly every span has one instance or none, so one integer a span is stored in ``codes``: the number of
    the instance, ``NONE`` without an instance, and a lower value for several instances. Code -2 means the
    first tuple of ``shared``, -3 the second, and so on.
    """

    def __init__(self, codes: Integers, shared: Sequence[tuple[int, ...]]) -> None:
        self.codes, self._shared = codes, shared

    def __len__(self) -> int:
        return len(self.codes)

    def _make(self, span: int) -> tuple[int, ...]:
        return self.numbers(int(self.codes[span]))

    def numbers(self, code: int) -> tuple[int, ...]:
        """Return the instance numbers that a code means."""
        if code >= 0:
            return (code,)
        return () if code == NONE else self._shared[_FIRST_SHARED - code]

    def make_comparable(self, known: dict[tuple[int, ...], int]) -> Integers:
        """Return codes that are equal on both sides of a bag if the sets of numbers are equal.

        ``known`` maps each set of several numbers to its code; it is extended, and passed for both sides.
        """
        if not self._shared:
            return self.codes
        sets = (tuple(sorted(numbers)) for numbers in self._shared)
        new_codes = np.array([known.setdefault(each, _FIRST_SHARED - len(known)) for each in sets])
        codes: Integers = self.codes.copy()
        several = codes < NONE
        codes[several] = new_codes[_FIRST_SHARED - codes[several]]
        return codes


# The first of the codes for several numbers; further ones are lower.
_FIRST_SHARED = NONE - 1
# Up to this many instances a span, numpy can compare the lists at once.
_MOST_AT_ONCE = 8


@dataclass(frozen=True, eq=False)
class Numbering:
    """The instances of a bag in the order of their numbers.

    An index is the position of an instance in the bag's list for its side, a number its place in this order.
    """

    order: ChainOrder
    pairs: PairColumns  # number -> (baseline index, changed index)
    differs: Booleans  # number -> True if the instances are part of a divergence, or lack a partner
    baseline_rows: SpanRows  # span -> numbers of its instances in the baseline
    changed_rows: SpanRows  # span -> numbers of its instances in the changed graph
    numbers: tuple[Integers, Integers]  # for each side: index -> number

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
        """True for each span whose chains on one side are not the partners of its chains on the other."""
        known: dict[tuple[int, ...], int] = {}
        old = self.baseline_rows.make_comparable(known)
        moved: Booleans = old != self.changed_rows.make_comparable(known)
        return moved

    def index(self, side: int, number: int) -> int | None:
        """Return the instance of a side that has a number, or None."""
        return index_at(self.pairs.sides[side], number)


def number_instances(bag: Bag) -> Numbering:
    """Return the numbers of the instances of a bag, in the order of their pairs."""
    order = order_chains(bag)
    baseline, changed = _split_pairs(order.pairs)
    numbers = _find_positions(baseline, len(bag.baseline)), _find_positions(changed, len(bag.changed))
    return Numbering(
        order,
        PairColumns(baseline, changed),
        np.array(order.differs, dtype=bool),
        _build_span_rows(len(bag.spans), bag.baseline, numbers[BASELINE]),
        _build_span_rows(len(bag.spans), bag.changed, numbers[CHANGED]),
        numbers,
    )


def _split_pairs(pairs: Sequence[ChainPair]) -> tuple[Integers, Integers]:
    """Return pairs of indices as two arrays."""
    filled = [NONE if index is None else index for index in chain.from_iterable(pairs)]
    baseline, changed = np.array(filled, dtype=np.int64).reshape(-1, 2).T
    return baseline, changed


def _find_positions(indices: Integers, size: int) -> Integers:
    """Return the position in ``indices`` of each index below ``size``; ``NONE`` if it is missing."""
    # ``NONE`` among the indices writes to the last element, which is cut off.
    places = np.full(size + 1, NONE)
    places[indices] = np.arange(len(indices))
    return places[:size]


def _build_span_rows(spans: int, instances: Sequence[Instance], numbers: Integers) -> SpanRows:
    """Return the rows of one side, which has these instances with these numbers, for a number of spans."""
    # One element for each mention: its span, and the number of its instance.
    span = np.fromiter(chain.from_iterable(instance.spans for instance in instances), np.int64)
    # Half as wide as other columns: there may be as many as a corpus has mentions.
    number: Integers = np.repeat(numbers.astype(np.int32), [len(instance.spans) for instance in instances])
    codes: Integers = np.full(spans, NONE, dtype=np.int32)
    codes[span] = number
    shared: list[tuple[int, ...]] = []
    # With fewer spans than mentions, some span has several instances.
    if np.count_nonzero(codes != NONE) < len(number):
        _encode_shared(shared, codes, span, number)
    return SpanRows(codes, shared)


def _encode_shared(shared: list[tuple[int, ...]], codes: Integers, span: Integers, number: Integers) -> None:
    """Set the codes of spans with several instances, and add the instances of each code to ``shared``."""
    # Keep the mentions of these spans, sorted: the instances of a span are one run.
    is_shared = np.bincount(span, minlength=len(codes))[span] > 1
    span, number = span[is_shared], number[is_shared]
    order = np.argsort(pack(span, number))
    span, number = span[order], number[order]
    (begins,) = begins_run(span).nonzero()
    lengths = np.diff(begins, append=len(span))
    # Runs of one length are the rows of a matrix.
    for length in distinct(lengths).tolist():
        firsts = begins[lengths == length]
        lists = number[firsts[:, np.newaxis] + np.arange(length)]
        codes[span[firsts]] = _encode_lists(shared, lists)


def _encode_lists(shared: list[tuple[int, ...]], lists: Integers) -> Integers:
    """Return a code for each row of a matrix, the same for equal rows, and add these to ``shared`` once."""
    first, length = _FIRST_SHARED - len(shared), lists.shape[1]
    if length > _MOST_AT_ONCE:
        known: dict[tuple[int, ...], int] = {}
        positions = [known.setdefault(tuple(numbers), len(known)) for numbers in lists.tolist()]
        shared.extend(known)
        return first - np.array(positions, dtype=np.int64)
    # Rank the rows, and add one row of each rank to ``shared``.
    ranks = number_values(pack(*lists.T))
    examples = np.zeros(int(ranks.max()) + 1, dtype=np.int64)
    examples[ranks] = np.arange(len(lists))
    shared.extend(map(tuple, lists[examples].tolist()))
    codes: Integers = first - ranks
    return codes
