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

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import one_line
from coala.board.board import ESTABLISHED_BELOW, Board, BoardColumn, Delta, JointBag, MarginalLinks
from coala.board.plan import Role
from coala.model.bag import Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present.figures import MINUS, part_of_one, short_p, signed
from coala.present.phrases import VERDICT_SIGNS
from coala.review.board.board_file import StoredBoard
from coala.scores.findings import TITLES

STAR = "\N{BLACK STAR}"
"""Marks a figure whose p is significant after the adjustment for all components of the role."""


class Worth(NamedTuple):
    """A figure of the table: a change of a score in points, or a score. None means undefined or unknown."""

    value: float | None  # a change in points of 0.01, or a score from 0 to 1
    low: float | None = None  # the ends of the 95 % interval
    high: float | None = None
    p: float | None = None
    holm: float | None = None  # p, adjusted for all components of the role (Holm)
    is_change: bool = True  # False if ``value`` is a score

    @property
    def is_sure(self) -> bool:
        """True if the figure differs significantly from zero, by the adjusted p."""
        return self.holm is not None and self.holm < ESTABLISHED_BELOW

    @property
    def text(self) -> str:
        """The figure alone: "+8.58", ".912"."""
        if self.value is None:
            return NOT_APPLICABLE
        return signed(self.value) if self.is_change else part_of_one(self.value)

    @property
    def interval(self) -> str:
        """The interval: "5.29 to 11.20"; "" if it is unknown."""
        if self.low is None or self.high is None:
            return ""
        return f"{_format_end(self.low)} to {_format_end(self.high)}"

    @property
    def certainty(self) -> str:
        """The adjusted p, after a star if it is significant; "" if it is unknown."""
        if self.holm is None:
            return ""
        return f"{STAR} p {short_p(self.holm)}" if self.is_sure else f"p {short_p(self.holm)}"

    @property
    def with_unit(self) -> str:
        """The figure with its unit: "+8.58 points", ".912"."""
        return f"{self.text} points" if self.is_change and self.value is not None else self.text

    @property
    def words(self) -> str:
        """Everything in words: "+8.58 points, 95 % 5.29 to 11.20, Holm p .002 (raw .0002)"."""
        parts = [self.with_unit]
        if self.interval:
            parts.append(f"95 % {self.interval}")
        if self.holm is not None and self.p is not None:
            parts.append(f"Holm p {short_p(self.holm)} (raw {short_p(self.p)})")
        return ", ".join(parts)


def make_change(delta: Delta) -> Worth:
    """Return a change for the table; ``delta`` has it in parts of 1, the table in points of 0.01."""
    # The first three fields are the value and the ends of the interval.
    value, low, high = (None if part is None else 100 * part for part in delta[:3])
    return Worth(value, low, high, delta.p, delta.holm)


def _format_end(value: float) -> str:
    rounded = round(value, 2) or 0.0
    return f"{rounded:.2f}".replace("-", MINUS)


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


def _count_more(number: int, noun: str) -> str:
    return f"{abs(number):,} {'fewer' if number < 0 else 'more'} {noun}{'' if abs(number) == 1 else 's'}"


class LinkFigure(NamedTuple):
    """The links between mentions that a component adds: 94 right of 99, precision .949."""

    links: MarginalLinks
    misses: bool  # True if the precision is below the target precision of the board

    @property
    def text(self) -> str:
        return f"{self.links.right:,}/{self.links.made:,}".replace("-", MINUS)

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
        return NOT_APPLICABLE if self.precision is None else part_of_one(self.precision)


class BoardLine(NamedTuple):
    """A component in the chosen role."""

    column: int  # its index in ``Board.columns``
    name: str
    links: LinkFigure | None
    recall: Worth | None  # by the first metric of the table
    precision: Worth | None  # by the first metric of the table
    f1: tuple[Worth, ...]  # one figure for each metric of the table
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
        """True if R, P and the F1 of the first metric are changes."""
        return bool(self.changes) and self.changes[0]

    @cached_property
    def rate_range(self) -> tuple[float, float]:
        """The range of the bars of recall and precision: one for both, so that they can be compared."""
        if not self.shows_change:
            return 0.0, 1.0
        rates = (worth for line in self.lines for worth in (line.recall, line.precision))
        known = [0.0, *(worth.value for worth in rates if worth is not None and worth.value is not None)]
        return min(known), max(*known, 0.01)

    @cached_property
    def f1_ranges(self) -> tuple[tuple[float, float], ...]:
        """The range of each metric's figures and intervals; it includes zero."""
        return tuple(map(self._find_range, range(len(self.metrics))))

    def _find_range(self, place: int) -> tuple[float, float]:
        if not self.changes[place]:
            return 0.0, 1.0
        ends = [0.0]
        for line in self.lines:
            worth = line.f1[place]
            ends += [end for end in (worth.value, worth.low, worth.high) if end is not None]
        return min(ends), max(*ends, 0.01)


def make_table(board: Board, role: Role) -> BoardTable:
    """Return the table of one role; components without a graph in that role have no line."""
    columns = board.find_columns(role)
    metrics = _choose_metrics(board)
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
    parts = [one_line(line.name, 60)]
    if line.links is not None:
        parts.append(
            line.links.words
            + (f", below the target {part_of_one(table.target or 0)}" if line.links.misses else "")
        )
    for title, worth, change in zip(table.titles, line.f1, table.changes, strict=True):
        parts.append(f"{title} F1 {'by ' if change else ''}{worth.with_unit}")
    return "; ".join(parts)


def _make_line(
    board: Board, number: int, shows_change: Mapping[str, bool], fingerprints: tuple[str, ...]
) -> BoardLine:
    """Return the line of a column; ``shows_change`` has True for each metric whose changes are shown."""
    column = board.columns[number]
    # Without gold, the table shows how similar the two graphs are.
    own = {metric: pair.after for metric, pair in column.scores.items()} or column.similarity
    first = next(iter(shows_change), "")
    recall = precision = None
    if shows_change.get(first):
        deltas = column.deltas[first]
        recall, precision = make_change(deltas.recall), make_change(deltas.precision)
    elif column.scores and first in own:
        recall, precision = _make_score(own[first].recall.value), _make_score(own[first].precision.value)
    f1 = tuple(
        make_change(column.deltas[metric].f1)
        if change
        else _make_score(own[metric].f1 if metric in own else None)
        for metric, change in shows_change.items()
    )
    target = board.plan.target_precision
    links = None if column.links is None else LinkFigure(column.links, bool(column.misses(target)))
    name = one_line(column.name, LONGEST_NAME)
    return BoardLine(number, name, links, recall, precision, f1, fingerprints, column.baseline is not None)


def _choose_metrics(board: Board) -> tuple[str, ...]:
    """Return ``SHOWN_METRICS``, or the first two metrics of a board without these."""
    known = [metric for column in board.columns for metric in (column.scores or column.similarity)]
    wanted = [metric for metric in SHOWN_METRICS if metric in known]
    return tuple(wanted or list(dict.fromkeys(known))[:2])


def _has_change(column: BoardColumn, metric: str) -> bool:
    """Return True if the change is defined: a graph without links has no precision, and so no change."""
    return metric in column.deltas and column.deltas[metric].f1.value is not None


def _make_score(value: float | None) -> Worth:
    return Worth(value, is_change=False)


def _rank(line: BoardLine) -> float:
    """Return a sort key: the highest first, undefined figures last."""
    worth = line.f1[0].value if line.f1 else None
    return float("inf") if worth is None else -worth
