"""The columns of a board in one role become the lines of its table, the most valuable component first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import one_line
from coala.engine.board.board import Board, BoardColumn, MarginalLinks
from coala.engine.board.plan import Role
from coala.presentation.board.worth import Worth, part_of_one, worth_of
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
        return f"{self.links.right:,}/{self.links.made:,}"

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
    """The lines of one role. ``shows_change`` says whether figures are changes or the scores themselves."""

    role: Role
    lines: tuple[BoardLine, ...]
    metrics: tuple[str, ...]
    target: float | None
    shows_change: bool
    has_gold: bool

    @property
    def titles(self) -> tuple[str, ...]:
        """The metrics' names on the screen."""
        return tuple(TITLES.get(metric, metric) for metric in self.metrics)

    @property
    def rate_extent(self) -> float:
        """How far the bars of R and P reach at most: one measure for both, so that they can be compared."""
        rates = [worth for line in self.lines for worth in (line.recall, line.precision)]
        return _extent(rates) if self.shows_change else 1.0

    def f1_range(self, place: int) -> tuple[float, float]:
        """From where to where a metric's figures and intervals reach, zero included."""
        if not self.shows_change:
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
    has_gold = any(board.columns[number].deltas for number in columns)
    shows_change = has_gold and all(_is_known(board.columns[number], metrics) for number in columns)
    prints: dict[int, list[str]] = {number: [] for number in columns}
    for place in board.places:
        if place.column in prints:
            prints[place.column].append(place.fingerprint)
    lines = [
        _line(board, number, metrics, tuple(prints[number]), shows_change=shows_change) for number in columns
    ]
    if role is not Role.STEP and has_gold:
        lines.sort(key=_rank)
    return BoardTable(role, tuple(lines), metrics, board.plan.target_precision, shows_change, has_gold)


def describe_line(table: BoardTable, line: BoardLine) -> str:
    """A line in words, for who hears it."""
    said = [line.name]
    if line.links is not None:
        said.append(
            f"{line.links.text} links right, precision {line.links.precision_text}"
            + (f", below the target {part_of_one(table.target or 0)}" if line.links.misses else "")
        )
    what = "F1 by" if table.shows_change else "F1"
    said += [f"{title} {what} {worth.words}" for title, worth in zip(table.titles, line.f1, strict=True)]
    if line.has_bags:
        said.append(count(len(line.fingerprints), "interesting bag"))
    return "; ".join(said)


def _line(
    board: Board, number: int, metrics: Sequence[str], prints: tuple[str, ...], *, shows_change: bool
) -> BoardLine:
    column = board.columns[number]
    recall = precision = None
    if shows_change:
        first = column.deltas[metrics[0]]
        recall, precision = worth_of(first.recall), worth_of(first.precision)
        f1 = tuple(worth_of(column.deltas[metric].f1) for metric in metrics)
    else:
        after = {metric: pair.after for metric, pair in column.scores.items()} or column.similarity
        shown = [after.get(metric) for metric in metrics]
        if column.scores and shown and shown[0] is not None:
            recall, precision = _own(shown[0].recall.value), _own(shown[0].precision.value)
        f1 = tuple(_own(None if score is None else score.f1) for score in shown)
    target = board.plan.target_precision
    links = None if column.links is None else LinkFigure(column.links, column.misses(target))
    name = one_line(column.name, LONGEST_NAME)
    return BoardLine(number, name, links, recall, precision, f1, prints, column.baseline is not None)


def _metrics(board: Board) -> tuple[str, ...]:
    known = [metric for column in board.columns for metric in (column.scores or column.similarity)]
    wanted = [metric for metric in SHOWN_METRICS if metric in known]
    return tuple(wanted or list(dict.fromkeys(known))[:2])


def _is_known(column: BoardColumn, metrics: Sequence[str]) -> bool:
    """Whether its changes are defined: of a graph without links there is no precision, and so no change."""
    return bool(metrics) and all(
        metric in column.deltas and column.deltas[metric].f1.value is not None for metric in metrics
    )


def _own(value: float | None) -> Worth:
    return Worth(value, is_change=False)


def _rank(line: BoardLine) -> float:
    worth = line.f1[0].value if line.f1 else None
    return float("inf") if worth is None else -worth


def _extent(worths: Sequence[Worth | None]) -> float:
    known = [abs(worth.value) for worth in worths if worth is not None and worth.value is not None]
    return max(known, default=0.0) or 1.0
