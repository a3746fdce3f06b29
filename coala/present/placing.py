"""Who is who in a bag while a reviewer says so: a line for each part, and the group of each line.

A part has the mentions that are in the same chain on both sides (``coala.verdicts.links``). Lines are in the
order of the chain map, and groups have numbers from 1. A part that was opened has a line for each of its
mentions. In a large bag, parts of one group that look alike share a line below the others, a *fold*. The
start are the groups as one side has them. ``Placing`` changes in place and saves nothing.

To settle a bag, the lines in which reviewers differ come first, and groups have the numbers that they have in
the columns of the reviewers (``group_columns``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from coala.base.numerals import count
from coala.diff.chain_order import SMALLEST_FOLD
from coala.model.bag import BASELINE, CHANGED, Verdict
from coala.model.sides import LEFT_RIGHT
from coala.present.chains import Chains
from coala.present.phrases import verdict_label
from coala.verdicts.groups import (
    NO_MENTION,
    GroupedLinks,
    Groups,
    Range,
    count_grouped_links,
    count_moved,
    group_as,
    place_parts,
)
from coala.verdicts.links import NO_CLASS, Part

if TYPE_CHECKING:
    # Which needs the lines of a placing.
    from coala.present.group_columns import GroupColumns

NOT_SURE = -2
"""The group of a line if the reviewer does not know who it is; ``NO_MENTION`` is -1."""

_MOST_STEPS = 200
"""Steps that can be undone."""


_MOST_UNFOLDED = 40
"""The most parts of a bag that each have a line; of more, those that look alike share one."""


class PlacingLine(NamedTuple):
    """A part, one mention of an opened part, or a fold."""

    part: int  # index of the part in the order of the text; of a fold, of its first part
    spans: tuple[int, ...]
    number: int = 0  # of the mention in its part, from 1; 0 for a whole part
    fold: tuple[int, ...] = ()  # the indices of the parts of a fold

    @property
    def parts(self) -> tuple[int, ...]:
        """The indices of its parts: one, or several of a fold."""
        return self.fold or (self.part,)


class PlacingAct(StrEnum):
    """What a reviewer can do with the selected line, besides giving it the number of a group."""

    ALONE = "alone"
    NO_MENTION = "no mention"
    NOT_SURE = "not sure"
    AS_ABOVE = "as above"
    OPEN = "open"


class _Step(NamedTuple):
    """Everything that a step changes."""

    lines: tuple[PlacingLine, ...]
    groups: tuple[int, ...]
    selected: int
    start: int | None


class Placing:
    """The lines of a bag with their groups, and the selected line."""

    def __init__(
        self,
        chains: Chains,
        parts: Sequence[Part],
        groups: Groups | None = None,
        *,
        odd: int = 0,
        looks: Sequence[Hashable] = (),
        columns: GroupColumns | None = None,
    ) -> None:
        """Start with an answer, or as the changed graph (the right side) has it.

        ``odd`` is the index of the part that is selected first and never folded. ``looks`` has a value for
        each part, equal for parts that look alike; without it no parts are folded. ``columns`` are given to
        settle the bag; parts that differ are never folded, and the first of them is selected.
        """
        self.parts = parts
        self.columns = columns
        self._looks = looks if len(parts) > _MOST_UNFOLDED else ()
        self._unfolded = {odd, *(() if columns is None else columns.differing)}
        self._order = sort_parts(chains, parts) if columns is None else columns.order
        self._past: list[_Step] = []
        self.start: int | None = CHANGED
        """The side whose groups were the start; None for those of reviewers."""
        self.lines: tuple[PlacingLine, ...] = ()
        self.groups: tuple[int, ...] = ()
        """The group of each line: a number from 1, ``NO_MENTION`` or ``NOT_SURE``."""
        self.selected = 0
        self._show(group_as(parts, CHANGED) if groups is None else groups)
        self._select_part(odd if columns is None or not columns.differing else columns.order[0])

    def start_as(self, side: int) -> None:
        """Start again as a side has it."""
        self._keep_step()
        self._show(group_as(self.parts, side))

    def start_with(self, groups: Groups) -> None:
        """Start again as a reviewer has it."""
        self._keep_step()
        self._show(groups)

    def select(self, row: int) -> None:
        """Select a line; beyond the ends, the first or the last one."""
        self.selected = max(0, min(row, len(self.lines) - 1))

    def _select_part(self, part: int) -> None:
        self.select(next((row for row, line in enumerate(self.lines) if line.part == part), 0))

    def put(self, group: int) -> bool:
        """Put the selected line into a group and go on; return False for a number that no group has.

        The next free number opens a group.
        """
        if group > self.find_free() and group not in self.groups:
            return False
        self._place(group)
        return True

    def join(self, row: int, target: int) -> bool:
        """Put a line into the group of another one, and select it; return False if it is there already."""
        if self.groups[row] == self.groups[target]:
            return False
        self._keep_step()
        self.selected = row
        self._set_group(row, self.groups[target])
        return True

    def act(self, placement: PlacingAct) -> bool:
        """Place the selected line, or open it; return False if that is not possible."""
        match placement:
            case PlacingAct.ALONE:
                own = self.groups[self.selected]
                self._place(own if self.groups.count(own) == 1 and own > 0 else self.find_free())
            case PlacingAct.NO_MENTION:
                self._place(NO_MENTION)
            case PlacingAct.NOT_SURE:
                self._place(NOT_SURE)
            case PlacingAct.AS_ABOVE:
                if not self.selected:
                    return False
                self._place(self.groups[self.selected - 1])
            case PlacingAct.OPEN:
                return self._open()
        return True

    def undo(self) -> bool:
        """Take the last step back; return False if there is none."""
        if not self._past:
            return False
        self.lines, self.groups, self.selected, self.start = self._past.pop()
        return True

    def find_free(self) -> int:
        """Return the lowest number that no group has, neither here nor in a column."""
        known = 0 if self.columns is None else self.columns.most
        taken = {*self.groups, *range(1, known + 1)}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def count_groups(self) -> int:
        """Return the number of groups; a line that is not sure is in none."""
        return len({group for group in self.groups if group > 0})

    def count_moved(self) -> int:
        """Return the least number of parts to move from the start; opening a part moves it."""
        groups = self.to_groups()
        return 0 if groups.moved is None else groups.moved

    def links(self) -> GroupedLinks:
        """Return the links that follow from the groups."""
        return count_grouped_links(place_parts(self.parts, self._make_groups()))

    def to_groups(self) -> Groups:
        """Return the groups as a review stores them, with the start and the number of parts moved."""
        groups = self._make_groups()
        if self.start is None:
            return groups
        moved = count_moved(groups, group_as(self.parts, self.start))
        return groups._replace(start=self.start, moved=moved)

    def _make_groups(self) -> Groups:
        together: defaultdict[int, list[int]] = defaultdict(list)
        pieces: list[tuple[int, ...]] = []
        for group, spans, is_piece in self._join_mentions():
            together[group].append(spans[0])
            if is_piece:
                pieces.append(spans)
        no_mention, not_sure = together.pop(NO_MENTION, []), together.pop(NOT_SURE, [])
        return Groups.sort(together.values(), no_mention, not_sure, pieces)

    def _join_mentions(self) -> list[tuple[int, tuple[int, ...], bool]]:
        """Return each part or piece with its group and spans, and True for a piece.

        The mentions of an opened part in one group are one piece; of those that are not sure, each is one.
        """
        whole: list[tuple[int, tuple[int, ...], bool]] = []
        opened: defaultdict[int, dict[tuple[int, int], list[int]]] = defaultdict(dict)
        for line, group in zip(self.lines, self.groups, strict=True):
            if not line.number:
                whole += [(group, self.parts[part].spans, False) for part in line.parts]
            else:
                name = group, line.number if group == NOT_SURE else 0
                opened[line.part].setdefault(name, []).extend(line.spans)
        for found in opened.values():
            whole += [(group, tuple(spans), len(found) > 1) for (group, _), spans in found.items()]
        return whole

    def _show(self, groups: Groups) -> None:
        """Show the lines and groups of an answer."""
        self.start = CHANGED if groups.start is None and self.columns is None else groups.start
        self.lines = self._list_lines(groups)
        self.groups = self._number(self.lines, groups)
        self.select(self.selected)

    def _list_lines(self, groups: Groups) -> tuple[PlacingLine, ...]:
        """Return the lines of an answer: parts in their order, then the folds."""
        in_piece = {span for piece in groups.pieces for span in piece}
        folds = self._find_folds(groups, in_piece)
        folded = {part for fold in folds for part in fold.fold}
        lines: list[PlacingLine] = []
        for part in self._order:
            spans = self.parts[part].spans
            if spans[0] in in_piece:
                lines += self._list_mentions(part)
            elif part not in folded:
                lines.append(PlacingLine(part, spans))
        return (*lines, *folds)

    def _find_folds(self, groups: Groups, in_piece: Collection[int]) -> list[PlacingLine]:
        """Return a line for the parts of each group that look alike, if there are several."""
        if not self._looks:
            return []
        group_of = _find_groups(groups)
        alike: defaultdict[tuple[int, Hashable], list[int]] = defaultdict(list)
        for part in self._order:
            first = self.parts[part].spans[0]
            if part not in self._unfolded and first not in in_piece:
                alike[group_of.get(first, NOT_SURE), self._looks[part]].append(part)
        return [
            PlacingLine(own[0], tuple(sorted(self._list_spans(own))), fold=tuple(own))
            for own in alike.values()
            if len(own) >= SMALLEST_FOLD
        ]

    def _list_spans(self, parts: Iterable[int]) -> list[int]:
        return [span for part in parts for span in self.parts[part].spans]

    def _number(self, lines: Sequence[PlacingLine], groups: Groups) -> tuple[int, ...]:
        return number_lines(lines, groups) if self.columns is None else self.columns.number(lines, groups)

    def _list_mentions(self, part: int) -> list[PlacingLine]:
        return [PlacingLine(part, (span,), number) for number, span in enumerate(self.parts[part].spans, 1)]

    def _place(self, group: int) -> None:
        """Put the selected line into a group, and go on to the next line."""
        self._keep_step()
        self._set_group(self.selected, group)
        self.select(self.selected + 1)

    def _set_group(self, row: int, group: int) -> None:
        self.groups = (*self.groups[:row], group, *self.groups[row + 1 :])

    def _open(self) -> bool:
        """Give each part of the selected fold, or each mention of the part, a line in the same group."""
        line = self.lines[self.selected]
        if line.number or len(line.spans) == 1:
            return False
        self._keep_step()
        row = self.selected
        opened = (
            [PlacingLine(part, self.parts[part].spans) for part in line.fold]
            if line.fold
            else self._list_mentions(line.part)
        )
        self.lines = (*self.lines[:row], *opened, *self.lines[row + 1 :])
        self.groups = (*self.groups[:row], *[self.groups[row]] * len(opened), *self.groups[row + 1 :])
        return True

    def _keep_step(self) -> None:
        self._past.append(_Step(self.lines, self.groups, self.selected, self.start))
        del self._past[:-_MOST_STEPS]


def sort_parts(chains: Chains, parts: Sequence[Part]) -> list[int]:
    """Return the indices of parts in the order of the chain map: by baseline chain, then by changed one."""

    def find_place(side: int, part: Part) -> tuple[bool, int]:
        if part.classes[side] == NO_CLASS:
            return True, 0
        return False, places[side][chains.number_at(side, part.classes[side])]

    # Lists, since single numbers of an array are slow.
    places = [groups.places.tolist() for groups in chains.groups]
    return sorted(
        range(len(parts)),
        key=lambda number: (find_place(BASELINE, parts[number]), find_place(CHANGED, parts[number])),
    )


def _find_groups(groups: Groups) -> dict[int, int]:
    """Return the group of each part and piece that an answer names as sure, by its first span."""
    group_of = {first: group for group, firsts in enumerate(groups.together) for first in firsts}
    return group_of | dict.fromkeys(groups.no_mention, NO_MENTION)


def number_lines(lines: Sequence[PlacingLine], groups: Groups) -> tuple[int, ...]:
    """Return the group of each line; groups are numbered in the order of the lines.

    A part that the groups leave out, as half an answer may, is not sure.
    """
    group_of = _find_groups(groups)
    first_of = {span: piece[0] for piece in groups.pieces for span in piece}
    numbers: dict[int, int] = {NO_MENTION: NO_MENTION, NOT_SURE: NOT_SURE}
    found = []
    for line in lines:
        group = group_of.get(first_of.get(line.spans[0], line.spans[0]), NOT_SURE)
        found.append(numbers.setdefault(group, len(numbers) - 1))
    return tuple(found)


def say_rule(links: GroupedLinks, words: Mapping[Verdict, str]) -> tuple[str, str]:
    """Return what follows from the groups, in a longer and a shorter form.

    For example "6 of the 7 new links are right → Better" and "6 of 7 new right → Better". ``words`` are the
    words for verdicts: in a blind review the rule names the sides.
    """
    outcome = say_outcome(links.verdict, words)
    if words is LEFT_RIGHT.words:
        sides = [
            f"only on the {side}: {_say_range(right)} of {total:,} links correct"
            for side, right, total in (
                ("right", links.made_right, links.made),
                ("left", links.lost_right, links.lost),
            )
            if total
        ]
        briefly = [side.replace("only on the ", "").replace(" links correct", "") for side in sides]
    else:
        found = (
            (links.made_right, links.made, "new", ("right", "wrong"), ("is", "are")),
            (links.lost_wrong, links.lost, "lost", ("wrong", "right"), ("was", "were")),
        )
        sides = [_say_links(*each) for each in found if each[1]]
        briefly = [
            f"{_say_range(number)} of {total:,} {which} {what}"
            for number, total, which, (what, _), _ in found
            if total
        ]
    long, short = (
        f"{words[0].upper()}{words[1:]} → {outcome}" for words in (", ".join(sides), ", ".join(briefly))
    )
    return long, short


def speak_rule(rule: str) -> str:
    """Return a rule for a screen reader: "6 of the 7 new links are right. Better"."""
    return rule.replace(" →", ".")


def say_outcome(verdict: Verdict, words: Mapping[Verdict, str]) -> str:
    """Return the verdict that follows: "Better", in a blind review "The right side is better"."""
    if words is not LEFT_RIGHT.words or verdict not in (Verdict.BETTER, Verdict.WORSE):
        return verdict_label(verdict, words)
    return f"The {'right' if verdict is Verdict.BETTER else 'left'} side is better"


def _say_links(found: Range, total: int, which: str, what: tuple[str, str], verbs: tuple[str, str]) -> str:
    """Return how many links are right, or wrong: "3 to 4 of the 7 new links are right".

    ``sayLinks`` of the judging page says the same.
    """
    if total == 1:
        if found.low != found.high:
            return f"the {which} link may be {what[0]}"
        return f"the {which} link {verbs[0]} {what[not found.low]}"
    if total == 2 and found.low == 2:
        return f"both {which} links {verbs[1]} {what[0]}"
    if total == 2 and not found.high:
        return f"neither {which} link {verbs[0]} {what[0]}"
    if found.low == total:
        return f"all {total:,} {which} links {verbs[1]} {what[0]}"
    if not found.high:
        return f"none of the {total:,} {which} links {verbs[0]} {what[0]}"
    return f"{_say_range(found)} of the {total:,} {which} links {verbs[found != (1, 1)]} {what[0]}"


def _say_range(found: Range) -> str:
    return f"{found.low:,}" if found.low == found.high else f"{found.low:,} to {found.high:,}"


def say_moved(placing: Placing) -> str:
    """Return the number of groups and of parts that moved: "2 groups · 1 part moved".

    Where reviewers are settled, it is the number of parts that differ: "3 of 8 parts differ · 2 groups".
    """
    groups, columns = count(placing.count_groups(), "group"), placing.columns
    if columns is None:
        return f"{groups} · {count(placing.count_moved(), 'part')} moved"
    verb = "differs" if len(columns.differing) == 1 else "differ"
    return f"{len(columns.differing):,} of {count(columns.parts, 'part')} {verb} · {groups}"
