"""When gold may be shown, and for which bags it was.

Gold may hint at the right answer, so it is hidden until a bag is judged, unless the reviewer wants it first;
each verdict stores if gold was seen before it.
"""

from __future__ import annotations

from collections.abc import Iterable

from coala.gui.session.progress import ReviewProgress
from coala.review.file import Review
from coala.verdicts.state import State


class GoldVisibility:
    """The rules on when gold may be shown, and the bags for which it was shown in this session.

    ``first`` is True if gold may be shown before the verdict.
    """

    def __init__(self, review: Review, progress: ReviewProgress) -> None:
        self.first = False
        self._has_gold = review.summary.gold is not None
        self._progress = progress
        self._seen = bytearray(len(review.entries))

    def shows_gold(self, number: int) -> bool:
        """Return True if gold may be shown for a bag; without gold there is nothing to give away."""
        return self._hides_nothing or self._progress.verdicts[number] is not None

    def shows_share(self, number: int) -> bool:
        """Return True if the share may be shown; it gives away gold for all bags that gold joins."""
        return self._hides_nothing or not self._progress.waiting(number)

    @property
    def shows_all(self) -> bool:
        """True if views that order or sum up all bags by gold may be shown."""
        return self._hides_nothing or self._progress.answered == self._progress.total

    def record_seen(self, bags: Iterable[int]) -> None:
        """Record that gold was on the screen for these bags."""
        for number in bags:
            self._seen[number] = True

    def record_all_seen(self) -> None:
        """Record that a view of all bags that depends on gold was on the screen."""
        self._seen = bytearray(b"\1" * len(self._seen))

    def was_seen(self, number: int, before: State) -> bool | None:
        """Return True if a verdict is given after gold was seen; None if there is no gold.

        Gold counts as seen even after the verdict was removed.
        """
        if not self._has_gold:
            return None
        return self.first or bool(self._seen[number]) or bool(before.gold_seen)

    @property
    def _hides_nothing(self) -> bool:
        return self.first or not self._has_gold
