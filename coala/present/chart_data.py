"""The numbers behind the three charts of a review, also as CSV.

A "figure" has the data of one chart: scores (``ScoreFigure``), effects of bags on a score (``ShareFigure``)
or verdicts by kind of change (``KindFigure``). Each has a title and a note below the chart. ``empty`` is a
sentence to show instead of an empty chart, else "". The window and the HTML page draw them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from coala.base import numerals
from coala.base.csv_table import CsvColumn, write_csv
from coala.base.statistics import NO_CHANGE
from coala.engine.summary import Summary
from coala.model.kinds import Kind
from coala.present import phrases
from coala.present.judged_changes import say_counted
from coala.scores.findings import SIMILARITY
from coala.scores.metrics.registry import METRICS
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.tally import Counts, Tally

# More bars would be thinner than the numbers above them.
_BINS = 16


class Bar(NamedTuple):
    """A system's F1, with its 95 % interval if it was resampled."""

    system: str
    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def label(self) -> str:
        """The text next to the bar."""
        if self.low is None or self.high is None:
            return f"{self.system} {numerals.decimal(self.value)}"
        return f"{self.system} {numerals.decimal(self.value)} ({self.low:.3f} to {self.high:.3f})"


class ScoreFigure(NamedTuple):
    """A bar for each metric, or two if there is gold."""

    title: str
    note: str
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]  # (metric, its bars)

    @property
    def empty(self) -> str:
        known = any(bar.value is not None for _, bars in self.rows for bar in bars)
        return "" if known else "No score is defined for these two graphs."

    def to_csv(self) -> Iterator[str]:
        return write_csv(_SCORE_COLUMNS, [(metric, bar) for metric, bars in self.rows for bar in bars])


class ShareFigure(NamedTuple):
    """A histogram of bags by their effect on the score."""

    title: str
    note: str
    edges: tuple[float, ...]  # of the bars, in points of 0.01; one more than there are bars
    counts: tuple[int, ...]  # the number of bags in each bar

    @property
    def empty(self) -> str:
        return "" if self.counts else f"There is nothing to draw: {self.note}."

    def to_csv(self) -> Iterator[str]:
        return write_csv(_SHARE_COLUMNS, zip(self.edges, self.edges[1:], self.counts, strict=False))


class KindFigure(NamedTuple):
    """The numbers of bags of each kind of change by verdict."""

    title: str
    note: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]  # (kind, bags judged +, −, =, ? and not judged)

    @property
    def empty(self) -> str:
        return "" if self.rows else "The two graphs do not diverge, so there is nothing to judge."

    def to_csv(self) -> Iterator[str]:
        return write_csv(_KIND_COLUMNS, self.rows)


Figure = ScoreFigure | ShareFigure | KindFigure

_SCORE_COLUMNS: tuple[CsvColumn[tuple[str, Bar]], ...] = (
    CsvColumn("metric", lambda row: row[0]),
    CsvColumn("system", lambda row: row[1].system),
    CsvColumn("f1", lambda row: row[1].value),
    CsvColumn("low", lambda row: row[1].low),
    CsvColumn("high", lambda row: row[1].high),
)
_SHARE_COLUMNS: tuple[CsvColumn[tuple[float, float, int]], ...] = (
    CsvColumn("from_points", lambda row: row[0]),
    CsvColumn("to_points", lambda row: row[1]),
    CsvColumn("bags", lambda row: row[2]),
)
_KIND_COLUMNS: tuple[CsvColumn[tuple[str, tuple[int, ...]]], ...] = (
    CsvColumn("kind", lambda row: row[0]),
    CsvColumn("better", lambda row: row[1][0]),
    CsvColumn("worse", lambda row: row[1][1]),
    CsvColumn("same", lambda row: row[1][2]),
    CsvColumn("cannot_tell", lambda row: row[1][3]),
    CsvColumn("unjudged", lambda row: row[1][4]),
)


def make_score_figure(summary: Summary) -> ScoreFigure:
    """Return F1 of both systems against gold; without gold, their similarity, which is not a quality."""
    if summary.gold is None:
        scores = summary.scores.get(SIMILARITY, {})
        return ScoreFigure(
            "Similarity of the two systems, F1 (no gold)",
            "changed against baseline: how alike they are, not which is better",
            tuple((METRICS[key].title, (Bar("F1", score.f1),)) for key, score in scores.items()),
        )
    rows = []
    for key, metric in METRICS.items():
        bars = []
        resampled = None if summary.resampling is None else summary.resampling.metrics.get(key)
        for system in ("baseline", "changed"):
            score = summary.scores.get(system, {}).get(key)
            bar = Bar(system, None if score is None else score.f1)
            if resampled is not None:
                bounds = resampled.baseline_f1 if system == "baseline" else resampled.changed_f1
                bar = bar._replace(low=bounds.low, high=bounds.high)
            bars.append(bar)
        rows.append((metric.title, tuple(bars)))
    return ScoreFigure(
        "F1 against the gold graph",
        "lines: 95 % bootstrap intervals over bags",
        tuple(rows),
    )


def make_share_figure(
    metric: str,
    shares: Sequence[float | None],
    groups: BagGroups,
    shown: Callable[[int], bool] = lambda number: True,
) -> ShareFigure:
    """Return a histogram of the bags that move the score; no bar holds both a rise and a fall.

    ``shares`` has the effect of each bag on F1, from -1 to 1, None if it is undefined. Bags that gold joins
    have one effect, which counts once (``groups``). ``shown`` returns True if the effect of a bag may be
    shown.
    """
    # The first bag of each group represents it.
    title = METRICS[metric].title
    firsts = [number for number in groups.firsts if shown(number)]
    hidden = sum(not shown(number) for number in range(len(shares)))
    each = [shares[number] for number in firsts]
    defined = np.array([share for share in each if share is not None], np.float64)
    moving = 100 * defined[np.abs(defined) > NO_CHANGE]
    # The note says which bags are in no bar.
    left_out = [
        f"{numerals.count(len(defined) - len(moving), 'bag')} without change",
        *([f"{len(each) - len(defined):,} undefined"] if len(defined) < len(each) else []),
        *([f"{hidden:,} that wait for a verdict"] if hidden else []),
    ]
    has_groups = any(len(groups.find_group(number)) > 1 for number in firsts)
    joined = "; bags that gold joins count once, together" if has_groups else ""
    note = f"{', '.join(left_out)} left out{joined}"
    heading = f"What the bags move {title} F1 by"
    if not len(moving):
        return ShareFigure(heading, note, (), ())
    width = _choose_width(max(moving.max(), 0) - min(moving.min(), 0))
    # Count in bars, not in points, so that rounding pushes no share over the last edge.
    place = np.floor(moving / width).astype(np.int64)
    first = min(int(place.min()), 0)
    counts = np.bincount(place - first)
    edges = np.arange(first, first + len(counts) + 1) * width
    return ShareFigure(heading, note, tuple(edges.tolist()), tuple(counts.tolist()))


def make_kind_figure(kinds: Mapping[Kind, int], tally: Tally) -> KindFigure:
    """Return the verdicts by kind of change; ``kinds`` has the number of bags of each kind."""
    rows = []
    for kind, bags in kinds.items():
        if bags:
            counts = tally.by_kind.get(kind, Counts())
            judged = (counts.better, counts.worse, counts.same, counts.unsure)
            rows.append((phrases.kind_word(kind), (*judged, bags - tally.bags_of_kind.get(kind, 0))))
    judged_at_all = any(sum(counts[:-1]) for _, counts in rows)
    note = "a bag counts under each of its kinds" if judged_at_all else "no bag is judged yet"
    if tally.changes:
        note += f"; {say_counted(tally)}"
    return KindFigure("Verdicts by kind", note, tuple(rows))


def _choose_width(extent: float) -> float:
    """Return the least of 1, 2 and 5 times a power of ten that needs at most ``_BINS`` bars."""
    least = extent / (_BINS - 1)
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)
