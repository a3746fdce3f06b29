"""Sentences about reviewers: their kinds, which of them count, and how long their verdicts took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.review.minutes import LONGEST_PAUSE, Minutes
from coala.verdicts.reviewer_kinds import CountedReviewers

_LONGEST_NAME = 60


def describe_two_kinds(reviewer: str) -> str:
    """Say that a name with answers of both kinds counts as a model."""
    name = one_line(reviewer, _LONGEST_NAME)
    return f"{name}: both a person and a model have answered under this name, so it counts as a model."


def describe_counted(counted: CountedReviewers) -> Iterator[str]:
    """Yield a sentence where models count alone, where they do not count, and for names of two kinds."""
    if counted.only_models:
        yield f"Only models have judged: {_list_names(counted.only_models)}."
    yield from describe_left_out(counted)


def describe_left_out(counted: CountedReviewers) -> Iterator[str]:
    """Yield the same without what an answer says itself (``coala.present.answer``)."""
    if counted.left_out:
        noun = "model" if len(counted.left_out) == 1 else "models"
        pronoun = "it" if len(counted.left_out) == 1 else "them"
        yield (
            f"Left out, since people have judged: {noun} {_list_names(counted.left_out)}. "
            f"Count {pronoun} with --reviewer NAME."
        )
    yield from map(describe_two_kinds, counted.two_kinds)


def describe_minutes(minutes: Minutes) -> str:
    """Describe the time of verdicts: "28 verdicts in 14 minutes, median 25 seconds"; "" if none is known."""
    if not minutes.of_verdicts:
        return ""
    total = f"{count(minutes.verdicts, 'verdict')} in {_describe_seconds(minutes.total.total_seconds())}"
    seconds = minutes.median_seconds
    middle = f", median {_describe_seconds(seconds)}" if seconds is not None and minutes.verdicts > 1 else ""
    return f"{total}{middle}, without pauses of over {LONGEST_PAUSE // timedelta(minutes=1)} minutes"


def _describe_seconds(seconds: float) -> str:
    if seconds < 90:
        return count(max(1, round(seconds)), "second")
    if seconds < 90 * 60:
        return count(round(seconds / 60), "minute")
    return f"{seconds / 3600:,.1f} hours"


def _list_names(names: Sequence[str]) -> str:
    return ", ".join(one_line(name, _LONGEST_NAME) for name in names)
