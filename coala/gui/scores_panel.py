"""The summary's scores and the current bag's share to labels."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtWidgets

from coala.gui import words
from coala.gui.labels import PlainLabel
from coala.gui.theme import GRID, tooltip
from coala.scores import Score
from coala.summary import SIMILARITY, Summary

# What everybody quotes; by-class B³ and later metrics stand in the tally's export.
METRICS = {"muc": "MUC", "b_cubed": "B³"}

SIMILARITY_TIP = (
    "The changed graph scored against the baseline as if that were the key. It says how alike the two "
    "systems are, not which is better."
)
GOLD_TIP = "Each system scored against the gold graph, and changed minus baseline in points."
SHARE_TIP = "F1 now minus F1 if this bag alone went back to the baseline; 1 point is 0.01 of F1."


class ScoresPanel(QtWidgets.QWidget):
    """Scores stand still while the reviewer works; only the line of the current bag changes."""

    def __init__(self, summary: Summary, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = PlainLabel(wrap=True)
        self._share.setToolTip(tooltip(SHARE_TIP))
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        if summary.gold is None:
            heading, tip = "Similarity of the two systems (no gold)", SIMILARITY_TIP
            table = _similarity(summary.scores.get(SIMILARITY, {}))
        else:
            heading, tip = "F1 against the gold graph", GOLD_TIP
            table = _against_gold(summary.scores.get("baseline", {}), summary.scores.get("changed", {}))
        title = PlainLabel(heading, bold=True, wrap=True)
        title.setToolTip(tooltip(tip))
        column.addWidget(title)
        column.addLayout(table)
        column.addWidget(self._share)
        # Two lines from the start: the sentence's length must not move what stands below it.
        self._share.setMinimumHeight(2 * self._share.fontMetrics().lineSpacing())
        self._share.setAlignment(QtCore.Qt.AlignmentFlag.AlignTop)

    def show_shares(self, shares: Mapping[str, float | None]) -> None:
        """What the current bag moves each score by, -1 to 1."""
        parts = [
            f"{title} F1 by {words.signed(100 * share)}"
            for metric, title in METRICS.items()
            if (share := shares.get(metric)) is not None
        ]
        self._share.setText(f"This bag moves {' and '.join(parts)} points." if parts else "")


def _similarity(scores: Mapping[str, Score]) -> QtWidgets.QGridLayout:
    grid = _grid(("", "F1", "recall", "precision"))
    for row, (metric, title) in enumerate(METRICS.items(), 1):
        score = scores.get(metric)
        values = (
            (None, None, None) if score is None else (score.f1, score.recall.value, score.precision.value)
        )
        _fill(grid, row, title, [words.plain(value) for value in values], strong=0)
    return grid


def _against_gold(baseline: Mapping[str, Score], changed: Mapping[str, Score]) -> QtWidgets.QGridLayout:
    grid = _grid(("", "baseline", "changed", "points"))
    for row, (metric, title) in enumerate(METRICS.items(), 1):
        scores = (baseline.get(metric), changed.get(metric))
        before, after = (None if score is None else score.f1 for score in scores)
        points = None if before is None or after is None else 100 * (after - before)
        values = [words.plain(before), words.plain(after), words.signed(points)]
        cells = _fill(grid, row, title, values, strong=2)
        tips = ["" if score is None else _recall_and_precision(score) for score in scores]
        for cell, tip in zip(cells, tips, strict=False):
            cell.setToolTip(tip)
    return grid


def _grid(headings: tuple[str, ...]) -> QtWidgets.QGridLayout:
    grid = QtWidgets.QGridLayout()
    grid.setHorizontalSpacing(2 * GRID)
    grid.setVerticalSpacing(2)
    for column, heading in enumerate(headings):
        grid.addWidget(PlainLabel(heading, quiet=True), 0, column, QtCore.Qt.AlignmentFlag.AlignRight)
    grid.setColumnStretch(0, 1)
    return grid


def _fill(
    grid: QtWidgets.QGridLayout, row: int, title: str, values: list[str], *, strong: int
) -> list[PlainLabel]:
    grid.addWidget(PlainLabel(title), row, 0)
    cells = [PlainLabel(value, bold=column == strong) for column, value in enumerate(values)]
    for column, cell in enumerate(cells, 1):
        cell.setAccessibleName(f"{title} {cell.text()}")
        grid.addWidget(cell, row, column, QtCore.Qt.AlignmentFlag.AlignRight)
    return cells


def _recall_and_precision(score: Score) -> str:
    return tooltip(
        f"recall {words.plain(score.recall.value)}, precision {words.plain(score.precision.value)}"
    )
