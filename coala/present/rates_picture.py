"""Recall-precision plots of a board's systems, as values for a plot or a page.

A board compares variants of one system: without a component, with it alone, or step by step. A plot has a
point for each variant, one for the whole system, and one for the system without any component. In the role
"step by step" a path joins the points in order. ``group_marks`` places the labels so that none overlap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from coala.base.plain_text import one_line
from coala.board.board import Board
from coala.board.plan import Role
from coala.present.board_table import BoardTable
from coala.present.figures import Rate, Share, show
from coala.scores.findings import TITLES
from coala.scores.ratio import Score

FULL_NAME = "whole system"
NOTHING_NAME = "none of them"
FULL_SIGN = "all"
NOTHING_SIGN = "none"
# The longest name that fits a plot of a few hundred pixels, in characters.
_LONGEST_NAME = 24
# The margin around the outermost points, as a part of the range of the points.
_MARGIN = 0.08
_LEAST_EXTENT = 0.02
# A label lists up to this many signs; a longer list is cut, and the rest is counted.
_MOST_SIGNS = 4
# The least distance between two labels, in pixels.
_GAP = 3


class SystemPoint(NamedTuple):
    """A system in the plot."""

    column: int  # an index of ``Board.columns``; -1 for the whole system and the one without components
    sign: (
        str  # the label: the row of its component in the table, from 1, or ``FULL_SIGN`` or ``NOTHING_SIGN``
    )
    name: str
    recall: float
    precision: float

    @property
    def words(self) -> str:
        figures = f"recall {show(Rate(self.recall))}, precision {show(Rate(self.precision))}"
        return f"{self.sign} {self.name}: {figures}"


class RatesPicture(NamedTuple):
    """The plot of one metric."""

    title: str
    points: tuple[SystemPoint, ...]
    path: tuple[int, ...]  # indices of the points that a line joins, in order; () except for steps
    target: float | None  # the target precision, drawn as a line
    recalls: tuple[float, float]  # the range of the axis
    precisions: tuple[float, float]  # the range of the axis
    missing: int  # the number of systems without a point, as their recall or precision is 0/0


def make_pictures(board: Board, table: BoardTable) -> list[RatesPicture]:
    """Return a plot for each metric of the table; none without gold."""
    return [_make_picture(board, table, metric) for metric in table.metrics] if board.full else []


class Box(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    width: float
    height: float

    def meets(self, other: Box, gap: float = 0) -> bool:
        """Return True if the two overlap, or are nearer to each other than ``gap``."""
        return (
            self.left < other.left + other.width + gap
            and other.left < self.left + self.width + gap
            and self.top < other.top + other.height + gap
            and other.top < self.top + self.height + gap
        )


class Mark(NamedTuple):
    """A label for the points ``members``: one point, or several that are too close for separate labels."""

    box: Box
    text: str
    members: tuple[int, ...]


def group_marks(
    points: Sequence[tuple[float, float]],
    signs: Sequence[str],
    room: Box,
    width_of: Callable[[str], float],
    height: float,
) -> list[Mark]:
    """Return labels within ``room`` that do not overlap; points whose labels would overlap share one.

    ``points`` are in pixels, and ``signs`` are their labels. ``width_of`` returns the width of a text, and
    ``height`` is that of every label.
    """

    def place_mark(members: Sequence[int]) -> Mark:
        """Return the label of some points, centred on them and moved into the room."""
        text = _join_signs([signs[number] for number in members])
        across, down = zip(*(points[number] for number in members), strict=True)
        width = width_of(text)
        left = (min(across) + max(across) - width) / 2
        top = (min(down) + max(down) - height) / 2
        left = max(room.left, min(left, room.left + room.width - width))
        top = max(room.top, min(top, room.top + room.height - height))
        return Mark(Box(left, top, width, height), text, tuple(members))

    marks: list[Mark] = []
    for number in range(len(points)):
        added = place_mark([number])
        # A joined label is wider, and may meet another one.
        while met := next((other for other in marks if other.box.meets(added.box, _GAP)), None):
            marks.remove(met)
            added = place_mark(sorted((*met.members, *added.members)))
        marks.append(added)
    return marks


def _join_signs(signs: Sequence[str]) -> str:
    """Return the label of several points: "1, 2" or "1, 2, 3 +4"."""
    if len(signs) <= _MOST_SIGNS:
        return ", ".join(signs)
    shown = signs[: _MOST_SIGNS - 1]
    return f"{', '.join(shown)} +{len(signs) - len(shown)}"


def tick_label(value: float) -> str:
    """Return the label of a tick on an axis: ".85"."""
    return show(Share(value)).removesuffix("0")


def target_label(target: float) -> str:
    """Return the label of the target line."""
    return f"target {tick_label(target)}"


def choose_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return at most ``most`` round values between ``low`` and ``high``."""
    for power in range(-4, 1):
        for factor in (1, 2, 5):
            step = factor * 10.0**power
            first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
            if last - first < most:
                return [round(number * step, 4) for number in range(first, last + 1)]
    return [low, high]


def _make_picture(board: Board, table: BoardTable, metric: str) -> RatesPicture:
    nothing = (
        None
        if table.role is Role.WITHOUT
        else _make_overall_point(board.nothing, metric, NOTHING_SIGN, NOTHING_NAME)
    )
    full = _make_overall_point(board.full, metric, FULL_SIGN, FULL_NAME)
    # These come first, because a label of many points names the first ones.
    overall = [point for point in (full, nothing) if point is not None]
    points = list(overall)
    missing = 0
    for number, line in enumerate(table.lines, 1):
        pair = board.columns[line.column].scores.get(metric)
        # The graph that the row is about: without the component, with it alone, or up to it.
        own = None if pair is None else pair.before if table.role is Role.WITHOUT else pair.after
        point = _make_point(line.column, str(number), line.name, own)
        missing += point is None
        points += [] if point is None else [point]
    path = list(range(len(overall), len(points))) if table.role is Role.STEP else []
    if path and nothing is not None:
        path.insert(0, overall.index(nothing))
    target = board.plan.target_precision
    return RatesPicture(
        TITLES.get(metric, metric),
        tuple(points),
        tuple(path),
        target,
        make_axis_range([point.recall for point in points]),
        make_axis_range([point.precision for point in points] + ([] if target is None else [target])),
        missing,
    )


def _make_overall_point(scores: Mapping[str, Score], metric: str, sign: str, name: str) -> SystemPoint | None:
    return _make_point(-1, sign, name, scores.get(metric))


def _make_point(column: int, sign: str, name: str, score: Score | None) -> SystemPoint | None:
    if score is None or score.recall.value is None or score.precision.value is None:
        return None
    return SystemPoint(column, sign, one_line(name, _LONGEST_NAME), score.recall.value, score.precision.value)


def make_axis_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of the values with a small margin, within 0 and 1."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    margin = max(_MARGIN * (high - low), _LEAST_EXTENT / 2)
    return max(0.0, low - margin), min(1.0, high + margin)
