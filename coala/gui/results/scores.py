"""Scores of a comparison as a table.

With gold, both graphs are scored against it. These scores cover all bags, so they wait until every bag has a
verdict or the reviewer wants gold before. Without gold, the changed graph is scored against the baseline,
which says only how similar they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6 import QtCore, QtWidgets

from coala.base import numerals
from coala.engine.summary import Summary
from coala.gui.results.section import Explainer, ParagraphLabel, ResultsSection
from coala.gui.widgets.labels import PlainLabel, make_button
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.present import figures
from coala.present.differences import DIFFERENCE_HEADS, describe_difference, list_differences
from coala.present.explanations import Topic
from coala.scores.findings import SIMILARITY
from coala.scores.metrics.registry import METRICS_OF_RECORDS
from coala.scores.ratio import Score

_SIMILARITY_TIP = "Shows how similar the two systems are, not which is better"
# After the metric, both scores and their difference.
_FIRST_OPTIONAL = 4

_GOLD_TIP = "F1 of each system against the gold graph; the difference is in points (1 point is 0.01)"


class ScoreSection(ResultsSection):
    """The table of scores, which never changes in a review, or a line while gold is hidden."""

    def __init__(self, summary: Summary, show_gold: Callable[[], None]) -> None:
        """Lay out the section; ``show_gold`` shows gold before the verdicts."""
        has_gold = summary.gold is not None
        super().__init__("Scores against gold" if has_gold else "Similarity of the two systems (no gold)")
        set_tip(self, _GOLD_TIP if has_gold else _SIMILARITY_TIP)
        self._summary = summary
        self._rows: list[list[str]] = []
        # The columns that a narrow page leaves out: interval and p.
        self._optional: list[PlainLabel] = []
        # In pixels.
        self._room = 0
        self._waiting = ParagraphLabel(quiet=True)
        self._show_gold_first = make_button("Show &gold before I judge", show_gold, tip="This may bias you.")
        self._table = QtWidgets.QWidget()
        self._grid = QtWidgets.QGridLayout()
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._explainer = Explainer("the scores")
        column = QtWidgets.QVBoxLayout(self._table)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addLayout(self._grid)
        self.column.addWidget(self._waiting)
        self.column.addWidget(self._show_gold_first, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self._table)
        self.column.addWidget(self._explainer)
        self.hide_from(0 if not has_gold else 1)

    def hide_from(self, unjudged: int) -> None:
        """Hide the scores from a reviewer who has this number of bags left; with 0 show them."""
        bags = numerals.count(unjudged, "bag")
        self._waiting.setText(f"Shown when every bag is judged; {bags} left. The scores might bias you.")
        if not unjudged and not self._rows:
            # Only now: a hidden label can still be read.
            if self._summary.gold is None:
                self._show_similarity(self._summary)
            else:
                self._show_gold(self._summary)
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
        return [] if self._table.isHidden() else self._rows

    def fit(self, width: int) -> None:
        """Show all columns if they fit into this width in pixels, else leave out interval and p."""
        self._room = width
        for shown in (True, False):
            for label in self._optional:
                label.setVisible(shown)
            self._grid.invalidate()
            if self._grid.minimumSize().width() <= width:
                return

    def _put(self, label: PlainLabel, row: int, column: int, side: QtCore.Qt.AlignmentFlag) -> None:
        self._grid.addWidget(label, row, column, side)
        if column >= _FIRST_OPTIONAL:
            self._optional.append(label)

    def _show_gold(self, summary: Summary) -> None:
        differences = {row.metric: row for row in list_differences(summary)}
        heads: tuple[str, ...] = ("F1", "baseline", "changed", "points")
        if differences:
            heads = (*heads, DIFFERENCE_HEADS.interval, DIFFERENCE_HEADS.p)
        self._add_heads(heads)
        say = summary.nouns.say
        for key, metric in METRICS_OF_RECORDS.items():
            before, after = (summary.scores.get(side, {}).get(key) for side in ("baseline", "changed"))
            if before is None and after is None:
                continue
            values = [None if score is None else score.f1 for score in (before, after)]
            points = None if None in values else 100 * ((values[1] or 0) - (values[0] or 0))
            cells = [*map(numerals.decimal, values), figures.signed(points)]
            if differences:
                found = differences.get(metric.title, DIFFERENCE_HEADS)
                cells += [found.interval, found.p] if found is not DIFFERENCE_HEADS else ["", ""]
            resampled = None if summary.resampling is None else summary.resampling.metrics.get(key)
            tips = ["" if score is None else _recall_and_precision(score) for score in (before, after)]
            if resampled is not None and summary.resampling is not None:
                tips.append(describe_difference(metric.title, resampled.f1, summary.resampling.samples))
            self._add_row(say(metric.title), cells, heads, tips, bold_value=2)

    def _show_similarity(self, summary: Summary) -> None:
        heads, say = ("", "F1", "recall", "precision"), summary.nouns.say
        self._add_heads(heads)
        for key, score in summary.scores.get(SIMILARITY, {}).items():
            if key in METRICS_OF_RECORDS:
                values = (score.f1, score.recall.value, score.precision.value)
                self._add_row(
                    say(METRICS_OF_RECORDS[key].title),
                    list(map(numerals.decimal, values)),
                    heads,
                    (),
                    bold_value=0,
                )

    def _add_heads(self, heads: Sequence[str]) -> None:
        for column, head in enumerate(heads):
            side = QtCore.Qt.AlignmentFlag.AlignRight if column else QtCore.Qt.AlignmentFlag.AlignLeft
            self._put(PlainLabel(head, quiet=True), 0, column, side)
        self._grid.setColumnStretch(len(heads), 1)

    def _add_row(
        self,
        title: str,
        cells: Sequence[str],
        heads: Sequence[str],
        tips: Sequence[str],
        *,
        bold_value: int,
    ) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(PlainLabel(title), row, 0)
        for place, text in enumerate(cells):
            cell = PlainLabel(text, bold=place == bold_value)
            cell.setAccessibleName(f"{title}, {heads[place + 1]}: {text}")
            set_tip(cell, *tips[place : place + 1])
            self._put(cell, row, place + 1, QtCore.Qt.AlignmentFlag.AlignRight)
        self._rows.append([title, *cells])


def _recall_and_precision(score: Score) -> str:
    return (
        f"recall {numerals.decimal(score.recall.value)}, precision {numerals.decimal(score.precision.value)}"
    )
