"""A two-way table of verdicts and shares, which shows where the reviewer and a metric disagree.

A bag is one item of a review. Its *share* is the change of a metric's F1 that the bag causes, from -1 to 1;
None where undefined. Its verdict states whether it made the output better or worse. The rows of the table are
verdicts, its columns the directions of shares (``MOVEMENTS``: the score rises, does not change, falls, …).
"The score rises and the reviewer says worse" is a *finding*: about the bag, about gold, or about the metric.

A gold chain may join several bags (``BagGroups``). These have one share together, so they count here as one,
with the net of their verdicts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from coala.base.numerals import count
from coala.model.bag import Verdict
from coala.scores.significance import MOVEMENTS, Movement, find_movements
from coala.verdicts.bag_groups import BagGroups

VERDICTS: tuple[Verdict | None, ...] = (*Verdict, None)
"""The rows of the table, from top to bottom; None is the row of bags that are not judged."""

_VERDICT_WORDS: Mapping[Verdict | None, str] = {
    Verdict.BETTER: "the reviewer says better",
    Verdict.WORSE: "the reviewer says worse",
    Verdict.SAME: "the reviewer sees no difference",
    Verdict.UNSURE: "the reviewer is not sure",
    None: "there is no verdict yet",
}

_MOVEMENT_WORDS: Mapping[Movement, str] = {
    Movement.RISES: "the score rises",
    Movement.NO_CHANGE: "the score does not change",
    Movement.FALLS: "the score falls",
    Movement.UNDEFINED: "the effect is undefined",
}

_AGREE = {(Verdict.BETTER, Movement.RISES), (Verdict.WORSE, Movement.FALLS)}

DISAGREE = ((Verdict.WORSE, Movement.RISES), (Verdict.BETTER, Movement.FALLS))
"""The findings, in the order in which they are shown. ``=`` and ``?`` contradict no direction."""


class FindingsCell(NamedTuple):
    """The bags with one verdict whose shares have one direction, in the order of the input.

    ``shares`` counts their shares: one for each bag, and one for all bags of a group that gold joins.
    """

    verdict: Verdict | None
    movement: Movement
    bags: tuple[int, ...]
    shares: int

    @property
    def disagrees(self) -> bool:
        """True if reviewer and metric contradict each other."""
        return (self.verdict, self.movement) in DISAGREE

    @property
    def sentence(self) -> str:
        """The cell in words: "the score rises and the reviewer says worse: 3 bags"."""
        bags = count(len(self.bags), "bag")
        what = bags if self.shares == len(self.bags) else f"{count(self.shares, 'effect')} of {bags}"
        return f"{_MOVEMENT_WORDS[self.movement]} and {_VERDICT_WORDS[self.verdict]}: {what}"


@dataclass(frozen=True)
class Findings:
    """The table of one metric: a cell for each verdict and direction, empty ones too.

    ``cells`` are in the order of ``VERDICTS``, and in each row in that of ``MOVEMENTS``. All numbers count
    shares: a bag that gold joins with others has its share with them.
    """

    cells: tuple[FindingsCell, ...]

    def cell(self, verdict: Verdict | None, movement: Movement) -> FindingsCell:
        """Return the cell in the row of ``verdict`` and the column of ``movement``."""
        return self.cells[VERDICTS.index(verdict) * len(MOVEMENTS) + MOVEMENTS.index(movement)]

    def row_total(self, verdict: Verdict | None) -> int:
        """Return the number of shares with this verdict."""
        return sum(self.cell(verdict, movement).shares for movement in MOVEMENTS)

    @property
    def total(self) -> int:
        """The number of all shares in the table."""
        return sum(cell.shares for cell in self.cells)

    @property
    def has_groups(self) -> bool:
        """True if a cell has a share of several bags."""
        return any(cell.shares < len(cell.bags) for cell in self.cells)

    @property
    def disagreements(self) -> tuple[FindingsCell, ...]:
        """The two cells that are findings: worse though the score rises, better though it falls."""
        return tuple(self.cell(*place) for place in DISAGREE)

    @property
    def agreed(self) -> int:
        """The number of shares on which reviewer and metric agree."""
        return sum(self.cell(*place).shares for place in _AGREE)

    @property
    def disagreed(self) -> int:
        """The number of shares on which reviewer and metric contradict each other."""
        return sum(cell.shares for cell in self.disagreements)


def find_disagreements(
    verdicts: Sequence[Verdict | None],
    shares: Sequence[float | None],
    groups: BagGroups,
    *,
    unjudged: bool = True,
) -> Findings:
    """Sort the bags 0, 1, 2, … into the table of one metric by their verdicts and their shares.

    Without ``unjudged``, bags without a verdict, or with one in their group, are in no cell.

    A share within 1e-12 of 0 is no change (``statistics.NO_CHANGE``). The share of a bag with unchanged
    classes is exactly 0.0. If the changes of a bag cancel out, it may be off by the last bit.
    """
    if len(verdicts) != len(shares):
        raise ValueError(f"{len(verdicts)} verdicts on {len(shares)} shares")
    firsts = groups.firsts
    columns = find_movements([shares[number] for number in firsts]).tolist()
    # The index of the first cell of each row; each cell has the first bags of groups.
    rows = {verdict: row * len(MOVEMENTS) for row, verdict in enumerate(VERDICTS)}
    cells: list[list[int]] = [[] for _ in range(len(VERDICTS) * len(MOVEMENTS))]
    for number, column in zip(firsts, columns, strict=True):
        bags = groups.find_group(number)
        verdict = verdicts[number] if len(bags) == 1 else net_verdict([verdicts[bag] for bag in bags])
        if verdict is not None or unjudged:
            cells[rows[verdict] + column].append(number)
    return Findings(
        tuple(
            FindingsCell(
                verdict,
                movement,
                tuple(chain.from_iterable(map(groups.find_group, cells[rows[verdict] + column]))),
                len(cells[rows[verdict] + column]),
            )
            for verdict in VERDICTS
            for column, movement in enumerate(MOVEMENTS)
        )
    )


def net_verdict(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    """Return the sign of ``+`` less ``-``: ``?`` if all verdicts are ``?``, None if one is None."""
    if None in verdicts:
        return None
    net = verdicts.count(Verdict.BETTER) - verdicts.count(Verdict.WORSE)
    if net:
        return Verdict.BETTER if net > 0 else Verdict.WORSE
    return Verdict.UNSURE if all(verdict is Verdict.UNSURE for verdict in verdicts) else Verdict.SAME
