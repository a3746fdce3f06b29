"""What was said of the bags of a board becomes counts by column and the mark of each cell.

A module of its own because the table, the matrix and the page's status line all speak of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.review.board.board_file import StoredBoard


@dataclass(frozen=True)
class BoardVerdicts:
    """One reviewer's verdicts on the bags of a board, by fingerprint.

    ``by_change`` counts the changes of a bag with verdicts of their own, which make none of the bag.
    """

    given: Mapping[str, Verdict] = field(default_factory=dict)
    by_change: Mapping[str, int] = field(default_factory=dict)

    def count(self, fingerprints: Iterable[str]) -> JudgedBags:
        """Count the verdicts of some bags."""
        counts = dict.fromkeys(Verdict, 0)
        total = 0
        for fingerprint in fingerprints:
            total += 1
            if (verdict := self.given.get(fingerprint)) is not None:
                counts[verdict] += 1
        return JudgedBags(counts, total)


def verdicts_of(stored: StoredBoard) -> BoardVerdicts:
    """What a board file knows of one reviewer's verdicts; it follows each that ``stored.marks`` takes."""
    return BoardVerdicts(stored.marks.given, stored.marks.by_change)


class JudgedBags(NamedTuple):
    """How many of ``total`` bags have each verdict."""

    verdicts: Mapping[Verdict, int]
    total: int

    @property
    def judged(self) -> int:
        """Bags with any verdict of one's own."""
        return sum(self.verdicts.values())
