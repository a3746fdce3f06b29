"""JSON of a board: ``coala-board/1``.

A board compares many variants of one system, to see what each of its components is worth. A *column* of a
board is one comparison: a component in a role (without it, only it, or step by step), with a baseline and a
changed graph. A *place* is a bag of a column. A *joint bag* is the bags of several columns that share
mentions.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from coala.base.statistics import TAIL
from coala.board.board import Board, BoardColumn, BoardPlace, Interactions, MarginalLinks, MetricDeltas
from coala.board.plan import Plan, Role
from coala.model.notices.notice import notice_to_json
from coala.scores.ratio import Score, scores_to_json

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
