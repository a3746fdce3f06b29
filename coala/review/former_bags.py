"""Each bag of a new comparison is held against all that were judged before, and the outcome is counted."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from coala.base.numerals import count
from coala.errors import DamagedReviewError
from coala.model.bag import Bag
from coala.model.values import Span
from coala.review.memory import Memory, StoredBag, Verdicts
from coala.review.storage.questions import spans_of_question
from coala.review.storage.schema import check_types

_MOST_EARLIER = 50
"""Bags of earlier comparisons whose history a bag has; nobody reads more."""


MEMORY = "memory"
"""The key in the header of what ``parse_memory_counts`` reads."""


class MemoryCounts(NamedTuple):
    """What became of the verdicts in a new comparison, in interesting bags.

    A bag has a verdict that was taken over, or one that was given in this very file (``kept``), or it shares
    mentions with a bag that was judged (``changed``), or it is ``new``. ``files`` are those whose verdicts
    were taken over; on ``disagreeing`` bags two of them had different verdicts of one reviewer.

    A review file keeps them, for whoever opens it.
    """

    taken_over: int
    kept: int
    changed: int
    new: int
    files: tuple[str, ...] = ()
    disagreeing: int = 0

    @property
    def as_json(self) -> dict[str, object]:
        """The counts as ``coala diff --json`` has them."""
        return self._asdict()

    @property
    def sentence(self) -> str:
        """The counts in words, for the end of a run."""
        kept = f", {self.kept:,} judged in this review" if self.kept else ""
        return (
            f"{count(self.taken_over, 'verdict')} taken over from {' and '.join(self.files)}{kept}, "
            f"{count(self.changed, 'bag')} changed since judged, {self.new:,} new.{self._conflict}"
        )

    @property
    def _conflict(self) -> str:
        if not self.disagreeing:
            return ""
        has = "has" if self.disagreeing == 1 else "have"
        return (
            f" {count(self.disagreeing, 'bag')} {has} different verdicts by one reviewer in these files: "
            "the newer one counts."
        )


def parse_memory_counts(stored: str | None, path: Path) -> MemoryCounts | None:
    """Read the counts in the header of a review or a board; None if it keeps none. Raises ``ReviewError``."""
    if stored is None:
        return None
    try:
        told = json.loads(stored)
        counts = MemoryCounts(**told | {"files": tuple(told["files"])})
        check_types([counts], MemoryCounts)
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: what was counted of other reviews is damaged") from error
    return counts


def count_memory(bags: Iterable[Bag], memory: Memory) -> MemoryCounts:
    """What would become of verdicts in a comparison with these interesting bags, of which no file is made."""
    former = FormerBags(memory.verdicts, memory.bags)
    for bag in bags:
        former.of_bag(bag)
    return former.counts(memory)


class FormerBags:
    """The bags that were judged in any earlier comparison, by their spans; the last judged comes last."""

    def __init__(
        self, verdicts: Verdicts, stored: Mapping[str, StoredBag], beside: Collection[str] = ()
    ) -> None:
        """Bags ``beside`` stand in the same file, as other columns of a board ask them: none is earlier."""
        self._verdicts = verdicts
        self._stored = stored
        newest = {name: max(given.moment for given in states.values()) for name, states in verdicts.items()}
        self._rank = {name: rank for rank, name in enumerate(sorted(newest, key=newest.__getitem__))}
        self._holders: dict[Span, list[str]] = {}
        for fingerprint in self._rank:
            if fingerprint in beside:
                continue
            for span in spans_of_question(stored[fingerprint].question, stored[fingerprint].what):
                self._holders.setdefault(span, []).append(fingerprint)
        self._counts = dict.fromkeys(("taken_over", "kept", "changed", "new"), 0)
        self._present: set[str] = set()

    def of_bag(self, bag: Bag) -> list[str]:
        """Return the judged bags that share a span with this one, the last first; count the bag."""
        self._present.add(bag.fingerprint)
        held = (fingerprint for span in bag.spans for fingerprint in self._holders.get(span, ()))
        touched = set(held) - {bag.fingerprint}
        last_first = sorted(touched, key=self._rank.__getitem__, reverse=True)[:_MOST_EARLIER]
        self._count(bag.fingerprint, last_first)
        return last_first

    def counts(self, memory: Memory) -> MemoryCounts:
        """What was counted so far."""
        return MemoryCounts(**self._counts, files=memory.files, disagreeing=memory.disagreeing)

    def questions(self) -> Iterator[tuple[str, bytes]]:
        """Each judged bag as it is to be kept now: whole, unless it is in the comparison itself."""
        for fingerprint, stored in self._stored.items():
            yield fingerprint, stored.question if fingerprint in self._present else stored.fullest

    def documents(self) -> set[str]:
        """Return the documents of judged bags that are not in the comparison: their texts are needed."""
        return {
            span.document for span, holders in self._holders.items() if not self._present.issuperset(holders)
        }

    def _count(self, fingerprint: str, earlier: Iterable[str]) -> None:
        states = [given.state for given in self._verdicts.get(fingerprint, {}).values()]
        judged = [state for state in states if state.judges]
        if judged:
            self._counts["taken_over" if any(state.origin for state in judged) else "kept"] += 1
            return
        said = [given for name in earlier for given in self._verdicts[name].values()]
        is_changed = any(given.state.verdict is not None for given in said)
        self._counts["changed" if is_changed else "new"] += 1
