"""What the shell is given from outside: the sample graphs, and how to write a tally."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from coala.review import Review

ExportTally = Callable[[Review, Path], None]
"""Writes the tally of a review as CSV or JSON, by the path's ending; raises ``CoalaError`` or ``OSError``."""


@dataclass(frozen=True)
class Sample:
    """A pair of graphs to try COALA with; ``review`` is where its review file goes."""

    name: str
    description: str
    baseline: str
    changed: str
    review: Path
    gold: str | None = None
    texts: str | None = None
