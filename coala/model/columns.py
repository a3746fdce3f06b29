"""Columns of integers become what is told apart in them: distinct values, equal rows, which are in another.

All by sorting: ``np.unique`` and ``np.isin`` on a million numbers of 64 bits take twenty to a hundred times
as long, for they put each into a hash table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from coala.model.graph import Booleans, Integers

_LARGEST = np.iinfo(np.int64).max


def distinct(values: Integers) -> Integers:
    """The different values in ascending order."""
    ordered = np.sort(values)
    return ordered[begins_run(ordered)]


def begins_run(ordered: Integers | Booleans) -> Booleans:
    """Where a value stands that differs from the one before."""
    begins = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    return begins


def followed_by(values: Integers, last: int) -> Integers:
    """The values and one more behind them, in a fraction of the time of ``np.append``."""
    longer = np.empty(len(values) + 1, dtype=np.int64)
    longer[:-1] = values
    longer[-1] = last
    return longer


def is_in(values: Integers, others: Integers) -> Booleans:
    """Which of the values are among the others."""
    if not len(others):
        return np.zeros(len(values), dtype=bool)
    # Sorted on both sides, for a search that jumps about in memory takes ten times as long.
    order, others = np.argsort(values), np.sort(others)
    ordered = values[order]
    place = np.minimum(np.searchsorted(others, ordered), len(others) - 1)
    among = np.empty(len(values), dtype=bool)
    among[order] = others[place] == ordered
    return among


def pack(*columns: Integers | Booleans) -> Integers:
    """One column whose values are equal, and sorted, as the rows of these columns are."""
    packed, size = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        least, most = (int(column.min()), int(column.max())) if len(column) else (0, 0)
        if size * (most - least + 1) > _LARGEST:
            packed, size = number_values(packed), len(packed)
            column = number_values(column)
            least, most = 0, len(column) - 1
        packed = packed * (most - least + 1) + (column - least)
        size *= most - least + 1
    return packed


def join(keys: Integers, others: Integers) -> tuple[Integers, Integers]:
    """The places of all pairs of equal keys: in the first column in its order, and in the other one."""
    order = np.argsort(others, kind="stable")
    ordered = others[order]
    start = np.searchsorted(ordered, keys, side="left")
    count = np.searchsorted(ordered, keys, side="right") - start
    place = np.repeat(np.arange(len(keys)), count)
    offset = np.arange(len(place)) - np.repeat(np.cumsum(count) - count, count)
    return place, order[start[place] + offset]


def number_values(values: Integers | Booleans) -> Integers:
    """For each value the place, 0, 1, 2, …, that it has among the different ones in ascending order."""
    order = np.argsort(values)
    number = np.empty(len(values), dtype=np.int64)
    number[order] = np.cumsum(begins_run(values[order])) - 1
    return number


def number_by_first(labels: Integers) -> Integers:
    """The same partition with its parts numbered 0, 1, 2, … by first occurrence; -1 stays -1."""
    present = np.flatnonzero(labels >= 0)
    label = labels[present]
    place = np.arange(len(label))
    first = np.zeros(label.max(initial=-1) + 1, np.int64)
    first[label[::-1]] = place[::-1]  # of several writes to one label the last stays: its first place
    number = np.cumsum(first[label] == place) - 1
    numbered = np.full(len(labels), -1, np.int64)
    numbered[present] = number[first[label]]
    return numbered
