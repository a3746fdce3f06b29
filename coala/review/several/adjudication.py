"""A review with the verdicts of several reviewers becomes the list of disputes that one of them settles."""

from __future__ import annotations

from collections.abc import Sequence

from coala.review.file import Review
from coala.verdicts.consensus import find_disputed
from coala.verdicts.state import Manner, State


def list_others(review: Review) -> list[str]:
    """The reviewers with verdicts in a file besides the one who judges."""
    return [reviewer for reviewer in review.reviewers() if reviewer != review.reviewer]


def opinions_on(review: Review, number: int) -> dict[str, State]:
    """What each of the others said of a bag, whoever may know it."""
    fingerprint = review.entries[number].fingerprint
    said = {reviewer: review.states_of(reviewer).get(fingerprint) for reviewer in list_others(review)}
    return {reviewer: state for reviewer, state in said.items() if state and state.verdict is not None}


class Adjudication:
    """The bags that were in dispute when it began; settled is one whose verdict was given for that end."""

    def __init__(self, review: Review) -> None:
        self._review = review
        names = find_disputed([review.states_of(reviewer) for reviewer in review.reviewers()])
        self.disputed = frozenset(entry.number for entry in review.entries if entry.fingerprint in names)

    @property
    def sentence(self) -> str:
        """Which bags these are, to follow "Only where": "ann and bo disagree"."""
        bags = [self._review.entries[number].fingerprint for number in self.disputed]
        said = ((reviewer, self._review.states_of(reviewer)) for reviewer in self._review.reviewers())
        names = [
            reviewer
            for reviewer, states in said
            if any(_is_opinion(states[bag]) for bag in bags if bag in states)
        ]
        if not names:
            return ""
        *first, last = names
        return f"{', '.join(first)} and {last} disagree" if first else ""

    def waits(self, number: int) -> bool:
        """Whether a bag is still to be settled."""
        state = self._review.state(self._review.entries[number].fingerprint)
        return number in self.disputed and state.manner is not Manner.ADJUDICATION

    def next_waiting(self, shown: Sequence[int], row: int, step: int = 1) -> int | None:
        """The row of the nearest bag that waits among ``shown``, after ``row``, wrapping; or None."""
        rows = len(shown)
        walk = ((row + step * distance) % rows for distance in range(1, rows + 1))
        return next((candidate for candidate in walk if self.waits(shown[candidate])), None)


def _is_opinion(state: State) -> bool:
    """Whether it is a verdict, and none that settled a dispute."""
    return state.verdict is not None and state.manner is not Manner.ADJUDICATION
