"""Decides what gold says may be seen, and remembers for each bag whether it was seen."""

from __future__ import annotations

from collections.abc import Iterable

from coala.gui.session.progress import ReviewProgress
from coala.review.file import Review
from coala.verdicts.state import State


class GoldSight:
    """What of gold may be seen, and of which bags it was seen in this session.

    ``first`` says whether gold may be seen before the verdict.
    """

    def __init__(self, review: Review, progress: ReviewProgress) -> None:
        self.first = False
        self._has_gold = review.summary.gold is not None
        self._progress = progress
        self._seen = bytearray(len(review.entries))

    def shows_gold(self, number: int) -> bool:
        """Return True if what gold says of a bag may be seen: without gold there is nothing to give away."""
        return self._hides_nothing or self._progress.verdicts[number] is not None

    def shows_share(self, number: int) -> bool:
        """Return True if the share may be seen: it gives away what gold says of all bags that it joins."""
        return self._hides_nothing or not self._progress.waiting(number)

    @property
    def shows_all(self) -> bool:
        """True if views that put all bags into an order or a sum by gold may be seen."""
        return self._hides_nothing or self._progress.answered == self._progress.total

    def saw(self, bags: Iterable[int]) -> None:
        """Remember that what gold says of these bags stood on the screen."""
        for number in bags:
            self._seen[number] = True

    def was_seen(self, number: int, before: State) -> bool | None:
        """Return True if a verdict is given with gold in sight; None where there is no gold.

        What was seen once cannot be unseen, also when its verdict was taken back.
        """
        if not self._has_gold:
            return None
        return self.first or bool(self._seen[number]) or bool(before.gold_seen)

    @property
    def _hides_nothing(self) -> bool:
        return self.first or not self._has_gold
