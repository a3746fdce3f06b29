"""Open reviews become one lock of all that their verdicts assert."""

from __future__ import annotations

from collections.abc import Sequence

from coala.diff.row_keys import row_keys
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.lock.lock import JudgedBag, Lock

_ASSERTING = (Verdict.BETTER, Verdict.WORSE)


def make_lock(reviews: Sequence[Review]) -> Lock:
    """All that the verdicts of these reviews assert; raises ``ReviewError`` for a damaged one."""
    of = {str(review.path): review for review in reviews}
    lock = Lock(lambda judged, document: of[judged.review].text(document))
    for review in reviews:
        review.check_on()
        for entry in review.entries:
            state = review.state(entry.fingerprint)
            if state.verdict not in _ASSERTING and not any(row in _ASSERTING for _, row in state.rows):
                continue
            bag = review.bag(entry.number)
            of_row = dict(state.rows)
            rows = [of_row.get(key) for key in row_keys(bag)] if of_row else [None] * len(bag.divergences)
            judged = JudgedBag(
                str(review.path),
                entry.number,
                entry.fingerprint,
                entry.title,
                review.history_of(entry.number)[-1].reviewer,
                state.verdict,
            )
            lock.add(judged, bag, rows)
    return lock
