"""The engine as the functions that the desktop is given; the only place in the desktop that knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coala.base.paths import sample_graphs
from coala.errors import Cancelled, CoalaError
from coala.gui.jobs import JobProgress, MakeReview
from coala.review.file import Review
from coala.review.tally import Counts, interval
from coala.review.writing import write_review

if TYPE_CHECKING:
    from coala.engine.compare import Shares
    from coala.model.bag import Bag
    from coala.model.options import ReadingProgress


def make_review(
    baseline: str,
    changed: str,
    target: Path,
    *,
    gold: str | None,
    texts: str | None,
    settings: Mapping[str, str],
    progress: JobProgress,
    cancelled: Callable[[], bool],
) -> Path:
    """Compare two graphs and write the review file (see ``jobs.MakeReview``)."""
    # Imported here: a review of a colleague opens without the readers of graphs.
    from coala.engine.compare import compare
    from coala.engine.settings import from_settings

    wanted = from_settings({**settings, "texts": texts or ""})
    comparison = compare(
        baseline,
        changed,
        gold=gold,
        options=wanted.options,
        selection=wanted.selection,
        match=wanted.match,
        documents=wanted.documents,
        progress=_ReadingProgress(progress, 2 if gold is None else 3).show,
        cancelled=cancelled,
    )
    summary = comparison.summary
    unmatched = [notice.message for notice in summary.notices if notice.code == "filter-matched-nothing"]
    # The dialog can mend a name; those of "only" come from the review that is renewed, and have no field.
    if unmatched and not wanted.selection.only_predicates:
        raise CoalaError(" ".join(unmatched))

    def watched() -> Iterator[tuple[Bag, Shares]]:
        for number, bag in enumerate(comparison.interesting()):
            if cancelled():
                raise Cancelled("Writing the review was cancelled; nothing was changed.")
            progress("Writing the review file", number, summary.interesting)
            yield bag

    write_review(target, summary, watched(), comparison.texts())
    return target


def export_tally(review: Review, path: Path) -> None:
    """Write the tally as JSON where the name says so, else as CSV."""
    from coala.base.output import write_text
    from coala.report.tally import render_tally_csv, render_tally_json

    form = render_tally_json if path.suffix.lower() == ".json" else render_tally_csv
    write_text(str(path), form([review]))


def samples(folder: Path) -> list[Sample]:
    """The shipped pairs of graphs; their reviews are kept in ``folder``."""
    root = sample_graphs()
    newswire, paper = root / "newswire", root / "paper"
    offered = [
        Sample(
            "Newswire: resolver with and without a knowledge base",
            "Two outputs of one program on short news texts, with a gold graph",
            str(newswire / "baseline.ttl"),
            str(newswire / "changed.ttl"),
            folder / "newswire.coala",
            gold=str(newswire / "gold.ttl"),
        ),
        Sample(
            "Paper: Bob Smith, John Doe, X against Z",
            "The example of the COALA paper: one mention moves",
            str(paper / "X.ttl"),
            str(paper / "Z.ttl"),
            folder / "paper.coala",
        ),
    ]
    return [sample for sample in offered if Path(sample.baseline).is_file()]


def warm_up() -> None:
    """Load what the first tally with an interval needs."""
    interval(Counts(better=1, worse=1), 3)


class _ReadingProgress:
    """The bytes read of each graph to one bar over all of them."""

    def __init__(self, progress: JobProgress, graphs: int) -> None:
        self._progress = progress
        self._graphs = graphs
        self._read: dict[int, tuple[int, int]] = {}

    def show(self, step: ReadingProgress) -> None:
        self._read[step.graph] = (step.done_bytes, step.total_bytes or 0)
        done, total = (sum(parts) for parts in zip(*self._read.values(), strict=True))
        if len(self._read) == self._graphs and done >= total > 0:
            self._progress("Comparing", 0, 0)
        else:
            self._progress("Reading the graphs", done, total)


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

    def __call__(self, progress: JobProgress, cancelled: Callable[[], bool]) -> Path:
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
