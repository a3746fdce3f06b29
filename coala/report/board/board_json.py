"""A board becomes JSON, with every figure as it is and nothing rounded."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from coala.base.statistics import TAIL
from coala.engine.board.board import Board, BoardColumn, BoardPlace, Interactions, MarginalLinks, MetricDeltas
from coala.engine.board.plan import Plan, Role
from coala.model.notices.notice import notice_to_json
from coala.scores.ratio import Score, scores_as_json

_Value = TypeVar("_Value")


def render_board_json(board: Board, metrics: Sequence[str]) -> str:
    """The ``coala-board/1`` document, with these metrics."""
    places: dict[int, list[BoardPlace]] = defaultdict(list)
    for place in board.places:
        places[place.column].append(place)
    target = board.plan.target_precision
    document = {
        "format": "coala-board/1",
        "version": board.version,
        "plan": _plan(board.plan),
        "settings": dict(board.settings),
        "scores": {
            "full": scores_as_json(_chosen(board.full, metrics)),
            "nothing": scores_as_json(_chosen(board.nothing, metrics)),
        },
        "links": None if board.whole is None else _links(board.whole),
        "bootstrap": _bootstrap(board),
        "columns": [
            _column(column, places[number], target, metrics) for number, column in enumerate(board.columns)
        ],
        "joint_bags": [bag._asdict() for bag in board.joint_bags],
        "interactions": _interactions(board.interactions),
        "warnings": list(map(notice_to_json, board.notices)),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _plan(plan: Plan) -> dict[str, Any]:
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


def _bootstrap(board: Board) -> dict[str, Any]:
    """How the intervals of each role were drawn; empty without gold."""
    how = {"interval": "percentile", "level": 1 - 2 * TAIL, "adjusted_for_columns": False}
    return {role.value: drawn._asdict() | how for role, drawn in board.resampling.items()}


def _column(
    column: BoardColumn, places: Sequence[BoardPlace], target: float | None, metrics: Sequence[str]
) -> dict[str, Any]:
    return {
        "component": column.name,
        "role": column.role.value,
        "baseline": column.baseline,
        "changed": column.changed,
        "links": None if column.links is None else _links(column.links),
        "below_target": column.misses(target),
        "scores": _scores(column, metrics),
        "similarity": scores_as_json(_chosen(column.similarity, metrics)),
        "difference": {name: _deltas(deltas) for name, deltas in _chosen(column.deltas, metrics).items()},
        "bags": {"total": column.bags, "interesting": column.interesting},
        "interesting_bags": [
            {
                "number": place.number,
                "fingerprint": place.fingerprint,
                "joint_bag": place.joint,
                "shares": _chosen(place.shares, metrics),
            }
            for place in places
        ],
        "warnings": list(map(notice_to_json, column.notices)),
    }


def _links(links: MarginalLinks) -> dict[str, Any]:
    reached = links.precision
    return {
        "right": links.right,
        "made": links.made,
        "precision": None if reached is None else float(reached),
    }


def _scores(column: BoardColumn, metrics: Sequence[str]) -> dict[str, Any]:
    chosen = _chosen(column.scores, metrics)
    before = {name: pair.before for name, pair in chosen.items() if pair.before is not None}
    after: dict[str, Score] = {name: pair.after for name, pair in chosen.items()}
    return {"before": scores_as_json(before), "after": scores_as_json(after)}


def _deltas(deltas: MetricDeltas) -> dict[str, Any]:
    return {figure: delta._asdict() for figure, delta in deltas._asdict().items()}


def _interactions(interactions: Interactions) -> dict[str, Any]:
    return {
        "needed_by_both": _pairs(interactions.needed_by_both),
        "redundant": _pairs(interactions.redundant),
        "emergent": interactions.emergent,
    }


def _pairs(found: Mapping[tuple[str, str], tuple[int, ...]] | None) -> list[dict[str, Any]] | None:
    if found is None:
        return None
    return [{"components": list(pair), "joint_bags": list(bags)} for pair, bags in found.items()]


def _chosen(table: Mapping[str, _Value], metrics: Sequence[str]) -> dict[str, _Value]:
    return {name: table[name] for name in metrics if name in table}
