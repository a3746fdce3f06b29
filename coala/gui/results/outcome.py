"""The answer of an open review, and the verdicts that count in it."""

from __future__ import annotations

from coala.gui.session.controller import ReviewController
from coala.output.answering import answer_pools
from coala.output.links import estimate_review_links
from coala.present.answer import Told
from coala.review.pooling import pool_visible


def find_answer(controller: ReviewController, *, own_alone: bool = False) -> Told:
    """Return what may be said by the verdicts that this reviewer may see, or by their own alone.

    Raises ``CoalaError``.
    """
    pool = pool_visible(controller.review, own_alone=own_alone)
    links = None if controller.review.blind else estimate_review_links(pool)
    return answer_pools([pool], links)
