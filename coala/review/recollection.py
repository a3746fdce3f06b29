"""Recalls what a reviewer judged before of a bag that has changed since, and how it differs now."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from coala.review.file import Review
from coala.verdicts.memory import BagSince, compare_with_judged
from coala.verdicts.state import State

# In a larger bag, or beside larger ones, what is different is found when somebody asks.
_MOST_SPANS, _MOST_BYTES = 300, 20_000


class Remembered(Enum):
    """What can be said of a bag by what was judged before."""

    CHANGED = "changed since judged"
    TAKEN_OVER = "taken over"


class FormerVerdict(NamedTuple):
    """What stands at a bag of an earlier comparison that shares mentions with one of this."""

    fingerprint: str
    state: State


class Recollection:
    """What verdicts on bags of earlier comparisons say of those of this one, for the reviewer of a review."""

    def __init__(self, review: Review) -> None:
        self._review = review
        # Of one bag, the last that was asked for: by whom, and the answer.
        self._last: tuple[tuple[int, str], BagSince | None] | None = None
        self._times: dict[str, Mapping[str, str]] = {}

    def former(self, number: int) -> list[FormerVerdict]:
        """The reviewer's verdicts on bags that share mentions with this one, the last first."""
        return [
            FormerVerdict(fingerprint, state)
            for fingerprint in self._review.entries[number].earlier_bags
            if (state := self._review.state(fingerprint)).verdict is not None
        ]

    def is_small(self, number: int) -> bool:
        """Whether ``since`` takes no longer than a key may."""
        entry = self._review.entries[number]
        small = entry.spans <= _MOST_SPANS
        return small and self._review.size_of_questions(entry.earlier_bags) <= _MOST_BYTES

    def since(self, number: int) -> BagSince | None:
        """What is different since the bag was judged; None where it was not.

        Raises ``ReviewError`` where the bag, or what was judged, is damaged.
        """
        asked = number, self._review.reviewer
        if self._last is None or self._last[0] != asked:
            judged = [self._review.question(one.fingerprint) for one in self.former(number)]
            since = compare_with_judged(self._review.bag(number), judged) if judged else None
            self._last = asked, since
        return self._last[1]

    def when(self, former: FormerVerdict) -> str:
        """When a verdict was given, as a journal has it."""
        if former.state.origin is not None:
            return former.state.origin.time
        reviewer = self._review.reviewer
        if reviewer not in self._times:
            # All at once: nothing is said any more of bags of earlier comparisons.
            self._times[reviewer] = self._review.times_of(reviewer)
        return self._times[reviewer].get(former.fingerprint, "")

    def numbers(self, wanted: Remembered) -> frozenset[int]:
        """The bags of which that can be said."""
        entries = self._review.entries
        match wanted:
            case Remembered.CHANGED:
                touched = (entry.number for entry in entries if entry.earlier)
                return frozenset(number for number in touched if self._changed(number))
            case Remembered.TAKEN_OVER:
                states = map(self._review.state, (entry.fingerprint for entry in entries))
                return frozenset(number for number, state in enumerate(states) if state.origin is not None)

    def _changed(self, number: int) -> bool:
        unjudged = self._review.state(self._review.entries[number].fingerprint).verdict is None
        return unjudged and self._review.former_verdict(number) is not None

    def __bool__(self) -> bool:
        """Whether anything was judged before of what is in this comparison."""
        entries = self._review.entries
        if any(entry.earlier for entry in entries):
            return True
        mine = self._review.states_of(self._review.reviewer)
        taken_over = {fingerprint for fingerprint, state in mine.items() if state.origin is not None}
        return bool(taken_over) and any(entry.fingerprint in taken_over for entry in entries)
