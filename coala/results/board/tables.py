"""JSON, CSV and Markdown of a board, and the formatting of figures for its text.

A board compares many variants of one system, to see what each of its components is worth. A *column* of a
board is one comparison: a component in a role (without it, only it, or step by step), with a baseline and a
changed graph. A *place* is a bag of a column. A *joint bag* is the bags of several columns that share
mentions.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from coala.base.csv_table import Cell, CsvColumn, write_csv
from coala.base.numerals import NOT_APPLICABLE
from coala.base.plain_text import isolate, plain_words, visible
from coala.base.statistics import TAIL
from coala.board.board import Board, BoardColumn, BoardPlace, Delta, Interactions, MarginalLinks, MetricDeltas
from coala.board.plan import Plan, Role
from coala.model.notices.notice import notice_to_json
from coala.present.figures import MINUS, signed
from coala.present.printers.markdown import escape_markdown
from coala.results.verdicts.tally import YES_OR_NO
from coala.scores.findings import TITLES, GrossLinks
from coala.scores.ratio import Score, scores_to_json

WIDEST_NAME = 28
"""The widest column of names that leaves room for the figures."""

SURE_MARK = "*"
"""Marks a p that is established over all rows of its table."""

BELOW = "<"
"""Marks a precision of links that is below the target."""


def isolate_name(name: str) -> str:
    """Return a component's name for use within a sentence."""
    return isolate(plain_words(name, WIDEST_NAME))


def format_points(delta: Delta) -> str:
    """Return a change in hundredths of a score, with its sign."""
    return NOT_APPLICABLE if delta.value is None else signed(100 * delta.value)


def format_interval(delta: Delta) -> str:
    """Return the interval of a change in points, "" if it was not computed."""
    if delta.low is None or delta.high is None:
        return ""
    return f"{signed(100 * delta.low)} to {signed(100 * delta.high)}"


def format_p(p: float | None) -> str:
    """Return a p value with two digits, "" if there is none."""
    return "" if p is None else f"{p:.2g}"


def format_adjusted_p(delta: Delta) -> str:
    """Return the adjusted p with a star if the change is established, or with a blank of equal width."""
    return "" if delta.holm is None else f"{format_p(delta.holm)}{SURE_MARK if delta.is_established else ' '}"


def format_share(value: float | Fraction | None) -> str:
    """Return a share with three decimals."""
    return NOT_APPLICABLE if value is None else f"{float(value):.3f}".replace("-", MINUS)


def align_columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Align rows: the first cell of each to the left, the others to the right, as wide as necessary."""
    table = list(rows)
    widths = [max(len(row[place]) for row in table if place < len(row)) for place in range(len(table[0]))]
    for name, *cells in table:
        right = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=False))
        # The isolating characters around a name have no width.
        yield f"  {isolate(name)}{' ' * (widths[0] - len(name))}  {right}".rstrip()


_Value = TypeVar("_Value")


def render_board_json(board: Board, metrics: Sequence[str]) -> str:
    """Return the ``coala-board/1`` document, with these metrics."""
    places: dict[int, list[BoardPlace]] = defaultdict(list)
    for place in board.places:
        places[place.column].append(place)
    target = board.plan.target_precision
    document = {
        "format": "coala-board/1",
        "version": board.version,
        "plan": _plan_to_json(board.plan),
        "settings": dict(board.settings),
        "scores": {
            "full": scores_to_json(_choose_metrics(board.full, metrics)),
            "nothing": scores_to_json(_choose_metrics(board.nothing, metrics)),
        },
        "links": None if board.whole is None else _links_to_json(board.whole),
        "bootstrap": _bootstrap_to_json(board),
        "columns": [
            _column_to_json(column, places[number], target, metrics)
            for number, column in enumerate(board.columns)
        ],
        "joint_bags": [bag._asdict() for bag in board.joint_bags],
        "interactions": _interactions_to_json(board.interactions),
        "warnings": list(map(notice_to_json, board.notices)),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _plan_to_json(plan: Plan) -> dict[str, Any]:
    return {
        "full": plan.full,
        "gold": plan.gold,
        "nothing": plan.nothing,
        "target_precision": plan.target_precision,
        "variants": [
            {"name": variant.name} | {role.value: variant.path(role) for role in Role}
            for variant in plan.variants
        ],
    }


def _bootstrap_to_json(board: Board) -> dict[str, Any]:
    """Return for each role how its intervals were drawn; empty without gold."""
    how = {"interval": "percentile", "level": 1 - 2 * TAIL, "adjusted_for_columns": False}
    return {role.value: drawn._asdict() | how for role, drawn in board.resampling.items()}


def _column_to_json(
    column: BoardColumn, places: Sequence[BoardPlace], target: float | None, metrics: Sequence[str]
) -> dict[str, Any]:
    return {
        "component": column.name,
        "role": column.role.value,
        "baseline": column.baseline,
        "changed": column.changed,
        "links": None if column.links is None else _links_to_json(column.links),
        "gross_links": None if column.gross_links is None else column.gross_links._asdict(),
        "below_target": column.misses(target),
        "scores": _scores_to_json(column, metrics),
        "similarity": scores_to_json(_choose_metrics(column.similarity, metrics)),
        "difference": {
            name: _deltas_to_json(deltas) for name, deltas in _choose_metrics(column.deltas, metrics).items()
        },
        "bags": {"total": column.bags, "interesting": column.interesting},
        "interesting_bags": [
            {
                "number": place.number,
                "fingerprint": place.fingerprint,
                "joint_bag": place.joint,
                "shares": _choose_metrics(place.shares, metrics),
            }
            for place in places
        ],
        "warnings": list(map(notice_to_json, column.notices)),
    }


def _links_to_json(links: MarginalLinks) -> dict[str, Any]:
    precision = links.precision
    return {
        "right": links.right,
        "made": links.made,
        "precision": None if precision is None else float(precision),
    }


def _scores_to_json(column: BoardColumn, metrics: Sequence[str]) -> dict[str, Any]:
    chosen = _choose_metrics(column.scores, metrics)
    before = {name: pair.before for name, pair in chosen.items() if pair.before is not None}
    after: dict[str, Score] = {name: pair.after for name, pair in chosen.items()}
    return {"before": scores_to_json(before), "after": scores_to_json(after)}


def _deltas_to_json(deltas: MetricDeltas) -> dict[str, Any]:
    return {figure: delta._asdict() for figure, delta in deltas._asdict().items()}


def _interactions_to_json(interactions: Interactions) -> dict[str, Any]:
    return {
        "needed_by_both": _pairs_to_json(interactions.needed_by_both),
        "redundant": _pairs_to_json(interactions.redundant),
        "emergent": interactions.emergent,
    }


def _pairs_to_json(found: Mapping[tuple[str, str], tuple[int, ...]] | None) -> list[dict[str, Any]] | None:
    if found is None:
        return None
    return [{"components": list(pair), "joint_bags": list(bags)} for pair, bags in found.items()]


def _choose_metrics(table: Mapping[str, _Value], metrics: Sequence[str]) -> dict[str, _Value]:
    """Return the values of these metrics, as far as the table has them."""
    return {name: table[name] for name in metrics if name in table}


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


_HEADINGS = {
    Role.WITHOUT: "Left out: what each component adds to all the others",
    Role.ONLY: "Alone: what each component does by itself",
    Role.STEP: "Step by step: what each component adds to those above it",
}


def render_board_markdown(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    """Yield a Markdown table for each role, rounded for a paper: links, and changes in points.

    Without gold there is the similarity of the two graphs of a row instead.
    """
    has_gold = board.plan.gold is not None
    titles = [TITLES[metric] for metric in metrics]
    if has_gold:
        figures = ("ΔR", "ΔP", "ΔF1", "95 %", "p (Holm)")
        changes = [f"{title} {figure}" for title in titles for figure in figures]
        head = ["component", "made (right)", "lost (right)", *changes, "bags"]
    else:
        head = ["component", *(f"{title} F1, similarity" for title in titles), "bags"]
    for role in Role:
        columns = [board.columns[place] for place in board.find_columns(role)]
        if not columns:
            continue
        yield f"{_HEADINGS[role]}\n\n"
        yield _write_row(head)
        yield _write_row(["---", *("---:" for _ in head[1:])])
        for column in columns:
            if has_gold:
                cells = [*_write_gross(column), *_write_changes(column, metrics)]
            else:
                scores = (column.similarity.get(metric) for metric in metrics)
                cells = [format_share(None if score is None else score.f1) for score in scores]
            bags = "" if column.baseline is None else f"{column.interesting:,}"
            yield _write_row([escape_markdown(plain_words(column.name)), *cells, bags])
        yield "\n"


def _write_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _write_gross(column: BoardColumn) -> tuple[str, str]:
    links = column.gross_links
    if links is None:
        return NOT_APPLICABLE, NOT_APPLICABLE
    return f"{links.made:,} ({links.made_right:,})", f"{links.lost:,} ({links.lost_right:,})"


def _write_changes(column: BoardColumn, metrics: Sequence[str]) -> Iterator[str]:
    unknown = Delta(None)
    for metric in metrics:
        deltas = column.deltas.get(metric, MetricDeltas(unknown, unknown, unknown))
        yield from map(format_points, (deltas.recall, deltas.precision, deltas.f1))
        yield format_interval(deltas.f1)
        yield format_p(deltas.f1.holm)
