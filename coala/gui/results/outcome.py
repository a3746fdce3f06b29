"""The outcome of an open review, from which its answer is written."""

from __future__ import annotations

from coala.gui.session.controller import ReviewController
from coala.output.links import estimate_review_links
from coala.output.tally import make_outcome
from coala.present.answer import ReviewOutcome
from coala.review.pooling import pool_reviews


def find_outcome(controller: ReviewController) -> ReviewOutcome:
    """Return the outcome of this reviewer's verdicts. Raises ``CoalaError``."""
    review, tally = controller.review, controller.progress.tally()
    if review.blind:
        return ReviewOutcome(tally, blind=True)
    # Others' verdicts stay hidden, so only this reviewer's count here.
    (pool,) = pool_reviews([review], review.reviewer)
    return make_outcome(pool, tally, estimate_review_links(pool))
