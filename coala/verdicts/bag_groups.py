"""Bags that have something in common are grouped: gold that joins them, or the same change up to names.

Those that gold joins have one share together, which is told and counted once. A module of its own because the
file, the list, the pictures and the findings all count so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property


def number_equals(values: Sequence[str]) -> list[int | None]:
    """For each value a number that it has in common with all equal ones, None for what stands once."""
    times = Counter(values)
    numbers: dict[str, int] = {}
    return [numbers.setdefault(value, len(numbers)) if times[value] > 1 else None for value in values]


class BagGroups:
    """Which bags belong together.

    ``groups`` has for each bag what it has in common with the others of its group, None where it is alone.
    """

    def __init__(self, groups: Sequence[int | None]) -> None:
        self._groups = groups
        members: defaultdict[int, list[int]] = defaultdict(list)
        for number, group in enumerate(groups):
            if group is not None:
                members[group].append(number)
        self._members = {group: tuple(numbers) for group, numbers in members.items()}
        self._several = any(len(numbers) > 1 for numbers in members.values())

    def __bool__(self) -> bool:
        """Whether there is a group of several bags."""
        return self._several

    def together(self, number: int) -> tuple[int, ...]:
        """The bags of the group of a bag, itself among them, in the order of the text."""
        group = self._groups[number]
        return (number,) if group is None else self._members[group]

    @cached_property
    def firsts(self) -> Sequence[int]:
        """The first bag of each group, and the bags that are alone: every share once, in text order."""
        if not self:
            return range(len(self._groups))
        return [number for number in range(len(self._groups)) if self.together(number)[0] == number]
