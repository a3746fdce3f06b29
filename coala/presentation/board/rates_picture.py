"""Recall and precision of a board's systems become a picture: points by metric, a path of steps, a target."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coala.base.plain_text import one_line
from coala.engine.board.board import Board
from coala.engine.board.plan import Role
from coala.presentation.board.table import BoardTable
from coala.presentation.board.worth import part_of_one
from coala.scores.findings import TITLES
from coala.scores.ratio import Score

FULL_NAME = "whole system"
NOTHING_NAME = "none of them"
# A name in a picture of a few hundred pixels.
_LONGEST = 24
# What is around the outermost points, as a part of what they cover.
_MARGIN = 0.08
_LEAST_EXTENT = 0.02


class SystemPoint(NamedTuple):
    """A system in the picture; ``column`` is -1 for the whole system and for the one without components."""

    column: int
    name: str
    recall: float
    precision: float

    @property
    def words(self) -> str:
        return f"{self.name}: recall {part_of_one(self.recall)}, precision {part_of_one(self.precision)}"


class RatesPicture(NamedTuple):
    """One metric: its points, the order in which a path joins them, and from where to where the axes go.

    ``missing`` counts the systems whose recall or precision is 0/0.
    """

    title: str
    points: tuple[SystemPoint, ...]
    path: tuple[int, ...]
    target: float | None
    recalls: tuple[float, float]
    precisions: tuple[float, float]
    missing: int


def make_pictures(board: Board, table: BoardTable) -> list[RatesPicture]:
    """A picture for each metric of the table; none without gold."""
    return [_picture(board, table, metric) for metric in table.metrics] if board.full else []


def tick_words(value: float) -> str:
    """What stands at a place on an axis: ".85"."""
    return part_of_one(value).removesuffix("0")


def target_words(target: float) -> str:
    """What stands at the line of the target."""
    return f"target {tick_words(target)}"


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round places on an axis, at most so many."""
    for power in range(-4, 1):
        for factor in (1, 2, 5):
            step = factor * 10.0**power
            first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
            if last - first < most:
                return [round(number * step, 4) for number in range(first, last + 1)]
    return [low, high]


def _picture(board: Board, table: BoardTable, metric: str) -> RatesPicture:
    points: list[SystemPoint] = []
    missing = 0
    for line in table.lines:
        pair = board.columns[line.column].scores.get(metric)
        # The graph that the component's own name stands for: without it, with it alone, or up to it.
        own = None if pair is None else pair.before if table.role is Role.WITHOUT else pair.after
        point = _point(line.column, line.name, own)
        missing += point is None
        points += [] if point is None else [point]
    path = list(range(len(points))) if table.role is Role.STEP else []
    nothing = None if table.role is Role.WITHOUT else _known(board.nothing, metric, NOTHING_NAME)
    full = _known(board.full, metric, FULL_NAME)
    if path and nothing is not None:
        path.insert(0, len(points))
    points += [point for point in (nothing, full) if point is not None]
    target = board.plan.target_precision
    return RatesPicture(
        TITLES.get(metric, metric),
        tuple(points),
        tuple(path),
        target,
        _reach([point.recall for point in points]),
        _reach([point.precision for point in points] + ([] if target is None else [target])),
        missing,
    )


def _known(scores: Mapping[str, Score], metric: str, name: str) -> SystemPoint | None:
    return _point(-1, name, scores.get(metric))


def _point(column: int, name: str, score: Score | None) -> SystemPoint | None:
    if score is None or score.recall.value is None or score.precision.value is None:
        return None
    return SystemPoint(column, one_line(name, _LONGEST), score.recall.value, score.precision.value)


def _reach(values: Sequence[float]) -> tuple[float, float]:
    """A little more than what the values cover, within 0 and 1."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    margin = max(_MARGIN * (high - low), _LEAST_EXTENT / 2)
    return max(0.0, low - margin), min(1.0, high + margin)
