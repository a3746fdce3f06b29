"""CSV of a board: a row for each column, a component in a role."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from coala.base.csv_table import Cell, CsvColumn, write_csv
from coala.base.plain_text import visible
from coala.board.board import Board, BoardColumn
from coala.results.verdicts.tally import YES_OR_NO
from coala.scores.findings import GrossLinks
from coala.scores.ratio import Score

_FIGURES = ("recall", "precision", "f1")
_CHANGES = {"": "value", "_low": "low", "_high": "high", "_p": "p", "_holm": "holm"}
"""The end of a CSV column's name -> the field of ``Delta``: muc_f1_change_low has ``Delta.low``."""


def render_board_csv(board: Board, metrics: Sequence[str]) -> str:
    """Return a row for each component and role: links, bags, scores of each metric, changes with intervals.

    Scores and changes are shares of 1. A cell is empty if its figure is undefined or was not requested.
    Without gold there is the similarity of the two graphs of a row instead.
    """
    columns: list[CsvColumn[BoardColumn]] = [
        *_COLUMNS,
        CsvColumn("below_target", lambda row: YES_OR_NO[row.misses(board.plan.target_precision)]),
        CsvColumn("bags", lambda row: row.bags),
        CsvColumn("interesting_bags", lambda row: row.interesting),
        *(column for metric in metrics for column in _make_metric_columns(metric)),
    ]
    return "".join(write_csv(columns, board.columns))


def _read_gross(row: BoardColumn, field: str) -> int | None:
    value: int | None = None if row.gross_links is None else getattr(row.gross_links, field)
    return value


_COLUMNS: tuple[CsvColumn[BoardColumn], ...] = (
    CsvColumn("component", lambda row: visible(row.name)),
    CsvColumn("role", lambda row: row.role.value),
    CsvColumn("baseline", lambda row: visible(row.baseline or "")),
    CsvColumn("changed", lambda row: visible(row.changed)),
    CsvColumn("links_right", lambda row: None if row.links is None else row.links.right),
    CsvColumn("links_made", lambda row: None if row.links is None else row.links.made),
    CsvColumn("link_precision", lambda row: _read_link_precision(row)),
    *(CsvColumn(f"gross_links_{field}", partial(_read_gross, field=field)) for field in GrossLinks._fields),
)


def _read_link_precision(row: BoardColumn) -> float | None:
    precision = None if row.links is None else row.links.precision
    return None if precision is None else float(precision)


def _make_metric_columns(metric: str) -> Iterator[CsvColumn[BoardColumn]]:
    for figure in _FIGURES:
        yield CsvColumn(f"{metric}_{figure}", partial(_read_score, metric=metric, figure=figure))
    for figure in _FIGURES:
        for end, field in _CHANGES.items():
            change = partial(_read_change, metric=metric, figure=figure, field=field)
            yield CsvColumn(f"{metric}_{figure}_change{end}", change)
    for figure in _FIGURES:
        yield CsvColumn(
            f"{metric}_similarity_{figure}", partial(_read_similarity, metric=metric, figure=figure)
        )


def _read_score(row: BoardColumn, metric: str, figure: str) -> Cell:
    pair = row.scores.get(metric)
    return None if pair is None else _read_figure(pair.after, figure)


def _read_change(row: BoardColumn, metric: str, figure: str, field: str) -> Cell:
    deltas = row.deltas.get(metric)
    value: float | None = None if deltas is None else getattr(getattr(deltas, figure), field)
    return value


def _read_similarity(row: BoardColumn, metric: str, figure: str) -> Cell:
    score = row.similarity.get(metric)
    return None if score is None else _read_figure(score, figure)


def _read_figure(score: Score, figure: str) -> float | None:
    return {"recall": score.recall.value, "precision": score.precision.value, "f1": score.f1}[figure]
