"""A blind review becomes one that everybody may read, once and for good; what the answers say is told."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from coala.errors import ReviewError
from coala.review.blind.blind_review import BlindReview
from coala.review.file import Review
from coala.review.storage.blindness import KEPT_AS, Unblinding
from coala.verdicts.reliability import BlindReport, report_blind
from coala.verdicts.state import State


class BlindProgress(NamedTuple):
    """What may be told of a blind review: how many of its bags a reviewer has judged, and again."""

    reviewer: str
    judged: int
    again: int


def unblind(path: Path, reviewer: str | None = None) -> None:
    """Tell from now on which side is which; the file keeps who did that, and when.

    Raises ``ReviewError`` for a review that is not blind, or that cannot be written.
    """
    with Review.open(path, reviewer=reviewer, blindly=BlindReview) as review:
        if not isinstance(review, BlindReview):
            raise ReviewError(f"{path}: this review is not blind; everything of it is told.")
        when = datetime.now(UTC).isoformat(timespec="milliseconds")
        known = review.blindness._replace(unblinded=Unblinding(review.reviewer, when))
        review.keep(KEPT_AS, known.as_json())


def blind_progress(review: BlindReview) -> list[BlindProgress]:
    """How far each reviewer of a blind review is."""
    told = []
    for reviewer in review.reviewers():
        states = review.independent_states_of(reviewer)
        shown = [states[entry.fingerprint] for entry in review.entries if entry.fingerprint in states]
        # A bag that came again before the comparison was made anew need not do so now.
        twice = [states[name] for name in review.second_looks if name in states]
        judged = sum(state.verdict is not None for state in shown)
        told.append(BlindProgress(reviewer, judged, sum(state.again is not None for state in twice)))
    return told


def blind_reports(review: Review) -> dict[str, BlindReport]:
    """What the blind answers say of each reviewer who gave any; ``review`` is blind no more."""
    reports = {reviewer: report_blind(_states(review, reviewer)) for reviewer in review.reviewers()}
    return {reviewer: report for reviewer, report in reports.items() if report.answers}


def _states(review: Review, reviewer: str) -> list[State]:
    states = review.independent_states_of(reviewer)
    return [states[entry.fingerprint] for entry in review.entries if entry.fingerprint in states]
