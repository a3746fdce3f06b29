"""Disjoint sets of a few numbers, joined one pair at a time.

The process that reads a graph uses it, so it does without numpy. For millions of pairs in columns, use
``components``.
"""

from __future__ import annotations


class DisjointSets:
    """Sets of numbers, each represented by its smallest member (union-find).

    A number that was never joined is a set of its own: after ``join(7, 3)``, ``find(7)`` is 3 and ``find(5)``
    is 5.
    """

    def __init__(self) -> None:
        # By number: another number of its set, nearer to the smallest; the smallest is its own parent.
        self._parent: dict[int, int] = {}

    def find(self, number: int) -> int:
        """Return the smallest number of the set that holds this one."""
        parents = self._parent
        while (parent := parents.get(number, number)) != number:
            # Go on to the grandparent, and make it the parent, so that the next search is shorter.
            parents[number] = number = parents[parent]
        return number

    def join(self, one: int, other: int) -> int:
        """Join two sets and return the smallest number of the result."""
        self._parent.setdefault(one, one)
        self._parent.setdefault(other, other)
        first, second = sorted((self.find(one), self.find(other)))
        self._parent[second] = first
        return first

    def members(self) -> list[list[int]]:
        """Return the numbers of each set, in the order in which they were first joined."""
        sets: dict[int, list[int]] = {}
        for number in list(self._parent):
            sets.setdefault(self.find(number), []).append(number)
        return list(sets.values())
