"""Chosen paths and settings to the work of a job: a review file made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from coala.gui.jobs import MakeReview, Progress


class ComparisonWork:
    """The chosen paths as work for a job; holds no widget, for it runs in another thread."""

    def __init__(
        self,
        make_review: MakeReview,
        baseline: str,
        changed: str,
        target: Path,
        gold: str,
        texts: str,
        settings: Mapping[str, str],
    ) -> None:
        self._make_review = make_review
        self._graphs = (baseline, changed, target)
        self._gold = gold or None
        self._texts = texts or None
        self._settings = settings

    def __call__(self, progress: Progress, cancelled: Callable[[], bool]) -> Path:
        baseline, changed, target = self._graphs
        return self._make_review(
            baseline,
            changed,
            target,
            gold=self._gold,
            texts=self._texts,
            settings=self._settings,
            progress=progress,
            cancelled=cancelled,
        )
