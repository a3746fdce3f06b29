"""The end of blindness: revealing the sides, and reports on what was judged blind.

A blind review hides which graph is on which side of a bag. After ``unblind`` the file opens as an ordinary
review. The reports then show each reviewer's bias for a side.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from coala.errors import ReviewError
from coala.review.blind.blindness import KEPT_AS, Unblinding
from coala.review.file import Review
from coala.verdicts.reliability import BlindReport, report_blind
from coala.verdicts.state import State


class BlindProgress(NamedTuple):
    """Progress that a blind review may show of a reviewer: how many bags have a verdict."""

    reviewer: str
    judged: int


def unblind(path: Path, reviewer: str | None = None) -> None:
    """Reveal which side is which, for good; the file stores who did that, and when.

    Raises ``ReviewError`` for a review that is not blind, or that cannot be written.
    """
    with Review.open(path, reviewer=reviewer) as review:
        if not review.blind:
            raise ReviewError(f"{path}: this review is not blind, so there is nothing to reveal.")
        when = datetime.now(UTC).isoformat(timespec="milliseconds")
        review.keep(KEPT_AS, {**review.kept(KEPT_AS), "unblinded": Unblinding(review.reviewer, when)})


def measure_blind_progress(review: Review) -> list[BlindProgress]:
    """Return the progress of each reviewer of a blind review."""
    progress = []
    for reviewer in review.reviewers():
        states = review.independent_states_of(reviewer)
        shown = [states[entry.fingerprint] for entry in review.entries if entry.fingerprint in states]
        judged = sum(state.verdict is not None for state in shown)
        progress.append(BlindProgress(reviewer, judged))
    return progress


def make_blind_reports(review: Review) -> dict[str, BlindReport]:
    """Return a report on the blind verdicts of each reviewer; ``review`` is no longer blind."""
    reports = {reviewer: report_blind(_list_states(review, reviewer)) for reviewer in review.reviewers()}
    return {reviewer: report for reviewer, report in reports.items() if report.answers}


def _list_states(review: Review, reviewer: str) -> list[State]:
    states = review.independent_states_of(reviewer)
    return [states[entry.fingerprint] for entry in review.entries if entry.fingerprint in states]
