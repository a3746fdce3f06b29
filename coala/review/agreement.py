"""Verdicts and shares of the same bags into a two-way table: where the reviewer and a metric disagree.

A metric's share of a bag says whether the bag raises or lowers the score, the reviewer whether it made the
output better or worse. "The score rises, the reviewer says worse" is a finding: about the bag, about gold,
or about the metric. Verdicts and metrics meet here and know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from coala.model.bag import Verdict
from coala.scores.significance import MOVEMENTS, Movement, movements

FindingsRow = tuple[int, Verdict | None, float | None]
"""A bag's number, its verdict (None: not judged), and its share (None: undefined)."""

VERDICTS: tuple[Verdict | None, ...] = (*Verdict, None)
"""The rows of the table, from top to bottom; None holds the bags that nobody judged."""

SAYS: Mapping[Verdict | None, str] = {
    Verdict.BETTER: "the reviewer says better",
    Verdict.WORSE: "the reviewer says worse",
    Verdict.SAME: "the reviewer says no difference",
    Verdict.UNSURE: "the reviewer cannot tell",
    None: "not judged yet",
}

MOVES: Mapping[Movement, str] = {
    Movement.RISES: "the score rises",
    Movement.NO_CHANGE: "the score does not change",
    Movement.FALLS: "the score falls",
    Movement.UNDEFINED: "the share is undefined",
}

AGREE = {(Verdict.BETTER, Movement.RISES), (Verdict.WORSE, Movement.FALLS)}

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
        count = len(self.bags)
        noun = "bag" if count == 1 else "bags"
        return f"{MOVES[self.movement]}, {SAYS[self.verdict]}: {count:,} {noun}"


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

    def column_total(self, movement: Movement) -> int:
        """How many bags move the score this way, judged or not."""
        return sum(len(self.cell(verdict, movement).bags) for verdict in VERDICTS)

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
        return sum(len(self.cell(*place).bags) for place in AGREE)

    @property
    def disagreed(self) -> int:
        """Bags on which they say the opposite."""
        return sum(len(cell.bags) for cell in self.disagreements)

    @property
    def in_order(self) -> tuple[FindingsCell, ...]:
        """The cells that hold a bag, the disagreements first, then as they stand in the table."""
        return tuple(cell for cell in sorted(self.cells, key=lambda cell: not cell.disagrees) if cell.bags)


def find_disagreements(rows: Iterable[FindingsRow]) -> Findings:
    """Sort the bags of one metric into the table.

    A share within 1e-12 of 0 is no change: shares of bags whose classes are as they were are exactly 0.0,
    and those of bags whose changes cancel out may be off by the last bit (``movement.NO_CHANGE``).
    """
    table = list(rows)
    columns = movements([share for _, _, share in table]).tolist()
    places = {verdict: place * len(MOVEMENTS) for place, verdict in enumerate(VERDICTS)}
    bags: list[list[int]] = [[] for _ in range(len(VERDICTS) * len(MOVEMENTS))]
    for (number, verdict, _), column in zip(table, columns, strict=True):
        bags[places[verdict] + column].append(number)
    cells = (
        FindingsCell(verdict, movement, tuple(bags[places[verdict] + column]))
        for verdict in VERDICTS
        for column, movement in enumerate(MOVEMENTS)
    )
    return Findings(tuple(cells))


def findings_by_metric(
    verdicts: Sequence[Verdict | None], shares: Mapping[str, Sequence[float | None]]
) -> dict[str, Findings]:
    """The table of each metric, for bags 0, 1, 2, … with these verdicts and, by metric, these shares."""
    return {
        metric: find_disagreements(zip(range(len(verdicts)), verdicts, values, strict=True))
        for metric, values in shares.items()
    }


def findings_text(found: Findings) -> Iterator[str]:
    """One sentence a cell that holds a bag; the disagreements come first, also where there is none."""
    if not found.disagreed:
        yield "the reviewer contradicts the score in no bag"
    for cell in found.in_order:
        yield cell.sentence


def findings_as_json(found: Findings) -> dict[str, Any]:
    """The table as JSON: bags are numbers from 0; a bag that is not judged has the verdict null."""
    return {
        "bags": found.total,
        "agreed": found.agreed,
        "disagreed": found.disagreed,
        "cells": [
            {"verdict": cell.verdict, "share": cell.movement, "bags": list(cell.bags)}
            for cell in found.in_order
        ],
    }
