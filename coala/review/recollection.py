"""A reviewer is reminded of what was judged before: what it implies of a bag, and what is different now."""

from __future__ import annotations

from collections.abc import Mapping
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


class FormerVerdict(NamedTuple):
    """What stands at a bag of an earlier comparison that shares mentions with one of this."""

    fingerprint: str
    state: State


class Recollection:
    """What verdicts on bags of earlier comparisons say of those of this one, for the reviewer of a review."""

    def __init__(self, review: Review) -> None:
        self._review = review

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

    def with_implied(self) -> frozenset[int]:
        """The bags of which some row is implied."""
        return frozenset(number for number in self._with_shared_rows if self.implied(number))

    def since(self, number: int) -> BagSince | None:
        """What is different since the bag was judged; None where it was not.

        Raises ``ReviewError`` where the bag, or what was judged, is damaged.
        """
        former = self.former(number)
        if not former:
            return None
        judged = [self._review.question(one.fingerprint) for one in former]
        return compare_with_judged(self._review.bag(number), judged)

    def taken_over(self) -> int:
        """How many bags of this comparison have a verdict of the reviewer that was taken over."""
        return sum(self._review.state(entry.fingerprint).origin is not None for entry in self._review.entries)

    @cached_property
    def _with_shared_rows(self) -> tuple[int, ...]:
        return tuple(
            entry.number for entry in self._review.entries if ":" in entry.earlier or "=" in entry.earlier
        )

    def _shared(self, number: int) -> tuple[SharedRows, ...]:
        return read_shared_rows(self._review.entries[number].earlier)
