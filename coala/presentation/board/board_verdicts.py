"""What was said of the bags of a board becomes counts by column and the mark of each cell.

A module of its own because the table, the matrix and the page's status line all speak of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from coala.model.bag import Verdict


class Implication(NamedTuple):
    """What verdicts on rows elsewhere say of a bag that has none: told beside it, and never counted."""

    verdict: Verdict
    by: str
    """The bag or bags with these verdicts, as a reader knows them."""


@dataclass(frozen=True)
class BoardVerdicts:
    """One reviewer's verdicts on the bags of a board, and what they imply elsewhere, by fingerprint."""

    given: Mapping[str, Verdict] = field(default_factory=dict)
    implied: Mapping[str, Implication] = field(default_factory=dict)

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


class JudgedBags(NamedTuple):
    """How many of ``total`` bags have each verdict; ``implied`` ones are among those without."""

    verdicts: Mapping[Verdict, int]
    implied: int
    total: int

    @property
    def judged(self) -> int:
        """Bags with any verdict of one's own."""
        return sum(self.verdicts.values())
