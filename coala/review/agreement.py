"""Verdicts and shares of the same bags become a two-way table: where the reviewer and a metric disagree.

A metric's share of a bag says whether the bag raises or lowers the score, the reviewer whether it made the
output better or worse. "The score rises, the reviewer says worse" is a finding: about the bag, about gold,
or about the metric. Verdicts and metrics meet here and know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coala.base.numerals import count
from coala.model.bag import Verdict
from coala.scores.significance import MOVEMENTS, Movement, movements

VERDICTS: tuple[Verdict | None, ...] = (*Verdict, None)
"""The rows of the table, from top to bottom; None holds the bags that nobody judged."""

_SAYS: Mapping[Verdict | None, str] = {
    Verdict.BETTER: "the reviewer says better",
    Verdict.WORSE: "the reviewer says worse",
    Verdict.SAME: "the reviewer says no difference",
    Verdict.UNSURE: "the reviewer cannot tell",
    None: "not judged yet",
}

_MOVES: Mapping[Movement, str] = {
    Movement.RISES: "the score rises",
    Movement.NO_CHANGE: "the score does not change",
    Movement.FALLS: "the score falls",
    Movement.UNDEFINED: "the share is undefined",
}

_AGREE = {(Verdict.BETTER, Movement.RISES), (Verdict.WORSE, Movement.FALLS)}

DISAGREE = ((Verdict.WORSE, Movement.RISES), (Verdict.BETTER, Movement.FALLS))
"""The findings, in the order in which they are shown. ``=`` and ``?`` contradict no direction."""


class FindingsCell(NamedTuple):
    """The bags with one verdict whose shares have one direction, in the order in which they came."""

    verdict: Verdict | None
    movement: Movement
    bags: tuple[int, ...]

    @property
    def disagrees(self) -> bool:
        """Whether reviewer and metric say the opposite."""
        return (self.verdict, self.movement) in DISAGREE

    @property
    def sentence(self) -> str:
        """What the cell says: "the score rises, the reviewer says worse: 3 bags"."""
        return f"{_MOVES[self.movement]}, {_SAYS[self.verdict]}: {count(len(self.bags), 'bag')}"


@dataclass(frozen=True)
class Findings:
    """The table of one metric: a cell for each verdict and direction, empty ones too.

    ``cells`` are in the order of ``VERDICTS``, and in each row in that of ``MOVEMENTS``.
    """

    cells: tuple[FindingsCell, ...]

    def cell(self, verdict: Verdict | None, movement: Movement) -> FindingsCell:
        """The cell in the row of ``verdict`` and the column of ``movement``."""
        return self.cells[VERDICTS.index(verdict) * len(MOVEMENTS) + MOVEMENTS.index(movement)]

    def row_total(self, verdict: Verdict | None) -> int:
        """How many bags have this verdict."""
        return sum(len(self.cell(verdict, movement).bags) for movement in MOVEMENTS)

    @property
    def total(self) -> int:
        """All bags of the table."""
        return sum(len(cell.bags) for cell in self.cells)

    @property
    def disagreements(self) -> tuple[FindingsCell, ...]:
        """The two cells that are findings: worse though the score rises, better though it falls."""
        return tuple(self.cell(*place) for place in DISAGREE)

    @property
    def agreed(self) -> int:
        """Bags on which reviewer and metric say the same direction."""
        return sum(len(self.cell(*place).bags) for place in _AGREE)

    @property
    def disagreed(self) -> int:
        """Bags on which they say the opposite."""
        return sum(len(cell.bags) for cell in self.disagreements)


def find_disagreements(verdicts: Sequence[Verdict | None], shares: Sequence[float | None]) -> Findings:
    """Sort the bags 0, 1, 2, … into the table of one metric by their verdicts and their shares.

    A share within 1e-12 of 0 is no change: shares of bags whose classes are as they were are exactly 0.0,
    and those of bags whose changes cancel out may be off by the last bit (``significance.NO_CHANGE``).
    """
    columns = movements(shares).tolist()
    rows = {verdict: row * len(MOVEMENTS) for row, verdict in enumerate(VERDICTS)}
    bags: list[list[int]] = [[] for _ in range(len(VERDICTS) * len(MOVEMENTS))]
    for number, (verdict, column) in enumerate(zip(verdicts, columns, strict=True)):
        bags[rows[verdict] + column].append(number)
    return Findings(
        tuple(
            FindingsCell(verdict, movement, tuple(bags[rows[verdict] + column]))
            for verdict in VERDICTS
            for column, movement in enumerate(MOVEMENTS)
        )
    )
