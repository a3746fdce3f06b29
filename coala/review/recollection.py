"""A reviewer is reminded of what was judged before: what it implies of a bag, and what is different now."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from coala.review.file import Review
from coala.verdicts.memory import (
    BagSince,
    Implied,
    SharedRows,
    compare_with_judged,
    imply,
    read_shared_rows,
)
from coala.verdicts.state import State

# In a larger bag, or beside larger ones, what is different is found when somebody asks.
_MOST_SPANS, _MOST_BYTES = 300, 20_000


class Remembered(Enum):
    """What can be said of a bag by what was judged before."""

    CHANGED = "changed since judged"
    IMPLIED = "with implied verdicts"
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
            FormerVerdict(rows.fingerprint, state)
            for rows in self._shared(number)
            if (state := self._review.state(rows.fingerprint)).verdict is not None
        ]

    def implied(self, number: int) -> Mapping[str, Implied]:
        """What these verdicts imply of the bag's rows, by their keys, where the reviewer has said nothing."""
        state = self._review.state(self._review.entries[number].fingerprint)
        if state.verdict is not None:
            return {}
        answered = {key for key, _ in state.rows}
        said = imply(self._shared(number), self._review.state)
        return {key: implied for key, implied in said.items() if key not in answered}

    def is_small(self, number: int) -> bool:
        """Whether ``since`` takes no longer than a key may."""
        earlier = [rows.fingerprint for rows in self._shared(number)]
        small = self._review.entries[number].spans <= _MOST_SPANS
        return small and self._review.size_of_questions(earlier) <= _MOST_BYTES

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
            case Remembered.IMPLIED:
                return frozenset(number for number in self._with_shared_rows if self.implied(number))
            case Remembered.CHANGED:
                touched = (entry.number for entry in entries if entry.earlier or entry.formerly)
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
        if any(entry.earlier or entry.formerly for entry in entries):
            return True
        mine = self._review.states_of(self._review.reviewer)
        taken_over = {fingerprint for fingerprint, state in mine.items() if state.origin is not None}
        return bool(taken_over) and any(entry.fingerprint in taken_over for entry in entries)

    @cached_property
    def _with_shared_rows(self) -> tuple[int, ...]:
        return tuple(
            entry.number for entry in self._review.entries if ":" in entry.earlier or "=" in entry.earlier
        )

    def _shared(self, number: int) -> tuple[SharedRows, ...]:
        return read_shared_rows(self._review.entries[number].earlier)
