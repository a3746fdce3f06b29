"""The answer of an open review, and the verdicts that count in it."""

from __future__ import annotations

from coala.gui.session.session import Session
from coala.present.answer import StatedAnswer
from coala.results.verdicts.answering import answer_pools
from coala.results.verdicts.links import estimate_review_links
from coala.review.file import Review
from coala.review.pooling import Pool, pool_visible
from coala.review.raters import list_others
from coala.verdicts.others import may_show_others


def find_answer(session: Session, pool: Pool | None = None) -> StatedAnswer:
    """Return what may be said by the verdicts in a pool, or by those that this reviewer may see.

    Raises ``CoalaError``.
    """
    pool = pool or pool_visible(session.review)
    links = None if session.review.blind else estimate_review_links(pool)
    return answer_pools([pool], links)


def count_hidden(review: Review) -> int:
    """Return the number of bags on which verdicts of others are hidden, and so in no result."""
    listed = {entry.fingerprint for entry in review.entries}
    judged = {
        bag
        for reviewer in list_others(review)
        for bag, state in review.states_of(reviewer).items()
        if state.is_judged and bag in listed
    }
    return sum(not may_show_others(review, bag) for bag in judged)
