"""A board becomes CSV: one row a column of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coala.base.plain_text import csv_line, text_cell, visible
from coala.engine.board.board import Board, BoardColumn, Delta
from coala.report.tally import YES_OR_NO
from coala.scores.ratio import Score

_FIGURES = ("recall", "precision", "f1")


def render_board_csv(board: Board, metrics: Sequence[str]) -> str:
    """One row a component and role: links, bags, and each metric's scores and changes with intervals.

    Scores and changes are parts of 1; a cell is empty where its figure is undefined or was not asked for.
    Without gold there are neither, but how similar the two graphs of a row are.
    """
    cells = (_cells(column, board.plan.target_precision, metrics) for column in board.columns)
    return "".join(map(csv_line, (_heads(metrics), *cells)))


def _heads(metrics: Sequence[str]) -> Iterator[str]:
    yield from ("component", "role", "baseline", "changed", "links_right", "links_made", "link_precision")
    yield from ("below_target", "bags", "interesting_bags")
    for metric in metrics:
        yield from (f"{metric}_{figure}" for figure in _FIGURES)
        for figure in _FIGURES:
            name = f"{metric}_{figure}_change"
            yield from (name, f"{name}_low", f"{name}_high", f"{name}_p", f"{name}_holm")
        yield from (f"{metric}_similarity_{figure}" for figure in _FIGURES)


def _cells(column: BoardColumn, target: float | None, metrics: Sequence[str]) -> Iterator[object]:
    yield from (_text(column.name), column.role.value, _text(column.baseline or ""), _text(column.changed))
    links = column.links
    reached = None if links is None else links.precision
    yield from ("", "") if links is None else (links.right, links.made)
    yield _number(None if reached is None else float(reached))
    yield YES_OR_NO[column.misses(target)]
    yield from (column.bags, column.interesting)
    for metric in metrics:
        yield from _score(column.scores[metric].after if metric in column.scores else None)
        deltas = column.deltas.get(metric) or (Delta(None),) * len(_FIGURES)
        for delta in deltas:
            yield from map(_number, delta)
        yield from _score(column.similarity.get(metric))


def _text(text: str) -> str:
    return text_cell(visible(text))


def _score(score: Score | None) -> Iterator[object]:
    values = (None,) * 3 if score is None else (score.recall.value, score.precision.value, score.f1)
    yield from map(_number, values)


def _number(value: float | None) -> object:
    return "" if value is None else value
