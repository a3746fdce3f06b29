"""The places of a board become a matrix: joint bags by components, with a mark and words for each cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.engine.board.board import Board, JointBag
from coala.engine.board.plan import Role
from coala.model.bag import Verdict
from coala.presentation.board.board_verdicts import BoardVerdicts
from coala.presentation.phrases import VERDICT_SIGNS, VERDICT_WORDS

OPEN_SIGN = "\N{BLACK CIRCLE}"
BY_CHANGE_SIGN = "\N{CIRCLE WITH LEFT HALF BLACK}"
NO_BAG_SIGN = "\N{EMPTY SET}"
LONGEST_TITLE = 300


class CellState(Enum):
    """What is known of a cell's bags."""

    EMPTY = "no interesting bag"
    OPEN = "none judged"
    PARTLY = "partly judged"
    JUDGED = "all judged"


class CellBag(NamedTuple):
    """An interesting bag of a column, by its number there (from 0)."""

    number: int
    fingerprint: str


class MatrixCell(NamedTuple):
    """The bags of one column in one joint bag: how they stand, and the sign for it.

    ``verdict`` is the one that all have; None where they differ or have none.
    """

    state: CellState
    sign: str
    verdict: Verdict | None


class MatrixRow(NamedTuple):
    """A joint bag by its index in ``Board.joint_bags``, or a heading above those of so many components."""

    joint: int
    heading: str = ""


class BoardMatrix:
    """The matrix of one role: columns in the order of the table, rows by how many components own them.

    ``only`` are the joint bags that pass a filter, None for all.
    """

    def __init__(
        self, board: Board, role: Role, columns: Sequence[int], only: Collection[int] | None = None
    ) -> None:
        self.board = board
        self.role = role
        self.columns = tuple(columns)
        self._bags: defaultdict[tuple[int, int], list[CellBag]] = defaultdict(list)
        owners: defaultdict[int, set[int]] = defaultdict(set)
        shown = frozenset(columns)
        for place in board.places:
            if place.column in shown:
                self._bags[place.joint, place.column].append(CellBag(place.number, place.fingerprint))
                owners[place.joint].add(place.column)
        wanted = owners.keys() if only is None else owners.keys() & frozenset(only)
        self._owners = {joint: len(owners[joint]) for joint in wanted}
        self.rows = tuple(self._list_rows())
        self._row_of = {row.joint: number for number, row in enumerate(self.rows) if not row.heading}

    @property
    def total(self) -> int:
        """How many joint bags there are rows of."""
        return len(self._row_of)

    @property
    def shared(self) -> int:
        """How many of them two or more components own."""
        return sum(owners > 1 for owners in self._owners.values())

    def row_of(self, joint: int) -> int:
        """The row of a joint bag, or -1."""
        return self._row_of.get(joint, -1)

    def bags(self, row: int, place: int) -> Sequence[CellBag]:
        """The bags of a cell, ``place`` being that of the column in ``columns``; none in a heading."""
        if self.rows[row].heading:
            return ()
        return self._bags.get((self.rows[row].joint, self.columns[place]), ())

    def joint_bag(self, row: int) -> JointBag:
        return self.board.joint_bags[self.rows[row].joint]

    def title(self, row: int) -> str:
        """What stands before a row."""
        heading = self.rows[row].heading
        return heading or one_line(self.joint_bag(row).title, LONGEST_TITLE)

    def places_of(self, row: int) -> list[int]:
        """The columns, by their places, in which a row has a bag."""
        return [place for place in range(len(self.columns)) if self.bags(row, place)]

    def find(self, column: int, number: int) -> tuple[int, int] | None:
        """The row and the place of a column's bag."""
        for place in self.board.places:
            if (place.column, place.number) == (column, number) and column in self.columns:
                row = self.row_of(place.joint)
                return None if row < 0 else (row, self.columns.index(column))
        return None

    def cell(self, row: int, place: int, verdicts: BoardVerdicts) -> MatrixCell:
        """How a cell stands."""
        return cell_of([bag.fingerprint for bag in self.bags(row, place)], verdicts)

    def words(self, row: int, place: int, verdicts: BoardVerdicts) -> str:
        """A cell in words, for the status line, the tooltip and who hears it."""
        name = one_line(self.board.columns[self.columns[place]].name, 60)
        bags = self.bags(row, place)
        if not bags:
            return f"{name}: no divergence in this bag"
        said = [f"bag {bag.number + 1:,} {_judgement(bag.fingerprint, verdicts)}" for bag in bags[:_TOLD]]
        if len(bags) > _TOLD:
            said.append(f"{len(bags) - _TOLD:,} more")
        return f"{name}: {'; '.join(said)}"

    def why_empty(self, row: int, place: int) -> str:
        """Why a cell has no bag to open, in a sentence; "" where it has one."""
        if self.rows[row].heading or self.bags(row, place):
            return ""
        column = self.board.columns[self.columns[place]]
        name = one_line(column.name, 60)
        if column.baseline is None:
            return (
                f"{NO_BAG_SIGN}: no bag of {name}, for the board has no graph with which its own could be "
                "compared."
            )
        return f"{NO_BAG_SIGN}: nothing to judge here: {_ALIKE[self.role].format(name)} in this joint bag."

    def _list_rows(self) -> Iterable[MatrixRow]:
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for joint in sorted(self._owners):
            groups[self._owners[joint]].append(joint)
        for owners in sorted(groups):
            bags = groups[owners]
            who = "one" if owners == 1 else str(owners)
            yield MatrixRow(-1, f"Owned by {who}: {count(len(bags), 'bag')}")
            yield from map(MatrixRow, bags)


_ALIKE = {
    Role.WITHOUT: "the system without {0} and the whole system do not diverge",
    Role.ONLY: "the system with {0} alone and that with none of the components do not diverge",
    Role.STEP: "the system before the step {0} and after it do not diverge",
}
# A tooltip is read at a glance.
_TOLD = 6


def cell_of(fingerprints: Sequence[str], verdicts: BoardVerdicts) -> MatrixCell:
    """How the bags of one cell stand together; of several the sign counts them."""
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


def _judgement(fingerprint: str, verdicts: BoardVerdicts) -> str:
    verdict = verdicts.given.get(fingerprint)
    if verdict is not None:
        return f"judged {VERDICT_WORDS[verdict]}"
    changes = verdicts.by_change.get(fingerprint)
    return f"not judged as a whole, {count(changes, 'change')} judged" if changes else "not judged"
