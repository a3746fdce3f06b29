"""Open reviews become one lock of all that their verdicts assert."""

from __future__ import annotations

from collections.abc import Sequence

from coala.diff.row_keys import row_keys
from coala.model.bag import Bag, Verdict
from coala.review.file import Review
from coala.verdicts.lock.lock import Lock, LockingBag
from coala.verdicts.state import Manner, State

_ASSERTING = (Verdict.BETTER, Verdict.WORSE)


def make_lock(reviews: Sequence[Review]) -> Lock:
    """All that the verdicts of these reviews assert; raises ``ReviewError`` for a damaged one.

    Each reviewer's verdicts count, or of a bag that was adjudicated only those of the adjudication.
    """
    of = {str(review.path): review for review in reviews}
    lock = Lock(lambda judged, document: of[judged.review].text(document))
    for review in reviews:
        review.check_on()
        states = {reviewer: review.states_of(reviewer) for reviewer in review.reviewers()}
        for entry in review.entries:
            given = {
                reviewer: state
                for reviewer, of_reviewer in states.items()
                if (state := of_reviewer.get(entry.fingerprint)) is not None and _asserts(state)
            }
            settled = {name: state for name, state in given.items() if state.manner is Manner.ADJUDICATION}
            for reviewer, state in (settled or given).items():
                judged = LockingBag(
                    str(review.path), entry.number, entry.fingerprint, entry.title, reviewer, state.verdict
                )
                bag = review.bag(entry.number)
                lock.add(judged, bag, _of_rows(bag, state))
    return lock


def _asserts(state: State) -> bool:
    return state.verdict in _ASSERTING or any(verdict in _ASSERTING for _, verdict in state.rows)


def _of_rows(bag: Bag, state: State) -> list[Verdict | None]:
    if not state.rows:
        return [None] * len(bag.divergences)
    of_row = dict(state.rows)
    return [of_row.get(key) for key in row_keys(bag)]
