"""What gold says may be seen or not, and whether it was seen when a verdict was given is remembered."""

from __future__ import annotations

from collections.abc import Iterable

from coala.gui.session.progress import ReviewProgress
from coala.review.file import Review
from coala.verdicts.state import State


class GoldSight:
    """``first`` says whether gold may be seen before the verdict; what was seen is of this session."""

    def __init__(self, review: Review, progress: ReviewProgress) -> None:
        self.first = False
        self._has_gold = review.summary.gold is not None
        self._progress = progress
        self._seen = bytearray(len(review.entries))

    def shows_gold(self, number: int) -> bool:
        """Whether what gold says of a bag may be told: without gold there is nothing to give away."""
        return self._tells_all or self._progress.verdicts[number] is not None

    def shows_share(self, number: int) -> bool:
        """Whether the share may be told: it gives away what gold says of all bags that it joins."""
        return self._tells_all or not self._progress.waiting(number)

    def saw(self, bags: Iterable[int]) -> None:
        """Remember that what gold says of these bags stood on the screen."""
        for number in bags:
            self._seen[number] = True

    def was_seen(self, number: int, before: State, *, by_share: bool) -> bool | None:
        """Whether a verdict is given with gold in sight; None where there is no gold.

        What was seen once cannot be unseen: not when its verdict was taken back, nor when the order of the
        list, ``by_share``, tells what the bag is worth.
        """
        if not self._has_gold:
            return None
        return self.first or by_share or bool(self._seen[number]) or bool(before.gold_seen)

    @property
    def _tells_all(self) -> bool:
        return self.first or not self._has_gold
