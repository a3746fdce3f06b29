"""Groups of bags: those that gold joins, or similar bags.

A bag is one item of a review, chains of both graphs that share mentions. A chain of the gold graph may touch
several bags. These have one effect on the score together, which is shown and counted once. The review file,
the list, the charts and the findings all count in this way. *Similar bags* have the same kind of change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property


def number_equals(values: Sequence[str]) -> list[int | None]:
    """Return a number for each value, the same for equal values; None for a value that occurs once.

    ["b", "a", "b", "c", "c"] gives [0, None, 0, 1, 1].
    """
    times = Counter(values)
    numbers: dict[str, int] = {}
    return [numbers.setdefault(value, len(numbers)) if times[value] > 1 else None for value in values]


class BagGroups:
    """The bags by group; ``groups`` has the group of each bag, None for a bag without a group."""

    def __init__(self, groups: Sequence[int | None]) -> None:
        self._groups = groups
        members: defaultdict[int, list[int]] = defaultdict(list)
        for number, group in enumerate(groups):
            if group is not None:
                members[group].append(number)
        self._members = {group: tuple(numbers) for group, numbers in members.items()}
        self._several = any(len(numbers) > 1 for numbers in members.values())

    def __bool__(self) -> bool:
        """Return True if there is a group of several bags."""
        return self._several

    def find_group(self, number: int) -> tuple[int, ...]:
        """Return the bags in the group of a bag, including itself, in the order of the text."""
        group = self._groups[number]
        return (number,) if group is None else self._members[group]

    @cached_property
    def firsts(self) -> Sequence[int]:
        """The first bag of each group, and the bags without a group, in text order.

        Each effect on the score belongs to exactly one of these.
        """
        if not self:
            return range(len(self._groups))
        return [number for number in range(len(self._groups)) if self.find_group(number)[0] == number]
