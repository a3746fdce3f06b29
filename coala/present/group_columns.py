"""Who is who by several reviewers, in one numbering: a column for each reviewer, a mark for each part.

Reviewers number their groups as they like. Here a group has the number of the group that it shares most parts
with in the columns before it, so that other numbers mean other groups. A part *differs* if two reviewers have
another mark at one of its mentions. In a bag of eight parts that only differ on one, all pairs with this part
differ, but one part does: the one that somebody has to move.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.base.matching.assignment import ALONE, Assignment
from coala.model.bag import Verdict
from coala.present.placing import NOT_SURE, PlacingLine, number_lines
from coala.verdicts.groups import NO_MENTION, Groups, PlacedPart
from coala.verdicts.links import Part

OPENED = -3
"""The mark of a part that a reviewer opened into pieces with other marks."""


class GroupColumn(NamedTuple):
    """A reviewer's answer: ``placed`` has the groups, None for a verdict without groups."""

    name: str
    verdict: Verdict
    placed: tuple[PlacedPart, ...] | None


class GroupColumns:
    """The columns of one bag, those with groups first."""

    def __init__(self, parts: Sequence[Part], order: Sequence[int], columns: Sequence[GroupColumn]) -> None:
        """Take the parts of a bag, their indices in the order of the chain map, and one or more columns.

        At least one column has groups.
        """
        self.columns = tuple(sorted(columns, key=lambda column: column.placed is None))
        self._parts, self._map_order = parts, order
        # For each column with groups, the mark of each span: a number from 1, ``NO_MENTION`` or ``NOT_SURE``.
        self._marks: list[Mapping[int, int]] = []
        self.most = 0
        """The highest number of a group."""
        for column in self.columns:
            if column.placed is not None:
                own = {span: _mark(part) for part in column.placed for span in part.spans}
                self._marks.append(self._renumber(own))
                self.most = max(self.most, *self._marks[-1].values())
        self.differing = frozenset(number for number in order if self.differs(parts[number].spans))
        """The indices of the parts that differ."""
        self.order = tuple(sorted(order, key=lambda number: number not in self.differing))
        """The indices of all parts, those that differ first."""

    @property
    def with_groups(self) -> int:
        """The number of columns with groups, which come first."""
        return len(self._marks)

    @property
    def parts(self) -> int:
        """The number of parts of the bag."""
        return len(self._parts)

    def differs(self, spans: Sequence[int]) -> bool:
        """Return True if reviewers have other marks at these spans."""
        return any(len({marks[span] for marks in self._marks}) > 1 for span in spans)

    def mark(self, column: int, spans: Sequence[int]) -> int:
        """Return the mark of a part, or of a piece of it, in a column with groups."""
        found = {self._marks[column][span] for span in spans}
        return found.pop() if len(found) == 1 else OPENED

    def groups(self, column: int) -> Groups:
        """Return the groups of a column as an answer."""
        return _join_groups(self.columns[column].placed or ())

    def agreed_groups(self) -> Groups:
        """Return the groups on which all agree, as an answer: a part that differs is not sure."""
        differing = {span for number in self.differing for span in self._parts[number].spans}
        agreed = [part for part in self.columns[0].placed or () if part.spans[0] not in differing]
        groups = _join_groups(agreed)
        unsure = [*groups.not_sure, *(self._parts[number].spans[0] for number in self.differing)]
        return groups._replace(not_sure=tuple(sorted(unsure)))

    def number(self, lines: Sequence[PlacingLine], groups: Groups) -> tuple[int, ...]:
        """Return the group of each line, in the numbering of the columns."""
        given = number_lines(lines, groups)
        marks = self._renumber(
            {span: mark for line, mark in zip(lines, given, strict=True) for span in line.spans}
        )
        return tuple(marks[line.spans[0]] for line in lines)

    def _renumber(self, own: Mapping[int, int]) -> dict[int, int]:
        """Return the marks of all spans with the numbers of the groups that they overlap most with.

        Overlap with the first column counts most, then with the second, and so on; at equal overlaps the
        group comes first that is first in the chain map. A group without overlap gets a new number.
        """
        groups: list[int] = []
        overlaps: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
        first_at: dict[tuple[int, int], int] = {}
        whole = 1 + len(own)
        for place, number in enumerate(self._map_order):
            spans = self._parts[number].spans
            groups += [own[span] for span in spans if own[span] > 0]
            for column, marks in enumerate(self._marks):
                pairs = {(own[span], marks[span]) for span in spans}
                for pair in pairs:
                    if min(pair) > 0:
                        # One part as a whole counts more than any number of pieces.
                        overlaps[pair][column] += 1 if len(pairs) > 1 else whole
                        first_at.setdefault(pair, place)
        found = dict(self._match(list(dict.fromkeys(groups)), overlaps, first_at))
        free = self.most
        for group in dict.fromkeys(groups):
            if group not in found:
                free += 1
                found[group] = free
        return {span: found.get(mark, mark) for span, mark in own.items()}

    def _match(
        self,
        groups: Sequence[int],
        overlaps: Mapping[tuple[int, int], Counter[int]],
        first_at: Mapping[tuple[int, int], int],
    ) -> Iterator[tuple[int, int]]:
        """Yield groups with the numbers that they get."""
        places = {group: place for place, group in enumerate(groups)}
        parts = len(self._parts)
        # The least of a step is worth more than all of the steps after it.
        step = 1 + sum(sum(each.values()) for each in overlaps.values())
        pairs = list(overlaps)
        weights = []
        for pair in pairs:
            weight = 0
            for column in range(len(self._marks)):
                weight = weight * step + overlaps[pair][column]
            weights.append(weight * (parts * parts + 1) + parts - first_at[pair])
        matching = Assignment([places[group] for group, _ in pairs], [mark for _, mark in pairs], weights)
        for edge in matching.chosen:
            if edge != ALONE:
                yield pairs[edge]


def _mark(part: PlacedPart) -> int:
    if not part.is_sure:
        return NOT_SURE
    # Groups of placed parts have numbers from 0.
    return NO_MENTION if part.group == NO_MENTION else part.group + 1


def _join_groups(placed: Sequence[PlacedPart]) -> Groups:
    together: defaultdict[int, list[int]] = defaultdict(list)
    for part in placed:
        together[part.group if part.is_sure else NOT_SURE].append(part.spans[0])
    not_sure, no_mention = together.pop(NOT_SURE, []), together.pop(NO_MENTION, [])
    pieces = [part.spans for part in placed if part.is_piece]
    return Groups.sort(together.values(), no_mention, not_sure, pieces)
