"""Scores of a comparison as a table.

With gold, both graphs are scored against it. These scores cover all bags, so they wait until every bag has a
verdict or the reviewer wants gold before. Without gold, the changed graph is scored against the baseline,
which says only how similar they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6 import QtCore

from coala.base import numerals
from coala.engine.summary import Summary
from coala.gui.results.figures_view import FiguresView
from coala.gui.results.section import Explainer, ParagraphLabel, ResultsSection
from coala.gui.widgets.labels import make_button
from coala.gui.widgets.spoken import set_tip
from coala.present.explanations import Topic
from coala.present.figures import Rate, interval, say_p, show, signed
from coala.results.diff import tabulate_scores
from coala.scores.findings import Difference
from coala.scores.metrics.registry import METRICS_OF_RECORDS
from coala.scores.ratio import Score

_SIMILARITY_TIP = "Shows how similar the two systems are, not which is better"

_GOLD_TIP = "F1 of each system against the gold graph; the difference is in points (1 point is 0.01)"


class ScoreSection(ResultsSection):
    """The table of scores, which never changes in a review, or a line while gold is hidden."""

    def __init__(self, summary: Summary, show_gold: Callable[[], None]) -> None:
        """Lay out the section; ``show_gold`` shows gold before the verdicts."""
        has_gold = summary.gold is not None
        super().__init__("Scores against gold" if has_gold else "Similarity of the two systems (no gold)")
        set_tip(self, _GOLD_TIP if has_gold else _SIMILARITY_TIP)
        self._summary = summary
        # In pixels.
        self._room = 0
        self._waiting = ParagraphLabel(quiet=True)
        self._show_gold_first = make_button("Show &gold before I judge", show_gold, tip="This may bias you.")
        self._table = FiguresView()
        self._explainer = Explainer("the scores")
        self.column.addWidget(self._waiting)
        self.column.addWidget(self._show_gold_first, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self._table)
        self.column.addWidget(self._explainer)
        self.hide_from(0 if not has_gold else 1)

    def hide_from(self, unjudged: int) -> None:
        """Hide the scores from a reviewer who has this number of bags left; with 0 show them."""
        bags = numerals.count(unjudged, "bag")
        self._waiting.setText(f"Shown when every bag is judged; {bags} left. The scores might bias you.")
        if not unjudged and not self._table.rows():
            # Only now: a hidden label can still be read.
            self._show_scores(self._summary)
            self.fit(self._room)
        for part in (self._waiting, self._show_gold_first):
            part.setVisible(unjudged > 0)
        self._table.setVisible(not unjudged)

    @property
    def explainer(self) -> Explainer:
        return self._explainer

    def show_topics(self, topics: Sequence[Topic]) -> None:
        self._explainer.show_topics(topics)

    def rows(self) -> list[list[str]]:
        """Return the texts of the table without its headings; none while it is hidden."""
        return [] if self._table.isHidden() else self._table.rows()

    def fit(self, width: int) -> None:
        """Show the columns that fit into this width in pixels."""
        self._room = width
        self._table.fit(width)

    def _show_scores(self, summary: Summary) -> None:
        # A blind review hides its scores.
        for scores in list(summary.scores.values())[:1]:
            self._show_table(summary, [key for key in METRICS_OF_RECORDS if key in scores])

    def _show_table(self, summary: Summary, metrics: Sequence[str]) -> None:
        table = tabulate_scores(summary, metrics)
        if summary.gold is None:
            self._table.show_figures(table, bold="f1")
        else:
            self._table.show_figures(table, [_list_tips(summary, key) for key in metrics], bold="changed")


def _list_tips(summary: Summary, key: str) -> list[str]:
    """Return the tips for both scores by a metric, and for their difference if it was resampled."""
    tips = [_recall_and_precision(summary.scores[side][key]) for side in ("baseline", "changed")]
    drawn = None if summary.resampling is None else summary.resampling.metrics.get(key)
    if drawn is not None and summary.resampling is not None:
        title = METRICS_OF_RECORDS[key].title
        tips.append(_describe_difference(title, drawn.f1, summary.resampling.samples))
    return tips


def _recall_and_precision(score: Score) -> str:
    return f"recall {show(Rate(score.recall.value))}, precision {show(Rate(score.precision.value))}"


def _describe_difference(title: str, difference: Difference, samples: int) -> str:
    """Return one line: "MUC F1 +1.40 points, 95 % interval −0.35 to +3.22, p = .12"."""
    if difference.estimate is None:
        return f"{title}: undefined"
    left_out = samples - difference.samples
    note = f"; {left_out:,} of {samples:,} resamples undefined and left out" if left_out else ""
    return (
        f"{title} {signed(100 * difference.estimate)} points, 95 % interval {_format_interval(difference)}, "
        f"{say_p(difference.p)}{note}"
    )


def _format_interval(difference: Difference) -> str:
    """Return the interval in points of 0.01."""
    low, high = difference.low, difference.high
    return interval(None if low is None else 100 * low, None if high is None else 100 * high)
