"""The board as CSV: one row a column of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from coala.base.csv_table import Cell, CsvColumn, write_csv
from coala.base.plain_text import visible
from coala.engine.board.board import Board, BoardColumn
from coala.report.tally import YES_OR_NO
from coala.scores.ratio import Score

_FIGURES = ("recall", "precision", "f1")
_CHANGES = {"": "value", "_low": "low", "_high": "high", "_p": "p", "_holm": "holm"}
"""The end of a column's name for each field of a change."""


def render_board_csv(board: Board, metrics: Sequence[str]) -> str:
    """One row a component and role: links, bags, and each metric's scores and changes with intervals.

    Scores and changes are parts of 1; a cell is empty where its figure is undefined or was not asked for.
    Without gold there are neither, but how similar the two graphs of a row are.
    """
    columns: list[CsvColumn[BoardColumn]] = [
        *_COLUMNS,
        CsvColumn("below_target", lambda row: YES_OR_NO[row.misses(board.plan.target_precision)]),
        CsvColumn("bags", lambda row: row.bags),
        CsvColumn("interesting_bags", lambda row: row.interesting),
        *(column for metric in metrics for column in _metric_columns(metric)),
    ]
    return "".join(write_csv(columns, board.columns))


_COLUMNS: tuple[CsvColumn[BoardColumn], ...] = (
    CsvColumn("component", lambda row: visible(row.name)),
    CsvColumn("role", lambda row: row.role.value),
    CsvColumn("baseline", lambda row: visible(row.baseline or "")),
    CsvColumn("changed", lambda row: visible(row.changed)),
    CsvColumn("links_right", lambda row: None if row.links is None else row.links.right),
    CsvColumn("links_made", lambda row: None if row.links is None else row.links.made),
    CsvColumn("link_precision", lambda row: _link_precision(row)),
)


def _link_precision(row: BoardColumn) -> float | None:
    reached = None if row.links is None else row.links.precision
    return None if reached is None else float(reached)


def _metric_columns(metric: str) -> Iterator[CsvColumn[BoardColumn]]:
    for figure in _FIGURES:
        yield CsvColumn(f"{metric}_{figure}", partial(_score, metric=metric, figure=figure))
    for figure in _FIGURES:
        for end, field in _CHANGES.items():
            change = partial(_change, metric=metric, figure=figure, field=field)
            yield CsvColumn(f"{metric}_{figure}_change{end}", change)
    for figure in _FIGURES:
        yield CsvColumn(f"{metric}_similarity_{figure}", partial(_similarity, metric=metric, figure=figure))


def _score(row: BoardColumn, metric: str, figure: str) -> Cell:
    pair = row.scores.get(metric)
    return None if pair is None else _figure(pair.after, figure)


def _change(row: BoardColumn, metric: str, figure: str, field: str) -> Cell:
    deltas = row.deltas.get(metric)
    value: float | None = None if deltas is None else getattr(getattr(deltas, figure), field)
    return value


def _similarity(row: BoardColumn, metric: str, figure: str) -> Cell:
    score = row.similarity.get(metric)
    return None if score is None else _figure(score, figure)


def _figure(score: Score, figure: str) -> float | None:
    return {"recall": score.recall.value, "precision": score.precision.value, "f1": score.f1}[figure]
