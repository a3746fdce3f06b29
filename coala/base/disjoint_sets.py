"""Disjoint sets of a few numbers, joined one pair at a time.

The process that reads a graph uses it, so it does without numpy. For millions of pairs in columns, use
``components``.
"""

from __future__ import annotations


class DisjointSets:
    """Sets of numbers, each represented by its smallest member. A number that was never joined is alone."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def find(self, number: int) -> int:
        """Return the smallest number of the set that holds this one."""
        above = self._above
        while (parent := above.get(number, number)) != number:
            above[number] = number = above[parent]
        return number

    def join(self, one: int, other: int) -> int:
        """Join two sets and return the smallest number of the result."""
        self._above.setdefault(one, one)
        self._above.setdefault(other, other)
        first, second = sorted((self.find(one), self.find(other)))
        self._above[second] = first
        return first

    def members(self) -> list[list[int]]:
        """Return the numbers of each set, in the order in which they were first joined."""
        sets: dict[int, list[int]] = {}
        for number in list(self._above):
            sets.setdefault(self.find(number), []).append(number)
        return list(sets.values())
