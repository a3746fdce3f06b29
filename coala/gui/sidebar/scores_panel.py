"""The panel with the scores of the comparison and the effect of the current bag on them.

With gold, each graph is scored against it. Without gold, the changed graph is scored against the baseline,
which says only how similar they are. The share of a bag is its effect on a score: the score now minus the
score if this bag alone were as in the baseline. Shares are between -1 and 1, and shown in points of 0.01.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtCore, QtWidgets

from coala.base import numerals
from coala.engine.summary import Summary
from coala.gui.widgets.labels import Heading, PlainLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.present import phrases
from coala.present.differences import describe_difference
from coala.scores.findings import SIMILARITY, Resampling
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Score

# The metrics that are always shown; a button shows the others.
_FIRST = ("muc", "b_cubed")

_SIMILARITY_TIP = (
    "The changed graph scored against the baseline as if that were the key. It says how alike the two "
    "systems are, not which is better."
)
_GOLD_TIP = "Each system scored against the gold graph, and changed minus baseline in points."
_SHARE_TIP = "F1 now minus F1 if this bag alone went back to the baseline; 1 point is 0.01 of F1."


class ScoresPanel(QtWidgets.QWidget):
    """The scores, which never change in a review, and the shares of the current bag."""

    explain_scores = QtCore.Signal()  # the reviewer asks what the figures mean
    explain_share = QtCore.Signal()

    def __init__(self, summary: Summary, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._summary = summary
        # The labels of the other metrics, once they have been shown; among them a share for each metric.
        self._other_labels: list[QtWidgets.QWidget] = []
        self._share_labels: dict[str, PlainLabel] = {}
        # The shares of the current bag by metric; None where the effect is undefined.
        self._shares: Mapping[str, float | None] = {}
        # The sentence on the shares by the first metrics.
        self._share_sentence = PlainLabel(wrap=True)
        set_tip(self._share_sentence, _SHARE_TIP)
        # Always two lines high: the length of the sentence must not move the parts below it.
        self._share_sentence.setMinimumHeight(2 * self._share_sentence.fontMetrics().lineSpacing())
        self._share_sentence.setAlignment(QtCore.Qt.AlignmentFlag.AlignTop)
        self._more = QtWidgets.QToolButton()
        self._more.setCheckable(True)
        self._more.setAutoRaise(True)
        self._more.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._more.toggled.connect(self._unfold)
        if summary.gold is None:
            title, tip = "Similarity of the two systems (no gold)", _SIMILARITY_TIP
            self._headings = ("", "F1", "recall", "precision")
        else:
            title, tip = "F1 against the gold graph", _GOLD_TIP
            self._headings = ("", "baseline", "changed", "points")
        self._scores = _make_grid(self._headings)
        for metric in _FIRST:
            self._add_scores(metric)
        scores_heading = Heading(title, "the scores", tip)
        scores_heading.explain.connect(self.explain_scores)
        # Gold may join bags; then the share is that of the joined bags together.
        share_title = "Share of this bag" if summary.gold is None else "Share, with bags that gold joins"
        share_heading = Heading(share_title, "the share of this bag", _SHARE_TIP)
        share_heading.explain.connect(self.explain_share)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(scores_heading)
        column.addLayout(self._scores)
        column.addSpacing(GRID)
        column.addWidget(share_heading)
        column.addWidget(self._share_sentence)
        self._share_table = QtWidgets.QGridLayout()
        self._share_table.setVerticalSpacing(2)
        self._share_table.setColumnStretch(0, 1)
        column.addLayout(self._share_table)
        column.addWidget(self._more, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        self._unfold(shown=False)

    def show_shares(self, shares: Mapping[str, float | None], bags: Sequence[int] = ()) -> None:
        """Show the effect of the current bag on each score, -1 to 1.

        Several `bags` are those that gold connects, which have one effect together.
        """
        titles = {metric: METRICS[metric].title for metric in _FIRST}
        self._share_sentence.setText(phrases.share_sentence(titles, shares, bags))
        self._shares = shares
        for metric in self._share_labels:
            self._show_share(metric)

    def hide_shares(self, waiting: int, *, judged: bool) -> None:
        """Show instead of the share that it appears after `waiting` more verdicts; it would reveal gold.

        `judged` is True if the current bag has a verdict, and only bags that gold connects with it lack one.
        """
        self.show_shares({})
        self._share_sentence.setText(phrases.say_when_shown(waiting, judged=judged))

    def share_text(self) -> str:
        """Return the sentence on the effect of the current bag."""
        return self._share_sentence.text()

    def is_unfolded(self) -> bool:
        """Return True if all metrics are shown."""
        return self._more.isChecked()

    def unfold(self, *, shown: bool) -> None:
        self._more.setChecked(shown)

    @QtCore.Slot(bool)
    def _unfold(self, shown: bool) -> None:
        self._more.setArrowType(QtCore.Qt.ArrowType.DownArrow if shown else QtCore.Qt.ArrowType.RightArrow)
        self._more.setText("Fewer metrics" if shown else f"More metrics ({len(METRICS) - len(_FIRST)})")
        if shown and not self._other_labels:
            # Created on demand: these fifty labels are rarely needed, and a review opens sooner without them.
            for metric in METRICS:
                if metric not in _FIRST:
                    self._other_labels += [*self._add_scores(metric), *self._add_share(metric)]
        for widget in self._other_labels:
            widget.setVisible(shown)

    def _add_scores(self, metric: str) -> list[PlainLabel]:
        """Add the row of a metric to the table of scores; return its labels."""
        if self._summary.gold is None:
            return self._add_similarity(metric, self._summary.scores.get(SIMILARITY, {}))
        scores = self._summary.scores
        pair = (scores.get("baseline", {}).get(metric), scores.get("changed", {}).get(metric))
        return self._add_pair(metric, pair, self._summary.resampling)

    def _add_similarity(self, metric: str, scores: Mapping[str, Score]) -> list[PlainLabel]:
        score = scores.get(metric)
        values = (
            (None, None, None) if score is None else (score.f1, score.recall.value, score.precision.value)
        )
        return self._add_row(metric, [numerals.decimal(value) for value in values], bold_value=0)

    def _add_pair(
        self, metric: str, scores: tuple[Score | None, Score | None], resampling: Resampling | None
    ) -> list[PlainLabel]:
        """Add a row with F1 of both graphs and the difference; tips have recall, precision and interval."""
        before, after = (None if score is None else score.f1 for score in scores)
        points = None if before is None or after is None else 100 * (after - before)
        values = [numerals.decimal(before), numerals.decimal(after), phrases.signed(points)]
        name, *cells = self._add_row(metric, values, bold_value=2)
        tips = ["" if score is None else _recall_and_precision(score) for score in scores]
        for cell, tip in zip(cells, tips, strict=False):
            set_tip(cell, tip)
        if resampling is not None and metric in resampling.metrics:
            sentence = describe_difference(
                f"{METRICS[metric].title} F1", resampling.metrics[metric].f1, resampling.samples
            )
            set_tip(cells[2], sentence)
        return [name, *cells]

    def _add_share(self, metric: str) -> list[PlainLabel]:
        row = self._share_table.rowCount()
        name, label = PlainLabel(f"{METRICS[metric].title} F1, points"), PlainLabel()
        self._share_table.addWidget(name, row, 0)
        self._share_table.addWidget(label, row, 1, QtCore.Qt.AlignmentFlag.AlignRight)
        self._share_labels[metric] = label
        self._show_share(metric)
        return [name, label]

    def _show_share(self, metric: str) -> None:
        share = self._shares.get(metric)
        label = self._share_labels[metric]
        label.setText(phrases.points(share) if self._shares else "")
        label.setAccessibleName(phrases.say_effect(METRICS[metric].title, share))

    def _add_row(self, metric: str, values: list[str], *, bold_value: int) -> list[PlainLabel]:
        """Add a row to the table of scores; return its labels: the name of the metric, and its values."""
        grid, row, title = self._scores, self._scores.rowCount(), METRICS[metric].title
        name = PlainLabel(title)
        grid.addWidget(name, row, 0)
        cells = [PlainLabel(value, bold=column == bold_value) for column, value in enumerate(values)]
        for column, cell in enumerate(cells, 1):
            cell.setAccessibleName(f"{title}, {self._headings[column]}: {cell.text()}")
            grid.addWidget(cell, row, column, QtCore.Qt.AlignmentFlag.AlignRight)
        return [name, *cells]


def _make_grid(headings: tuple[str, ...]) -> QtWidgets.QGridLayout:
    grid = QtWidgets.QGridLayout()
    grid.setHorizontalSpacing(2 * GRID)
    grid.setVerticalSpacing(2)
    for column, heading in enumerate(headings):
        grid.addWidget(PlainLabel(heading, quiet=True), 0, column, QtCore.Qt.AlignmentFlag.AlignRight)
    grid.setColumnStretch(0, 1)
    return grid


def _recall_and_precision(score: Score) -> str:
    return (
        f"recall {numerals.decimal(score.recall.value)}, precision {numerals.decimal(score.precision.value)}"
    )
