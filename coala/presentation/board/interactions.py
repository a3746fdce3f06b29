"""Where components meet becomes a list of questions, each of which filters the matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.engine.board.board import Board
from coala.engine.board.plan import Role

_MOST_PAIRS = 200
"""Of more pairs, and twenty components may have 380, those that meet on most bags are offered."""


class Meeting(NamedTuple):
    """Joint bags on which components meet, told in one line, and the role in which that is seen."""

    words: str
    tip: str
    role: Role
    joint_bags: tuple[int, ...]


class OfferedMeetings(NamedTuple):
    """The meetings that are offered, and how many pairs of components meet besides."""

    offered: tuple[Meeting, ...]
    left: int

    @property
    def words_of_left(self) -> str:
        """What is not offered, in one line; "" where everything is."""
        return f"and {count(self.left, 'more pair')}: 'coala board --json' has all" if self.left else ""


def list_meetings(board: Board) -> OfferedMeetings:
    """The pairs of components that meet, those on most bags first, and what only the whole does."""
    found = board.interactions
    pairs = [
        *_pairs(found.needed_by_both, "needed by both", "Interesting without either of them", Role.WITHOUT),
        *_pairs(found.redundant, "each enough", "Interesting with each of them alone", Role.ONLY),
    ]
    pairs.sort(key=lambda meeting: -len(meeting.joint_bags))
    meetings = sorted(pairs[:_MOST_PAIRS], key=lambda meeting: meeting.role is not Role.WITHOUT)
    if found.emergent:
        meetings.append(
            Meeting(
                f"only together: {count(len(found.emergent), 'bag')}",
                "Changed by the whole system, and by no component alone",
                Role.WITHOUT if board.of_role(Role.WITHOUT) else Role.STEP,
                found.emergent,
            )
        )
    return OfferedMeetings(tuple(meetings), max(0, len(pairs) - _MOST_PAIRS))


def _pairs(
    pairs: Mapping[tuple[str, str], tuple[int, ...]] | None, what: str, tip: str, role: Role
) -> list[Meeting]:
    return [
        Meeting(
            f"{what}: {one_line(first, 40)} and {one_line(second, 40)}, {count(len(bags), 'bag')}",
            tip,
            role,
            bags,
        )
        for (first, second), bags in (pairs or {}).items()
    ]
