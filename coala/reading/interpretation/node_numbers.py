"""A mapping from nodes to numbers that is stored in an array, and conversions of columns.

Nodes are numbers too (``coala.reading.rdf.collector``). A column is an ``array.array`` of 64-bit integers,
which needs no numpy while triples are collected; here columns become numpy arrays, and back.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, MutableMapping, Sequence

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.reading.rdf.terms import new_column

_NONE = -1


class NodeNumbers(MutableMapping[int, int]):
    """A mapping from nodes to numbers from 0 on, such as node 12 to instance 3.

    ``column[12]`` is then 3; it is -1 for nodes without a number.
    """

    def __init__(self, nodes: int) -> None:
        self.column: Integers = np.full(nodes, _NONE, dtype=np.int64)

    def look_up(self, objects: Integers) -> Integers:
        """Return the number of each object, -1 for none; negative objects are literals."""
        return np.where(objects >= 0, self.column[np.maximum(objects, 0)], _NONE)

    def __getitem__(self, node: int) -> int:
        number = int(self.column[node]) if 0 <= node < len(self.column) else _NONE
        if number < 0:
            raise KeyError(node)
        return number

    def __setitem__(self, node: int, number: int) -> None:
        self.column[node] = number

    def __delitem__(self, node: int) -> None:
        self.column[node] = _NONE

    def __iter__(self) -> Iterator[int]:
        nodes: list[int] = np.flatnonzero(self.column >= 0).tolist()
        return iter(nodes)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.column >= 0))


def as_array(numbers: array[int]) -> Integers:
    """Return a column of numbers as an array, without a copy."""
    return np.asarray(numbers, dtype=np.int64)


def as_column(numbers: Integers) -> array[int]:
    """Return an array as a column of numbers."""
    values = new_column()
    values.frombytes(np.ascontiguousarray(numbers, dtype=np.int64).view(np.uint8).data)
    return values


def make_mask(nodes: Integers | Sequence[int], size: int) -> Booleans:
    """Return an array of this size that is True at these nodes."""
    marked = np.zeros(size, dtype=bool)
    marked[nodes] = True
    return marked
