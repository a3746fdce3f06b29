"""What was said of the bags of a board becomes counts by column and the mark of each cell.

A module of its own because the table, the matrix and the page's status line all speak of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.review.board.board_file import StoredBoard
from coala.review.board.marks import ImpliedMark


@dataclass(frozen=True)
class BoardVerdicts:
    """One reviewer's verdicts on the bags of a board, and what they imply elsewhere, by fingerprint.

    ``by_change`` are how many changes of a bag have verdicts of their own, which make none of the bag.
    What is implied is told beside a bag and never counted; ``describe`` names the bags by which it is.
    """

    given: Mapping[str, Verdict] = field(default_factory=dict)
    implied: Mapping[str, ImpliedMark] = field(default_factory=dict)
    describe: Callable[[Sequence[str]], str] = field(default=", ".join, compare=False)
    by_change: Mapping[str, int] = field(default_factory=dict)

    def count(self, fingerprints: Iterable[str]) -> JudgedBags:
        """Count the verdicts of some bags."""
        counts = dict.fromkeys(Verdict, 0)
        implied = total = 0
        for fingerprint in fingerprints:
            total += 1
            if (verdict := self.given.get(fingerprint)) is not None:
                counts[verdict] += 1
            elif fingerprint in self.implied:
                implied += 1
        return JudgedBags(counts, implied, total)


def verdicts_of(stored: StoredBoard) -> BoardVerdicts:
    """What a board file knows of one reviewer's verdicts; it follows each that ``stored.marks`` takes."""
    return BoardVerdicts(stored.marks.given, stored.marks.implied, stored.describe, stored.marks.by_change)


class JudgedBags(NamedTuple):
    """How many of ``total`` bags have each verdict; ``implied`` ones are among those without."""

    verdicts: Mapping[Verdict, int]
    implied: int
    total: int

    @property
    def judged(self) -> int:
        """Bags with any verdict of one's own."""
        return sum(self.verdicts.values())
