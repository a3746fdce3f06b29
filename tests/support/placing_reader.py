"""A reader who places parts by the keys of the view until they are as a goal has them."""

from __future__ import annotations

from collections import Counter

from coala.base.matching.assignment import Assignment
from coala.present.placing import NOT_SURE, Placing, PlacingAct
from coala.verdicts.groups import NO_MENTION, Groups

OPENING_AND_STORING = 2
"""Keys: E and Enter."""


def place_by_keys(placing: Placing, goal: Groups) -> int:
    """Place parts as the goal has them, which opens none; return the number of keys with E and Enter."""
    wanted = _number_goal(placing, goal)
    keys = OPENING_AND_STORING
    while True:
        left = [row for row, line in enumerate(placing.lines) if placing.groups[row] != wanted[line.spans[0]]]
        if not left:
            assert placing.to_groups().answer == goal.answer
            return keys
        # The next line below, or else the nearest one above.
        below = [row for row in left if row >= placing.selected]
        row = below[0] if below else left[-1]
        keys += abs(row - placing.selected) + 1
        placing.select(row)
        group = wanted[placing.lines[row].spans[0]]
        if group == NO_MENTION:
            assert placing.act(PlacingAct.NO_MENTION)
        elif group == NOT_SURE:
            assert placing.act(PlacingAct.NOT_SURE)
        else:
            # A number that is too high is opened later, or one by one.
            assert placing.put(min(group, placing.find_free()))
            if placing.groups[row] != group:
                wanted = _number_goal(placing, goal)


def _number_goal(placing: Placing, goal: Groups) -> dict[int, int]:
    """Return for each part the number of its group, so that as many lines as possible stay where they are."""
    number_of = {first: number for number, group in enumerate(goal.together) for first in group}
    shared = Counter(
        (number_of[line.spans[0]], group)
        for line, group in zip(placing.lines, placing.groups, strict=True)
        if group > 0 and line.spans[0] in number_of
    )
    chosen: dict[int, int] = {}
    if shared:
        lefts, rights, weights = map(
            list, zip(*((left, right, weight) for (left, right), weight in shared.items()), strict=True)
        )
        for edge in Assignment(lefts, rights, weights).chosen:
            if edge >= 0:
                chosen[lefts[edge]] = rights[edge]
    taken = {*chosen.values(), *placing.groups}
    for number in range(len(goal.together)):
        if number not in chosen:
            chosen[number] = next(free for free in range(1, len(taken) + 3) if free not in taken)
            taken.add(chosen[number])
    return {
        **{first: chosen[number] for first, number in number_of.items()},
        **dict.fromkeys(goal.no_mention, NO_MENTION),
        **dict.fromkeys(goal.not_sure, NOT_SURE),
    }
