"""The columns of a board in one role become the lines of its table, the most valuable component first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import one_line
from coala.engine.board.board import Board, BoardColumn, MarginalLinks
from coala.engine.board.plan import Role
from coala.presentation.board.worth import Worth, part_of_one, worth_of
from coala.presentation.phrases import MINUS
from coala.scores.findings import TITLES

SHOWN_METRICS = ("muc", "b_cubed")
"""The two that disagree on what a link is worth [CAMP]; of a board without them, its first two."""
LONGEST_NAME = 200


class LinkFigure(NamedTuple):
    """The links that a component adds: "94/99", ".949", and whether that misses the target."""

    links: MarginalLinks
    misses: bool

    @property
    def text(self) -> str:
        return f"{self.links.right:,}/{self.links.made:,}".replace("-", MINUS)

    @property
    def precision(self) -> float | None:
        exact = self.links.precision
        return None if exact is None else float(exact)

    @property
    def precision_text(self) -> str:
        return NOT_APPLICABLE if self.precision is None else part_of_one(self.precision)


class BoardLine(NamedTuple):
    """A component in the role that is shown: ``column`` is its index in ``Board.columns``.

    ``recall`` and ``precision`` are the first metric's; ``f1`` has each metric's, in the table's order.
    ``fingerprints`` are those of its interesting bags, in their order.
    """

    column: int
    name: str
    links: LinkFigure | None
    recall: Worth | None
    precision: Worth | None
    f1: tuple[Worth, ...]
    fingerprints: tuple[str, ...]
    has_bags: bool


@dataclass(frozen=True)
class BoardTable:
    """The lines of one role. ``changes`` says of each metric whether changes are shown or scores themselves.

    R and P are the first metric's.
    """

    role: Role
    lines: tuple[BoardLine, ...]
    metrics: tuple[str, ...]
    target: float | None
    changes: tuple[bool, ...]
    has_gold: bool

    @property
    def titles(self) -> tuple[str, ...]:
        """The metrics' names on the screen."""
        return tuple(TITLES.get(metric, metric) for metric in self.metrics)

    @property
    def shows_change(self) -> bool:
        """Whether R, P and the first metric's F1 are changes."""
        return bool(self.changes) and self.changes[0]

    @cached_property
    def rate_range(self) -> tuple[float, float]:
        """From where to where bars of R and P reach: one measure for both, so that they compare."""
        if not self.shows_change:
            return 0.0, 1.0
        rates = (worth for line in self.lines for worth in (line.recall, line.precision))
        known = [0.0, *(worth.value for worth in rates if worth is not None and worth.value is not None)]
        return min(known), max(*known, 0.01)

    @cached_property
    def f1_ranges(self) -> tuple[tuple[float, float], ...]:
        """From where to where each metric's figures and intervals reach, zero included."""
        return tuple(map(self._range, range(len(self.metrics))))

    def _range(self, place: int) -> tuple[float, float]:
        if not self.changes[place]:
            return 0.0, 1.0
        ends = [0.0]
        for line in self.lines:
            worth = line.f1[place]
            ends += [end for end in (worth.value, worth.low, worth.high) if end is not None]
        return min(ends), max(*ends, 0.01)


def make_table(board: Board, role: Role) -> BoardTable:
    """The table of one role; components without a graph in that role have no line in it."""
    columns = board.of_role(role)
    metrics = _metrics(board)
    has_gold = board.plan.gold is not None
    # Against a graph in which nothing is linked MUC has no change: in any row, or in that of a first step.
    alone = bool(metrics) and board.shows_scores(role, metrics[0])
    changes = tuple(
        not alone and any(_is_known(board.columns[number], metric) for number in columns)
        for metric in metrics
    )
    prints: dict[int, list[str]] = {number: [] for number in columns}
    for place in board.places:
        if place.column in prints:
            prints[place.column].append(place.fingerprint)
    shown = dict(zip(metrics, changes, strict=True))
    lines = [_line(board, number, shown, tuple(prints[number])) for number in columns]
    if role is not Role.STEP and has_gold:
        lines.sort(key=_rank)
    return BoardTable(role, tuple(lines), metrics, board.plan.target_precision, changes, has_gold)


def describe_line(table: BoardTable, line: BoardLine) -> str:
    """A line in words, for who hears it."""
    said = [line.name]
    if line.links is not None:
        said.append(
            f"{line.links.text} links right, precision {line.links.precision_text}"
            + (f", below the target {part_of_one(table.target or 0)}" if line.links.misses else "")
        )
    for title, worth, change in zip(table.titles, line.f1, table.changes, strict=True):
        said.append(f"{title} F1 {'by ' if change else ''}{worth.words}")
    if line.has_bags:
        said.append(count(len(line.fingerprints), "interesting bag"))
    return "; ".join(said)


def _line(board: Board, number: int, shown: Mapping[str, bool], prints: tuple[str, ...]) -> BoardLine:
    """A line; ``shown`` maps the metrics to whether their changes are shown."""
    column = board.columns[number]
    own = {metric: pair.after for metric, pair in column.scores.items()} or column.similarity
    first, *_ = [*shown, ""]
    recall = precision = None
    if shown.get(first):
        deltas = column.deltas[first]
        recall, precision = worth_of(deltas.recall), worth_of(deltas.precision)
    elif column.scores and first in own:
        recall, precision = _own(own[first].recall.value), _own(own[first].precision.value)
    f1 = tuple(
        worth_of(column.deltas[metric].f1) if change else _own(own[metric].f1 if metric in own else None)
        for metric, change in shown.items()
    )
    target = board.plan.target_precision
    links = None if column.links is None else LinkFigure(column.links, bool(column.misses(target)))
    name = one_line(column.name, LONGEST_NAME)
    return BoardLine(number, name, links, recall, precision, f1, prints, column.baseline is not None)


def _metrics(board: Board) -> tuple[str, ...]:
    known = [metric for column in board.columns for metric in (column.scores or column.similarity)]
    wanted = [metric for metric in SHOWN_METRICS if metric in known]
    return tuple(wanted or list(dict.fromkeys(known))[:2])


def _is_known(column: BoardColumn, metric: str) -> bool:
    """Whether its change is defined: of a graph without links there is no precision, and so no change."""
    return metric in column.deltas and column.deltas[metric].f1.value is not None


def _own(value: float | None) -> Worth:
    return Worth(value, is_change=False)


def _rank(line: BoardLine) -> float:
    worth = line.f1[0].value if line.f1 else None
    return float("inf") if worth is None else -worth
