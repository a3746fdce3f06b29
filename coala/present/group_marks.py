"""The groups of the chains and of the curves of the chain map while a reviewer says who is who.

A chain is in the groups of its parts. A curve between two lines shows the parts that are in chains of both.
Groups have the numbers that ``Placing`` gives them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import PreparedBag
from coala.present.placing import Placing
from coala.verdicts.links import NO_CLASS


class GroupMarks:
    """The groups of one bag as they are now; ``follow`` has to be called when a part was placed."""

    def __init__(self, prepared: PreparedBag, placing: Placing) -> None:
        self._placing = placing
        bag, chains = prepared.displayed.bag, prepared.chains
        # For each side, the parts of each class, and the class of each chain by its number.
        self._parts_of: tuple[defaultdict[int, list[int]], ...] = (defaultdict(list), defaultdict(list))
        self._class_of: tuple[dict[int, int], ...] = ({}, {})
        part_of = {span: number for number, part in enumerate(placing.parts) for span in part.spans}
        for side in (BASELINE, CHANGED):
            for number, part in enumerate(placing.parts):
                if part.classes[side] != NO_CLASS:
                    self._parts_of[side][part.classes[side]].append(number)
            for index, instance in enumerate((bag.baseline, bag.changed)[side]):
                # Chains that share a mention are one class.
                if instance.spans:
                    own = placing.parts[part_of[instance.spans[0]]].classes[side]
                    self._class_of[side][chains.number_at(side, index)] = own
        # For each part, its groups with the mentions in them: one, or several of an opened part.
        self._groups_of: dict[int, list[tuple[int, int]]] = {}
        self.follow()

    def follow(self) -> None:
        """Read the groups of the parts again."""
        found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for line, group in zip(self._placing.lines, self._placing.groups, strict=True):
            for part in line.parts:
                found[part].append((group, 1 if line.number else len(self._placing.parts[part].spans)))
        self._groups_of = found

    def of_chains(self, side: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the groups of these chains of a side, those with most mentions first."""
        classes = {self._class_of[side].get(number, NO_CLASS) for number in numbers}
        return self._rank(part for own in classes for part in self._parts_of[side].get(own, ()))

    def of_pair(self, baseline: Sequence[int], changed: Sequence[int]) -> tuple[int, ...]:
        """Return the groups of the parts in some of these baseline and changed chains, given by numbers."""
        # From the side with fewer chains to the other.
        sides = baseline, changed
        side = BASELINE if len(baseline) <= len(changed) else CHANGED
        wanted = {self._class_of[1 - side].get(number) for number in sides[1 - side]}
        classes = {self._class_of[side].get(number, NO_CLASS) for number in sides[side]}
        return self._rank(
            part
            for own in classes
            for part in self._parts_of[side].get(own, ())
            if self._placing.parts[part].classes[1 - side] in wanted
        )

    def _rank(self, parts: Iterable[int]) -> tuple[int, ...]:
        sizes: defaultdict[int, int] = defaultdict(int)
        for part in parts:
            for group, mentions in self._groups_of[part]:
                sizes[group] += mentions
        return tuple(sorted(sizes, key=lambda group: (-sizes[group], group)))
