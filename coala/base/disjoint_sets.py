"""Pairs of numbers that belong together become disjoint sets.

The process that reads a graph uses it, hence no numpy; millions of pairs in columns are for ``components``.
"""

from __future__ import annotations


class DisjointSets:
    """Sets of numbers, each represented by its smallest; a number is alone until it is joined."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def find(self, number: int) -> int:
        """The smallest number of the set that holds this one."""
        above = self._above
        while (parent := above.get(number, number)) != number:
            above[number] = number = above[parent]
        return number

    def join(self, one: int, other: int) -> int:
        """Make one set of two; returns its smallest number."""
        self._above.setdefault(one, one)
        self._above.setdefault(other, other)
        first, second = sorted((self.find(one), self.find(other)))
        self._above[second] = first
        return first

    def members(self) -> list[list[int]]:
        """The numbers of each set, in the order in which they were first joined."""
        sets: dict[int, list[int]] = {}
        for number in list(self._above):
            sets.setdefault(self.find(number), []).append(number)
        return list(sets.values())
