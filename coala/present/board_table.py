"""The table and the matrix of a board, as values and words for the screen.

A board says what each component of a system is worth. It compares pairs of graphs, one pair for each
component and role: the role "without", for instance, compares the system without the component to the whole
system. Both views show one role:

- The table has a line for each component, the most valuable first: its score with the interval and p.
- The matrix has a row for each joint bag and a column for each component. A joint bag is a part of the corpus
  that no chain of any graph leaves; it may hold several bags of a component, which are in the cell.

The verdicts on the bags of a cell decide how it is marked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.board.board import Board, BoardColumn, Delta, JointBag, MarginalLinks, MetricDeltas
from coala.board.plan import Role
from coala.model.bag import Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present.figures import FigureInterval, Points, PValue, Rate, Share, show
from coala.present.phrases import VERDICT_SIGNS
from coala.review.board.board_file import StoredBoard
from coala.scores.findings import TITLES
from coala.scores.ratio import Score


class Worth(NamedTuple):
    """Worth of a component by one metric: changes of the scores, or the scores of its graph."""

    recall: Points | Rate
    precision: Points | Rate
    f1: Points | Rate
    interval: FigureInterval = FigureInterval(Points(None), Points(None))  # of F1, as are both p
    p: PValue = PValue(None)
    holm: PValue = PValue(None)  # p, adjusted for all components of the role (Holm)

    @property
    def is_change(self) -> bool:
        """True if the figures are changes."""
        return isinstance(self.f1, Points)

    @property
    def certainty(self) -> str:
        """Adjusted p, with a mark if the change is established; "" if it is unknown."""
        return "" if self.holm.value is None else f"p {show(self.holm)}"

    @property
    def with_unit(self) -> str:
        """F1 with its unit: "+8.58 points", "0.9120"."""
        return f"{show(self.f1)}{' points' if self.is_change and self.f1.value is not None else ''}"

    @property
    def words(self) -> str:
        """F1 in words: "+8.58 points, 95 % +5.29 to +11.20, Holm p .002* (raw <.001)"."""
        parts = [self.with_unit]
        if limits := show(self.interval):
            parts.append(f"95 % {limits}")
        if self.certainty and self.p.value is not None:
            parts.append(f"Holm {self.certainty} (raw {show(self.p)})")
        return ", ".join(parts)


_UNKNOWN = MetricDeltas(Delta(None), Delta(None), Delta(None))


def make_change(deltas: MetricDeltas) -> Worth:
    """Return the changes of one metric for the table."""
    f1 = deltas.f1
    return Worth(
        Points(deltas.recall.value),
        Points(deltas.precision.value),
        Points(f1.value),
        FigureInterval(Points(f1.low), Points(f1.high)),
        PValue(f1.p),
        PValue(f1.holm, f1.is_established),
    )


@dataclass(frozen=True)
class BoardVerdicts:
    """One reviewer's verdicts on the bags of a board, by the fingerprint of the bag."""

    given: Mapping[str, Verdict] = field(default_factory=dict)  # the verdict on the bag
    by_change: Mapping[str, int] = field(default_factory=dict)  # how many of its changes have verdicts

    def count(self, fingerprints: Iterable[str]) -> JudgedBags:
        """Count the verdicts of some bags."""
        counts = dict.fromkeys(Verdict, 0)
        total = 0
        for fingerprint in fingerprints:
            total += 1
            if (verdict := self.given.get(fingerprint)) is not None:
                counts[verdict] += 1
        return JudgedBags(counts, total)


def get_board_verdicts(stored: StoredBoard) -> BoardVerdicts:
    """Return the reviewer's verdicts in an open board file; later verdicts appear in the result."""
    return BoardVerdicts(stored.marks.given, stored.marks.by_change)


class JudgedBags(NamedTuple):
    """The numbers of bags by verdict, and the number of all bags."""

    verdicts: Mapping[Verdict, int]
    total: int

    @property
    def judged(self) -> int:
        """The number of bags with a verdict."""
        return sum(self.verdicts.values())


OPEN_SIGN = "\N{BLACK CIRCLE}"
"""Marks a cell without verdicts."""
BY_CHANGE_SIGN = "\N{CIRCLE WITH LEFT HALF BLACK}"
"""Marks a cell with verdicts on own changes or links only."""
NO_BAG_SIGN = "\N{EMPTY SET}"
"""Marks a cell without a bag."""
LONGEST_TITLE = 300


class CellState(Enum):
    """How far the bags of a cell are judged."""

    EMPTY = "no changed bag"
    OPEN = "none judged"
    PARTLY = "partly judged"
    JUDGED = "all judged"


class CellBag(NamedTuple):
    """An interesting bag of a component, with its number (from 0) among the bags of that component."""

    number: int
    fingerprint: str


class MatrixCell(NamedTuple):
    """How a cell is marked, which holds the bags of one component in one joint bag."""

    state: CellState
    sign: str
    verdict: Verdict | None  # the verdict of all bags; None if they differ or one is not judged


class MatrixRow(NamedTuple):
    """A joint bag, or a heading above some of them."""

    joint: int  # an index of ``Board.joint_bags``; -1 for a heading
    heading: str = ""


class BoardMatrix:
    """The matrix of one role: a column for each component, in the order of the table.

    A component owns a joint bag if it has a bag in it. Rows are sorted by the number of owners, with a
    heading for each number. Methods get a cell by its row and its ``place``, the position of its column.
    """

    def __init__(self, board: Board, role: Role, columns: Sequence[int]) -> None:
        """Take the ``columns``, indices of ``board.columns``."""
        self.board = board
        self.role = role
        self.columns = tuple(columns)
        # The bags by joint bag and column, and the columns that own each joint bag.
        self._bags: defaultdict[tuple[int, int], list[CellBag]] = defaultdict(list)
        owners: defaultdict[int, set[int]] = defaultdict(set)
        shown = frozenset(columns)
        for place in board.places:
            if place.column in shown:
                self._bags[place.joint, place.column].append(CellBag(place.number, place.fingerprint))
                owners[place.joint].add(place.column)
        self._owner_counts = {joint: len(found) for joint, found in owners.items()}
        self.rows = tuple(self._list_rows())
        self._row_of = {row.joint: number for number, row in enumerate(self.rows) if not row.heading}

    @property
    def total(self) -> int:
        """The number of joint bags with a row."""
        return len(self._row_of)

    @property
    def shared(self) -> int:
        """The number of joint bags that two or more components own."""
        return sum(owners > 1 for owners in self._owner_counts.values())

    def row_of(self, joint: int) -> int:
        """Return the row of a joint bag, or -1."""
        return self._row_of.get(joint, -1)

    def bags(self, row: int, place: int) -> Sequence[CellBag]:
        """Return the bags of a cell; no bags in a heading."""
        if self.rows[row].heading:
            return ()
        return self._bags.get((self.rows[row].joint, self.columns[place]), ())

    def joint_bag(self, row: int) -> JointBag:
        return self.board.joint_bags[self.rows[row].joint]

    def title(self, row: int) -> str:
        """Return the heading, or the title of the joint bag of a row."""
        heading = self.rows[row].heading
        return heading or one_line(self.joint_bag(row).title, LONGEST_TITLE)

    def find(self, column: int, number: int) -> tuple[int, int] | None:
        """Return the row and the place of a bag; None if the matrix does not show it.

        ``column`` is an index of ``Board.columns``, and ``number`` the bag's number in it.
        """
        for place in self.board.places:
            if (place.column, place.number) == (column, number) and column in self.columns:
                row = self.row_of(place.joint)
                return None if row < 0 else (row, self.columns.index(column))
        return None

    def cell(self, row: int, place: int, verdicts: BoardVerdicts) -> MatrixCell:
        """Return the mark of a cell."""
        return mark_cell([bag.fingerprint for bag in self.bags(row, place)], verdicts)

    def words(self, row: int, place: int, verdicts: BoardVerdicts) -> str:
        """Return a cell in words, for the status line, the tooltip and screen readers."""
        name = one_line(self.board.columns[self.columns[place]].name, 60)
        bags = self.bags(row, place)
        if not bags:
            return f"{name}: no difference here"
        parts = [
            f"bag {bag.number + 1:,}, {_describe_verdict(bag.fingerprint, verdicts)}"
            for bag in bags[:_MOST_LISTED]
        ]
        if len(bags) > _MOST_LISTED:
            parts.append(f"{len(bags) - _MOST_LISTED:,} more")
        return f"{name}: {'; '.join(parts)}"

    def _list_rows(self) -> Iterable[MatrixRow]:
        # The joint bags by the number of their owners.
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for joint in sorted(self._owner_counts):
            groups[self._owner_counts[joint]].append(joint)
        for owners in sorted(groups):
            bags = groups[owners]
            who = "one" if owners == 1 else str(owners)
            yield MatrixRow(-1, f"Changed by {who}: {count(len(bags), 'bag')}")
            yield from map(MatrixRow, bags)


# The most bags that a tooltip lists.
_MOST_LISTED = 6


def mark_cell(fingerprints: Sequence[str], verdicts: BoardVerdicts) -> MatrixCell:
    """Return the mark of a cell with these bags.

    The sign is "+" for one bag judged better, "+2" for two, "+−" if verdicts differ, "1/3" if only one of
    three is judged, "●" or "●3" if no bag is judged, and "∅" without a bag.
    """
    if not fingerprints:
        return MatrixCell(CellState.EMPTY, NO_BAG_SIGN, None)
    given = [verdicts.given.get(name) for name in fingerprints]
    judged = [verdict for verdict in given if verdict is not None]
    number = str(len(fingerprints)) if len(fingerprints) > 1 else ""
    if len(judged) == len(fingerprints):
        same = len(set(judged)) == 1
        signs = [VERDICT_SIGNS[verdict] for verdict in Verdict if verdict in judged]
        return MatrixCell(
            CellState.JUDGED,
            f"{signs[0]}{number}" if same else "".join(signs[:2]),
            judged[0] if same else None,
        )
    if judged:
        return MatrixCell(CellState.PARTLY, f"{len(judged)}/{len(fingerprints)}", None)
    sign = BY_CHANGE_SIGN if any(name in verdicts.by_change for name in fingerprints) else OPEN_SIGN
    return MatrixCell(CellState.OPEN, f"{sign}{number}", None)


def _describe_verdict(fingerprint: str, verdicts: BoardVerdicts) -> str:
    verdict = verdicts.given.get(fingerprint)
    if verdict is not None:
        return f"judged {VERDICT_WORDS[verdict]}"
    changes = verdicts.by_change.get(fingerprint)
    return f"not judged as a whole, {count(changes, 'change')} judged" if changes else "not judged"


SHOWN_METRICS = ("muc", "b_cubed")
"""Two metrics that weigh links differently [CAMP]; a board without them shows its first two."""
LONGEST_NAME = 200

_LEAST_RANGE = 1e-4
"""Of an axis, in parts of 1."""


def _count_more(number: int, noun: str) -> str:
    return f"{abs(number):,} {'fewer' if number < 0 else 'more'} {noun}{'' if abs(number) == 1 else 's'}"


class LinkFigure(NamedTuple):
    """The links between mentions that a component adds: 94 right of 99, precision .949."""

    links: MarginalLinks
    misses: bool  # True if the precision is below the target precision of the board

    @property
    def text(self) -> str:
        return f"{show(self.links.right)}/{show(self.links.made)}"

    @property
    def precision(self) -> float | None:
        exact = self.links.precision
        return None if exact is None else float(exact)

    @property
    def words(self) -> str:
        """The figure in a phrase: "94 of 99 new links are right, precision .949".

        A component may also lose right links or links, and then both differences are named.
        """
        right, made = self.links
        if 0 <= right <= made:
            verb = "is" if made == 1 else "are"
            words = f"{right:,} of {count(made, 'new link')} {verb} right, precision {self.precision_text}"
            return words if made else "no new links"
        return f"{_count_more(made, 'link')}, {_count_more(right, 'right link')}"

    @property
    def precision_text(self) -> str:
        return show(Share(self.precision))


class BoardLine(NamedTuple):
    """A component in the chosen role."""

    column: int  # its index in ``Board.columns``
    name: str
    links: LinkFigure | None
    worths: tuple[Worth, ...]  # for each metric of the table
    fingerprints: tuple[str, ...]  # of its interesting bags, in their order
    has_bags: bool  # False if the board has no graph to compare with, and so no bags


@dataclass(frozen=True)
class BoardTable:
    """The lines of one role."""

    role: Role
    lines: tuple[BoardLine, ...]
    metrics: tuple[str, ...]  # the keys of the metrics that are shown
    target: float | None  # the target precision of links, from 0 to 1
    changes: tuple[bool, ...]  # for each metric: True if changes are shown, False if scores are
    has_gold: bool

    @property
    def titles(self) -> tuple[str, ...]:
        """The names of the metrics on the screen."""
        return tuple(TITLES.get(metric, metric) for metric in self.metrics)

    @property
    def shows_change(self) -> bool:
        """True if the figures by the first metric are changes."""
        return bool(self.changes) and self.changes[0]

    @property
    def shows_rates(self) -> bool:
        """True if there is recall and precision: scores against gold, or their changes."""
        return self.has_gold and any(line.worths for line in self.lines)

    def head(self, place: int, figure: str = "F1") -> str:
        """Return the head of the column of a figure by one of the metrics: "ΔMUC F1"."""
        if not self.has_gold:
            return f"{self.titles[place]} similarity"
        return f"{'Δ' if self.changes[place] else ''}{self.titles[place]} {figure}"

    @cached_property
    def rate_range(self) -> tuple[float, float]:
        """The range of the bars of recall and precision: one for both, so that they can be compared."""
        if not self.shows_change:
            return 0.0, 1.0
        rates = (rate.value for line in self.lines for rate in line.worths[0][:2])
        known = [0.0, *(rate for rate in rates if rate is not None)]
        return min(known), max(*known, _LEAST_RANGE)

    @cached_property
    def f1_ranges(self) -> tuple[tuple[float, float], ...]:
        """The range of each metric's figures and intervals; it includes zero."""
        return tuple(map(self._find_range, range(len(self.metrics))))

    def _find_range(self, place: int) -> tuple[float, float]:
        if not self.changes[place]:
            return 0.0, 1.0
        ends = [0.0]
        for line in self.lines:
            worth = line.worths[place]
            ends += [end.value for end in (worth.f1, *worth.interval) if end.value is not None]
        return min(ends), max(*ends, _LEAST_RANGE)


def make_table(board: Board, role: Role, chosen: Sequence[str] = ()) -> BoardTable:
    """Return the table of one role; components without a graph in that role have no line.

    ``chosen`` are the metrics, by default ``SHOWN_METRICS``.
    """
    columns = board.find_columns(role)
    metrics = tuple(chosen) or _choose_metrics(board)
    has_gold = board.plan.gold is not None
    # MUC is undefined for a graph without links, and so is a change from that graph.
    shows_scores = bool(metrics) and board.shows_scores(role, metrics[0])
    changes = tuple(
        not shows_scores and any(_has_change(board.columns[number], metric) for number in columns)
        for metric in metrics
    )
    fingerprints: dict[int, list[str]] = {number: [] for number in columns}
    for place in board.places:
        if place.column in fingerprints:
            fingerprints[place.column].append(place.fingerprint)
    shows_change = dict(zip(metrics, changes, strict=True))
    lines = [_make_line(board, number, shows_change, tuple(fingerprints[number])) for number in columns]
    if role is not Role.STEP and has_gold:
        lines.sort(key=_rank)
    return BoardTable(role, tuple(lines), metrics, board.plan.target_precision, changes, has_gold)


def describe_line(table: BoardTable, line: BoardLine) -> str:
    """Return a line in words for the status line; the table has the rest, such as intervals."""
    parts = [one_line(line.name, 60), *filter(None, [describe_links(table, line)])]
    for title, worth in zip(table.titles, line.worths, strict=True):
        parts.append(f"{title} F1 {'by ' if worth.is_change else ''}{worth.with_unit}")
    return "; ".join(parts)


def describe_links(table: BoardTable, line: BoardLine) -> str:
    """Return the links of a line in words, "" without gold."""
    if line.links is None:
        return ""
    missed = f", below the target {show(Share(table.target))}" if line.links.misses else ""
    return f"{line.links.words}{missed}"


def _make_line(
    board: Board, number: int, shows_change: Mapping[str, bool], fingerprints: tuple[str, ...]
) -> BoardLine:
    """Return the line of a column; ``shows_change`` has True for each metric whose changes are shown."""
    column = board.columns[number]
    # Without gold, the table shows how similar the two graphs are.
    own = {metric: pair.after for metric, pair in column.scores.items()} or column.similarity
    worths = tuple(
        make_change(column.deltas.get(metric, _UNKNOWN)) if change else _make_scores(own.get(metric))
        for metric, change in shows_change.items()
    )
    target = board.plan.target_precision
    links = None if column.links is None else LinkFigure(column.links, bool(column.misses(target)))
    name = one_line(column.name, LONGEST_NAME)
    return BoardLine(number, name, links, worths, fingerprints, column.baseline is not None)


def _choose_metrics(board: Board) -> tuple[str, ...]:
    """Return ``SHOWN_METRICS``, or the first two metrics of a board without these."""
    known = [metric for column in board.columns for metric in (column.scores or column.similarity)]
    wanted = [metric for metric in SHOWN_METRICS if metric in known]
    return tuple(wanted or list(dict.fromkeys(known))[:2])


def _has_change(column: BoardColumn, metric: str) -> bool:
    """Return True if the change is defined: a graph without links has no precision, and so no change."""
    return metric in column.deltas and column.deltas[metric].f1.value is not None


def _make_scores(score: Score | None) -> Worth:
    if score is None:
        return Worth(Rate(None), Rate(None), Rate(None))
    return Worth(Rate(score.recall.value), Rate(score.precision.value), Rate(score.f1))


def _rank(line: BoardLine) -> float:
    """Return a sort key: the highest first, undefined figures last."""
    worth = line.worths[0].f1.value if line.worths else None
    return float("inf") if worth is None else -worth
